"""Exports a journal as a sensor log: scans become edges, so that a game can be replayed elsewhere.

The law: replaying the log gives the same moves and the same result. It gives the same clock, to within a scan
for each press whose scan came late. A journal has the instants of scans, and the first scan at or after an
edge of a sensor log picks that edge up. So each edge gets the instant at which its scan was due, a multiple
of the period. Then no two scans fall into one, however late they were.

A sensor log has no word for a restart. A restart releases held keys without acting, and pauses a running
clock. The log expresses that by buttons: `play` is tapped, and a panel key that was held is left out. This
file refuses to know files and the text of either format.
"""

from collections.abc import Iterator

from jadoube.core.clock.time_control import time_control_text
from jadoube.core.display.effect_text import seconds
from jadoube.core.messages.effects import ClockPaused
from jadoube.core.messages.events import BUTTONS, PANEL, Button, Ordered, Reachable, Restarted, Scanned
from jadoube.core.messages.orders import Wrong
from jadoube.core.messages.settings import AT_EASE, COMFORTS
from jadoube.core.panel.levers_and_keys import HOLD_MS
from jadoube.core.signals.debounce import PRESS_HOLD_MS, Contacts
from jadoube.core.signals.lines import NAMES, SQUARED, LineFault, Wires
from jadoube.core.squares import names
from jadoube.core.stages.hands.orientation import ORIENTATIONS
from jadoube.core.state.panel.menu import AS_THE_PAGE
from jadoube.core.state.play import LANDING_WAITS_MS
from jadoube.core.state.table import find_open_menu
from jadoube.formats.sensorlog import Edge, SensorLog
from jadoube.games.journal.fold import Step, begins_with, steps
from jadoube.games.journal.header import Header
from jadoube.games.journal.text import Gap, Journal


def to_sensor_log(journal: Journal) -> SensorLog:
    """Return the edges between the journal's scans as a log, which ends at the instant of the last event."""
    edges = _Edges(journal.header)
    for done in steps(journal):
        match done.event:
            case Scanned():
                edges.scan(done, done.event)
            case Restarted():
                edges.restart(done)
            case Ordered(Wrong()):
                edges.mark(done.at_ms)
        edges.until(done.at_ms)
    terms = journal.header.terms
    return SensorLog(
        start=terms.start_fen,
        time_control=time_control_text(terms.control),
        rules=terms.rules.name,
        illegal_verdict=terms.illegal_verdict,
        closed=journal.header.reeds.settled,
        edges=tuple(sorted(edges.made, key=lambda edge: edge.at_us)),
        end_us=edges.end_us,
        marks=tuple(edges.marks),
    )


def export_losses(journal: Journal) -> Iterator[str]:
    """Name the contents of a journal for which a sensor log has no word.

    These are the orientation, single rules, the law of early presses, the menu's controls, comfort settings
    other than the defaults, orders except `wrong`, the page, and who is looked for on a
    server.
    """
    terms, zero_ms = journal.header.terms, journal.header.from_ms
    if terms.turned is not None:
        yield f"orientation {next(name for name, turned in ORIENTATIONS.items() if turned is terms.turned)}"
    if terms.rules.text != terms.rules.name:
        yield f"rules {terms.rules.text.removeprefix(terms.rules.name).strip()}"
    if terms.landing_ms != LANDING_WAITS_MS:
        yield f"landing-ms {terms.landing_ms}"
    yield from _menu_losses(journal)
    kept = {name: getattr(journal.header.comfort, name) for name in COMFORTS}
    changed = [f"{name} {value}" for name, value in kept.items() if value != getattr(AT_EASE, name)]
    if changed:
        yield f"comfort {', '.join(changed)}"
    if journal.header.reachable:
        yield "page known"
    if journal.header.serves:
        yield "serves yes"
    if journal.header.seek:
        yield f"seek {journal.header.seek.sought.text}"
    if ply := begins_with(journal).line.ply:
        yield f"the first {ply} plies, which were played before this journal began"
    yield from _lost_events(journal, zero_ms)


def _lost_events(journal: Journal, zero_ms: int) -> Iterator[str]:
    """Name the events, with the log's instants."""
    for at_ms, event in journal.records:
        if isinstance(event, Gap):
            yield f"at {seconds(at_ms - zero_ms)} gap"
        if isinstance(event, Ordered) and not isinstance(event.order, Wrong):
            yield f"at {seconds(at_ms - zero_ms)} order {event.text}"
        if isinstance(event, Reachable):
            yield f"at {seconds(at_ms - zero_ms)} page {'known' if event.page else 'unknown'}"


def _menu_losses(journal: Journal) -> Iterator[str]:
    """Name what decides the meaning of the keys that chose, where a log has another menu."""
    header = journal.header
    menus = (find_open_menu(done.after) for done in steps(journal))
    if header.terms.menu < AS_THE_PAGE and any(menus):
        yield f"menu {header.terms.menu}"
    for key, controls in (("controls", header.terms.own_controls), ("by-hand", header.comfort.by_hand)):
        if controls:
            yield f"{key} {' | '.join(control.text for control in controls)}"


class _Edges:
    """The edges so far, and the last state of the contacts. Times are microseconds of the log.

    A restart takes time in the log: no edge follows until the debounce believes the button edges for it.
    """

    def __init__(self, header: Header) -> None:
        self.made: list[Edge] = []
        self.marks: list[int] = []
        self.end_us = 0
        self._period_us = header.scan_period_ms * 1000
        self._hold_us = -(-header.terms.debounce_ms // header.scan_period_ms) * self._period_us
        self._tap_us = (1 - -PRESS_HOLD_MS // header.scan_period_ms) * self._period_us
        """The shortest tap of a key that the debounce believes."""
        self._zero_us = 0
        self._zero_us = self._us(_first_ms(header))
        self._reeds = header.reeds.settled
        self._buttons = header.buttons.settled
        self._lines: dict[int, str] = {}
        self._chattering = 0
        self._busy_us = -1
        """The next scan that brings an edge comes after this."""
        self._key_us = -self._hold_us
        """When the last edge of a panel key is believed."""
        self._key_from = (0, self._key_us)
        """The number of edges before the panel key that is down now, and `_key_us` then."""
        self._begin(header)

    def scan(self, done: Step, event: Scanned) -> None:
        """Add the differences of one scan from the last one."""
        if event.buttons & ~self._buttons & ~done.before.panel.buttons.settled & PANEL:
            self._key_from = (len(self.made), self._key_us)
        lines = _bad_lines(event.grounded, event.powered)
        self._differ(event.reeds, event.buttons, done.at_ms, lines, event.chattering)

    def restart(self, done: Step) -> None:
        """Release all held keys, and pause the clock if the restart paused it."""
        at_us = max(self._us(done.at_ms), self._busy_us)
        keys = done.before.panel.buttons.settled & PANEL
        if keys and not done.before.panel.chord:
            self._forget(keys)
        self._forget_unbelieved(done.before.panel.buttons, at_us)
        if self._buttons:
            self._press("release", self._buttons, at_us + 500)
            self._busy_us = at_us + self._period_us + self._hold_us
            self._key_us = self._busy_us if keys else self._key_us
        self._buttons = 0
        if done.before.panel.menu:  # here `play` closes the menu and does not touch the stopped clock
            self._tap_play(at_us)
        if any(isinstance(effect, ClockPaused) for effect in done.effects):
            self._tap_play(at_us)

    def mark(self, at_ms: int) -> None:
        """Mark this instant, behind all edges so far."""
        self.marks.append(max(self._us(at_ms), self._busy_us))

    def until(self, at_ms: int) -> None:
        """Extend the log to this instant."""
        self.end_us = max(self.end_us, self._us(at_ms), self._busy_us)

    def _begin(self, header: Header) -> None:
        """Add the contacts that were changing or held when the game began; a held lever is left out.

        A panel key that was held no longer acts. In the log a second key beside it has the same effect.
        """
        self._change_lines(_bad_lines(header.wires.grounded, header.wires.powered), 0)
        self._change_chatter(header.wires.chattering, 0)
        if keys := self._buttons & PANEL:
            second = next((button for button in Button if PANEL & ~keys & button), 0)
            self._press("press", keys | second, 0)
            self._press("release", second, 2 * self._hold_us)
        changes = [(since_ms, mask, 0) for mask, since_ms in header.reeds.changing]
        changes += [(since_ms, 0, mask) for mask, since_ms in header.buttons.changing]
        for since_ms, reeds, buttons in sorted(changes):
            self._differ(self._reeds ^ reeds, self._buttons ^ buttons, since_ms)

    def _differ(
        self, reeds: int, buttons: int, at_ms: int, lines: dict[int, str] | None = None, chattering: int = 0
    ) -> None:
        lines = lines or {}
        if (reeds, buttons, lines, chattering) == (
            self._reeds,
            self._buttons,
            self._lines,
            self._chattering,
        ):
            return
        at_us = max(self._us(at_ms), self._busy_us // self._period_us * self._period_us + self._period_us)
        self.made += [Edge(at_us, "close", name) for name in names(reeds & ~self._reeds)]
        self.made += [Edge(at_us, "open", name) for name in names(self._reeds & ~reeds)]
        self._press("press", buttons & ~self._buttons, at_us)
        self._press("release", self._buttons & ~buttons, at_us)
        self._change_lines(lines, at_us)
        self._change_chatter(chattering, at_us)
        if (buttons ^ self._buttons) & PANEL:
            self._key_us = at_us + self._hold_us
        self._reeds, self._buttons, self._busy_us = reeds, buttons, at_us

    def _change_lines(self, lines: dict[int, str], at_us: int) -> None:
        """Add what is wrong with the lines from now on, and which are sound again."""
        self.made += [Edge(at_us, "mend", NAMES[line]) for line in self._lines if line not in lines]
        changed = lines.items() - self._lines.items()
        self.made += [Edge(at_us, word, NAMES[line]) for line, word in sorted(changed)]
        self._lines = lines

    def _change_chatter(self, chattering: int, at_us: int) -> None:
        """Add which reeds chatter from now on, and which rest again."""
        self.made += [Edge(at_us, "chatter", name) for name in names(chattering & ~self._chattering)]
        self.made += [Edge(at_us, "rest", name) for name in names(self._chattering & ~chattering)]
        self._chattering = chattering

    def _press(self, word: str, buttons: int, at_us: int) -> None:
        self.made += [Edge(at_us, word, name) for name, button in BUTTONS.items() if buttons & button]

    def _forget(self, keys: int) -> None:
        """Remove a panel key that was held alone: it would act only at its release."""
        number, self._key_us = self._key_from
        gone = {name for name, button in BUTTONS.items() if keys & button}
        self.made[number:] = [edge for edge in self.made[number:] if edge.name not in gone]
        self._buttons &= ~keys

    def _forget_unbelieved(self, buttons: Contacts, at_us: int) -> None:
        """Remove presses that the debounce did not believe before the restart: they had no effect."""
        pressed = 0
        for change in (*buttons.changing, *buttons.bounced):
            pressed |= change.contacts & ~buttons.settled
        gone = {name for name, button in BUTTONS.items() if pressed & button}
        late_us = at_us - self._hold_us
        self.made = [edge for edge in self.made if edge.name not in gone or edge.at_us < late_us]
        for name in gone:  # a long bounce: its first press has lost its release
            last = max((n for n, edge in enumerate(self.made) if edge.name == name), default=None)
            if last is not None and self.made[last].word == "press":
                del self.made[last]
        self._buttons &= ~pressed
        if pressed & PANEL:
            self._key_us = self._key_from[1]

    def _tap_play(self, at_us: int) -> None:
        """Tap `play` so that its release, which acts, is at this instant, but after all keys are up."""
        down_us = max(at_us - self._tap_us, self._key_us + self._period_us)
        up_us = down_us + self._tap_us
        self._press("press", Button.PLAY, down_us)
        self._press("release", Button.PLAY, up_us)
        self._busy_us = self._key_us = up_us + self._hold_us

    def _us(self, at_ms: int) -> int:
        """The instant at which a scan was due, in microseconds of the log."""
        return at_ms * 1000 // self._period_us * self._period_us - self._zero_us


def _bad_lines(grounded: int, powered: int) -> dict[int, str]:
    """The lines with squares that touch ground or 3.3 V, each with the log's word for it."""
    faults = Wires(grounded=grounded & SQUARED, powered=powered & SQUARED).faults
    return {line: "power" if fault is LineFault.POWERED else "ground" for line, fault in faults}


def _first_ms(header: Header) -> int:
    """The log's zero: when the game began, or earlier if a contact was changing then.

    A panel key that was held goes down in the log first, and a second one with it; that needs time.
    """
    contacts: tuple[Contacts, ...] = (header.reeds, header.buttons)
    changes = [change.since_ms for each in contacts for change in each.changing]
    early_ms = header.scan_period_ms if changes else 0
    if header.buttons.settled & PANEL:
        early_ms += HOLD_MS
    return min([header.from_ms, *changes]) - early_ms
