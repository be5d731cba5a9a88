"""In a game against people elsewhere the board helps nobody, whatever is switched on and asked for.

Two boards see the same hands and get the same orders: at one everything that helps is on, at the other
nothing. Help that was given before the game became one on a server is tried, too: it is put into the table.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from typing import Any

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jadoube.core.arbiter import deadline_ms, step
from jadoube.core.display.scoresheet import scoresheet
from jadoube.core.display.view import View, view
from jadoube.core.messages.effects import Effect, OrderRefused
from jadoube.core.messages.events import Event, Ordered
from jadoube.core.messages.opponents import Seat
from jadoube.core.messages.orders import Advise, Assess, Choose, EndElsewhere, Hint, Order
from jadoube.core.messages.phases import Phase
from jadoube.core.messages.phrases import Phrase, sentence
from jadoube.core.reading import setting_up
from jadoube.core.rules.rule_sets import CASUAL
from jadoube.core.signals.debounce import settled_contacts
from jadoube.core.state.announced.notices import Advice, Lesson
from jadoube.core.state.others.fair_play import allows_help
from jadoube.core.state.others.help_question import ask_for_help
from jadoube.core.state.table import Table, cleared, new_table
from jadoube.formats.log_contacts import LogContacts
from jadoube.formats.pgn import write_pgn
from jadoube.formats.pgn_tags import ECO, OPENING
from jadoube.games.replay import SCAN_PERIOD_MS, terms_of_log
from jadoube.glances.glance import Glance
from jadoube.glances.messages import message
from jadoube_sim.benchmarks.played.reading import Job, Row, log_of
from jadoube_sim.hands import HABITS
from jadoube_sim.hands.games import Game
from shared.drawn.games import STARTS, drawn_moves

pytestmark = pytest.mark.once

SERVER_GAME = "lichess:AbCdEfGh"
JOBS = st.builds(
    lambda fen, plies, seeds, row: Job(Game(1, fen, drawn_moves(fen, plies, seeds[0])), row, seeds[1]),
    st.sampled_from(STARTS),
    st.integers(1, 6),
    st.tuples(st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1)),
    st.builds(Row, st.sampled_from(sorted(HABITS)), st.sampled_from(["none", "clock"])),
)
HELPING: tuple[Order, ...] = (
    *(Hint(), Advise(1, "e2e4"), Assess(1, "e2e4")),
    *(Choose("hints", "on"), Choose("teacher", "on")),
)
"""The orders that ask for help, answer, or switch it on."""
REFUSED = (OrderRefused(sentence(Phrase.FAIR_PLAY)), OrderRefused(sentence(Phrase.FLAG_HAS_FALLEN)))
"""How they are answered; a flag that has fallen refuses whatever is about the game."""
NAMED = {ECO, OPENING}
CHOSEN = {"settings", "choices"}
"""What a page shows of the settings is no help."""


def on_server(table: Table) -> Table:
    """The table whose game is one on a server."""
    return table._replace(terms=replace(table.terms, server_game=SERVER_GAME))


def tempted(table: Table) -> Table:
    """The table with all help switched on, asked for and answered, as if that had been allowed before."""
    line = table.line
    best = next((line.after(move) for move in line.board.legal_moves), None)
    notices = table.notices.advise(Advice(line, 10**9, best) if best else None)
    agreed = table.seen.agreed
    last = line.before if agreed and line.mover == agreed.side else line
    notices = notices.teach(Lesson(last, last)) if last and last.before else notices
    return with_help(table)._replace(notices=notices)


def with_help(table: Table) -> Table:
    """The table with all help switched on."""
    rules = replace(table.terms.rules, hints=True)
    return table._replace(terms=replace(table.terms, rules=rules, teacher=True))


def asking(table: Table) -> Table:
    """The table with all help switched on and asked for, and not answered."""
    return with_help(table)._replace(notices=table.notices.advise(Advice(table.line, 10**9)))


def shown(table: Table, now_ms: int) -> tuple[View, dict[str, Any]]:
    """All that the board and its page show."""
    page = json.loads(message(Glance(table, now_ms)).text)
    return view(table, now_ms), {name: part for name, part in page.items() if name not in CHOSEN}


def read_tags(pgn: str) -> list[str]:
    """The names of the tags in a PGN."""
    return [line[1:].split(" ")[0] for line in pgn.splitlines() if line.startswith("[")]


def events_of(job: Job) -> Iterator[tuple[int, Event]]:
    """The scans of a game, each at its instant, with an order that asks for help after every seventh."""
    log = log_of(job)
    contacts = LogContacts(log.reeds)
    yield 0, contacts.scanned
    scans = groupby(log.edges, lambda edge: -(-edge.at_us // (SCAN_PERIOD_MS * 1000)))
    for number, (at, edges) in enumerate(scans):
        yield at * SCAN_PERIOD_MS, contacts.apply(list(edges))
        if number % 7 == 0:
            yield at * SCAN_PERIOD_MS, Ordered(HELPING[number // 7 % len(HELPING)])


class Board:
    """A board in virtual time."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def feed(self, event: Event, now_ms: int) -> Iterator[tuple[int, tuple[Effect, ...]]]:
        """Take in an event, and the scans that the board wants before; tell the instants and the effects."""
        while (wake_ms := deadline_ms(self.table)) is not None and wake_ms < now_ms:
            self.table, effects = step(self.table, self.table.last_scan, wake_ms)
            yield wake_ms, effects
        self.table, effects = step(self.table, event, now_ms)
        yield now_ms, effects


def begun(job: Job, seat: Seat, *, helps: bool) -> Board:
    """A board before this game on a server, which is played at it from one side or from both."""
    log = log_of(job)
    rules = replace(CASUAL, hints=helps)
    terms = replace(terms_of_log(log), rules=rules, teacher=helps, opponent=seat, turned=False)
    return Board(on_server(new_table(terms, settled_contacts(log.reeds))))


@given(JOBS, st.sampled_from(Seat))
def test_all_that_is_shown_is_as_without_help(job: Job, seat: Seat) -> None:
    """Lamps, faces, words, sound and the page's message, at each instant; and nobody is asked for advice."""
    helped, plain = begun(job, seat, helps=True), begun(job, seat, helps=False)
    for now_ms, event in events_of(job):
        for one, other in zip(helped.feed(event, now_ms), plain.feed(event, now_ms), strict=True):
            assert one == other
            if not plain.table.terms.server_game or plain.table.play.phase is Phase.OVER:
                return
            for each in (tempted(helped.table), asking(helped.table), with_help(helped.table)):
                assert shown(each, one[0]) == shown(plain.table, one[0])
                assert shown(each, one[0])[1]["opening"] is None
                assert ask_for_help(each) is None
                assert not NAMED & set(read_tags(write_pgn(scoresheet(each))))
            if isinstance(event, Ordered) and one[0] == now_ms:
                assert not one[1] or one[1][-1] in REFUSED


@given(JOBS)
def test_whatever_asks_for_help_is_refused(job: Job) -> None:
    """In the words of fair play, at every instant of the game."""
    board = begun(job, Seat.NOBODY, helps=False)
    for now_ms, event in events_of(job):
        for at_ms, _ in board.feed(event, now_ms):
            if not board.table.terms.server_game or board.table.play.phase is Phase.OVER:
                return
            for order in HELPING:
                _, effects = step(tempted(board.table), Ordered(order), at_ms)
                assert effects[-1] in REFUSED


START = chess.Board().occupied


def before_a_game(*, server: bool) -> Table:
    """A board before a game, with all help on."""
    terms = replace(terms_of_log(log_of(Job(Game(1, chess.STARTING_FEN, ()), Row("plain", "none"), 1))))
    table = new_table(replace(terms, rules=CASUAL, turned=False), settled_contacts(START))
    return on_server(table) if server else table


@pytest.mark.parametrize("asks", [asking, tempted])
def test_elsewhere_the_same_help_is_shown(asks: Any) -> None:
    """Without a server the same table helps: what the property compares does differ."""
    table = before_a_game(server=False)
    (seen, page), (plain, plain_page) = shown(asks(table), 1000), shown(table, 1000)
    assert seen.words != plain.words
    assert page["words"] != plain_page["words"]
    assert (asks is tempted) == (seen.lamps != plain.lamps) == (seen.white != plain.white)
    assert (asks is asking) == (ask_for_help(asks(table)) is not None)


def test_after_the_game_help_is_allowed_again() -> None:
    """The opening is named once the game is over, and in the next one a hint can be asked for."""
    table = before_a_game(server=True)
    line = table.line.after(chess.Move.from_uci("e2e4"))
    table = table._replace(seen=setting_up.begin(line, line.occupancy))
    assert shown(table, 1000)[1]["opening"] is None
    table, _ = step(table, Ordered(EndElsewhere("1-0", "resign")), 1000)
    assert (table.play.phase, allows_help(table)) == (Phase.OVER, True)
    assert shown(table, 1000)[1]["opening"]["name"] == "King's Pawn Game"
    assert set(read_tags(write_pgn(scoresheet(table)))) >= NAMED
    table, _ = step(cleared(table), Ordered(Hint()), 2000)
    assert ask_for_help(table) is not None
