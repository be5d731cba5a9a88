"""How all tests run: when a skip counts as a failure, and how far a property is searched.

A test may skip for a system package that is missing, and says which. Where those are installed first
(`.ci/run`) JADOUBE_NO_SKIPS=1 makes every skip a failure, but for one: on Python 3.13 or newer a test that
compares with the real lgpio may skip, as there is no wheel of lgpio for it. Older Pythons run that test.
"""

import os
import signal
import sys
from collections.abc import Generator

import pytest
from hypothesis import HealthCheck, settings

from shared.pins.lgpio_wheel import NO_WHEEL

NO_SKIPS = os.environ.get("JADOUBE_NO_SKIPS") == "1"

# No property depends on how fast the machine is. `make test` looks at the same examples every time, so that
# it says the same thing twice; `.ci/run` looks at more of them (`all`), but not where it runs the tests
# again on another Python; `make soak` draws new ones. `shared/drawn/examples.py` has what else hangs on this.
settings.register_profile(
    "all", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], max_examples=40
)
settings.register_profile("same-again", settings.get_profile("all"), max_examples=20)
settings.register_profile("soak", settings.get_profile("all"), derandomize=False, max_examples=5000)
settings.load_profile("same-again")

# A shell that starts the tests in the background has them ignore Ctrl-C, and every program that they start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--accept`: transcripts take what happened as what should, for review in the diff."""
    parser.addoption(
        "--accept",
        action="store_true",
        help="rewrite the `<` lines of transcripts, what documents draw, and pictures",
    )


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,  # noqa: ARG001 - pytest passes hooks their arguments by name
    call: pytest.CallInfo[None],  # noqa: ARG001 - as above
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test that skipped itself fails where nothing may be skipped; an expected failure is no skip."""
    report = yield
    if NO_SKIPS and report.skipped and not hasattr(report, "wasxfail") and not _has_no_wheel(report):
        _fail(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """A whole file that skipped itself fails in the same way."""
    report = yield
    if NO_SKIPS and report.skipped:
        _fail(report)
    return report


def _has_no_wheel(report: pytest.TestReport) -> bool:
    return sys.version_info >= (3, 13) and _find_reason(report) == f"Skipped: {NO_WHEEL}"


def _find_reason(report: pytest.TestReport | pytest.CollectReport) -> str:
    return str(report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr)


def _fail(report: pytest.TestReport | pytest.CollectReport) -> None:
    reason = _find_reason(report)
    report.outcome = "failed"
    report.longrepr = f"{reason} (nothing may be skipped where JADOUBE_NO_SKIPS=1)"
