"""The first table of a journal: the one that its header describes."""

from jadoube.core.messages.events import Page
from jadoube.core.signals.debounce import PRESS_HOLD_MS
from jadoube.core.state.table import Table, new_table, set_names, set_page, set_seek
from jadoube.games.journal.header import Header


def first_table(header: Header) -> Table:
    """Return the table that the game began with.

    If a contact was changing then, the arbiter wants a scan when that contact settles.
    """
    new = new_table(header.terms, header.reeds, header.buttons, header.comfort, header.wires)
    table = set_names(set_page(new, Page() if header.reachable else None), header.names)
    table = set_seek(table, header.seek, serves=header.serves)
    hold_ms = header.terms.debounce_ms
    settle = (
        header.wires.due_ms,
        header.reeds.settles_ms(hold_ms),
        header.buttons.settles_ms(hold_ms, PRESS_HOLD_MS),
    )
    return table._replace(wake_ms=min((at_ms for at_ms in settle if at_ms is not None), default=None))
