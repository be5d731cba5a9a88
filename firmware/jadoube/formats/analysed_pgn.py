"""Writes an analysis into the PGN of a game: an evaluation behind each ply, better lines, glyphs.

The law: whatever stands in the text stays there, clocks and doubts and the lines of others. Evaluations are
`[%eval 0.25]` in pawns or `[%eval #-3]`, White's side, as Lichess and python-chess write them. A line is
added only where the ply was assessed, and not a second time. It refuses to know engines.
"""

import io
from collections.abc import Sequence
from typing import Final

import chess
import chess.pgn
from chess.engine import PovScore

from jadoube.config.worded_input import WordedInput
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.core.messages.phrases import sentence
from jadoube.engines.evaluation import Assessed, Evaluation
from jadoube.formats.pgn import PgnBuilder, PgnExporter

LINE_MOST: Final = 10
"""Plies of a better line: more than that is not read, and less sure."""

ANNOTATOR: Final = "Annotator"


def read_parts(text: str, place: str) -> list[chess.pgn.Game]:
    """Read a game with all its parts. WordedInput(`place`) for a variant of chess."""
    source, parts = io.StringIO(text), []
    while game := chess.pgn.read_game(source, Visitor=PgnBuilder):
        if game.board().uci_variant != "chess":
            raise WordedInput(place, sentence(EdgePhrase.GAME_VARIANT, variant=game.headers["Variant"]))
        parts.append(game)
    return parts


def positions(game: chess.pgn.Game) -> list[chess.Board]:
    """Return the start and the position after each ply, with the moves that led there."""
    return [game.board(), *(node.board() for node in game.mainline())]


def annotate(
    game: chess.pgn.Game, evaluations: Sequence[Evaluation], assessed: Sequence[Assessed], annotator: str
) -> None:
    """Write an analysis into a game; `evaluations` has one more than there are plies, that of the start."""
    game.headers[ANNOTATOR] = annotator
    for node, evaluation, ply in zip(list(game.mainline()), evaluations[1:], assessed, strict=True):
        node.set_eval(PovScore(evaluation.score, chess.WHITE))
        if ply.assessment is None:
            continue
        node.nags.add(ply.assessment.value)
        line = ply.better[:LINE_MOST]
        if line and not node.parent.has_variation(line[0]):
            node.parent.add_line(line)


def text_of(game: chess.pgn.Game) -> str:
    """Return a game as PGN, with an empty line at the end."""
    return f"{game.accept(PgnExporter(columns=80))}\n\n"
