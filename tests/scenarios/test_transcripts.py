"""Every transcript beside this file happens as it is written, however it is delivered.

`make test` delivers every third in other ways. It tries the board's own period and the longest, and shifts
the scans by nothing and by nearly a period. At the board's own period it goes through the scans beside those
that could decide something. `.ci/run` does so with all of them, also tries the other periods, goes through
the scans beside at every period, and through every scan at the board's own. `make soak` goes through every
scan at every period, and shifts the scans by a millisecond and by half a period, too.
"""

from dataclasses import replace
from difflib import unified_diff
from functools import lru_cache
from pathlib import Path

import pytest

from jadoube.config.problems import BadInput
from jadoube.core.messages.effects import Effect, GameBegun, GameOver
from jadoube.core.state.table import Table
from jadoube.games.replay import replay
from jadoube_sim.transcripts import (
    GOLDEN,
    Delivered,
    Delivery,
    Time,
    Transcript,
    consequences,
    deliver,
    parse_transcript,
    sensor_log,
    transcript_text,
)
from jadoube_sim.transcripts.law import disagreements
from shared.drawn.examples import ALL, SOAKED, some

HERE = Path(__file__).parent
PATHS = [str(path.relative_to(HERE)) for path in sorted(HERE.rglob("*.txt"))]
PERIODS_MS = (1, 2, 5, 10, 20) if ALL else (5, 20)
"""20 ms is the debounce: then one scan settles a reed."""

#: An order stands in no sensor log.
REPLAYED = [path for path in some(PATHS) if " > order " not in (HERE / path).read_text(encoding="utf-8")]

#: The scope: the tests of one transcript follow each other, and share what was delivered.
every_transcript = pytest.mark.parametrize("path", PATHS, scope="module")
some_transcripts = pytest.mark.parametrize("path", some(PATHS), scope="module")


@lru_cache(maxsize=1)
def _transcript(path: str) -> Transcript:
    return parse_transcript((HERE / path).read_text(encoding="utf-8"), path)


@lru_cache(maxsize=32)  # more than one transcript has
def _delivered(path: str, delivery: Delivery) -> Delivered:
    try:
        return deliver(_transcript(path), delivery)
    except ValueError as problem:
        raise BadInput(path, str(problem)) from problem


@every_transcript
def test_it_happens_as_written(path: str, request: pytest.FixtureRequest) -> None:
    """At the board's own scan period every consequence is the one that the file shows."""
    written = (HERE / path).read_text(encoding="utf-8")
    happened = transcript_text(
        replace(_transcript(path), consequences=consequences(_delivered(path, GOLDEN)))
    )
    if happened == written:
        return
    if request.config.getoption("--accept"):
        (HERE / path).write_text(happened, encoding="utf-8")
        _transcript.cache_clear()
        pytest.fail(f"{path} is rewritten: read it, then run again without --accept", pytrace=False)
    if not _transcript(path).consequences:
        pytest.fail(
            f"{path} has no consequences yet: {_accept(path)} writes them, for you to read\n\n{happened}",
            pytrace=False,
        )
    pytest.fail(
        f"{_diff(written, happened)}\nif this is right: {_accept(path)}, and read what it wrote",
        pytrace=False,
    )


def test_there_are_transcripts() -> None:
    """The folders beside this file are searched and found full."""
    assert len(PATHS) > 50


@pytest.mark.once
@some_transcripts
def test_skipped_scans_decide_nothing(path: str) -> None:
    """Whether the core works through every scan or only through those that matter, it says the same."""
    for period_ms in PERIODS_MS if ALL else (GOLDEN.period_ms,):
        smooth = SOAKED or (ALL and period_ms == GOLDEN.period_ms)
        time = Time.SMOOTH if smooth else Time.BESIDE
        jumping, other = (_delivered(path, Delivery(period_ms, each)) for each in (Time.JUMPING, time))
        assert _lines(other) == _lines(jumping), period_ms


@pytest.mark.once
@some_transcripts
def test_every_scan_period_decides_the_same(path: str) -> None:
    """The decisions and the game are those of the board's own scan period, the instants within a period."""
    for period_ms in PERIODS_MS:
        longer_ms = max(period_ms, GOLDEN.period_ms)
        between = {1 % period_ms, period_ms // 2} if SOAKED else set[int]()
        for phase_ms in sorted({0, period_ms - 1} | between):
            delivered = _delivered(path, Delivery(period_ms, phase_ms=phase_ms))
            assert disagreements(_delivered(path, GOLDEN), delivered, longer_ms) == [], (period_ms, phase_ms)


@pytest.mark.parametrize("path", REPLAYED, scope="module")
def test_replay_says_the_same(path: str) -> None:
    """As a sensor log the transcript is replayed with the same effects, up to where its game ends."""
    replayed: list[tuple[int, Effect]] = []

    def watch(at_ms: int, _table: Table, effects: tuple[Effect, ...]) -> None:
        replayed.extend((at_ms, effect) for effect in effects)

    replay(sensor_log(_transcript(path)), watch)
    said = [(each.at_ms, each.effect) for each in _delivered(path, GOLDEN).said if each.effect]
    assert replayed == said[: len(replayed)]
    assert len(replayed) == len(said) or isinstance(replayed[-1][1], GameOver | GameBegun)


def _lines(delivered: Delivered) -> list[tuple[int, str]]:
    return [(each.at_ms, each.text) for each in delivered.said]


def _accept(path: str) -> str:
    return f"make tests ARGS='--accept -k {Path(path).stem}'"


def _diff(written: str, happened: str) -> str:
    lines = unified_diff(written.splitlines(), happened.splitlines(), "written", "happened", n=4, lineterm="")
    return "\n".join(lines)
