"""A mark: it stands in the journal, and changes nothing in play."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from jadoube.core.display.effect_text import game_text
from jadoube.core.messages.effects import MarkedWrong
from jadoube.core.messages.events import Button, Restarted
from jadoube.core.messages.orders import Wrong
from jadoube.core.messages.roles import PEOPLE, Role
from jadoube.core.stages.carry_out import carry_out
from jadoube.games.journal.export import export_losses, to_sensor_log
from jadoube.games.journal.fold import fold, steps
from jadoube.games.journal.marks import mark_lines
from jadoube.games.journal.text import Journal, read_journal
from jadoube.games.replay import replay
from shared.disk.kept_corpus import KEPT
from shared.hands.panel import Hands, at_start, paused

MARKED = KEPT / "journals" / "15-wrong.journal"
"""Its instants: an order of White's, the keys `back` and `ok`, an order of nobody's in a pause."""


def of_menu(version: int) -> Journal:
    """The journal with marks, as if this version of the menu had made it."""
    journal = read_journal(MARKED)
    header = replace(journal.header, terms=replace(journal.header.terms, menu=version))
    return replace(journal, header=header)


def marks(journal: Journal) -> Iterator[int]:
    """The instants of a journal's marks."""
    return (done.at_ms for done in steps(journal) if any(isinstance(it, MarkedWrong) for it in done.effects))


@pytest.mark.parametrize("role", PEOPLE)
@pytest.mark.parametrize("made", [at_start, paused])
def test_an_order_of_anybody_changes_nothing(made: Callable[[], Hands], role: Role) -> None:
    """The table is the same one; only the effect tells of it. A program sees no board."""
    hands = made()
    after, effects = carry_out(hands.table, Wrong(), hands.now_ms, role)
    assert after is hands.table
    assert [type(effect) for effect in effects] == [MarkedWrong]


def test_older_journals_have_no_keys_that_mark() -> None:
    """There the two keys mean what they meant: nothing."""
    assert list(marks(of_menu(3))) == [4500, 8100, 10000]
    assert list(marks(of_menu(2))) == [4500, 10000]
    assert [game_text(fold(of_menu(version)).table) for version in (2, 3)] == 2 * ["1. e4 e5 *"]


def test_a_restart_begins_the_second_anew() -> None:
    """What was held before it does not count: the keys come down again in the first scan after it."""
    hands = at_start()
    hands.buttons = Button.BACK | Button.OK
    hands.wait(800)
    hands.feed(Restarted())
    hands.wait(900)
    assert not any(isinstance(effect, MarkedWrong) for effect in hands.told)
    hands.wait(200)
    assert sum(isinstance(effect, MarkedWrong) for effect in hands.told) == 1


def test_the_sensor_log_has_the_orders_as_marks_and_the_keys_as_edges() -> None:
    """A replay marks the same three instants; nothing is left out of the log."""
    journal = read_journal(MARKED)
    log = to_sensor_log(journal)
    assert list(export_losses(journal)) == []
    assert log.marks == (3_500_000, 9_000_000)
    told: list[int] = []
    replayed = replay(
        log,
        lambda now_ms, _table, effects: told.extend(
            now_ms for effect in effects if isinstance(effect, MarkedWrong)
        ),
    )
    assert told == [3500, 7100, 9000]
    assert game_text(replayed.table) == game_text(fold(journal).table)


def test_a_mark_after_the_end_is_replayed_too() -> None:
    """Who sees that a result is wrong says so after it; what is marked is the game as it ended."""
    journal = read_journal(KEPT / "journals" / "4-rules-and-orders.journal")
    log = replace(to_sensor_log(journal), marks=(10_000_000_000,))
    told: list[str] = []
    replay(log, lambda now_ms, table, effects: told.extend(mark_lines(now_ms, table, effects)))
    assert told[0].startswith(" 10000.000  that was wrong: noted at ply ")


def test_a_mark_is_told_with_position_game_and_readings() -> None:
    """What a developer wants to know first."""
    told: list[str] = []
    for done in steps(read_journal(MARKED)):
        told += mark_lines(done.at_ms, done.after, done.effects)
    assert told[:4] == [
        "     4.500  that was wrong: noted at ply 1, 0:00:04",
        "              position rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        "              game 1. e4 *",
        "              reading 1. e4, rank 0.0",
    ]
    assert sum("that was wrong" in line for line in told) == 3
