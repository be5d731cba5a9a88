"""The arbiter: `step(table, event, now_ms) -> (table, effects)`.

The law: the same table, event and instant always give the same table and effects. The arbiter reads no
clock. `deadline_ms(table)` says when it wants the next scan if nothing changes before. Nothing is decided
between two calls. So a caller may skip every scan before the deadline that shows the same as the last one;
this changes no decision.

A scan passes through `STAGES`, in order. Each stage is one function and says when it is next due. Most wait
for that instant: before it they are not run. A few look at each scan. The deadline is the earliest of these
instants, so no stage can be forgotten.

Who cannot wait calls `begin_step`, and `think` as long as `table.thinking` holds pending work. Both look at
a limited number of positions. Together they do exactly what `step` does: no time passes between them.
"""

from collections.abc import Callable
from typing import Final, Literal, NamedTuple

from jadoube.core.messages.effects import Effect
from jadoube.core.messages.events import Adjudicated, Ended, Event, Ordered, Reachable, Restarted, Scanned
from jadoube.core.messages.phases import Phase
from jadoube.core.panel import levers_and_keys
from jadoube.core.reading.searching import Answers, Unfinished
from jadoube.core.signals.lines import SOUND
from jadoube.core.stages import carry_out, timeouts, wiring
from jadoube.core.stages.clock import low_time, pauses, periods
from jadoube.core.stages.hands import illegal_reason, orientation, presses, reeds, takebacks
from jadoube.core.stages.others import opponents, seeking
from jadoube.core.stages.result import adjudication, endings
from jadoube.core.state.announced import notices, sounds
from jadoube.core.state.table import Stepped, Table
from jadoube.core.state.thinking import Thinking

Part = Literal[
    "terms",
    "board",
    "seen",
    "play",
    "panel",
    "notices",
    "lies",
    "comfort",
    "wake_ms",
    "undoable",
    "before",
    "names",
    "house",
    "seek",
]
"""A value of the table that a stage may change."""

_SCAN: Final[frozenset[Part]] = frozenset({"board", "seen", "play", "notices"})
"""What the reeds show, what is read from it, and what follows for the game and for what is told."""
_KEYS: Final[frozenset[Part]] = frozenset({"panel", "terms", "comfort", "lies", "undoable", "names", "seek"})
"""What a key or the menu changes."""


class Stage(NamedTuple):
    """One of the functions through which a scan passes."""

    run: Callable[[Table, Scanned, int], Stepped]
    """Takes in a scan at an instant (ms)."""
    due_ms: Callable[[Table], int | None]
    """Says when the stage wants a scan although no contact changes."""
    changes: frozenset[Part]
    """The values of the table that it ever changes. A test compares them with what it does."""
    waits: bool = True
    """Whether it does nothing before that instant; then it is not run. Any other stage looks at each scan."""


def _never_due(_table: Table) -> None:
    """For stages that act only on decisions of other stages in the same scan."""


STAGES: tuple[Stage, ...] = (
    # Wires: a line that has come off, or touches ground, hides its contacts.
    Stage(wiring.watch_lines, wiring.lines_due_ms, _SCAN, waits=False),
    # Reeds: settled changes are read as lifts, places and plies; a board at rest; plies taken back.
    Stage(reeds.read_reeds, reeds.settling_due_ms, _SCAN | {"panel", "before"}, waits=False),
    Stage(reeds.come_to_rest, reeds.rest_due_ms, _SCAN),
    Stage(takebacks.decide_in_time, takebacks.takeback_due_ms, frozenset({"seen", "play"})),
    # Buttons: levers act when pressed, panel keys when released or held for a second. The menu changes terms.
    Stage(levers_and_keys.read_buttons, levers_and_keys.settling_due_ms, _SCAN | _KEYS, waits=False),
    Stage(levers_and_keys.act_on_hold, levers_and_keys.hold_due_ms, frozenset({"panel", "play"})),
    # Presses: judged when the reeds are quiet; completed or refused.
    Stage(presses.judge_presses, presses.judging_due_ms, _SCAN),
    # An opponent from elsewhere: plies that stand are sent, and a hand makes those that he tells.
    Stage(opponents.keep_in_step, opponents.due_ms, frozenset({"seen", "play", "lies", "terms"})),
    # Time: a warning when a clock runs low; the reason of an illegal try; a flag falls, a period ends.
    Stage(low_time.warn, low_time.warning_due_ms, frozenset({"notices"})),
    Stage(illegal_reason.tell_reason, _never_due, frozenset({"notices"}), waits=False),
    Stage(endings.let_flag_fall, endings.flag_due_ms, _SCAN - {"board"}),
    # Ends: a ply that ends the game is confirmed; the kings show a result, or the board is empty; a new game.
    Stage(endings.end_game, endings.ending_due_ms, frozenset({"play", "board"})),
    Stage(endings.end_by_pieces, endings.end_by_pieces_due_ms, frozenset({"seen", "play", "notices"})),
    Stage(
        endings.begin_next_game,
        endings.next_game_due_ms,
        _SCAN | {"panel", "lies", "wake_ms", "before", "undoable", "names", "house", "terms"},
    ),
    # A wish for an opponent on a server ends where a game begins, or fails where nobody takes it up.
    Stage(seeking.end_in_time, seeking.due_ms, frozenset({"seek"})),
    Stage(wiring.name_reeds, _never_due, frozenset({"board", "seen", "play"}), waits=False),
    # Timeouts of what is shown.
    Stage(timeouts.hide_expired, timeouts.expiry_due_ms, frozenset({"notices", "panel", "undoable"})),
)

_WAITING_DUE: Final = tuple(each.due_ms for each in STAGES if each.waits)
_LOOKING_DUE: Final = tuple(
    each.due_ms for each in STAGES if not each.waits and each.due_ms is not _never_due
)


def step(table: Table, event: Event, now_ms: int) -> Stepped:
    """Take in one event at an instant (whole ms, never earlier than the last one's), and all that follows."""
    table, effects = begin_step(table, event, now_ms)
    if table.thinking:
        table, more = _finish_work(table)
        effects += more
    return table, effects


def begin_step(table: Table, event: Event, now_ms: int) -> Stepped:
    """Take in one event, as `step` does, unless one of its searches needs more than a slice.

    Then the table is as before, has no effects, and its `thinking` holds the pending work: call `think`. Work
    that is pending when this is called is finished first.
    """
    if table.thinking:
        table, effects = _finish_work(table)
        table, more = begin_step(table, event, now_ms)
        return table, effects + more
    if isinstance(event, Scanned) and _may_skip(table, event, now_ms):
        return table, ()
    return _try_to_decide(table, event, now_ms, ())


def think(table: Table) -> Stepped:
    """Go on with the pending work for one slice.

    When its search is finished, the next call takes in the event again, with the search's answer. ValueError
    if there is no pending work.
    """
    work = table.thinking
    if work is None:
        raise ValueError("nothing is pending, expected a table with `thinking`")
    if work.search.tasks:
        return table._replace(thinking=work._replace(search=work.search.next_slice())), ()
    decided, effects = _try_to_decide(table._replace(thinking=None), work.event, work.at_ms, work.all_answers)
    return _give_answers(decided, ()), effects


def _finish_work(table: Table) -> Stepped:
    effects: tuple[Effect, ...] = ()
    while table.thinking:
        table, more = think(table)
        effects += more
    return table, effects


def _try_to_decide(table: Table, event: Event, now_ms: int, answers: Answers) -> Stepped:
    """Take in an event, with the answers of earlier slices; keep it for later if a search is not finished."""
    other = table.lies.other
    if table.seen.answers != answers or (other and other.seen.answers != answers):
        table = _give_answers(table, answers)
    try:
        decided, effects = _decide(table, event, now_ms)
    except Unfinished as unfinished:
        work = Thinking(event, now_ms, unfinished.tasks, unfinished.search, answers)
        return table._replace(thinking=work), ()
    return (_announce(decided, event, effects, now_ms) if effects else decided), effects


def _give_answers(table: Table, answers: Answers) -> Table:
    """The table whose searches, in both orientations, are made in slices and have these answers."""
    lies = table.lies
    if lies.other:
        other = lies.other._replace(seen=lies.other.seen._replace(answers=answers))
        lies = lies._replace(other=other)
    return table._replace(seen=table.seen._replace(answers=answers), lies=lies)


def _decide(table: Table, event: Event, now_ms: int) -> Stepped:
    if isinstance(event, Scanned) and orientation.is_known(table):
        return _step_one_way(table, event, now_ms)
    return orientation.step_both(_step_one_way, table, event, now_ms)


def _step_one_way(table: Table, event: Event, now_ms: int) -> Stepped:
    """Take in one event with the table's orientation, and tell which periods began."""
    after, effects = _take_in_event(table, event, now_ms)
    if after.play.clock is table.play.clock:
        return after, effects
    return after, effects + periods.tell_new_periods(table.play.clock, after.play.clock)


def _take_in_event(table: Table, event: Event, now_ms: int) -> Stepped:
    match event:
        case Scanned():
            return _take_in_scan(table, event, now_ms)
        case Restarted():
            return _request_scan(_take_in_restart(table, now_ms), now_ms)
        case Ordered(order, role):
            return _request_scan(carry_out.carry_out(table, order, now_ms, role), now_ms)
        case Adjudicated(fen, can_mate):
            return _request_scan(adjudication.take_in_answer(table, fen, can_mate), now_ms)
        case Reachable(page):
            return _request_scan((table._replace(page=page), ()), now_ms)
        case Ended():
            return _take_in_end(table, now_ms)


def _announce(table: Table, event: Event, effects: tuple[Effect, ...], now_ms: int) -> Table:
    """The table with the sound and the notices that these effects cause."""
    sides = notices.Sides(table.line.mover, table.play.clock.running if table.play.clock else None)
    sound = sounds.loudest(effects, table.comfort)
    announced = table.notices.announce(event, effects, sides, sound, now_ms)
    return table if announced is table.notices else table._replace(notices=announced)


def deadline_ms(table: Table) -> int | None:
    """When the arbiter wants a scan even if nothing has changed; None if never.

    While work is pending it is the instant of the event that waits for it.
    """
    return table.thinking.at_ms if table.thinking else table.wake_ms


def _may_skip(table: Table, event: Scanned, now_ms: int) -> bool:
    wires = table.board.wires
    return (
        event.reeds == (table.board.reeds.raw if wires is SOUND else wires.raw)
        and (event.grounded, event.powered, event.chattering) == wires.shown
        and event.buttons == table.panel.buttons.raw
        and (table.wake_ms is None or now_ms < table.wake_ms)
    )


def _take_in_scan(table: Table, event: Scanned, now_ms: int) -> Stepped:
    """Run each stage that may act, and find the earliest instant after now at which one is due.

    A stage that waits is asked when it is its turn. If the table changes after that, it is asked again.
    """
    effects: tuple[Effect, ...] = ()
    dues_ms: list[int | None] = []
    outdated = 0
    for run, find_due_ms, _changes, waits in STAGES:
        if waits:
            due_ms = find_due_ms(table)
            dues_ms.append(due_ms)
            if due_ms is None or now_ms < due_ms:
                continue
        before = table
        table, more = run(table, event, now_ms)
        effects += more
        if table is not before:
            outdated = len(dues_ms)
    for place in range(outdated):
        dues_ms[place] = _WAITING_DUE[place](table)
    for find_due_ms in _LOOKING_DUE:
        dues_ms.append(find_due_ms(table))  # noqa: PERF401 - a list costs a call, at each scan
    wake_ms = None
    for due_ms in dues_ms:
        if due_ms is not None and due_ms > now_ms and (wake_ms is None or due_ms < wake_ms):
            wake_ms = due_ms
    return table if wake_ms == table.wake_ms else table._replace(wake_ms=wake_ms), effects


def _request_scan(told: Stepped, now_ms: int) -> Stepped:
    """The table asks for a scan at once: the event may have made a stage due."""
    table, effects = told
    return table._replace(wake_ms=now_ms), effects


def _take_in_restart(table: Table, now_ms: int) -> Stepped:
    """Release all buttons and pause a running clock: nobody loses time to a power cut.

    The menu closes. The page's address is forgotten; the daemon sends it again. So does the program that
    speaks with a server. What a program on a link showed is gone, and what the arbiter wrote.

    `now_ms` is the last known instant of the game, not that of the restart.
    """
    table, effects = pauses.stop(table, now_ms)
    if table.play.phase is Phase.OVER:
        table = table._replace(play=table.play.lose_sight())
    released = table._replace(panel=table.panel.released(), page=None, serves=False, seek=None)
    return released._replace(link=table.link._replace(lights=0, text="", arbiters=False)), effects


def _take_in_end(table: Table, now_ms: int) -> Stepped:
    """Settle the reeds at once, judge all open presses, confirm a ply that ends the game."""
    table, effects = reeds.read_last(table)
    table, pressed = levers_and_keys.believe_last_press(table, now_ms)
    table, judged = presses.judge_all(table)
    table, left = endings.close_empty_board(table)
    table, unseen = reeds.look_for_ply(table, now_ms)
    ply = table.line.ply
    table = table._replace(play=table.play.accept(ply).confirm(ply))
    last = Scanned(table.board.reeds.raw)
    table, fell = endings.let_flag_fall(table, last, now_ms)
    table, ended = endings.end_game(table, last, now_ms)
    return table._replace(wake_ms=None), effects + pressed + judged + left + unseen + fell + ended
