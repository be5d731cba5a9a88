"""One scenario, many deliveries: what has to be the same however the stimuli are brought to the core.

The law, for two runs of one transcript:

1.  At one period and phase, all manners of time (`Time`) say the same, word for word and instant for instant:
    a skipped scan decides nothing.
2.  At two periods, and at any phase, the *decisions* are the same, in the same order; so are the game at the
    end, and at every `show` the words and the lamps. A decision is every effect but the hands' own (lifted,
    placed, glitch): which squares settle in one scan, and what is too short to be seen, is the scanner's.
3.  A ply that stood for less than a period before it was read otherwise is none of the decisions: the
    coarser scanner does not see it. (Two hands that castle set king and rook down 3 ms apart.)
4.  The instants of a decision, that of the scan and the one that it bears (a press's first sample), lie
    within one period of each other; the period is the longer of the two. A press is believed by its second
    sample: where a button is pressed, the scans that brought a decision lie within two periods. While a
    contact chatters faster than that, the scanner may see it late: the longest chatter comes on top.
5.  What is reckoned from the clock, what a side has left, when its flag falls and when a period ends, adds up
    presses, and each is rounded to a scan: it lies within this for each time that the clock was started,
    pressed or paused, and once more for the scan that says it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from jadoube.core.messages.effects import (
    ByoYomiBegun,
    ClockPaused,
    ClockStarted,
    Effect,
    FlagFell,
    GameOver,
    Glitched,
    Lifted,
    MoveCompleted,
    MoveMade,
    MoveUnmade,
    PeriodBegun,
    Placed,
)
from jadoube.core.rules.outcome import Termination
from jadoube.core.state.play_parts import links_oldest_first
from jadoube.core.state.table import Table
from jadoube.formats.sensorlog import Edge
from jadoube_sim.transcripts.deliver import Delivered, Said


class Decision(NamedTuple):
    """An effect without its instants, its words, and its instants: of the scan, and what it bears itself."""

    effect: Effect
    text: str
    instants_ms: tuple[int, ...]


def decisions(delivered: Delivered, shortest_ms: int) -> list[Decision]:
    """Give the decisions of a run, without plies that stood for less than `shortest_ms`."""
    decided: list[Decision] = []
    for said in delivered.said:
        if said.effect is None or isinstance(said.effect, Lifted | Placed | Glitched):
            continue
        decision = _decision(said, said.effect)
        if decided and _takes_back(decision, decided[-1], shortest_ms):
            decided.pop()
        else:
            decided.append(decision)
    return decided


def disagreements(one: Delivered, other: Delivered, period_ms: int) -> list[str]:
    """Say in words where two runs break the law; `period_ms` is the longer of their periods."""
    ours, theirs = decisions(one, period_ms), decisions(other, period_ms)
    if [each.effect for each in ours] != [each.effect for each in theirs]:
        return [f"decided {_texts(ours)}", f"and else {_texts(theirs)}"]
    if (shown := _shown(one)) != (else_shown := _shown(other)):
        return [f"shown {'; '.join(shown)}", f"and else {'; '.join(else_shown)}"]
    most_ms = period_ms + _chatter_ms(one.log.edges, period_ms)
    presses = any(edge.word == "press" for edge in one.log.edges)
    scans_ms = most_ms + period_ms if presses else most_ms
    return [*_apart(ours, theirs, most_ms, scans_ms), *_clocks_apart(one.table, other.table, ours, most_ms)]


def _decision(said: Said, effect: Effect) -> Decision:
    if isinstance(effect, MoveCompleted | FlagFell):
        return Decision(replace(effect, at_ms=0), said.text, (said.at_ms, effect.at_ms))
    return Decision(effect, said.text, (said.at_ms,))


def _takes_back(later: Decision, earlier: Decision, shortest_ms: int) -> bool:
    match earlier.effect, later.effect:
        case MoveMade(ply, san), MoveUnmade(unmade_ply, unmade_san):
            short = later.instants_ms[0] - earlier.instants_ms[0] < shortest_ms
            return short and (ply, san) == (unmade_ply, unmade_san)
    return False


def _shown(delivered: Delivered) -> list[str]:
    """Give what every delivery has to show alike: no time of a clock, no rank of a reading."""
    alike = ("words", "lamps:", "game:")
    return [said.text for said in delivered.said if said.effect is None and said.text.startswith(alike)]


def _chatter_ms(edges: Sequence[Edge], period_ms: int) -> int:
    """Say how long a contact chatters at the most: edges of one contact a period apart at the most."""
    began_us: dict[str, int] = {}
    last_us: dict[str, int] = {}
    longest_us = 0
    for at_us, _, name in edges:
        if name not in last_us or at_us - last_us[name] > period_ms * 1000:
            began_us[name] = at_us
        last_us[name] = at_us
        longest_us = max(longest_us, at_us - began_us[name])
    return -(-longest_us // 1000)


def _apart(
    ours: Sequence[Decision], theirs: Sequence[Decision], each_ms: int, scans_ms: int
) -> Iterator[str]:
    """Name the decisions whose instants lie too far from each other."""
    changes = 0
    for one, other in zip(ours, theirs, strict=True):
        changes += _changes_clock(one.effect)
        more_ms = each_ms * changes if _is_reckoned(one.effect) else 0
        pairs = zip(one.instants_ms, other.instants_ms, strict=True)
        scan_ms, *own_ms = (abs(first_ms - second_ms) for first_ms, second_ms in pairs)
        if scan_ms > scans_ms + more_ms or any(apart_ms > each_ms + more_ms for apart_ms in own_ms):
            yield f"{one.text} at {one.instants_ms}, and else at {other.instants_ms} ms"


def _clocks_apart(one: Table, other: Table, decided: Sequence[Decision], each_ms: int) -> Iterator[str]:
    """Name the clock's readings that differ too much, at each completed ply and at the end."""
    most_ms = each_ms * sum(_changes_clock(each.effect) for each in decided)
    pairs = zip(_readings_ms(one), _readings_ms(other), strict=True)
    for first_ms, second_ms in pairs:
        if abs(first_ms - second_ms) > most_ms:
            yield f"{first_ms} ms left, and else {second_ms} ms"


def _readings_ms(table: Table) -> list[int]:
    readings_ms = [having.left_ms for having in table.play.clock.accounts] if table.play.clock else []
    return readings_ms + [stamp.remaining_ms for stamp in links_oldest_first(table.play.stamps)]


def _changes_clock(effect: Effect) -> bool:
    return isinstance(effect, MoveCompleted | ClockStarted | ClockPaused)


def _is_reckoned(effect: Effect) -> bool:
    match effect:
        case FlagFell() | PeriodBegun() | ByoYomiBegun():
            return True
        case GameOver(outcome):
            return outcome.termination is Termination.FLAG_FELL
    return False


def _texts(decided: Sequence[Decision]) -> str:
    return "; ".join(each.text for each in decided)
