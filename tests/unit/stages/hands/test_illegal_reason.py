"""Which tried ply is judged, and when none is."""

import chess
import pytest

from jadoube.core.rules.game_line import Line
from jadoube.core.rules.illegality import Reason, why_not
from jadoube.core.signals.debounce import settled_contacts
from jadoube.core.stages.hands import illegal_reason
from jadoube.core.state.table import Table, Terms, new_table

START = chess.Board().occupied


def with_knight_lifted(filled_again: int) -> Table:
    """A table at the start with the knight of b1 in the air, and these squares closed after that."""
    table = new_table(Terms(turned=False), settled_contacts(START))
    seen, knight = table.seen, chess.BB_B1
    closed = tuple(2 * (filled_again >> square & 1) for square in chess.SQUARES)
    known = seen.known._replace(opened=(1,) * 64, closed=closed)
    lifted = seen.best._replace(change=knight)
    return table._replace(seen=seen._replace(hypotheses=(lifted,), occupancy=START ^ knight, known=known))


@pytest.mark.parametrize(("filled_again", "judged"), [(0, 0), (chess.BB_D8, 1), (chess.BB_RANK_7, 0)])
def test_only_a_single_try_is_judged(monkeypatch: pytest.MonkeyPatch, filled_again: int, judged: int) -> None:
    """Where several squares may be the target nothing is judged: there would be no reason to tell."""
    tried = []

    def counting(line: Line, source: chess.Square, target: chess.Square) -> Reason | None:
        tried.append((source, target))
        return why_not(line, source, target)

    monkeypatch.setattr(illegal_reason, "why_not", counting)
    reason = illegal_reason.reason_of(with_knight_lifted(filled_again))
    assert bool(reason) == bool(judged)
    assert len(tried) == judged
