"""The Chromium of this machine: where it is, and how it is started so that it speaks to nobody but the page.

It decides nothing about pages. A system without Chromium has no such tests: that is a missing system package.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")
STRANGE_NAME = "elsewhere.example"
"""A name that leads to this machine, as an evil name server may have it; no other name leads anywhere."""

QUIET = (
    f"--host-resolver-rules=MAP {STRANGE_NAME} 127.0.0.1,MAP * ~NOTFOUND,EXCLUDE 127.0.0.1,EXCLUDE localhost",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def find_chromium() -> str | None:
    """Give the program: the one that $JADOUBE_CHROMIUM names, else the first on the path."""
    named = os.environ.get("JADOUBE_CHROMIUM")
    return named or next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def launched(program: str) -> Iterator[Browser]:
    """Give a browser of its own, without a window; root has no sandbox, as Chromium refuses that."""
    sandbox = () if os.geteuid() else ("--no-sandbox",)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=[*QUIET, *sandbox])
        try:
            yield browser
        finally:
            browser.close()
