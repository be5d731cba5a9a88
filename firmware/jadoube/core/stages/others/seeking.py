"""Looking for an opponent on a server: the wish begins, is taken up, fails or ends.

The law: what the player wishes is a state of the table, which the process that speaks with the server sees.
It answers by orders: it looks, nobody was found, or the game is joined (`server_games.py`). A game that
begins at the board ends the wish. Nothing leaves the board from here.
"""

from jadoube.core.messages.effects import Effect, SeekBegun, SeekEnded, SeekFailed, SeekTakenUp, ServerServes
from jadoube.core.messages.events import Scanned
from jadoube.core.messages.opponents import Sought, Unfound
from jadoube.core.messages.orders import NotFound, Seeking, SeekOpponent, Serve, StopSeeking, TakeUp
from jadoube.core.messages.phases import Phase
from jadoube.core.stages.result import endings
from jadoube.core.state.others import seek
from jadoube.core.state.table import Stepped, Table, leave_menu


def carry_out_seeking(table: Table, order: Seeking, now_ms: int) -> Stepped:
    """Carry out an order about who is looked for; it is not refused."""
    match order:
        case SeekOpponent(sought):
            return _begin(leave_menu(table), sought, now_ms)
        case StopSeeking():
            return stop(table)
        case TakeUp():
            return _take_up(table)
        case NotFound(why):
            return _fail(table, why, now_ms)
        case Serve(serves):
            return table._replace(serves=serves), (ServerServes(serves),)


def _begin(table: Table, sought: Sought, now_ms: int) -> Stepped:
    """Look for him; a game that is over makes room for the next one."""
    effects: tuple[Effect, ...] = ()
    if table.play.phase is Phase.OVER:
        table, effects = endings.close_for_new_game(table, now_ms)
    return table._replace(seek=seek.wish(sought, now_ms)), (SeekBegun(sought), *effects)


def stop(table: Table) -> Stepped:
    """Look for nobody any more."""
    ended = table.seek is not None and table.seek.holds
    return table._replace(seek=None), (SeekEnded(),) if ended else ()


def _take_up(table: Table) -> Stepped:
    """The process that speaks with the server looks for him."""
    if table.seek is None or table.seek.taken_up:
        return table, ()
    return table._replace(seek=table.seek._replace(until_ms=None)), (SeekTakenUp(),)


def _fail(table: Table, why: Unfound, now_ms: int) -> Stepped:
    if table.seek is None:
        return table, ()
    return table._replace(seek=seek.fail(table.seek, why, now_ms)), (SeekFailed(why),)


def end_in_time(table: Table, _event: Scanned, now_ms: int) -> Stepped:
    """End the wish where a game begins; let one that nobody takes up fail, and hide what has failed."""
    wished = table.seek
    if wished is None:
        return table, ()
    if _is_on(table):
        return stop(table)
    if wished.until_ms is None or now_ms < wished.until_ms:
        return table, ()
    return _fail(table, Unfound.NO_ANSWER, now_ms) if wished.holds else stop(table)


def due_ms(table: Table) -> int | None:
    """When the wish ends or fails, or is shown no longer; None if it does not."""
    if table.seek is None:
        return None
    return 0 if _is_on(table) else table.seek.until_ms


def _is_on(table: Table) -> bool:
    """Whether a game is on the board, and so nobody is looked for."""
    return table.play.phase not in (Phase.SETTING_UP, Phase.OVER)
