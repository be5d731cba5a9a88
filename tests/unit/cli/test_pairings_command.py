"""`jadoube pairings`: what it shows, what it names, and which orders it gives to a board."""

import asyncio
from pathlib import Path

import pytest

from jadoube.cli.pairings import main
from jadoube.config.problems import BadInput
from jadoube.config.settings import default_settings
from jadoube.core.messages.names import Names, Player
from jadoube.core.state.table import Table
from jadoube.daemon.sockets.order_socket import make_order_handler, open_control
from jadoube_sim.desk import Desk

LISTS = Path(__file__).parents[2] / "kept" / "pairings"
SWISS = LISTS / "3-swiss.trf"
CARLSEN = Player("Carlsen, Magnus", "GM", 2839, "1503014", "NOR")
SMITH = Player("Smith, John", "IM")


def ordered(folder: Path, *words: str, game: str = "") -> Table:
    """The table of a board on the desk after the command; `game` is of its configuration."""
    file = folder / "jadoube.toml"
    file.write_text(f'[game]\n{game}\n[control]\nsocket = "control"\n')

    async def run() -> Table:
        async with Desk(default_settings()) as desk:
            server = await open_control(folder / "control", make_order_handler(desk.daemon))
            async with server:
                assert await asyncio.to_thread(main, [*words, "--config", str(file)]) == 0
            return desk.table

    return asyncio.run(run())


def test_a_board_gets_the_names_of_its_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of the round that is due; the others of the list are remembered behind the two."""
    table = ordered(tmp_path, str(SWISS), "--board", "1")
    assert table.names == Names(CARLSEN, SMITH, "Club Open", "Köln", "3", "1")
    remembered = [each.name for each in table.comfort.players]
    assert set(remembered[:2]) == {"Carlsen, Magnus", "Smith, John"}
    assert remembered[2:] == ["Dupont, Anne", "Müller, Jürgen", "Late, Comer", "Lost, Colour"]
    told = capsys.readouterr()
    assert "the board has it: Carlsen, Magnus (GM 2839 NOR) - Smith, John (IM), round 3, board 1" in told.out
    assert "these are a proposal" in told.out
    assert f"{SWISS}:15: 'seve' found, expected a start number in the columns 5 to 8" in told.err


def test_round_and_board_may_be_the_configurations(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A game that has a result in the list is told."""
    table = ordered(tmp_path, str(SWISS), game='board = "2"\nround = "1"')
    assert (table.names.white.name, table.names.black) == ("Müller, Jürgen", SMITH)
    assert "in the list this game has the result 1-0" in capsys.readouterr().out


def test_it_may_only_remember(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The game keeps its names, whichever board it is."""
    table = ordered(tmp_path, str(SWISS), "--remember", game='board = "2"')
    assert table.names.white == Player()
    assert len(table.comfort.players) == 6
    assert "remembered: 6 players" in capsys.readouterr().out


def test_without_a_board_it_only_shows(capsys: pytest.CaptureFixture[str]) -> None:
    """No running board is asked; one round of the list if one is named."""
    assert main([str(LISTS / "1-headers.pgn"), "--show"]) == 0
    assert main([str(SWISS), "--round", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Club evening, Lyon FRA"
    assert lines[2].split("  ")[0] == "3"
    assert sum(line.startswith("1  ") for line in lines) == 2


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--board", "9"], "no board 9 in round 3 found, expected one of 1, 2"),
        (["--board", "1", "--round", "8"], "no round 8 found, expected one of 1, 2, 3"),
        (["--round", "8"], "no round 8 found, expected one of 1, 2, 3"),
        (["--round", "8", "--show"], "no round 8 found, expected one of 1, 2, 3"),
    ],
)
def test_a_pairing_that_is_not_there_is_refused(words: list[str], problem: str) -> None:
    """With those that are."""
    with pytest.raises(BadInput) as refused:
        main([str(SWISS), *words])
    assert refused.value.problem == problem


def test_a_file_without_a_pairing_ends_with_two(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And one line says what was expected."""
    (tmp_path / "a.txt").write_text("hello\n")
    assert main([str(tmp_path / "a.txt"), "--board", "1"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(f"{tmp_path / 'a.txt'}:1: 'hello' found, expected a pairing list")
