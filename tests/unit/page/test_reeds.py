"""The reeds on the page: faults, bounce, and how long it takes from an edge to a light."""

import random

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jadoube.config.settings import default_settings
from jadoube_sim.page.faults import Faults
from jadoube_sim.page.latency import Latency
from jadoube_sim.page.reeds import Reeds
from jadoube_sim.twin.bounce import bounce_edges

START = chess.Board().occupied


@given(
    st.lists(st.tuples(st.integers(0, 2**64 - 1), st.integers(0, 3000)), max_size=20),
    st.floats(0, 20),
    st.data(),
)
def test_edges_lead_to_what_is_shown(
    changes: list[tuple[int, int]], bounce_ms: float, data: st.DataObject
) -> None:
    """However things change: each reed's edges alternate, in order of time, and end where they should."""
    reeds = Reeds(START, seed=1)
    reeds.bounce_ms = bounce_ms
    reeds.stuck = data.draw(st.dictionaries(st.integers(0, 63), st.booleans(), max_size=4))
    shows, at_us = reeds.begin(START), 0
    last_us: dict[str, int] = {}
    for stands, later_us in changes:
        at_us += later_us
        for edge in reeds.edges(stands, at_us):
            bit = chess.BB_SQUARES[chess.parse_square(edge.name)]
            assert bool(shows & bit) == (edge.word == "open")
            assert edge.at_us > last_us.get(edge.name, -1)
            shows ^= bit
            last_us[edge.name] = edge.at_us
        assert shows == reeds.shown
        for square, closed in reeds.stuck.items():
            assert bool(shows >> square & 1) == closed


@pytest.mark.parametrize("longest_us", [0, 10, 50, 1000, 20_000])
def test_a_bounce_lasts_as_long_as_it_may(longest_us: int) -> None:
    """Any length: alternating edges, the last as it is to be, no later than that."""
    rng = random.Random(5)
    for _ in range(100):
        edges = bounce_edges(rng, 7, closes=True, longest_us=longest_us)
        assert [closed for _, closed in edges] == [index % 2 == 0 for index in range(len(edges))]
        assert edges[-1][1]
        assert edges[-1][0] - 7 <= longest_us
        assert len({at_us for at_us, _ in edges}) == len(edges)


def test_a_loose_reed_shows_the_contrary_while_it_is_disturbed() -> None:
    """Once it is mended it shows again what stands there."""
    reeds = Reeds(START)
    faults = Faults(reeds, default_settings().pins.matrix)
    faults.set("flicker", "a2", on=True, twin=None)
    reeds.disturbed = chess.BB_A2
    assert [edge.word for edge in reeds.edges(START, 0, bounce=False)] == ["open"]
    faults.set("flicker", "a2", on=False, twin=None)
    assert [edge.word for edge in reeds.edges(START, 5, bounce=False)] == ["close"]


def test_a_reed_has_one_fault() -> None:
    """A later one takes the place of an earlier one; mending another changes nothing."""
    reeds = Reeds(START)
    faults = Faults(reeds, default_settings().pins.matrix)
    faults.set("open", "a2", on=True, twin=None)
    faults.set("closed", "a2", on=False, twin=None)
    assert faults.message()["stuck"] == {"a2": "open"}
    faults.set("flicker", "a2", on=True, twin=None)
    assert (faults.message()["stuck"], faults.message()["flicker"]) == ({}, ["a2"])
    faults.set("closed", "a2", on=True, twin=None)
    assert (faults.message()["stuck"], faults.message()["flicker"]) == ({"a2": "closed"}, [])


def test_light_answers_an_edge() -> None:
    """From the edge to the first frame that differs, once what is meant has changed."""
    latency = Latency()
    latency.scan(0, "a", b"1")
    latency.edge(100_000)
    latency.edge(101_000)
    latency.scan(110, "a", b"2")  # a lamp that breathes answers nobody
    latency.scan(125, "b", b"3")
    assert latency.message() == {"last_ms": 25, "median_ms": 25, "worst_ms": 25, "count": 1}


def test_what_nothing_answers_is_forgotten() -> None:
    """An edge that lights nothing does not wait for the light that another lights."""
    latency = Latency()
    latency.scan(0, "a", b"1")
    latency.edge(100_000)
    latency.edge(9_000_000)
    latency.scan(9020, "b", b"2")
    assert list(latency.answers) == [20]
    assert Latency().message()["last_ms"] is None
