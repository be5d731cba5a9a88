"""A journal as a sensor log: from what the scans showed to edges, so that a game can be replayed elsewhere.

The law: replaying the log gives the same moves, the same result, and the same clock to within one scan. A
journal knows instants of scans, and a sensor log's edges are picked up by the first scan at or after them;
so an instant is given as that at which its scan was due, a multiple of the period: then no two scans fall
into one, however late they were.

A sensor log has no word for a restart. What a restart does (whatever is held is let go without acting, a
running clock is paused) is therefore told by buttons: `play` is tapped, and a panel key that was held is left
out. It refuses to know files and the text of either format.
"""

from jadoube.core.debounce import Contacts
from jadoube.core.effects import ClockPaused
from jadoube.core.events import BUTTONS, Button, Restarted, Scanned
from jadoube.core.occupancy import names
from jadoube.core.panel import LEVERS, PANEL
from jadoube.daemon.journal import Header, Journal, Step, steps
from jadoube.formats.sensorlog import Edge, SensorLog


def to_sensor_log(journal: Journal) -> SensorLog:
    """Give the edges between the journal's scans. The log ends at the instant of its last event."""
    edges = _Edges(journal.header)
    for done in steps(journal):
        match done.event:
            case Scanned():
                edges.scan(done, done.event)
            case Restarted():
                edges.restart(done)
        edges.until(done.at_ms)
    terms = journal.header.terms
    return SensorLog(
        start=terms.start_fen,
        time_control=terms.control.text if terms.control else "-",
        rules=terms.rules.name,
        closed=journal.header.reeds.settled,
        edges=tuple(sorted(edges.made, key=lambda edge: edge.at_us)),
        end_us=edges.end_us,
    )


class _Edges:
    """The edges so far, and what the contacts showed last. Times in here are microseconds of the log.

    What is made up here is never at a whole millisecond, unless no other edge of that button can be there.
    """

    def __init__(self, header: Header) -> None:
        self.made: list[Edge] = []
        self._period_us = header.scan_period_ms * 1000
        self._hold_us = -(-header.terms.debounce_ms // header.scan_period_ms) * self._period_us
        self._zero_us = 0
        self._zero_us = self._us(_first_ms(header))
        self._reeds = header.reeds.settled
        self._buttons = 0
        self._last_us = -1
        self.end_us = 0
        self._lever_us = -1
        """When a lever last came down."""
        self._key_us = -1
        """When a panel key last had its effect, or would have."""
        self._key_from = 0
        """How many edges there were before the panel key came down that is down now."""
        self._begin(header)

    def scan(self, done: Step, event: Scanned) -> None:
        """Take in one scan: the differences from the last."""
        came_down = done.after.buttons.settled & ~done.before.buttons.settled
        if came_down & PANEL:
            self._key_from = len(self.made)
        self._differ(event.reeds, event.buttons, done.at_ms)
        if came_down & LEVERS:
            self._lever_us = self._last_us
        if done.before.buttons.settled & PANEL and not done.after.buttons.settled & PANEL:
            self._key_us = self._us(done.at_ms)

    def restart(self, done: Step) -> None:
        """Let go whatever is held, and pause the clock if it was paused."""
        at_us = max(self._us(done.at_ms), self._last_us)
        held = done.before.buttons.settled & PANEL
        if held and done.before.chord:
            self._key_us = at_us + self._period_us + self._hold_us
        elif held:
            self._forget(held)
        self._made_up(at_us + 500, "release", self._buttons)
        self._buttons = 0
        if any(isinstance(effect, ClockPaused) for effect in done.effects):
            self._tap_play(at_us)

    def until(self, at_ms: int) -> None:
        """Let the log last until this instant."""
        self.end_us = max(self.end_us, self._us(at_ms), self._last_us)

    def _begin(self, header: Header) -> None:
        """Take in what was changing, or held, when the game began; a lever that was held stays unsaid."""
        self._made_up(0, "press", header.buttons.settled & PANEL)
        self._buttons = header.buttons.settled
        for contacts, since_ms in header.reeds.changing:
            self._differ(self._reeds ^ contacts, self._buttons, since_ms)
        for contacts, since_ms in header.buttons.changing:
            self._last_us = -1
            self._differ(self._reeds, self._buttons ^ contacts, since_ms)
        self._last_us = max((edge.at_us for edge in self.made), default=-1)

    def _differ(self, reeds: int, buttons: int, at_ms: int) -> None:
        if reeds == self._reeds and buttons == self._buttons:
            return
        at_us = max(self._us(at_ms), self._last_us + 1)
        self.made += [Edge(at_us, "close", name) for name in names(reeds & ~self._reeds)]
        self.made += [Edge(at_us, "open", name) for name in names(self._reeds & ~reeds)]
        self._made_up(at_us, "press", buttons & ~self._buttons)
        self._made_up(at_us, "release", self._buttons & ~buttons)
        self._reeds, self._buttons, self._last_us = reeds, buttons, at_us

    def _made_up(self, at_us: int, word: str, buttons: int) -> None:
        self.made += [Edge(at_us, word, name) for name, button in BUTTONS.items() if buttons & button]
        if buttons:
            self._last_us = max(self._last_us, at_us)

    def _forget(self, keys: int) -> None:
        """Leave out a panel key that was held alone: it does nothing before it is released."""
        gone = {name for name, button in BUTTONS.items() if keys & button}
        self.made[self._key_from :] = [e for e in self.made[self._key_from :] if e.name not in gone]
        self._buttons &= ~keys

    def _tap_play(self, at_us: int) -> None:
        """Tap `play` so that it acts at this instant: it does so a debounce after it has come up.

        After a lever that came down in this very scan it has to act one scan later. Where another key had
        its effect just before, or the game has only begun, there is no room for it but afterwards.
        """
        acts_us = at_us + self._period_us if self._lever_us == at_us else at_us
        down_us = acts_us - self._hold_us - self._period_us
        if down_us <= max(self._key_us, 0):
            down_us = max(at_us, self._key_us) + self._period_us + 250
            acts_us = down_us + 2 * self._period_us + self._hold_us
        play = Button.PLAY.value
        last_us = self._last_us
        self._made_up(down_us, "press", play)
        self._made_up(down_us + self._period_us, "release", play)
        self._last_us = last_us
        self._key_us = acts_us
        self.end_us = max(self.end_us, acts_us)

    def _us(self, at_ms: int) -> int:
        """The instant at which the scan was due."""
        return at_ms * 1000 // self._period_us * self._period_us - self._zero_us


def _first_ms(header: Header) -> int:
    """The log's zero: when the game began, or what was changing then began to change."""
    contacts: tuple[Contacts, ...] = (header.reeds, header.buttons)
    changes = [change.since_ms for each in contacts for change in each.changing]
    early_ms = header.scan_period_ms if changes or header.buttons.settled & PANEL else 0
    return min([header.from_ms, *changes]) - early_ms
