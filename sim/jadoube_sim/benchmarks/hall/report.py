"""`jadoube bench hall`: the lines of it, and whether what is promised was kept.

The law: figures are printed as they were measured. It says what was saturated, where the limit is passed.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from jadoube_sim.benchmarks.hall.measure import COMES_WITHIN_S, Measured, measure, recorded

BOARDS: Final = (25, 50, 100, 200)
SECONDS: Final = 30
LIMIT_MS: Final = 300.0
"""99 of 100 plies are at the page by then, with 200 boards."""

FARTHEST: Final = 3200

BUSY: Final = 0.85
"""A program that uses so much of a core is what the rest waits for: plies come in bursts, so they queue long
before it takes all of a core (measured: 99 of 100 within 897 ms where the hall took 89 % of one)."""

LATE_MS: Final = 100.0
"""A bench that shows 1 of 100 plies so late measures itself: a third of the limit."""


def lines(
    boards: Sequence[int], seconds: int, *, until_saturated: bool = False, prepared: bool = False
) -> Iterator[tuple[str, bool]]:
    """Measure one hall after the other; yield what is said of each, and whether all came right."""
    recordings = recorded()
    at = list(boards)
    while at:
        number = at.pop(0)
        measured = measure(number, seconds, recordings, prepared=prepared)
        passed = measured.centile(99) > LIMIT_MS
        yield line(measured), is_right(measured)
        if passed and until_saturated:
            yield saturated(measured), True
            return
        if until_saturated and not at and number * 2 <= FARTHEST:
            at.append(number * 2)


def is_right(measured: Measured) -> bool:
    """Whether every ply came, once, and in order; and in time with 200 boards or fewer."""
    wrong = measured.lost or measured.fell_back or measured.differing
    return not wrong and (measured.boards > BOARDS[-1] or measured.centile(99) <= LIMIT_MS)


def line(measured: Measured) -> str:
    """Say what was measured."""
    each = measured.used
    thousand, minute = measured.plies / 1000, measured.seconds / 60
    boards = "prepared boards" if measured.is_prepared else "boards"
    return (
        f"hall     {measured.boards:4} {boards}: a ply is at the page after {measured.centile(50):.0f} ms in "
        f"the middle, 99 of 100 within {measured.centile(99):.0f}, the last after "
        f"{measured.latency_ms[-1]:.0f}; {measured.plies} plies in {measured.seconds:.0f} s, {measured.lost} "
        f"lost, {measured.came_late} more than {COMES_WITHIN_S:.0f} s late, "
        f"{measured.fell_back} out of order, {measured.differing} games differ; CPU s per 1,000 plies: "
        f"broker {each['broker'].cpu_s / thousand:.2f}, hall {each['hall'].cpu_s / thousand:.2f}; a minute: "
        f"broker {each['broker'].cpu_s / minute:.1f}, hall {each['hall'].cpu_s / minute:.1f}; memory: broker "
        f"{each['broker'].memory_mb} MB, hall {each['hall'].memory_mb}; the bench's own lateness, 99 of 100: "
        f"{measured.late(99):.0f} ms"
    )


def saturated(measured: Measured) -> str:
    """Say what the rest waits for, and what each process has used of a core."""
    told = ", ".join(f"{name} {share:.0%}" for name, share in _shares(measured).items())
    others = measured.others_cpu_s / measured.seconds
    return (
        f"hall     {measured.boards:4} boards are beyond {LIMIT_MS:.0f} ms: {limit(measured)}; of a core: "
        f"{told}, other work {others:.0%}; {measured.cores} cores"
    )


def limit(measured: Measured) -> str:
    """Name what is saturated: a process that fills a core, the machine, or the bench itself."""
    shares = _shares(measured)
    full = max(shares, key=lambda name: shares[name])
    if shares[full] >= BUSY:
        return f"the {full} fills a core" if full in MEASURED else f"the bench's own {full} fills a core"
    if measured.late(99) >= LATE_MS:
        return f"the bench itself is {measured.late(99):.0f} ms late"
    others = measured.others_cpu_s / measured.seconds
    if sum(shares.values()) + others >= BUSY * measured.cores:
        return f"the machine is full, most by {full if shares[full] >= others else 'other work'}"
    return "nothing is full"


MEASURED: Final = ("broker", "hall")
"""What is measured; all else is the bench's."""


def _shares(measured: Measured) -> dict[str, float]:
    """How much of a core each process has used."""
    return {name: used.cpu_s / measured.seconds for name, used in measured.used.items()}
