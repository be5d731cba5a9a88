"""Giving a setting another value, by an order or by a key.

The law: who changes an opponent whose move waits for a hand goes on at once, with the clock of the side to
move. This file refuses to know who asks, when a setting may change (`permissions/refusal.py`), and what a
value is (`state/settings.py`).
"""

from jadoube.core.messages.effects import SettingChanged
from jadoube.core.messages.settings import Entry
from jadoube.core.stages.others import opponents
from jadoube.core.state import settings
from jadoube.core.state.table import Stepped, Table


def change_setting(table: Table, entry: Entry, value: str, now_ms: int) -> Stepped:
    """Give this setting a value, given as text (`settings.put`), at this instant."""
    table, started = opponents.go_on(settings.put(table, entry, value), now_ms)
    return table, (SettingChanged(entry, value), *started)
