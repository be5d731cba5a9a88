"""A program at a DGT board, in virtual time: what each says reaches the other at once."""

import dataclasses
from typing import Final

from jadoube.core.pages.link_view import LinkView
from jadoube.links.dgt.link import DgtLink
from jadoube.links.paced import Paced
from jadoube.links.translation import Link, Said, Wish
from shared.links.dgt_programs import Program

BEFORE_MS: Final = 3000
"""How long before the first view the program begins: it has found its board when the game begins."""


class DgtLine:
    """A link, its program, and the board that it shows."""

    def __init__(self, program: Program, view: LinkView, link: Link | None = None) -> None:
        self.program = program
        self.link: Link = link or Paced(DgtLink())
        self.view = view
        self.now_ms = self.began_ms = view.at_ms - BEFORE_MS
        self.wishes: list[Wish] = []
        self.written: list[bytes] = []

    def show(self, view: LinkView) -> None:
        """The board has changed, at the view's instant."""
        self.run_until(view.at_ms)
        self.view = view
        self._take(self.link.show(view))

    def run_until(self, end_ms: int) -> None:
        """Let time pass; whoever wants to act does."""
        while (at_ms := self._due_ms()) is not None and at_ms < end_ms:
            self.now_ms = max(self.now_ms, at_ms)
            self._act()
        self.now_ms = max(self.now_ms, end_ms)

    def _due_ms(self) -> int | None:
        program_ms = self.program.due_ms()
        wanted = (None if program_ms is None else program_ms + self.began_ms, self.link.due_ms())
        return min((each for each in wanted if each is not None), default=None)

    def _act(self) -> None:
        now = dataclasses.replace(self.view, at_ms=self.now_ms)
        if (due_ms := self.link.due_ms()) is not None and due_ms <= self.now_ms:
            self._take(self.link.show(now))
        sent = self.program.act(self.now_ms - self.began_ms)
        if sent:
            self._take(self.link.hear(sent, now))

    def _take(self, heard: tuple[Link, Said]) -> None:
        self.link, said = heard
        self.wishes += said.wishes
        for message in said.to_program:
            self.written.append(message)
            self.program.read(message, self.now_ms - self.began_ms)
