"""What could be known of a game with a line off: an oracle's other games with the same record."""

from dataclasses import replace

import chess
import pytest

from jadoube.config.problems import BadInput
from jadoube.formats.sensorlog import Edge
from jadoube_sim.benchmarks.cli import BUILT_IN, main
from jadoube_sim.benchmarks.hard import known_table
from jadoube_sim.benchmarks.hard.knowable import what_is_known
from jadoube_sim.benchmarks.hard.record import record_of
from jadoube_sim.benchmarks.hard.rows import HardJob
from jadoube_sim.hands.games import playable_games
from jadoube_sim.hands.hard.played import Played
from jadoube_sim.hands.tidy import play


def _played(*moves: str, off: str = "", again: str = "", presses: bool = False) -> Played:
    """A game from the start; this line is off from the beginning, and is put on again before the last ply."""
    ucis = tuple(map(chess.Move.from_uci, moves))
    log = play(ucis, presses=presses)
    wires = [Edge(0, "cut", off)] if off else []
    if again:
        before = play(ucis[:-1], presses=presses)
        wires.append(Edge(before.edges[-1].at_us + 100_000, "mend", again))
    return Played(replace(log, edges=tuple(sorted((*log.edges, *wires)))), chess.STARTING_FEN, ucis)


def test_all_is_known_where_no_line_is_off() -> None:
    """Each ply of a game that all reeds show can be known."""
    known = what_is_known(_played("e2e4", "e7e5", "g1f3", "b8c6"))
    assert (known.unknown, known.complete) == (frozenset(), True)


def test_how_far_a_pawn_went_within_the_line_cannot_be_known() -> None:
    """A press tells of a ply; e3 and e4 leave the same, and play that needs neither tells nothing."""
    assert what_is_known(_played("e2e4", "a7a6", off="e", presses=True)).unknown == {1}


def test_later_play_tells_how_far_it_went() -> None:
    """A pawn that takes on f5 has stood on e4."""
    assert what_is_known(_played("e2e4", "f7f5", "e4f5", off="e", presses=True)).unknown == frozenset()


def test_the_wire_that_is_back_tells_how_far_it_went() -> None:
    """The line is put on again before the last ply, and shows the pawn on e4."""
    played = _played("e2e4", "a7a6", "a2a3", off="e", again="e", presses=True)
    assert what_is_known(played).unknown == frozenset()


def test_two_captures_by_one_piece_leave_the_same() -> None:
    """On the fifth rank that is off, exd5 and exf5 both lift e4 only."""
    played = _played("e2e4", "d7d5", "a2a3", "f7f5", "e4d5", off="5", presses=True)
    assert 5 in what_is_known(played).unknown


def test_a_game_that_does_not_leave_its_record_is_no_question() -> None:
    """The reeds show e4, and e3 is said to have been played."""
    played = replace(_played("e2e4"), moves=(chess.Move.from_uci("e2e3"),))
    with pytest.raises(ValueError, match="ply 1, e3, does not leave mark 0"):
        what_is_known(played)


def test_the_record_has_no_hidden_settlings() -> None:
    """Of a ply into the line the record has only the lift."""
    record = record_of(_played("g1f3", off="f").log)
    assert [mark.word for mark in record.marks] == ["cut", "open"]
    assert record.hidden[-1] == chess.BB_FILE_F
    assert record.least == (1, 1, 0)


def test_a_game_is_counted_once() -> None:
    """A game is exact, missed or unknowable."""
    total = known_table.score(HardJob(playable_games(BUILT_IN)[0], "file-off", "pressed", 0))
    assert total["games"] == total["exact"] + total["missed"] + total["unknowable"] == 1


def test_only_rows_of_lines_can_be_asked_about(capsys: pytest.CaptureFixture[str]) -> None:
    """The oracle is told of lines, and of nothing else."""
    with pytest.raises(BadInput, match="sticks-open found"):
        main(["hands", "--hard", "sticks-open", "--could-be-known"])
    words = "hands --hard rank-off --could-be-known --levers pressed --games 1"
    assert main(words.split()) == 0
    assert "rank-off" in capsys.readouterr().out
