"""Sessions of programs on a link, as transcripts: what is done, and what the link says and wishes.

A transcript is prose, an empty line, and a line for each thing that is done, with what comes of it below:

    > V56                     the program says this; `>x D6 B5 B6` are bytes
    < v010473                 the link says this
    board e2e4 e7e5           the game has these moves, and the board shows them
    lift e2 g1                these squares' pieces are in the hand, too
    put e4=P                  a piece stands on a square meanwhile
    program black             the side that the program plays
    at 1500                   this instant comes, in ms
    wish light e2 e4          the link wishes this
"""

import dataclasses
from collections.abc import Callable, Iterator
from pathlib import Path

import chess

from jadoube.core.squares import names
from jadoube.links.translation import Light, Link, Play, RunClocks, Said, SetUp, Wish, Write
from shared.links.shown_views import lifted, view_after

Encode = Callable[[str], bytes]
Decode = Callable[[bytes], str]

DOES = ("> ", ">x ", "board", "lift ", "put ", "program ", "at ")


def wish_text(wish: Wish) -> str:
    """A wish as a line of a transcript has it."""
    match wish:
        case Light(squares):
            return f"light {' '.join(names(squares)) or 'nothing'}"
        case Play(ply, move):
            return f"play {ply} {move}"
        case Write(text, beeps):
            return f"write {text!r}{' beeps' if beeps else ''}"
        case RunClocks(white_ms, black_ms, running):
            side = "nobody" if running is None else chess.COLOR_NAMES[running]
            return f"clocks {white_ms} {black_ms} {side}"
        case SetUp(fen):
            return f"set up {fen}"


class Session:
    """One session: a link, and the board that it is shown."""

    def __init__(self, link: Link, encode: Encode, decode: Decode) -> None:
        self.link = link
        self._encode = encode
        self._decode = decode
        self.view = view_after()

    def do(self, line: str) -> Iterator[str]:
        """Do what a line says; yield what comes of it."""
        word, _, rest = line.partition(" ")
        match word:
            case ">":
                yield from self._take(self.link.hear(self._encode(rest), self.view))
            case ">x":
                yield from self._take(self.link.hear(bytes.fromhex(rest), self.view))
            case "at":
                yield from self._wait_until(int(rest))
            case _:
                self._change(word, rest)
                yield from self._take(self.link.show(self.view))

    def _change(self, word: str, rest: str) -> None:
        view = self.view
        match word:
            case "board":
                self.view = view_after(*rest.split(), at_ms=view.at_ms, program=view.program)
            case "lift":
                self.view = lifted(view, rest)
            case "put":
                square, _, letter = rest.partition("=")
                at = chess.parse_square(square)
                self.view = dataclasses.replace(
                    view, pieces=view.pieces[:at] + letter + view.pieces[at + 1 :], settled=False
                )
            case "program":
                self.view = dataclasses.replace(view, program=rest)

    def _wait_until(self, at_ms: int) -> Iterator[str]:
        while (due_ms := self.link.due_ms()) is not None and due_ms <= at_ms:
            due_ms = max(due_ms, self.view.at_ms)
            self.view = dataclasses.replace(self.view, at_ms=due_ms)
            for said in self._take(self.link.show(self.view)):
                yield f"{said}    ({due_ms} ms)"
        self.view = dataclasses.replace(self.view, at_ms=at_ms)

    def _take(self, come: tuple[Link, Said]) -> Iterator[str]:
        self.link, said = come
        for each in said.to_program:
            yield f"< {self._decode(each)}"
        for wish in said.wishes:
            yield f"wish {wish_text(wish)}"


def run(text: str, session: Session) -> str:
    """The transcript as it happens."""
    prose, _, script = text.partition("\n\n")
    lines = [prose, ""]
    for line in script.splitlines():
        if line.startswith(DOES):
            lines += [line, *session.do(line)]
    return "\n".join(lines) + "\n"


def check(path: Path, session: Session, *, accept: bool) -> None:
    """Compare a transcript with what happens, or rewrite it."""
    text = path.read_text(encoding="utf-8")
    happened = run(text, session)
    if accept:
        path.write_text(happened, encoding="utf-8")
    else:
        assert happened == text


def transcripts(protocol: str) -> list[Path]:
    """All transcripts of a protocol."""
    return sorted((Path(__file__).parents[2] / "unit" / "links" / "transcripts" / protocol).glob("*.txt"))
