"""Which move a program shows, by lit squares or by a text on the clock, and whether that is its own move.

A program on a link has no other way to say its move. But it shows much else in the same way: each square that
is lifted, the player's last ply, hints, menus. So a move is one only if it is legal for the side to move, if
the program may play that side, and if the board stands settled in the position in which it was shown. What
may be an echo of the hand counts only when it has stood for `ECHO_MS`.

It refuses to know protocols: how squares are lit and texts are written is theirs.
"""

import re
from typing import Any, Final, NamedTuple

import chess

from jadoube.core.pages.link_view import LinkView
from jadoube.core.rules.game_line import ends_of, flipped_squares
from jadoube.core.rules.placement import piece_letters
from jadoube.core.squares import Occupancy
from jadoube.links.translation import Play

ECHO_MS: Final = 1000
"""How long what may be an echo of the hand has to stand. A guess: programs darken the squares of pieces that
were put back after a quarter of a second, and a player hardly notices a second."""

_NUMBER = re.compile(r"[0-9]{1,3} ?\.{1,3} ?")
_LONG = re.compile(r"([a-h][1-8])[-x ]?([a-h][1-8])=?([qrbnQRBN])?")
_SAN = re.compile(r"[A-Z]?[a-h]?[1-8]?x?[a-h][1-8](?:=?[A-Z])?|[Oo0](?:-?[Oo0]){1,2}")
_PIECES: Final = {
    **dict(zip("KQRBN", "KQRBN", strict=True)),
    **dict(zip("DTLSFACP", "QRBNBBNN", strict=True)),
}
"""What a capital letter stands for: in English, else in the languages in which programs write on clocks."""


def shown_by_lights(view: LinkView, squares: Occupancy) -> chess.Move | None:
    """Return the legal move whose squares are lit; None if there is none, or more than one.

    A move is shown by its two squares, and by all that it changes (castling, en passant); the square between
    may be lit with them, as on boards whose lamps stand at the corners. Castling is also shown by king and
    rook. A pawn promotes to a queen.
    """
    if not 2 <= squares.bit_count() <= 4:
        return None
    board = chess.Board(view.fen)
    moves = [move for move in board.legal_moves if squares in _ways_to_light(board, move)]
    queens = [move for move in moves if move.promotion in (None, chess.QUEEN)]
    return queens[0] if len(queens) == 1 else None


def _ways_to_light(board: chess.Board, move: chess.Move) -> set[Occupancy]:
    ends = ends_of(move)
    ways = {ends}
    between = chess.between(move.from_square, move.to_square)
    if between.bit_count() == 1 and chess.square_distance(move.from_square, move.to_square) == 2:
        ways.add(ends | between)
    if board.is_en_passant(move):
        ways.add(flipped_squares(board, move))
    if board.is_castling(move):
        changed = flipped_squares(board, move)
        ways |= {changed, changed & board.occupied}
    return ways


def shown_by_text(view: LinkView, text: str) -> chess.Move | None:
    """Return the legal move that a text says, in UCI notation (also `e2-e4`) or as SAN; None if it says none.

    Spaces around it, a number before it, and marks of check and praise behind it do not matter. A piece may
    have its letter in another language, and all letters may be capitals, unless that makes two moves of it.
    """
    words = _NUMBER.sub("", text.strip(), count=1).rstrip("+#!? ")
    board = chess.Board(view.fen)
    if found := _LONG.fullmatch(words) or _LONG.fullmatch(words.lower()):
        return _long_move(board, "".join(part or "" for part in found.groups()).lower())
    if _SAN.fullmatch(words) and (move := _san_move(board, words)):
        return move
    said = {_san_move(board, way) for way in _ways_to_read(words) if _SAN.fullmatch(way)} - {None}
    return said.pop() if len(said) == 1 else None


def _long_move(board: chess.Board, uci: str) -> chess.Move | None:
    move = chess.Move.from_uci(uci)
    queen = chess.Move(move.from_square, move.to_square, chess.QUEEN)
    return next((each for each in (move, queen) if board.is_legal(each)), None)


def _san_move(board: chess.Board, words: str) -> chess.Move | None:
    castles = words[0] in "Oo0"
    try:
        return board.parse_san("-".join("O" for _ in words.replace("-", "")) if castles else words)
    except ValueError:
        return None


def _ways_to_read(words: str) -> set[str]:
    """The same with English letters, and with small letters where only files have them."""
    if not words:
        return set()
    piece = _PIECES.get(words[0], words[0])
    tail, last = words[1:].lower(), words[-1].upper()
    if last in _PIECES and len(words) > 2:
        tail = tail[:-1] + _PIECES[last]
    return {piece + tail, words[0].lower() + tail}


class Shown(NamedTuple):
    """What a program shows now, in which position it did so, and what hands did meanwhile."""

    lights: Occupancy = 0
    text: str = ""
    fen: str = ""
    """The position in which lights and text were shown."""
    played: tuple[str, str] = ("", "")
    """The program's last move and the position in which it was shown; empty: none, or that is past."""
    waits: bool = False
    """Whether it is a move, or an echo of the hand that will be gone soon."""
    handled: Occupancy = 0
    """The squares that hands changed since the board last stood settled for `ECHO_MS`."""
    is_settled: bool = False
    since_ms: int = 0
    """Since when the board has stood settled, with this shown."""

    def light(self, view: LinkView, squares: Occupancy) -> tuple["Shown", Play | None]:
        """The program lights these squares and no others."""
        seen = _see(self, view)
        if seen.lights != squares or (squares and seen.fen != view.fen):
            text = seen.text if seen.fen == view.fen else ""
            seen = seen._replace(lights=squares, text=text, **_anew(view))
        return _decide(seen, view)

    def write(self, view: LinkView, text: str) -> tuple["Shown", Play | None]:
        """The program writes this text, or takes its text back (empty)."""
        seen = _see(self, view)
        if seen.text != text or (text and seen.fen != view.fen):
            lights = seen.lights if seen.fen == view.fen else 0
            seen = seen._replace(lights=lights, text=text, **_anew(view))
        return _decide(seen, view)

    def look(self, view: LinkView) -> tuple["Shown", Play | None]:
        """The board has changed, or `due_ms` has come."""
        return _decide(_see(self, view), view)

    def due_ms(self) -> int | None:
        """When what may be an echo counts, in ms of the views; None: nothing waits."""
        return self.since_ms + ECHO_MS if self.waits else None


def _anew(view: LinkView) -> dict[str, Any]:
    """The fields of something new that is shown now."""
    return {"fen": view.fen, "since_ms": view.at_ms}


def _see(shown: Shown, view: LinkView) -> Shown:
    """Take in what hands did."""
    if not view.settled:
        return shown._replace(handled=shown.handled | _touched(view), is_settled=False)
    if shown.played[0] not in ("", view.fen):
        # The move was made, or is not wanted: should the position come back, what is shown is old.
        shown = shown._replace(fen="" if shown.played[0] == shown.fen else shown.fen, played=("", ""))
    if not shown.is_settled:
        return shown._replace(is_settled=True, since_ms=view.at_ms)
    if shown.handled and not shown.waits and view.at_ms - shown.since_ms >= ECHO_MS:
        return shown._replace(handled=0)
    return shown


def _decide(shown: Shown, view: LinkView) -> tuple[Shown, Play | None]:
    """Take what is shown for the program's move, if it is one: once; another one is its better thought."""
    found = _find_move(shown, view) if shown.fen == view.fen and _may_play(view) else None
    if found is None:
        return shown._replace(waits=False), None
    move, may_be_echo = found
    if move.uci() == view.told or shown.played == (view.fen, move.uci()):
        return shown._replace(waits=False), None
    if may_be_echo and view.at_ms - shown.since_ms < ECHO_MS:
        return shown._replace(waits=True), None
    return shown._replace(waits=False, played=(view.fen, move.uci())), Play(view.ply + 1, move.uci())


def _find_move(shown: Shown, view: LinkView) -> tuple[chess.Move, bool] | None:
    """The move that is shown, and whether that may be an echo of the hand; None if no move is."""
    if shown.text and (said := shown_by_text(view, shown.text)):
        return said, _is_last_ply(view, shown.text, said)
    lit = shown_by_lights(view, shown.lights)
    return (lit, not shown.lights & ~shown.handled) if lit else None


def _may_play(view: LinkView) -> bool:
    """Whether a program's move is wanted now."""
    return view.settled and view.phase != "over" and view.program in ("", view.turn)


def _is_last_ply(view: LinkView, text: str, move: chess.Move) -> bool:
    """Whether a short text may as well say the ply before, which ended on the same square."""
    if not view.moves or re.search(r"[a-h][1-8][-x ]?[a-h][1-8]", text):
        return False
    last, board = chess.Move.from_uci(view.moves[-1]), chess.Board(view.fen)
    return last.to_square == move.to_square and (
        last.promotion is not None
        or board.piece_type_at(last.to_square) == board.piece_type_at(move.from_square)
    )


def _touched(view: LinkView) -> Occupancy:
    """The squares that stand otherwise than the game's position has them."""
    placed = piece_letters(chess.Board(view.fen))
    return sum(chess.BB_SQUARES[at] for at in chess.SQUARES if view.letter(at) != (placed[at] or "."))
