"""Hands on the panel: keys, levers and reeds, each tap shown to the arbiter scan by scan."""

import chess

from jadoube.core.arbiter import deadline_ms, step
from jadoube.core.clock.time_control import parse_time_control
from jadoube.core.display.seven_segment import read
from jadoube.core.display.view import view
from jadoube.core.messages.effects import Effect
from jadoube.core.messages.events import BUTTONS, Event, Scanned
from jadoube.core.messages.settings import ARBITERS, Entry
from jadoube.core.rules.rule_sets import CLUB, RuleSet
from jadoube.core.signals.debounce import settled_contacts
from jadoube.core.state.panel import control_questions
from jadoube.core.state.panel.menu import Answer, Level, Menu
from jadoube.core.state.table import Table, Terms, find_open_menu, new_table

SCAN_MS = 5


class Hands:
    """A table, what is closed and held on its board, and the instant."""

    def __init__(self, table: Table, now_ms: int = 0) -> None:
        self.table = table
        self.now_ms = now_ms
        self.reeds = table.board.reeds.raw
        self.buttons = 0
        self.told: list[Effect] = []

    def feed(self, event: Event) -> None:
        """Show the arbiter an event, now."""
        self.table, effects = step(self.table, event, self.now_ms)
        self.told += effects

    def wait(self, ms: int) -> None:
        """Let time pass; the arbiter is shown a scan where it asks for one, and at the end."""
        end_ms = self.now_ms + ms
        while (wake_ms := deadline_ms(self.table)) is not None and wake_ms < end_ms:
            self.now_ms = max(self.now_ms + 1, wake_ms)
            self.feed(Scanned(self.reeds, self.buttons))
        self.now_ms = end_ms
        self.feed(Scanned(self.reeds, self.buttons))

    def hold(self, name: str, ms: int = 100) -> None:
        """Press a button, and release it so much later."""
        self.buttons |= BUTTONS[name]
        self.wait(SCAN_MS)
        self.wait(ms)
        self.buttons &= ~BUTTONS[name]
        self.wait(SCAN_MS)
        self.wait(100)

    def tap(self, names: str) -> None:
        """Press and release buttons, one after the other."""
        for name in names.split():
            self.hold(name)

    def touch(self, squares: str) -> None:
        """Open or close reeds, one after the other."""
        for square in squares.split():
            self.reeds ^= 1 << chess.parse_square(square)
            self.wait(SCAN_MS)
            self.wait(300)

    @property
    def menu(self) -> Menu:
        """The open menu."""
        menu = find_open_menu(self.table)
        assert menu is not None
        return menu

    @property
    def faces(self) -> tuple[str, str]:
        """What White's and Black's face read."""
        seen = view(self.table, self.now_ms)
        return read(seen.white.segments), read(seen.black.segments)

    def enter(self, entry: Entry) -> None:
        """Open the menu if it is not open, and go into an entry; to one of the arbiter's by his level."""
        if entry in ARBITERS:
            self.enter(Entry.ARBITER)
        if find_open_menu(self.table) is None:
            self.tap("ok")
        while self.menu.entry is not entry:
            self.tap("plus")
        self.tap("ok")

    def say(self, answer: Answer) -> None:
        """Answer what is asked while a control is set by hand."""
        asked = control_questions.question(self.menu.answers)
        assert asked is not None
        if asked.options:
            self.step_to(control_questions.choice_of(asked, answer))
            self.tap("ok")
            return
        assert isinstance(answer, int)
        wanted = control_questions.digits(asked, answer)
        for cursor, digit in enumerate(wanted):
            while control_questions.digits(asked, self.menu.choice)[cursor] != digit:
                self.tap("plus")
            self.tap("ok")

    def step_to(self, choice: int) -> None:
        """Step through the values to this one."""
        steps = choice - self.menu.choice
        self.tap(" ".join(["plus" if steps > 0 else "minus"] * abs(steps)))


def hands_at(terms: Terms) -> Hands:
    """Hands at a board that is set up for these terms, a second after it was."""
    hands = Hands(new_table(terms, settled_contacts(chess.Board(terms.start_fen).occupied)))
    hands.wait(1500)
    return hands


def at_start(
    control: str = "300+3",
    rules: RuleSet = CLUB,
    turned: bool | None = None,
    fen: str = chess.STARTING_FEN,
) -> Hands:
    """Hands at a board that is set up, a second after it was."""
    return hands_at(Terms(fen, parse_time_control(control), rules, turned=turned))


def paused(plies: str = "e2 e4|e7 e5", control: str = "300+3", rules: RuleSet = CLUB) -> Hands:
    """Hands at a game in which each of these plies was made and pressed, and that is paused."""
    hands = at_start(control, rules)
    hands.tap("black")
    for number, ply in enumerate(plies.split("|")):
        hands.touch(ply)
        hands.tap(("white", "black")[number % 2])
    hands.tap("play")
    return hands


def at_lever(hands: Hands) -> bool:
    """Whether a lever is asked for."""
    menu = find_open_menu(hands.table)
    return menu is not None and menu.level is Level.LEVER
