"""Whatever is done to the archive, in whatever order, it holds what a simple model of it holds."""

from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from jadoube.archive.imports import import_games
from jadoube.archive.rebuild import rebuild
from jadoube.archive.store import Archive
from jadoube.archive.troubles import ArchiveTrouble
from shared.disk.archived_games import pgn_of

NAMES: Final = ("Carlsen, Magnus", "Zoë", "Müller, Jörg")
NUMBERS: Final = st.integers(1, 4)
PAIRS: Final = st.sampled_from([(white, black) for white in NAMES for black in NAMES if white != black])

DEEDS: Final = st.one_of(
    st.tuples(st.just("play"), NUMBERS, PAIRS),
    st.tuples(st.just("correct"), NUMBERS, st.sampled_from(["1-0", "0-1", "1/2-1/2"])),
    st.tuples(st.just("import"), NUMBERS, PAIRS),
    st.tuples(st.just("delete"), st.sampled_from(["game-", "import-"]), NUMBERS),
    st.tuples(st.just("forget"), st.sampled_from(NAMES)),
    st.tuples(st.just("rebuild")),
)

Shown = tuple[str, str, str]


class Model:
    """What should stand in the archive, by id; and the folder of games, whose files keep every name."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.games: dict[str, Shown] = {}
        self.files: dict[int, Shown] = {}
        self.deleted: set[str] = set()
        self.hidden: set[tuple[str, int]] = set()

    def write(self, number: int, shown: Shown) -> str:
        """Write the PGN file of a game, as the board does."""
        self.files[number] = shown
        pgn = pgn_of(shown[0], shown[1], GameId=f"game-{number}", Result=shown[2])
        (self.folder / f"{number:06d}.pgn").write_text(pgn)
        return pgn

    def take(self, number: int) -> None:
        """Take the file of a game, without who was forgotten in it."""
        key = f"game-{number}"
        if key not in self.deleted:
            white, black, result = self.files[number]
            shown = [
                "N. N." if (key, side) in self.hidden else each for side, each in enumerate((white, black))
            ]
            self.games[key] = (shown[0], shown[1], result)

    def forget(self, name: str) -> None:
        """Forget a name in each game."""
        for key, (white, black, result) in self.games.items():
            self.hidden |= {(key, side) for side, each in enumerate((white, black)) if each == name}
            shown = ["N. N." if each == name else each for each in (white, black)]
            self.games[key] = (shown[0], shown[1], result)


def carry_out(archive: Archive, model: Model, deed: tuple[Any, ...]) -> None:
    """Do one thing to both."""
    match deed:
        case ("play", number, (white, black)):
            pgn = model.write(number, (white, black, "1-0"))
            archive.add(pgn, number)
            model.take(number)
        case ("correct", number, result) if number in model.files:
            pgn = model.write(number, (*model.files[number][:2], result))
            archive.add(pgn, number)
            model.take(number)
        case ("import", number, (white, black)):
            pgn = pgn_of(white, black, GameId=f"import-{number}")
            import_games(archive, BytesIO(pgn.encode()), "file", print)
            model.games[f"import-{number}"] = (white, black, "1-0")
        case ("delete", kind, number):
            delete(archive, model, f"{kind}{number}")
        case ("forget", name):
            archive.forget(name)
            model.forget(name)
        case ("rebuild",):
            rebuild(archive, model.folder, print)
            for file in model.files:
                model.take(file)


def delete(archive: Archive, model: Model, key: str) -> None:
    """Delete a game, if it is there."""
    try:
        archive.delete(key)
    except ArchiveTrouble:
        assert key not in model.games
        return
    del model.games[key]
    if key.startswith("game-"):
        model.deleted.add(key)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(DEEDS, max_size=14))
def test_the_archive_is_its_model(deeds: list[tuple[Any, ...]]) -> None:
    """After each deed: the games with their players and results, the players, and what a search finds."""
    with TemporaryDirectory() as folder, Archive(Path(folder) / "archive.db") as archive:
        games = Path(folder) / "games"
        games.mkdir()
        model = Model(games)
        for deed in deeds:
            carry_out(archive, model, deed)
            rows = [row.entry for row in archive.search(limit=100).rows]
            shown = {each.game_id: (each.white.name, each.black.name, each.result) for each in rows}
            assert shown == model.games
            named = {name for white, black, _ in model.games.values() for name in (white, black)} - {"N. N."}
            assert {known.person.name for known in archive.players()} == named
            assert all(archive.pgn(archive.game(each.game_id)).count(each.white.name) for each in rows)
            assert archive.tables.execute("PRAGMA foreign_key_check").fetchall() == []
