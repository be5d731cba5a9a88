"""Sessions of programs with a link as text: what the program sends, what the board does, what comes of it.

Prose on top, then a line for each thing that happens, and behind each what came of it:

    > 4B 42                   the program sends these bytes
    start FEN                 the game begins with this position
    board e2e4 e7e5           these moves are made, and the board is settled
    back                      the last move is taken back
    lift e2 d7                these pieces are in the hand
    put                       they stand again
    show e4 q                 this letter stands there, whatever the game says (`.`: none)
    clock 300000 295000 white what the clocks show, and whose runs (`nobody`); `clock none`
    program black             the side that the program plays
    over                      the game is over
    wait 1000                 so many ms pass
    < 86 00 43 …              the board's message
    = Write(text='e4', …)     what the program wants of the board

An unindented line that begins with `< ` or `= ` is what is compared; `--accept` writes them anew.
"""

import dataclasses
from collections.abc import Callable, Iterator

import chess

from jadoube.core.pages.link_view import LinkClock, LinkView
from jadoube.core.squares import names
from jadoube.links.translation import Light, Link, Said, Wish
from shared.links.shown_views import letters, view_after

STEP_MS = 100
"""How much time passes with each line, unless it says otherwise."""

RESULTS = ("< ", "= ")


class Session:
    """A link and its board, driven by lines."""

    def __init__(self, link: Link) -> None:
        self.link = link
        self.board = chess.Board()
        self.in_hand: set[chess.Square] = set()
        self.shown: dict[chess.Square, str] = {}
        self.clock: LinkClock | None = None
        self.side = ""
        self.is_over = False
        self.now_ms = 0
        self.deeds: dict[str, Callable[[str], Iterator[Said]]] = {
            ">": self.send,
            "start": self.start,
            "board": self.move,
            "back": self.back,
            "lift": self.lift,
            "put": self.put,
            "show": self.stand,
            "clock": self.set_clock,
            "program": self.seat,
            "over": self.end,
            "wait": self.wait,
        }

    def view(self) -> LinkView:
        """The board now."""
        start = self.board.root().fen()
        moves = [move.uci() for move in self.board.move_stack]
        view = view_after(*moves, start=start, at_ms=self.now_ms, program=self.side, clock=self.clock)
        pieces = list(letters(self.board))
        for square in self.in_hand:
            pieces[square] = "."
        for square, letter in self.shown.items():
            pieces[square] = letter
        settled = not self.in_hand and not self.shown
        phase = "over" if self.is_over else view.phase
        return dataclasses.replace(view, pieces="".join(pieces), settled=settled, phase=phase)

    def do(self, line: str) -> list[str]:
        """What comes of a line."""
        word, _, rest = line.partition(" ")
        results = list[str]()
        for said in self.deeds[word](rest.strip()):
            results += [f"< {message.hex(' ').upper()}" for message in said.to_program]
            results += [f"= {_wish_text(wish)}" for wish in said.wishes]
        return results

    def send(self, text: str) -> Iterator[Said]:
        """The program sends bytes."""
        self.link, said = self.link.hear(bytes.fromhex(text), self.view())
        yield said

    def start(self, fen: str) -> Iterator[Said]:
        """A game begins."""
        self.board = chess.Board(fen)
        return self._shown()

    def move(self, moves: str) -> Iterator[Said]:
        """Moves are made."""
        for move in moves.split():
            self.board.push_uci(move)
        self.in_hand.clear()
        self.shown.clear()
        return self._shown()

    def back(self, _: str) -> Iterator[Said]:
        """The last move is taken back."""
        self.board.pop()
        return self.move("")

    def lift(self, squares: str) -> Iterator[Said]:
        """Pieces are in the hand."""
        self.in_hand |= {chess.parse_square(each) for each in squares.split()}
        return self._shown()

    def put(self, _: str) -> Iterator[Said]:
        """They stand again."""
        return self.move("")

    def stand(self, text: str) -> Iterator[Said]:
        """A letter stands somewhere."""
        square, letter = text.split()
        self.shown[chess.parse_square(square)] = letter
        return self._shown()

    def set_clock(self, text: str) -> Iterator[Said]:
        """The clocks show something else."""
        white, black, side = ("", "", "") if text == "none" else text.split()
        running = "" if side == "nobody" else side
        started = bool(running) or bool(self.clock and self.clock.started)
        self.clock = LinkClock(int(white), int(black), running, started) if side else None
        return self._shown()

    def seat(self, side: str) -> Iterator[Said]:
        """The program plays a side."""
        self.side = side
        return self._shown()

    def end(self, _: str) -> Iterator[Said]:
        """The game is over."""
        self.is_over = True
        return self._shown()

    def wait(self, text: str) -> Iterator[Said]:
        """Time passes; what is due comes."""
        end_ms = self.now_ms + int(text)
        while (due_ms := self.link.due_ms()) is not None and due_ms <= end_ms:
            self.now_ms = max(self.now_ms, due_ms)
            self.link, said = self.link.show(self.view())
            yield said
        self.now_ms = end_ms

    def _shown(self) -> Iterator[Said]:
        self.now_ms += STEP_MS
        self.link, said = self.link.show(self.view())
        yield said


def _wish_text(wish: Wish) -> str:
    if isinstance(wish, Light):
        return " ".join(("Light", *names(wish.squares)))
    return str(wish)


def happened(text: str, link: Link) -> str:
    """The text of a session with what came of it now."""
    session, lines = Session(link), list[str]()
    for line in text.splitlines():
        if line.startswith(RESULTS):
            continue
        lines.append(line)
        if line.partition(" ")[0] in session.deeds:
            lines += session.do(line)
    return "\n".join(lines) + "\n"


def in_pieces(text: str) -> str:
    """The same session with each byte of the program on a line of its own."""
    lines = list[str]()
    for line in text.splitlines():
        if line.startswith("> "):
            lines += [f"> {each}" for each in line[2:].split()]
        else:
            lines.append(line)
    return "\n".join(lines)


def results(text: str) -> list[str]:
    """What came of a session."""
    return [line for line in text.splitlines() if line.startswith(RESULTS)]
