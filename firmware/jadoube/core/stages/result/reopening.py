"""Reopening: a game that has ended goes on from its end (FIDE 6.10.2).

The law: position and clocks are those of the end, and the clocks stand. Until the position stands on the
board, nothing is read as a move and no piece ends the game. A flag is taken back, but its side keeps 0, and
`play` is refused until the arbiter has given it time. A last ply that ends the game does not end it at once;
it does at `play`, if it still stands. Without a clock it is left to the arbiter. A draw offer does not come
back.

A game that began since is void. So the table before is the only input, and not what hands did since: the
journal of the game before needs to know nothing of that.
"""

from jadoube.core.messages.effects import ArbiterActed, GameReopened
from jadoube.core.messages.phases import Phase
from jadoube.core.messages.phrases import Phrase, sentence
from jadoube.core.stages.hands import takebacks
from jadoube.core.stages.hands.reeds import expect
from jadoube.core.state.play import Play
from jadoube.core.state.table import Stepped, Table, leave_menu, record_act


def reopen(table: Table, now_ms: int) -> Stepped:
    """Go on with the game that is over, or with the one before; `refusal` has let it pass."""
    earlier = table.play.phase is not Phase.OVER
    if earlier:
        table = _go_back(table)
    unseen = earlier or table.play.reopened
    if unseen:
        table = table._replace(board=table.board.disturb(table.board.reeds, now_ms))
    play = _give_turn(table, table.play.reopen(played=table.line.ply > 0).expect_position(), now_ms)
    table = leave_menu(table)._replace(
        play=play,
        panel=table.panel.hide_reading(),
        notices=table.notices.expect_position().hide_refusal().give_reason(None),
    )
    table, unmade = expect(table)
    if unseen:  # until the board rests, nobody knows what stands on it now
        table = table._replace(seen=table.seen._replace(ready=False))
    table, turned = takebacks.carry_out_shortening(table, now_ms)
    act = sentence(Phrase.REOPENED)
    table = record_act(table, sentence(Phrase.ARBITER, act=act))
    return table, (GameReopened(earlier), ArbiterActed(act), *unmade, *turned)


def _go_back(table: Table) -> Table:
    """The table of the game before, with all keys and levers released; the next scan shows what they are."""
    before = table.before
    if before is None:
        raise ValueError("no game before found, expected one")
    return before._replace(panel=before.panel.released(), page=table.page)


def _give_turn(table: Table, play: Play, now_ms: int) -> Play:
    """The play with the clock of the side to move next, if a press had completed the ply that ended the game.

    That press did not press the clock: the game was over.
    """
    clock, line = play.clock, table.line
    if clock is None or clock.resumes is None or play.completed < line.ply or not line.ply:
        return play
    return play.set_clock(clock.turn(line.side_to_move, max(now_ms, clock.since_ms)))
