"""Dates: whose is wrong, where boards and the hall's computer do not agree on the time of the day.

The law: it is told once most boards that are there have said theirs since the hall's was set: where most of
them agree with each other and not with the hall, it is the hall's, and one line. Nothing else depends on it.
It reads no clock but the hall's.
"""

from collections.abc import Sequence
from statistics import median_low
from typing import Final, NamedTuple

from jadoube.core.language.render import worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.hall.boards import HALL, Boards
from jadoube.hall.exchange.board_fold import BoardState
from jadoube.hall.troubles import Kind, Trouble, Troubles
from jadoube.local.desk_lines import Words

WRONG_MS: Final = 120_000
"""A date that is wrong by more is said."""

SET_MS: Final = 60_000
"""The hall's was set if it went by more than so much beside its own time."""


class Wrong(NamedTuple):
    """By how much dates are wrong, in ms; 0: not at all."""

    hall_ms: int
    boards: dict[str, int]
    """Of those that are known, by their ids."""


def wrong_dates(boards: Sequence[BoardState], set_ms: int) -> Wrong | None:
    """Return whose date is wrong; None: it is not known. `set_ms` is the hall's at its own instant 0."""
    here = [each for each in boards if each.is_on]
    known = {
        each.id: each.dated.off_ms
        for each in here
        if each.dated and abs(each.dated.set_ms - set_ms) <= SET_MS
    }
    if 2 * len(known) <= len(here):
        return None
    off_ms = median_low(known.values())
    alike = sum(abs(each - off_ms) <= WRONG_MS for each in known.values())
    if abs(off_ms) > WRONG_MS:
        if _are_most(alike, len(here)):
            return Wrong(off_ms, {each.id: 0 for each in boards})
        if _are_most(alike + len(here) - len(known), len(here)):
            return None  # those that are not known yet decide it
    return Wrong(0, {board: off if abs(off) > WRONG_MS else 0 for board, off in known.items()})


def _are_most(alike: int, boards: int) -> bool:
    """Whether so many are most of the boards, with the hall as one more that is against them."""
    return 2 * alike > boards + 1


def tell_wrong_dates(boards: Boards) -> None:
    """Tell whose date is wrong; to be called now and then."""
    found = wrong_dates(boards.all(), boards.unix_s() * 1000 - boards.now_ms())
    if found is None:
        return
    said = worded(EdgePhrase.HALL_DATE_WRONG, minutes=abs(found.hall_ms) // 60_000)
    _tell(boards, HALL, boards.troubles, said if found.hall_ms else None)
    for board, off_ms in found.boards.items():
        state = boards.board(board)
        said = worded(EdgePhrase.HALL_CLOCK_WRONG, board=board, minutes=abs(off_ms) // 60_000)
        _tell(boards, board, state.troubles if state else (), said if off_ms else None)


def _tell(boards: Boards, board: str, troubles: Troubles, said: Words | None) -> None:
    is_told = any(each.kind == Kind.CLOCK for each in troubles)
    if said and not is_told:  # once: the minutes may differ by one
        boards.trouble(board, Trouble(Kind.CLOCK, said))
    elif is_told and not said:
        boards.end_trouble(board, Kind.CLOCK)
