"""What no page may do, in no test: ask another than its own server, say an error, leave a request unanswered.

A test that provokes an error on purpose says so beforehand, by a part of what will be said.
"""

from dataclasses import dataclass, field
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, WebSocket

INSIDE = frozenset({"data", "blob", "about"})
"""Schemes of addresses that no network is asked for."""


@dataclass
class Watch:
    """All that the pages of a context did that somebody should hear of."""

    provoked: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    servers: set[str] = field(default_factory=set)

    def provoke(self, *parts: str) -> None:
        """From here on what has one of these in it is no fault: the test wants it."""
        self.provoked += parts

    def over(self, context: BrowserContext) -> None:
        """Watch every page that this context opens."""
        context.on("page", self._page)
        context.on("request", lambda request: self.asked.append(request.url))
        context.on("requestfailed", self._failed)
        context.on("console", self._said)
        context.on("weberror", lambda error: self._fault(f"{error.error}"))

    def strangers(self) -> list[str]:
        """What was asked of another than the servers of this test."""
        asked = map(urlsplit, self.asked)
        return [
            each.geturl() for each in asked if each.scheme not in INSIDE and each.netloc not in self.servers
        ]

    def _page(self, page: Page) -> None:
        page.on("websocket", self._socket)

    def _socket(self, socket: WebSocket) -> None:
        self.asked.append(socket.url)

    def _failed(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # who leaves a page waits for nothing of it
            self._fault(f"{request.url}: {request.failure}")

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning", "assert"):
            self._fault(f"{message.text} ({message.location})")

    def _fault(self, words: str) -> None:
        if not any(part in words for part in self.provoked):
            self.faults.append(words)
