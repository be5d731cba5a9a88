"""What `jadoube bench hall-page` makes of what it has seen."""

from jadoube_sim.benchmarks.hall.page import Look, grows, report, wrong

AS_FAST = Look(3.5, 5000, [16, 17, 34], [0.1, 1, 5])


def _looks(*, longest_ms: float = 40, last_mb: float = 3.5) -> list[Look]:
    first = Look(3.5, 5000, [16, 17, 33], [0.1, 2, longest_ms])
    return [first, Look(last_mb, 5000, [16, 17, 18], [0.1, 2, 3])]


def test_a_look_is_a_line_then_growth_and_the_usual_speed() -> None:
    """With what is promised beside what was measured."""
    *looks, growth, as_fast = report(_looks(), AS_FAST)
    assert len(looks) == 2
    assert "the longest 40.0 (at most 50)" in looks[0]
    assert "1.00 times the heap at the end" in growth
    assert "99 of 100 up to 34 ms apart, at most 34 (goal 50)" in as_fast


def test_a_long_task_and_a_growing_heap_are_wrong() -> None:
    """Each alone."""
    assert not wrong(_looks(), AS_FAST)
    assert wrong(_looks(longest_ms=51), AS_FAST)
    assert wrong(_looks(), AS_FAST._replace(tasks_ms=[51]))
    grown = _looks(last_mb=5)
    assert grows(grown) > 1.4
    assert wrong(grown, AS_FAST)
