"""What is shown for a while only, and is then hidden.

A refused press, a hint, another reading, times and moves that a key looked up, the offer to undo an order,
the menu.
"""

from jadoube.core.messages.events import Scanned
from jadoube.core.state.table import Stepped, Table, find_open_menu, leave_menu, menu_timeout_ms


def hide_expired(table: Table, _event: Scanned, now_ms: int) -> Stepped:
    """Hide what has reached its timeout by now."""
    notices = table.notices
    if notices.refused and notices.refused.until_ms <= now_ms:
        notices = notices.hide_refusal()
    if notices.look and notices.look.until_ms <= now_ms:
        notices = notices.look_away()
    if notices.advice and notices.advice.until_ms <= now_ms:
        notices = notices.advise(None)
    if notices is not table.notices:
        table = table._replace(notices=notices)
    if table.panel.is_reading_over(now_ms):
        table = table._replace(panel=table.panel.hide_reading())
    if table.undoable and table.undoable.until_ms <= now_ms:
        table = table._replace(undoable=None)
    menu_ends_ms = _menu_due_ms(table)
    if menu_ends_ms is not None and menu_ends_ms <= now_ms:
        table = leave_menu(table)
    return table, ()


def expiry_due_ms(table: Table) -> int | None:
    """When the next of these times out; None if none is shown with a timeout."""
    notices, panel = table.notices, table.panel
    shown = notices.refused or notices.look or notices.advice
    if not (shown or panel.candidate or panel.menu or table.undoable):
        return None
    ends_ms = (
        notices.refused.until_ms if notices.refused else None,
        notices.look.until_ms if notices.look else None,
        notices.advice.until_ms if notices.advice else None,
        panel.candidate.until_ms if panel.candidate else None,
        table.undoable.until_ms if table.undoable else None,
        _menu_due_ms(table),
    )
    return min([end_ms for end_ms in ends_ms if end_ms is not None], default=None)


def _menu_due_ms(table: Table) -> int | None:
    """When the menu closes: at its timeout, or at once if it is void; None if it stays."""
    if table.panel.menu and find_open_menu(table) is None:
        return table.panel.menu.since_ms
    return menu_timeout_ms(table)
