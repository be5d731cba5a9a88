"""How soon a program is told of a piece that has settled."""

import chess
import pytest

from jadoube_sim.benchmarks.times.link_latency import ALLOWED_MS, PROGRAMS, waits

SAN = "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O f6"


@pytest.mark.parametrize("protocol", PROGRAMS)
@pytest.mark.parametrize("habit", ["plain", "blitz"])
def test_a_settled_piece_is_told_within_20_ms(habit: str, protocol: str) -> None:
    """At most one of a hundred later, in each protocol; each lift and each landing, in virtual time."""
    board = chess.Board()
    told = waits(tuple(board.push_san(san) for san in SAN.split()), habit, protocol)
    assert len(told.sorted_ms) >= 2 * len(SAN.split())
    assert told.p99_ms <= ALLOWED_MS
