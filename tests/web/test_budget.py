"""Budgets: so much at once, so much a second, and no more addresses than can be remembered."""

from jadoube.glances.faults import EVERY_MS, Faults
from jadoube.web.guard.budget import ADDRESSES_MOST, Addresses, Budget, Rate


def test_a_budget_is_used_up_and_grows_again() -> None:
    """What is not there is not taken, and costs nothing; it never grows beyond its limit."""
    budget = Budget(Rate(10, 2), 0)
    assert [budget.take(4, 0) for _ in range(4)] == [True, True, False, False]
    assert budget.take(2, 0)
    assert [budget.take(1, 499), budget.take(1, 500), budget.take(1, 999), budget.take(1, 1000)] == [
        False,
        True,
        False,
        True,
    ]
    assert [budget.take(10, 10**9), budget.take(1, 10**9)] == [True, False]


def test_addresses_are_forgotten_and_not_those_that_are_there() -> None:
    """However many come, so many are remembered, each with what it has left."""
    addresses = Addresses(Rate(1, 0))
    stays = addresses.of("stays", 0)
    stays.connections = 1
    assert stays.budget.take(1, 0)
    for number in range(2 * ADDRESSES_MOST):
        addresses.of(str(number), 0)
    assert len(addresses) == ADDRESSES_MOST
    assert addresses.of("stays", 0) is stays
    assert not addresses.of("stays", 0).budget.take(1, 0)


def test_the_same_fault_is_told_once_a_minute() -> None:
    """Whatever its words; the next line says how often it was kept back. Another fault is told at once."""
    said: list[str] = []
    now_ms = [0]
    faults = Faults(said.append, lambda: now_ms[0])

    def fail(words: str) -> None:
        try:
            int("no number")
        except ValueError as problem:
            faults.tell(problem, words)

    for number in range(100):
        fail(str(number))
    faults.tell(ValueError(), "another")
    now_ms[0] = EVERY_MS
    fail("again")
    fail("again")
    now_ms[0] = 3 * EVERY_MS
    faults.tell(ValueError(), "another")
    assert said == ["0", "another", "again; 99 times more since it was last said", "another"]
