"""The live folder: what readers of LiveChess' files find there."""

import json
import stat
from io import StringIO
from pathlib import Path

import chess.pgn
import pytest

from jadoube.online.delay import Delay
from jadoube.online.game_state import GameState
from jadoube.online.live.folder import LiveFolder
from jadoube.online.live.places import Place, Taken, named_place, place_of
from jadoube.online.live.showing import LiveShow
from jadoube.online.live.texts import split_name

MOVES = ("1. e4 { [%clk 0:09:59] }", "1... e5 { [%clk 0:09:58] }", "2. Nf3 { [%clk 0:09:57] }")


def game(game_id: str = "a1", plies: int = 2, result: str = "*", **tags: str) -> GameState:
    """A state of a game with these tags."""
    named = {"Event": "Club", "Site": "Lyon", "Date": "2026.11.23", "Round": "1"}
    named |= {"White": "Carlsen, Magnus", "Black": "?", "Result": result, "GameId": game_id} | tags
    text = "".join(f'[{name} "{value}"]\n' for name, value in named.items())
    return GameState(game_id, f"{text}\n{' '.join(MOVES[:plies])} {result}\n\n", result != "*")


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
    taken: dict[Place, Taken] = {}
    for number in (1, 2, 3):
        place = place_of(f"g{number}", {"Round": "?"}, taken, None)
        assert place == Place(number, 1)
        assert place_of(f"g{number}", {"Round": "?"}, taken, place) == place
        taken[place] = Taken(f"g{number}", "1-0")


def test_a_second_game_at_a_board_goes_beside_the_first() -> None:
    """One with a result is never lost; one without was begun wrongly."""
    there = {Place(1, 1): Taken("a", "1-0")}
    assert place_of("b", {"Round": "1"}, there, None) == Place(1, 2)
    assert place_of("b", {"Round": "1"}, {Place(1, 1): Taken("a", "*")}, None) == Place(1, 1)


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
