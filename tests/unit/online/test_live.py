"""The live folder: what readers of LiveChess' files find there."""

import json
import stat
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

import chess.pgn
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jadoube.local.whole_file import write_whole
from jadoube.online.game_state import GameState
from jadoube.online.live import folder as module
from jadoube.online.live.folder import LiveFolder
from jadoube.online.live.places import Named, Place, arranged, named_place
from jadoube.online.live.showing import LiveShow
from jadoube.online.live.texts import split_name
from jadoube.online.outgoing.delay import Delay

MOVES = ("1. e4 { [%clk 0:09:59] }", "1... e5 { [%clk 0:09:58] }", "2. Nf3 { [%clk 0:09:57] }")


def game(game_id: str = "a1", plies: int = 2, result: str = "*", **tags: str) -> GameState:
    """A state of a game with these tags."""
    named = {"Event": "Club", "Site": "Lyon", "Date": "2026.11.23", "Round": "1"}
    named |= {"White": "Carlsen, Magnus", "Black": "?", "Result": result, "GameId": game_id} | tags
    text = "".join(f'[{name} "{value}"]\n' for name, value in named.items())
    return GameState(game_id, f"{text}\n{' '.join(MOVES[:plies])} {result}\n\n", result != "*")


class At(NamedTuple):
    """A game of the folder, as far as its place depends on it."""

    game_id: str
    named: Named
    result: str = "*"


def files(folder: Path) -> set[str]:
    """The files below a folder."""
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_the_files_are_those_of_livechess(tmp_path: Path) -> None:
    """Each game, all games, the pairings, the rounds; and nothing else."""
    LiveFolder(tmp_path / "live").show(game())
    live = tmp_path / "live"
    assert files(live) == {
        "tournament.json",
        "round-1/index.json",
        "round-1/game-1.pgn",
        "round-1/games.pgn",
    }
    assert (live / "round-1/games.pgn").read_text() == (live / "round-1/game-1.pgn").read_text()
    read = chess.pgn.read_game(StringIO((live / "round-1/game-1.pgn").read_text()))
    assert read is not None
    assert read.headers["GameId"] == "a1"
    assert read.headers["Result"] == "*"
    assert [node.clock() for node in read.mainline()] == [599, 598]
    tournament = json.loads((live / "tournament.json").read_text())
    assert tournament["name"] == "Club"
    assert tournament["rounds"] == [{"count": 1, "live": 1}]


def test_a_pairing_has_names_in_parts_and_a_fide_id_that_is_a_number(tmp_path: Path) -> None:
    """A text would spoil the whole index for Lichess."""
    folder = LiveFolder(tmp_path)
    folder.show(
        game(result="1-0", WhiteTitle="GM", WhiteFideId="1503014", WhiteFederation="NOR", BlackFideId="0")
    )
    index = json.loads((tmp_path / "round-1/index.json").read_text())
    (pairing,) = index["pairings"]
    assert index["date"] == "2026-11-23"
    assert pairing["white"] == {
        "fname": "Magnus",
        "mname": None,
        "lname": "Carlsen",
        "title": "GM",
        "federation": "NOR",
        "gender": None,
        "fideid": 1503014,
    }
    assert set(pairing["black"].values()) == {None}
    assert (pairing["result"], pairing["live"]) == ("1-0", False)


def test_boards_that_play_elsewhere_have_a_place_in_the_pairings(tmp_path: Path) -> None:
    """The game of board 3 is the third pairing, as readers count."""
    LiveFolder(tmp_path).show(game(Board="3"))
    pairings = json.loads((tmp_path / "round-1/index.json").read_text())["pairings"]
    assert [pairing["white"]["lname"] for pairing in pairings] == [None, None, "Carlsen"]
    assert (tmp_path / "round-1/game-3.pgn").exists()


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("Carlsen, Magnus", ("Magnus", "Carlsen")),
        ("Jan van Rijn", ("Jan", "van Rijn")),
        ("N. N.", ("N.", "N.")),
        ("Ada", (None, "Ada")),
        ("Ada,", (None, "Ada")),
        ("?", (None, None)),
        ("", (None, None)),
    ],
)
def test_a_name_is_split_as_readers_join_it(name: str, parts: tuple[str | None, str | None]) -> None:
    """First name and last name, in whichever way it is written."""
    assert split_name(name) == parts


@pytest.mark.parametrize(
    ("round_", "board", "place"),
    [
        ("3", "", (3, 1)),
        ("3", "12", (3, 12)),
        ("3.12", "", (3, 12)),
        ("3.12", "4", (3, 4)),
        ("?", "", (None, 1)),
        ("0", "0", (None, 1)),
        ("Final", "B", (None, 1)),
    ],
)
def test_tags_name_a_place(round_: str, board: str, place: tuple[int | None, int]) -> None:
    """The round's number, and that of the board; 3.12 is both."""
    assert named_place({"Round": round_, "Board": board}) == place


def test_games_without_a_round_get_one_after_the_other() -> None:
    """Several of an evening are told apart, and each stays where it is."""
    games: dict[Place, At] = {}
    for number in (1, 2, 3):
        game = At(f"g{number}", Named(None, 1), "1-0")
        games = arranged(game, games)
        assert games[Place(number, 1)] is game
        assert arranged(game, games) == games


def test_a_second_game_at_a_board_goes_beside_the_first() -> None:
    """One with a result is never lost; one without was begun wrongly."""
    first, second = At("a", Named(1, 1)), At("b", Named(1, 1))
    over = first._replace(result="1-0")
    assert arranged(second, {Place(1, 1): over}) == {Place(1, 1): over, Place(1, 2): second}
    assert arranged(second, {Place(1, 1): first}) == {Place(1, 1): second}


@given(
    before=st.permutations(range(1, 7)),
    after=st.permutations(range(1, 7)),
    over=st.sets(st.integers(1, 6)),
    order=st.permutations(range(1, 7)),
)
def test_games_of_a_list_that_moves_them_come_each_to_its_own_place(
    before: list[int], after: list[int], over: set[int], order: list[int]
) -> None:
    """Whichever of them are over, and in whatever order they are told; none is lost on the way."""
    results = {each: "1-0" if each in over else "*" for each in range(1, 7)}
    games = {Place(1, board): At(f"g{n}", Named(1, board), results[n]) for n, board in enumerate(before, 1)}
    own = {each.game_id for each in games.values()}
    for n in order:
        games = arranged(At(f"g{n}", Named(1, after[n - 1]), results[n]), games, own)
        assert {each.game_id for each in games.values()} == own
    assert {each.game_id: place.board for place, each in games.items()} == {
        f"g{n}": board for n, board in enumerate(after, 1)
    }


def test_a_place_that_is_free_again_is_its_owners() -> None:
    """A game that had to wait beside it comes there once the one before has gone."""
    own = {"a", "b", "c"}
    games = arranged(At("b", Named(1, 1)), {Place(1, 1): At("a", Named(1, 1))}, own)
    assert games[Place(1, 2)].game_id == "b"
    games = arranged(At("c", Named(1, 2)), games, own)
    assert [games[Place(1, board)].game_id for board in (1, 2, 3)] == ["a", "c", "b"]
    games = arranged(At("a", Named(1, 4)), games, own)
    assert {place.board: each.game_id for place, each in games.items()} == {4: "a", 1: "b", 2: "c"}


def test_a_game_whose_round_is_corrected_moves(tmp_path: Path) -> None:
    """It is in one place only; the round that it has left is empty."""
    folder = LiveFolder(tmp_path)
    folder.show(game())
    folder.show(game(Round="4"))
    assert not (tmp_path / "round-1/game-1.pgn").exists()
    assert (tmp_path / "round-1/games.pgn").read_text() == ""
    assert json.loads((tmp_path / "round-1/index.json").read_text())["pairings"] == []
    assert (tmp_path / "round-4/game-1.pgn").exists()


def test_rounds_of_before_stay_over_a_start(tmp_path: Path) -> None:
    """The folder itself says what was shown."""
    LiveFolder(tmp_path).show(game("a", 3, "1-0", Round="?"))
    before = {path: path.read_bytes() for path in (tmp_path / "round-1").iterdir()}
    again = LiveFolder(tmp_path)
    again.show(game("b", 1, Round="?"))
    assert {path: path.read_bytes() for path in (tmp_path / "round-1").iterdir()} == before
    rounds = json.loads((tmp_path / "tournament.json").read_text())["rounds"]
    assert rounds == [{"count": 1, "live": 0}, {"count": 1, "live": 1}]


def test_an_empty_game_is_shown_only_where_its_round_is_known(tmp_path: Path) -> None:
    """Else each start of the board would be a round."""
    folder = LiveFolder(tmp_path)
    folder.show(game("a", 0, Round="?"))
    assert files(tmp_path) == set()
    folder.show(game("a", 0, Round="2"))
    assert "round-2/game-1.pgn" in files(tmp_path)


def test_only_owner_and_group_read_the_folder(tmp_path: Path) -> None:
    """The page's process is of the group."""
    LiveFolder(tmp_path / "live").show(game())
    modes = {stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "live").rglob("*") if path.is_file()}
    assert modes == {0o640}
    assert stat.S_IMODE((tmp_path / "live" / "round-1").stat().st_mode) == 0o750


def test_what_could_not_be_written_is_written_later(tmp_path: Path) -> None:
    """A disk that is away costs nothing but time."""
    (tmp_path / "live").write_text("a file in the way")
    show = LiveShow(tmp_path / "live", Delay())
    show.take(game(), 0, running=True)
    with pytest.raises(OSError, match="live"):
        show.show(0)
    (tmp_path / "live").unlink()
    show.take(game(), 1, running=True)
    show.show(1)
    assert "round-1/game-1.pgn" in files(tmp_path / "live")


def test_only_the_running_game_and_those_of_the_folder_are_shown(tmp_path: Path) -> None:
    """Games of before the folder was switched on stay where they are."""
    show = LiveShow(tmp_path, Delay())
    show.take(game("old", 3, "1-0"), 0, running=False)
    show.take(game("new", 1), 0, running=True)
    show.show(0)
    show.take(game("new", 3, "0-1"), 1, running=False)
    show.show(1)
    assert "old" not in (tmp_path / "round-1/games.pgn").read_text()
    assert '[Result "0-1"]' in (tmp_path / "round-1/games.pgn").read_text()


def test_a_delay_outlives_the_process(tmp_path: Path) -> None:
    """What the folder shows stays, and what came since waits."""
    delay = Delay(minutes=15)
    LiveFolder(tmp_path).show(game("a", 1))
    show = LiveShow(tmp_path, delay)
    show.take(game("a", 3), 0, running=True)
    for now_ms in (0, 15 * 60_000 - 1):
        show.show(now_ms)
        assert "Nf3" not in (tmp_path / "round-1/game-1.pgn").read_text()
    show.show(15 * 60_000)
    assert "Nf3" in (tmp_path / "round-1/game-1.pgn").read_text()


def test_two_games_of_a_list_change_their_places(tmp_path: Path) -> None:
    """One is over, the other one runs and waits for the delay; neither leaves the folder."""
    show = LiveShow(tmp_path, Delay(plies=1))
    over, runs = game("a1", 3, "1-0", Board="1"), game("b1", 3, Board="2")
    for each in (over, runs, game("c1", 3, Board="3")):
        show.take(each, 0, running=True)
    show.keep({"a1", "b1", "c1"}, lambda *_: True)
    show.show(0)
    for each in (game("a1", 3, "1-0", Board="2"), game("b1", 3, Board="1")):
        show.take(each, 1, running=True)
    show.show(1)
    texts = [(tmp_path / f"round-1/game-{board}.pgn").read_text() for board in (1, 2, 3)]
    assert [text.partition('GameId "')[2][:2] for text in texts] == ["b1", "a1", "c1"]
    assert (tmp_path / "round-1/games.pgn").read_text() == "".join(texts)
    assert json.loads((tmp_path / "tournament.json").read_text())["rounds"] == [{"count": 3, "live": 2}]


def test_games_that_change_places_while_nothing_can_be_written_are_not_mixed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second of them could not be written: it is, once it can be."""
    show, fails = LiveShow(tmp_path, Delay()), [False]
    written = write_whole

    def write(path: Path, *rest: Any, **more: Any) -> None:
        if fails[0] and path.name == "game-2.pgn":
            raise OSError("no room")
        written(path, *rest, **more)

    monkeypatch.setattr(module, "write_whole", write)
    for each in (game("a1", 1, Board="1"), game("b1", 2, Board="2")):
        show.take(each, 0, running=True)
    show.keep({"a1", "b1"}, lambda *_: True)
    show.show(0)
    for each in (game("a1", 1, Board="2"), game("b1", 2, Board="1")):
        show.take(each, 1, running=True)
    fails[0] = True
    for _ in range(2):
        with pytest.raises(OSError, match="no room"):
            show.show(1)
    fails[0] = False
    show.show(1)
    texts = [(tmp_path / f"round-1/game-{board}.pgn").read_text() for board in (1, 2)]
    assert ["e5" in text for text in texts] == [True, False]


def test_games_that_do_not_stay_leave_the_folder(tmp_path: Path) -> None:
    """And all that tells of them; a round without games has no files, nor has a folder without rounds."""
    show = LiveShow(tmp_path, Delay())
    for each in (game("a1", Board="1"), game("b1", Board="2"), game("c1", Round="2")):
        show.take(each, 0, running=True)
    show.show(0)
    show.keep({"b1"}, lambda _game, event, _number: event == "Open")
    show.show(0)
    assert files(tmp_path) == {
        "tournament.json",
        "round-1/index.json",
        "round-1/game-2.pgn",
        "round-1/games.pgn",
    }
    assert "a1" not in (tmp_path / "round-1/games.pgn").read_text()
    assert len(json.loads((tmp_path / "tournament.json").read_text())["rounds"]) == 1
    show.keep({"b1"}, lambda *_: True)
    show.show(0)
    assert len(files(tmp_path)) == 4
    show.keep((), lambda *_: False)
    show.show(0)
    assert files(tmp_path) == set()
