"""What was chosen in the menu is in the journal, whichever way round the board lies."""

from collections.abc import Callable

import chess
from hypothesis import example, given
from hypothesis import strategies as st

from jadoube.core.arbiter import step
from jadoube.core.clock.time_control import parse_time_control
from jadoube.core.display.scoresheet import scoresheet
from jadoube.core.messages.events import Ended, Event, Page, Reachable, Restarted
from jadoube.core.messages.settings import BRIGHTNESS, Comfort
from jadoube.core.signals.debounce import settled_contacts
from jadoube.core.state.table import Table, Terms, new_table, set_page
from jadoube.games.journal.export import to_sensor_log
from jadoube.games.journal.first_table import first_table
from jadoube.games.journal.fold import fold
from jadoube.games.journal.header import header_for
from jadoube.games.journal.text import format_event, format_start, parse_journal
from jadoube.games.replay import replay
from shared.hands.panel import Hands

START = new_table(Terms(control=parse_time_control("300+3")), settled_contacts(chess.Board().occupied))


class Journalling(Hands):
    """Hands at a board that keeps its journal, a new one for each game, as the loop does."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.begin()

    def begin(self) -> None:
        """Begin a journal with the table as it is."""
        self.text = format_start(header_for(self.table, self.now_ms, 5, {}))
        self.games = len([effect for effect in self.told if type(effect).__name__ == "GameBegun"])

    def feed(self, event: Event) -> None:
        """Show the arbiter an event, and journal it if it changed something."""
        before = self.table
        super().feed(event)
        if self.table is not before:
            self.text += format_event(event, self.now_ms)
        if len([effect for effect in self.told if type(effect).__name__ == "GameBegun"]) > self.games:
            self.begin()

    def folded(self) -> Table:
        """What the journal comes to."""
        return fold(parse_journal(self.text, "a.journal")).table


def known(table: Table) -> object:
    """All of a table that the menu is about, of it and of its other."""
    others = [known(table.other)] if table.other else []
    page = None if table.page is None else "known"
    clock = table.play.clock
    sheet = scoresheet(table)
    return [
        table.panel.menu,
        table.terms,
        table.comfort,
        page,
        clock,
        table.play.phase,
        table.play.anew_ms,
        sheet,
    ], others


KEYS = ("ok", "ok", "plus", "minus", "back", "play", "white", "black")
DEEDS: dict[str, Callable[[Hands], None]] = {
    **{name: lambda hands, name=name: hands.tap(name) for name in KEYS},  # type: ignore[misc]
    "a ply": lambda hands: hands.touch("e2 e4"),
    "a ply on the board turned": lambda hands: hands.touch("d7 d5"),
    "taken back": lambda hands: hands.touch("e4 e2"),
    "the page": lambda hands: hands.feed(Reachable(Page("10.0.0.2", "1234"))),
    "no page": lambda hands: hands.feed(Reachable(None)),
    "restart": lambda hands: hands.feed(Restarted()),
    "half a minute": lambda hands: hands.wait(31_000),
}
DRAWN = st.one_of(*(st.sampled_from(KEYS),) * 3, st.sampled_from(list(DEEDS)))


@given(st.lists(DRAWN, max_size=40))
def test_the_journal_folds_to_what_was_chosen(names: list[str]) -> None:
    """Whatever was pressed: the fold has the same menu, terms, comfort and clock, and so has its other."""
    hands = Journalling(START)
    hands.wait(1500)
    for name in names:
        DEEDS[name](hands)
    assert known(hands.folded()) == known(hands.table)


@given(st.lists(DRAWN, max_size=30))
@example(["ok", "ok", "ok", "ok", "plus", "ok"])
def test_both_ways_round_the_same_was_chosen(names: list[str]) -> None:
    """As long as the board may lie either way, the table that nobody sees has all that was chosen."""
    hands = Journalling(START)
    hands.wait(1500)
    for name in names:
        DEEDS[name](hands)
        if other := hands.table.other:
            shown = hands.table
            assert (other.panel.menu, other.comfort, other.page) == (
                shown.panel.menu,
                shown.comfort,
                shown.page,
            )
            assert other.terms == shown.terms
            assert (other.play.clock is None) == (shown.play.clock is None)
            if other.play.clock and shown.play.clock:
                assert other.play.clock.control == shown.play.clock.control


def test_a_control_chosen_before_it_was_known_how_the_board_lies_holds() -> None:
    """Chosen over a start that looks alike from both sides; the first ply tells, and the clock has it."""
    hands = Journalling(START)
    hands.wait(1500)
    hands.tap("ok plus ok plus ok back")
    hands.tap("white")
    hands.touch("d7 d5")
    hands.wait(1500)
    assert hands.table.turned
    assert hands.table.terms.control == parse_time_control("600")
    assert hands.table.play.clock is not None
    assert hands.table.play.clock.control == parse_time_control("600")
    assert known(hands.folded()) == known(hands.table)


def test_no_journal_has_an_address_or_a_pin() -> None:
    """Only that there is a page: the menu has its entry by that, and a fold walks past it too."""
    hands = Journalling(START)
    hands.feed(Reachable(Page("10.0.0.2", "471138")))
    hands.tap("ok")
    assert "10.0.0.2" not in hands.text
    assert "471138" not in hands.text
    page = hands.folded().page
    assert page == Page()


@given(st.builds(Comfort, st.booleans(), st.sampled_from(BRIGHTNESS)), st.booleans())
def test_a_journal_begins_with_what_was_chosen_before(comfort: Comfort, reachable: bool) -> None:
    """Sound and brightness of earlier games, and whether there is a page."""
    table = new_table(START.terms, START.board.reeds, comfort=comfort)
    table = set_page(table, Page("10.0.0.2", "1234") if reachable else None)
    header = parse_journal(format_start(header_for(table, 0, 5, {})), "a.journal").header
    first = first_table(header)
    assert (first.comfort, first.page) == (comfort, Page() if reachable else None)
    assert known(first) == known(table)


IN_A_LOG = st.one_of(
    *(st.sampled_from(KEYS),) * 3, st.sampled_from([name for name in DEEDS if "page" not in name])
)


@given(st.lists(IN_A_LOG, max_size=30))
@example(["black", "play", "ok", "plus", "restart", "ok", "white"])
@example(["a ply", "ok", "ok", "ok", "ok", "white", "a ply", "a ply"])
def test_an_exported_journal_replays_to_what_was_chosen(names: list[str]) -> None:
    """As a sensor log the keys do what they did: the same control, rules, moves and result.

    A log tells a restart by keys, so this one goes on for a while before anything else is pressed. Nor does
    it tell how long the board has been at rest when it begins: after each deed the board comes to rest.
    """
    hands = Journalling(START)
    hands.wait(1500)
    for name in names:
        DEEDS[name](hands)
        hands.wait(1500)
    replayed = replay(to_sensor_log(parse_journal(hands.text, "a.journal"))).table
    table, _ = step(hands.folded(), Ended(), hands.now_ms)
    assert replayed.terms == table.terms
    assert [line.move for line in replayed.line.plies()] == [line.move for line in table.line.plies()]
    assert replayed.play.outcome == table.play.outcome
