"""The words of a reason, in each language in which the board says it.

One table for each language, keyed by the kind of reason; what stands in braces is what the reason names. A
sentence has no capital and no full stop: it stands in a line with others. The French words are those of the
rules that the club plays by (roque, prise en passant, échec); a square has *en* before it, so that nothing
is elided, and what agrees with a piece has its gender. This file decides how a reason is said, and refuses
to know when.
"""

from collections.abc import Mapping
from typing import NamedTuple

import chess

from jadoube.core.reasons import Kind, Reason


class _Language(NamedTuple):
    """A language: its sentences, what it calls pieces and sides, and how it joins several pieces."""

    sentences: Mapping[Kind, str]
    a_piece: Mapping[chess.PieceType, str]
    the_piece: Mapping[chess.PieceType, str]
    own_piece: Mapping[chess.PieceType, str]
    sides: Mapping[chess.Color, str]
    on: str
    both: str


_ENGLISH = _Language(
    sentences={
        Kind.NO_PIECE: "no piece stands on {source}",
        Kind.NOT_YOUR_TURN: "it is not {side}'s turn",
        Kind.SAME_SQUARE: "a move goes to another square",
        Kind.KING_NOT_CAPTURED: "a king is never captured",
        Kind.CASTLING_NO_ROOK: "castling: no rook stands on {square}",
        Kind.CASTLING_KING_MOVED: "castling: the king has moved",
        Kind.CASTLING_ROOK_MOVED: "castling: {men} has moved",
        Kind.CASTLING_LOST: "castling: the king or the rook has moved",
        Kind.CASTLING_BETWEEN: "castling: {men} stands between the king and the rook",
        Kind.CASTLING_OUT_OF_CHECK: "castling: the king is in check from {men}",
        Kind.CASTLING_THROUGH: "castling: the king may not cross {through}, attacked by {men}",
        Kind.CASTLING_INTO: "castling: the king may not go to {target}, attacked by {men}",
        Kind.PAWN_BACK: "a pawn does not move backwards",
        Kind.PAWN_TWO_SQUARES: "a pawn moves two squares only from where it starts",
        Kind.PAWN_STRAIGHT: "a pawn captures diagonally only, and {men} is straight ahead",
        Kind.PAWN_DIAGONAL: "a pawn moves diagonally only to capture, and {square} is empty",
        Kind.EN_PASSANT_LATE: "en passant is too late: {men} moved two squares before the last move",
        Kind.EN_PASSANT_ONE_STEP: "no en passant: {men} did not move two squares",
        Kind.EN_PASSANT_NOT_NOW: "no en passant: {men} has not just moved two squares",
        Kind.WAY: "{a_piece} does not move so",
        Kind.BLOCKED: "the path is blocked by {men}",
        Kind.OWN_PIECE: "{own_piece} stands on {square}",
        Kind.KINGS_MEET: "the king may not go next to {men}",
        Kind.KING_ATTACKED: "the king may not go to {target}, attacked by {men}",
        Kind.DOUBLE_CHECK: "double check from {men}: only the king may move",
        Kind.IN_CHECK: "the king is left in check from {men}",
        Kind.PINNED: "{the_piece} on {source} is pinned to the king by {men}",
        Kind.EN_PASSANT_UNCOVERS: "en passant would open the king to {men}",
    },
    a_piece={piece: f"a {chess.piece_name(piece)}" for piece in chess.PIECE_TYPES},
    the_piece={piece: f"the {chess.piece_name(piece)}" for piece in chess.PIECE_TYPES},
    own_piece={piece: f"your own {chess.piece_name(piece)}" for piece in chess.PIECE_TYPES},
    sides={chess.WHITE: "White", chess.BLACK: "Black"},
    on="on",
    both=" and ",
)

_MASCULINE = {chess.PAWN: "pion", chess.KNIGHT: "cavalier", chess.BISHOP: "fou", chess.KING: "roi"}
_FEMININE = {chess.ROOK: "tour", chess.QUEEN: "dame"}


def _with_gender(masculine: str, feminine: str) -> Mapping[chess.PieceType, str]:
    """Put a French word before every piece, by its gender."""
    return {piece: f"{masculine} {name}" for piece, name in _MASCULINE.items()} | {
        piece: f"{feminine} {name}" for piece, name in _FEMININE.items()
    }


_FRENCH = _Language(
    sentences={
        Kind.NO_PIECE: "aucune pièce ne se trouve en {source}",
        Kind.NOT_YOUR_TURN: "ce n'est pas le tour des {side}",
        Kind.SAME_SQUARE: "un coup mène la pièce sur une autre case",
        Kind.KING_NOT_CAPTURED: "un roi n'est jamais capturé",
        Kind.CASTLING_NO_ROOK: "roque : il n'y a pas de tour en {square}",
        Kind.CASTLING_KING_MOVED: "roque : le roi s'est déjà déplacé",
        Kind.CASTLING_ROOK_MOVED: "roque : {men} s'est déjà déplacée",
        Kind.CASTLING_LOST: "roque : le roi ou la tour s'est déjà déplacé",
        Kind.CASTLING_BETWEEN: "roque : {men} se trouve entre le roi et la tour",
        Kind.CASTLING_OUT_OF_CHECK: "roque : le roi est mis en échec par {men}",
        Kind.CASTLING_THROUGH: "roque : le roi ne peut pas traverser la case {through}, attaquée par {men}",
        Kind.CASTLING_INTO: "roque : le roi ne peut pas aller sur la case {target}, attaquée par {men}",
        Kind.PAWN_BACK: "un pion ne recule pas",
        Kind.PAWN_TWO_SQUARES: "un pion n'avance de deux cases que depuis sa case de départ",
        Kind.PAWN_STRAIGHT: "un pion ne capture qu'en diagonale, et {men} se trouve tout droit",
        Kind.PAWN_DIAGONAL: "un pion ne va en diagonale que pour capturer, et la case {square} est vide",
        Kind.EN_PASSANT_LATE: (
            "prise en passant trop tardive : {men} a avancé de deux cases avant le dernier coup"
        ),
        Kind.EN_PASSANT_ONE_STEP: "pas de prise en passant : {men} n'a pas avancé de deux cases",
        Kind.EN_PASSANT_NOT_NOW: "pas de prise en passant : {men} ne vient pas d'avancer de deux cases",
        Kind.WAY: "{a_piece} ne se déplace pas ainsi",
        Kind.BLOCKED: "le chemin est bloqué par {men}",
        Kind.OWN_PIECE: "{own_piece} se trouve en {square}",
        Kind.KINGS_MEET: "le roi ne peut pas aller à côté du roi en {square}",
        Kind.KING_ATTACKED: "le roi ne peut pas aller sur la case {target}, attaquée par {men}",
        Kind.DOUBLE_CHECK: "échec double par {men} : seul le roi peut bouger",
        Kind.IN_CHECK: "le roi reste en échec, attaqué par {men}",
        Kind.PINNED: "{the_piece} en {source} est cloué{e} sur le roi par {men}",
        Kind.EN_PASSANT_UNCOVERS: "la prise en passant met le roi en échec, attaqué par {men}",
    },
    a_piece=_with_gender("un", "une"),
    the_piece=_with_gender("le", "la"),
    own_piece=_with_gender("votre propre", "votre propre"),
    sides={chess.WHITE: "Blancs", chess.BLACK: "Noirs"},
    on="en",
    both=" et ",
)

_LANGUAGES = {"en": _ENGLISH, "fr": _FRENCH}

LANGUAGES = tuple(_LANGUAGES)
"""The languages in which a reason can be said, the default first."""


def reason_words(reason: Reason, language: str = LANGUAGES[0]) -> str:
    """Say why a ply is illegal, in one sentence."""
    speech = _LANGUAGES[language]
    piece, men = reason.piece or chess.PAWN, reason.men
    return speech.sentences[reason.kind].format(
        source=chess.SQUARE_NAMES[reason.source],
        target=chess.SQUARE_NAMES[reason.target],
        square=chess.SQUARE_NAMES[men[0][1]],
        through=chess.SQUARE_NAMES[reason.through or 0],
        men=_men(reason, speech),
        a_piece=speech.a_piece[piece],
        the_piece=speech.the_piece[piece],
        own_piece=speech.own_piece[men[0][0] or piece],
        side=speech.sides[reason.side],
        e="e" if piece in _FEMININE else "",
    )


def _men(reason: Reason, speech: _Language) -> str:
    """Name the pieces that are the reason, each with its square."""
    named = (
        f"{speech.the_piece[piece]} {speech.on} {chess.SQUARE_NAMES[square]}"
        for piece, square in reason.men
        if piece
    )
    return speech.both.join(named)


def side_name(side: chess.Color) -> str:
    """A side's name at the beginning of what is said of it: White or Black."""
    return chess.COLOR_NAMES[side].capitalize()
