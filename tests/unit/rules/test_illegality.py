"""Why a ply is illegal, case by case: its kind, the squares that are the reason, and both sentences."""

from typing import NamedTuple

import chess
import pytest

from jadoube.core.language import render
from jadoube.core.language.render import reason_words
from jadoube.core.messages.phrases import LANGUAGES
from jadoube.core.rules.game_line import Line, begin
from jadoube.core.rules.illegality import Kind, Reason, why_not
from shared.hands.named_squares import squares_of


class Case(NamedTuple):
    """A try: the start and the plies before it, the squares tried, and what is said of it."""

    fen: str
    plies: str
    tried: str
    because: str
    english: str
    french: str


AWAY = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
CASTLE = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"

CASES = {
    Kind.NO_PIECE: Case(AWAY, "", "c3d5", "c3", "no piece stands on c3", "aucune pièce ne se trouve en c3"),
    Kind.NOT_YOUR_TURN: Case(
        AWAY, "", "e8e7", "e8", "it is not Black's turn", "ce n'est pas aux Noirs de jouer"
    ),
    Kind.SAME_SQUARE: Case(
        AWAY, "", "e2e2", "e2", "a move goes to another square", "un coup mène la pièce sur une autre case"
    ),
    Kind.KING_NOT_CAPTURED: Case(
        AWAY, "", "e2e8", "e8", "a king is never captured", "un roi n'est jamais capturé"
    ),
    Kind.CASTLING_NO_ROOK: Case(
        AWAY, "", "e1c1", "a1", "castling: no rook stands on a1", "roque : il n'y a pas de tour en a1"
    ),
    Kind.CASTLING_KING_MOVED: Case(
        CASTLE,
        "e1e2 e8d8 e2e1 d8e8",
        "e1g1",
        "e1",
        "castling: the king has moved",
        "roque : le roi s'est déjà déplacé",
    ),
    Kind.CASTLING_ROOK_MOVED: Case(
        CASTLE,
        "h1h2 e8d8 h2h1 d8e8",
        "e1g1",
        "h1",
        "castling: the rook on h1 has moved",
        "roque : la tour en h1 s'est déjà déplacée",
    ),
    Kind.CASTLING_LOST: Case(
        "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1",
        "",
        "e1g1",
        "e1&h1",
        "castling: the king or the rook has moved",
        "roque : le roi ou la tour s'est déjà déplacé",
    ),
    Kind.CASTLING_BETWEEN: Case(
        "4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1",
        "",
        "e1c1",
        "b1",
        "castling: the knight on b1 stands between the king and the rook",
        "roque : le cavalier en b1 se trouve entre le roi et la tour",
    ),
    Kind.CASTLING_OUT_OF_CHECK: Case(
        "k3r3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        "",
        "e1g1",
        "e8",
        "castling: the king is in check from the rook on e8",
        "roque : le roi est mis en échec par la tour en e8",
    ),
    Kind.CASTLING_THROUGH: Case(
        "4k3/8/b7/8/8/8/8/R3K2R w KQ - 0 1",
        "",
        "e1g1",
        "a6",
        "castling: the king may not cross f1, attacked by the bishop on a6",
        "roque : le roi ne peut pas traverser la case f1, attaquée par le fou en a6",
    ),
    Kind.CASTLING_INTO: Case(
        "4k3/8/8/8/8/7n/8/R3K2R w KQ - 0 1",
        "",
        "e1g1",
        "h3",
        "castling: the king may not go to g1, attacked by the knight on h3",
        "roque : le roi ne peut pas aller sur la case g1, attaquée par le cavalier en h3",
    ),
    Kind.PAWN_BACK: Case(
        AWAY, "e2e4 e8d8", "e4e3", "e4", "a pawn does not move backwards", "un pion ne recule pas"
    ),
    Kind.PAWN_TWO_SQUARES: Case(
        AWAY,
        "e2e3 e8d8",
        "e3e5",
        "e3",
        "a pawn moves two squares only from where it starts",
        "un pion n'avance de deux cases que depuis sa case de départ",
    ),
    Kind.PAWN_STRAIGHT: Case(
        "4k3/8/8/8/8/4q3/4P3/3K4 w - - 0 1",
        "",
        "e2e3",
        "e3",
        "a pawn captures diagonally only, and the queen on e3 is straight ahead",
        "un pion ne capture qu'en diagonale, et la dame en e3 se trouve droit devant",
    ),
    Kind.PAWN_DIAGONAL: Case(
        AWAY,
        "",
        "e2d3",
        "d3",
        "a pawn moves diagonally only to capture, and d3 is empty",
        "un pion ne va en diagonale que pour capturer, et la case d3 est vide",
    ),
    Kind.EN_PASSANT_LATE: Case(
        "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1",
        "d7d5 e1d1 e8d8",
        "e5d6",
        "d5",
        "en passant is too late: the pawn on d5 moved two squares before the last move",
        "prise en passant trop tardive : le pion en d5 a avancé de deux cases avant le dernier coup",
    ),
    Kind.EN_PASSANT_ONE_STEP: Case(
        "4k3/8/3p4/4P3/8/8/8/4K3 b - - 0 1",
        "d6d5",
        "e5d6",
        "d5",
        "no en passant: the pawn on d5 did not move two squares",
        "pas de prise en passant : le pion en d5 n'a pas avancé de deux cases",
    ),
    Kind.EN_PASSANT_NOT_NOW: Case(
        "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",
        "",
        "e5d6",
        "d5",
        "no en passant: the pawn on d5 has not just moved two squares",
        "pas de prise en passant : le pion en d5 ne vient pas d'avancer de deux cases",
    ),
    Kind.WAY: Case(
        "4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1",
        "",
        "b1b3",
        "b1",
        "a knight does not move so",
        "un cavalier ne se déplace pas ainsi",
    ),
    Kind.BLOCKED: Case(
        "4k3/8/8/8/3p4/8/8/B3K3 w - - 0 1",
        "",
        "a1h8",
        "d4",
        "the path is blocked by the pawn on d4",
        "le chemin est bloqué par le pion en d4",
    ),
    Kind.OWN_PIECE: Case(
        CASTLE, "", "a1e1", "e1", "your own king stands on e1", "votre propre roi se trouve en e1"
    ),
    Kind.KINGS_MEET: Case(
        "8/8/8/4k3/8/4K3/8/8 w - - 0 1",
        "",
        "e3e4",
        "e5",
        "the king may not go next to the king on e5",
        "le roi ne peut pas aller à côté du roi en e5",
    ),
    Kind.KING_ATTACKED: Case(
        "3rk3/8/8/8/8/8/8/4K3 w - - 0 1",
        "",
        "e1d1",
        "d8",
        "the king may not go to d1, attacked by the rook on d8",
        "le roi ne peut pas aller sur la case d1, attaquée par la tour en d8",
    ),
    Kind.DOUBLE_CHECK: Case(
        "4r2k/8/8/8/8/3n4/8/R3K3 w Q - 0 1",
        "",
        "a1a8",
        "d3&e8",
        "double check from the knight on d3 and the rook on e8: only the king may move",
        "échec double par le cavalier en d3 et la tour en e8 : seul le roi peut bouger",
    ),
    Kind.IN_CHECK: Case(
        "4k3/8/8/8/1b6/8/P7/4K3 w - - 0 1",
        "",
        "a2a3",
        "b4",
        "the king is left in check from the bishop on b4",
        "le roi reste en échec, attaqué par le fou en b4",
    ),
    Kind.PINNED: Case(
        "k3r3/8/8/8/8/8/4N3/4K3 w - - 0 1",
        "",
        "e2c3",
        "e8",
        "the knight on e2 is pinned to the king by the rook on e8",
        "le cavalier en e2 est cloué sur le roi par la tour en e8",
    ),
    Kind.EN_PASSANT_UNCOVERS: Case(
        "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",
        "",
        "e5d6",
        "h5",
        "en passant would open the king to the rook on h5",
        "la prise en passant met le roi en échec, attaqué par la tour en h5",
    ),
}


def game(fen: str, plies: str = "") -> Line:
    """The game after these plies."""
    line = begin(fen)
    for ply in plies.split():
        line = line.after(chess.Move.from_uci(ply))
    return line


def why(fen: str, tried: str, plies: str = "") -> Reason | None:
    """The reason against a try, or None."""
    move = chess.Move.from_uci(tried) if tried[:2] != tried[2:] else None
    squares = (move.from_square, move.to_square) if move else (chess.parse_square(tried[:2]),) * 2
    return why_not(game(fen, plies), *squares)


@pytest.mark.parametrize("kind", CASES)
def test_a_case_of_each_kind(kind: Kind) -> None:
    """Each kind has an example, with its squares and its sentence in both languages."""
    case = CASES[kind]
    reason = why(case.fen, case.tried, case.plies)
    assert reason
    assert (reason.kind, reason.because) == (kind, squares_of(case.because))
    assert [reason_words(reason, each) for each in ("en", "fr")] == [case.english, case.french]


def test_every_kind_has_its_case() -> None:
    """The table above has every kind."""
    assert set(CASES) == set(Kind)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_has_its_words(language: str) -> None:
    """No language lacks a sentence or has one too many, and no two kinds have the same sentence."""
    sentences = render._LANGUAGES[language].reasons
    assert set(sentences) == set(Kind)
    assert len(set(sentences.values())) == len(Kind)


ORDER = {
    "not a rook's way, before its pin": ("k3r3/8/8/8/8/8/4R3/4K3 w - - 0 1", "e2d3", Kind.WAY),
    "blocked, before the own piece at the end": ("4k3/8/8/8/P7/8/8/R3K3 w - - 0 1", "a1a6", Kind.BLOCKED),
    "an own piece, before a pin": ("k3r3/8/8/8/8/2P5/4N3/4K3 w - - 0 1", "e2c3", Kind.OWN_PIECE),
    "a check, before a pin": ("k3r3/8/8/8/1b6/8/4N3/4K3 w - - 0 1", "e2g3", Kind.IN_CHECK),
    "a pin, where the check would be parried": ("k3r3/8/8/8/1b6/8/4N3/4K3 w - - 0 1", "e2c3", Kind.PINNED),
    "a double check, before one that would be parried": (
        "4r2k/8/8/8/1b6/8/8/R3K3 w Q - 0 1",
        "a1a4",
        Kind.DOUBLE_CHECK,
    ),
    "the other king, before other attackers": ("8/8/8/4k3/8/4K3/8/4R2r b - - 0 1", "e5e4", Kind.KINGS_MEET),
    "a rook that has moved, before an attacked square": (
        "4k3/8/b7/8/8/8/8/R3K2R w Q - 0 1",
        "e1g1",
        Kind.CASTLING_LOST,
    ),
    "a piece between, before a check": ("k3r3/8/8/8/8/8/8/R3KN1R w KQ - 0 1", "e1g1", Kind.CASTLING_BETWEEN),
    "out of check, before through an attacked square": (
        "k3rr2/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        "e1g1",
        Kind.CASTLING_OUT_OF_CHECK,
    ),
    "a king's two squares elsewhere are no castling": ("4k3/8/8/8/8/8/8/3K3R w - - 0 1", "d1f1", Kind.WAY),
    "a pinned pawn, before en passant that uncovers": (
        "3r3k/8/8/2pP4/8/8/8/3K4 w - c6 0 1",
        "d5c6",
        Kind.PINNED,
    ),
    "a king that steps back on the line of its check": (
        "4r2k/8/8/8/8/4K3/8/8 w - - 0 1",
        "e3e2",
        Kind.KING_ATTACKED,
    ),
}


@pytest.mark.parametrize("name", ORDER)
def test_where_several_hold_one_is_said(name: str) -> None:
    """The order in the head of the file decides."""
    fen, tried, kind = ORDER[name]
    reason = why(fen, tried)
    assert reason
    assert reason.kind == kind


LEGAL = {
    "a promotion without its piece": ("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8"),
    "castling": (CASTLE, "e1c1"),
    "castling whose rook crosses an attacked square": ("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1"),
    "en passant": ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"),
    "a pinned rook on its line": ("k3r3/8/8/8/8/8/4R3/4K3 w - - 0 1", "e2e8"),
}


@pytest.mark.parametrize("name", LEGAL)
def test_no_reason_against_what_is_legal(name: str) -> None:
    """A promotion without a chosen piece counts as legal."""
    assert why(*LEGAL[name]) is None


GENDERS = {
    "k3r3/8/8/8/8/8/4R3/4K3 w - - 0 1 e2a2": "la tour en e2 est clouée sur le roi par la tour en e8",
    "k3r3/8/8/8/8/8/4Q3/4K3 w - - 0 1 e2a2": "la dame en e2 est clouée sur le roi par la tour en e8",
    "k3q3/8/8/8/8/8/4B3/4K3 w - - 0 1 e2f3": "le fou en e2 est cloué sur le roi par la dame en e8",
    "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1 a1b3": "une dame ne se déplace pas ainsi",
    "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 a1b3": "une tour ne se déplace pas ainsi",
    "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1 e1a1": "un roi ne se déplace pas ainsi",
    "4k3/8/8/8/8/8/R7/Q3K3 w - - 0 1 a1a2": "votre propre tour se trouve en a2",
}


@pytest.mark.parametrize("tried", GENDERS)
def test_french_agrees_with_the_piece(tried: str) -> None:
    """Article and participle agree with the piece's gender."""
    fen, _, squares = tried.rpartition(" ")
    reason = why(fen, squares)
    assert reason
    assert reason_words(reason, "fr") == GENDERS[tried]
