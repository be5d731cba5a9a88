"""What the hall's page costs a browser: frames, long tasks and memory while a recording of a hall is played.

An hour of two hundred boards of blitz runs in fast time in the real page, from the real server, in a
Chromium without a window. It is looked at as an arbiter does: scrolled, searched, one board opened. A task is
one piece of work of the page's main thread, with all that a frame takes there; its CPU time is what other
work on the machine hardly changes. Frames are those that the browser has given, which it does. Memory is
counted after the garbage is collected. At the end half a minute is played as fast as it was.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from jadoube.config.problems import BadInput

if TYPE_CHECKING:
    from playwright.sync_api import Page

BOARDS: Final = 200
MINUTES: Final = 60
SPEED: Final = 60.0
"""An hour in a minute: each board has a ply in some 80 ms, and five times a second all cards are others."""

LOOKS: Final = 6
"""So often memory is counted; the first time when all boards have played for a while."""

AS_FAST_MINUTES: Final = 1
"""As fast as it was: half of it before the look, in which games begin, and half of it in the look."""

TASK_MS: Final = 50
"""No task may take longer: a longer one is a frame that people see missing."""

FRAME_MS: Final = 50
"""No frame should come later after the one before. It does where the machine has other work: never wrong."""

GROWS_MOST: Final = 1.15
"""Memory at the end, by that at the first look: what is above that is kept for nothing (a choice)."""

NAMES: Final = ("chromium", "chromium-browser", "google-chrome")

_WATCH: Final = """() => {
  window.gaps = [];
  let last = performance.now();
  const frame = (now) => { window.gaps.push(now - last); last = now; requestAnimationFrame(frame); };
  requestAnimationFrame(frame);
}"""
_TAKE: Final = "() => { const { gaps } = window; window.gaps = []; return gaps; }"

_TRACED: Final = ["toplevel", "__metadata"]
_TASK: Final = "ThreadControllerImpl::RunTask"
_MAIN: Final = "CrRendererMain"


class Look(NamedTuple):
    """What was seen since the last look."""

    heap_mb: float
    nodes: int
    gaps_ms: list[float]
    """From one frame to the next, sorted."""
    tasks_ms: list[float]
    """The CPU time of each task of the main thread, sorted."""


def measure(
    boards: int = BOARDS,
    minutes: int = MINUTES,
    speed: float = SPEED,
    *,
    looks: int = LOOKS,
    view: str = "large",
) -> list[Look]:
    """Play so many minutes of a recording and return what was seen, in equal parts. BadInput: no browser."""
    with _played(boards, minutes, speed) as port, _browser() as browser:
        page = browser.new_page(viewport={"width": 1920, "height": 1080})
        page.add_init_script(f'localStorage.setItem("jadoube", \'{{"hallView":"{view}"}}\')')
        page.goto(f"http://127.0.0.1:{port}/")
        page.locator(".tile").nth(boards - 1).wait_for(state="attached")
        part_ms = minutes * 60_000 / speed / (looks + 1)
        _use(page, part_ms)  # what is there from now on stays: pictures of pieces, modules, compiled code
        page.evaluate(_WATCH)
        tools = page.context.new_cdp_session(page)
        tools.send("Performance.enable")
        return [_look(browser, page, tools, part_ms) for _ in range(looks)]


def measure_as_fast() -> Look:
    """Play for a minute as fast as it was; what was seen in its second half. BadInput: no browser."""
    return measure(minutes=AS_FAST_MINUTES, speed=1, looks=1)[0]


def report(looks: list[Look], as_fast: Look) -> Iterator[str]:
    """Put what was seen in lines: in fast time, and as fast as it was."""
    for look in looks:
        yield f"hall-page {look.heap_mb:6.1f} MB of heap, {look.nodes:6} nodes; {_work(look)}"
    yield f"hall-page {grows(looks):6.2f} times the heap at the end (at most {GROWS_MOST})"
    yield f"hall-page as fast as it was: {_work(as_fast)}"


def _work(look: Look) -> str:
    tasks, gaps = look.tasks_ms, look.gaps_ms
    return (
        f"tasks: 99 of 100 up to {_p99(tasks):.1f} ms of CPU, the longest {tasks[-1]:.1f} "
        f"(at most {TASK_MS}); {len(gaps)} frames, 99 of 100 up to {_p99(gaps):.0f} ms apart, "
        f"at most {gaps[-1]:.0f} (goal {FRAME_MS})"
    )


def _p99(values: list[float]) -> float:
    return values[len(values) * 99 // 100]


def grows(looks: list[Look]) -> float:
    """Return how much larger the heap is at the end than at the first look."""
    return looks[-1].heap_mb / looks[0].heap_mb


def wrong(looks: list[Look], as_fast: Look) -> bool:
    """Whether a task was too long, or memory grew."""
    return any(look.tasks_ms[-1] > TASK_MS for look in (*looks, as_fast)) or grows(looks) > GROWS_MOST


def _use(page: "Page", for_ms: float) -> None:
    """Look at the hall as an arbiter does: scroll, search, look at a board alone."""
    step_ms = for_ms / 6
    tiles = page.get_by_test_id("tiles")
    for share in (0.5, 1, 0):
        tiles.evaluate("(node, share) => node.scrollTo({ top: node.scrollHeight * share })", share)
        page.wait_for_timeout(step_ms)
    page.get_by_test_id("search").fill("1")
    page.wait_for_timeout(step_ms)
    page.get_by_test_id("search").fill("")
    page.evaluate("location.hash = 'b007'")
    page.wait_for_timeout(step_ms)
    page.get_by_test_id("board-close").click()
    page.wait_for_timeout(step_ms)


def _look(browser: Any, page: "Page", tools: Any, for_ms: float) -> Look:
    browser.start_tracing(page=page, categories=_TRACED)
    page.evaluate(_TAKE)
    _use(page, for_ms)
    gaps_ms = sorted(page.evaluate(_TAKE))  # before the trace is fetched, which takes a core of its own
    tasks_ms = _tasks_ms(json.loads(browser.stop_tracing()))
    tools.send("HeapProfiler.collectGarbage")
    found = {each["name"]: each["value"] for each in tools.send("Performance.getMetrics")["metrics"]}
    return Look(found["JSHeapUsedSize"] / 1e6, int(found["Nodes"]), gaps_ms, tasks_ms)


def _tasks_ms(trace: Any) -> list[float]:
    """The CPU times of the tasks of main threads, sorted."""
    events = trace["traceEvents"]
    main = {
        (each["pid"], each["tid"])
        for each in events
        if each["name"] == "thread_name" and each["args"]["name"] == _MAIN
    }
    tasks = (
        each["tdur"] / 1000
        for each in events
        if each["name"] == _TASK and "tdur" in each and (each["pid"], each["tid"]) in main
    )
    return sorted(tasks)


@contextmanager
def _played(boards: int, minutes: int, speed: float) -> Iterator[int]:
    """Serve the page of a hall that is played in a process of its own; its port."""
    words = [sys.executable, "-m", "jadoube_sim.benchmarks.hall.played", "--port", "0"]
    asked = ["--boards", str(boards), "--minutes", str(2 * minutes), "--speed", str(speed)]
    with subprocess.Popen([*words, *asked], stdout=subprocess.PIPE, text=True) as process:  # noqa: S603 - us
        try:
            yield int(process.stdout.readline()) if process.stdout else 0
        finally:
            process.kill()


def missing() -> str:
    """Return the package without which nothing can be measured; empty: all is there."""
    if find_spec("playwright") is None:
        return "playwright"
    return "" if _program() else "chromium"


def _program() -> str | None:
    return os.environ.get("JADOUBE_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def _browser() -> Iterator[Any]:
    if package := missing():
        raise BadInput("hall-page", f"no browser found, expected the package {package}")
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - only where it is installed

    sandbox = () if os.geteuid() else ("--no-sandbox",)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=_program(), args=["--disable-gpu", *sandbox])
        try:
            yield browser
        finally:
            browser.close()
