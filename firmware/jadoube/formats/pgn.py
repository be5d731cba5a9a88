"""Writes games as PGN, for other programs.

python-chess writes the text; this file decides the tags and comments. They are in English, whatever the
board's language: a PGN goes to programs and people everywhere.
"""

import chess
import chess.pgn

from jadoube.core.clock.time_control import Kind, TimeControl
from jadoube.core.display.scoresheet import Ply, Scoresheet
from jadoube.core.language.render import put_in_words
from jadoube.core.messages.phrases import Sentence
from jadoube.core.rules.outcome import Termination

TERMINATIONS = {
    Termination.FLAG_FELL: "time forfeit",
    Termination.ILLEGAL_MOVES: "rules infraction",
    Termination.ARBITER: "adjudication",
    Termination.UNFINISHED: "unterminated",
}
"""PGN's `Termination` values; the others are `normal`."""

UNREADABLE = "unreadable: the board shows no legal play from here on"
"""The comment after the last ply if pieces stand where no reading puts them."""

_PGN_KINDS = (Kind.FISCHER, Kind.HOURGLASS)
"""The kinds of period that PGN's `TimeControl` can express, if both sides have the same."""

OWN_TAG = "ClockControl"
"""Our own tag for a time control that PGN cannot express."""

SEVEN_TAGS = ("Event", "Site", "Date", "Round", "White", "Black", "Result")


def write_pgn(sheet: Scoresheet, tags: dict[str, str] | None = None) -> str:
    """Return one game as PGN, with an empty line at the end; `tags` are the known names and event."""
    game = chess.pgn.Game()
    for name in SEVEN_TAGS[:-1]:
        game.headers[name] = (tags or {}).get(name) or game.headers[name]
    if sheet.start_fen != chess.STARTING_FEN:
        game.setup(chess.Board(sheet.start_fen))
    game.headers["Result"] = sheet.result
    game.headers.update(_clock_tags(sheet.control))
    if sheet.outcome:
        game.headers["Termination"] = TERMINATIONS.get(sheet.outcome.termination, "normal")
    game.headers["RuleSet"] = sheet.rules.text
    node: chess.pgn.GameNode = game
    node.comment = "\n".join(map(put_in_words, sheet.acts.get(0, ())))
    for number, ply in enumerate(sheet.plies, start=1):
        node = node.add_variation(ply.move, comment=_comment(ply, sheet.acts.get(number, ())))
        if ply.remaining_ms is not None:
            node.set_clock(ply.remaining_ms / 1000)
        if ply.elapsed_ms is not None:
            node.set_emt(ply.elapsed_ms / 1000)
    if sheet.unreadable:
        node.comment = "\n".join(filter(None, (node.comment, UNREADABLE)))
    return f"{game.accept(_Exporter(columns=80))}\n\n"


def _clock_tags(control: TimeControl | None) -> dict[str, str]:
    """The tags of a time control; `?` and our own tag if PGN cannot express it."""
    if control is None:
        return {"TimeControl": "-"}
    has_words = all(each.kind in _PGN_KINDS for each in control.white) and control.white == control.black
    return {"TimeControl": control.text} if has_words else {"TimeControl": "?", OWN_TAG: control.text}


class _Exporter(chess.pgn.StringExporter):
    """Writes doubts, acts and times as separate comments, so that each can be parsed by itself."""

    def visit_comment(self, comment: str) -> None:
        for part in comment.replace(" [%", "\n[%").split("\n"):
            super().visit_comment(part)


def _comment(ply: Ply, acts: tuple[Sentence, ...]) -> str:
    doubts = (f"doubt: {', '.join(ply.doubts)}",) if ply.doubts else ()
    return "\n".join((*doubts, *map(put_in_words, acts)))
