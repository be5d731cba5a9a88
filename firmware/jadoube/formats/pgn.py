"""PGN: games written for other programs.

The writing is python-chess's; what stands here is which tags and comments our games bear. They are in
English, whatever the board's language: a PGN goes to programs and people everywhere.
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
"""PGN's words for how a game ended, where it is not `normal`."""

UNREADABLE = "unreadable: the board shows no legal play from here on"
"""Stands after the last ply when pieces stand where no reading puts them."""

_PGN_KINDS = (Kind.FISCHER, Kind.HOURGLASS)
"""The kinds of period that PGN can write, for both sides alike."""

OWN_TAG = "ClockControl"
"""The tag that says a time control for which PGN has no words."""

SEVEN_TAGS = ("Event", "Site", "Date", "Round", "White", "Black", "Result")


def write_pgn(sheet: Scoresheet, tags: dict[str, str] | None = None) -> str:
    """Write one game, ending with an empty line; `tags` are names and event, as far as they are known."""
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
    """What was agreed, in PGN's words; where it has none, unknown, and our own words in a tag of our own."""
    if control is None:
        return {"TimeControl": "-"}
    has_words = all(each.kind in _PGN_KINDS for each in control.white) and control.white == control.black
    return {"TimeControl": control.text} if has_words else {"TimeControl": "?", OWN_TAG: control.text}


class _Exporter(chess.pgn.StringExporter):
    """Writes doubts, acts and times as comments of their own, so that each can be read by itself."""

    def visit_comment(self, comment: str) -> None:
        for part in comment.replace(" [%", "\n[%").split("\n"):
            super().visit_comment(part)


def _comment(ply: Ply, acts: tuple[Sentence, ...]) -> str:
    doubts = (f"doubt: {', '.join(ply.doubts)}",) if ply.doubts else ()
    return "\n".join((*doubts, *map(put_in_words, acts)))
