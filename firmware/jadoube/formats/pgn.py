"""Writes games as PGN, for other programs.

python-chess writes the text; this file decides the tags and comments. They are in English, whatever the
board's language: a PGN goes to programs and people everywhere.
"""

from collections.abc import Iterator, Mapping, Sequence

import chess
import chess.pgn

from jadoube.core.clock.time_control import Kind, TimeControl
from jadoube.core.display.scoresheet import Ply, Scoresheet
from jadoube.core.language.render import put_in_words
from jadoube.core.messages.names import NO_NAMES
from jadoube.core.messages.phrases import Sentence
from jadoube.core.rules.outcome import Termination
from jadoube.formats.pgn_tags import ECO, FURTHER_TAGS, GAME_ID, OPENING, SEVEN_TAGS, tags_with_names
from jadoube.openings.lookup import opening_of

TERMINATIONS = {
    Termination.FLAG_FELL: "time forfeit",
    Termination.ILLEGAL_MOVES: "rules infraction",
    Termination.ARBITER: "adjudication",
    Termination.SERVER: "adjudication",
    Termination.LEFT: "abandoned",
    Termination.UNFINISHED: "unterminated",
}
"""PGN's `Termination` values; the others are `normal`."""

UNREADABLE = "unreadable: the board shows no legal play from here on"
"""The comment after the last ply if pieces stand where no reading puts them."""

_PGN_KINDS = (Kind.FISCHER, Kind.HOURGLASS)
"""The kinds of period that PGN's `TimeControl` can express, if both sides have the same."""

OWN_TAG = "ClockControl"
"""Our own tag for a time control that PGN cannot express."""

CONTINUES = "Continues"
"""Our own tag of a further part of a game: the last position of the part before, as a FEN."""

MODE = "Mode"
SERVER_MODE = "ICS"
"""The tag of a game that is played on an Internet Chess Server (PGN standard, 9.6.1)."""

PAUSES = "Pauses"
"""Our own tag for the pauses that people made: in the tags they do not stand between the moves."""

FROM_POSITION = "From Position"
"""The `Variant` of a further part: other programs then do not expect the moves that led to it."""


def write_pgn(sheet: Scoresheet, tags: dict[str, str] | None = None) -> str:
    """Return one game as PGN, with an empty line at the end; `tags` are what is known besides its names.

    PGN has no irregular plies. The game ends before each, without a result, and goes on as a further game
    from the position after it. So the text has one game more than there are irregular plies, and each but the
    first has the tag `Continues`. Where the game has a `GameId`, they have further ones, `ID-2` and so on.
    All have the opening of the first, where it may be named. A game of a server has the tag `Mode "ICS"`, and
    its address as the site where none is named.
    """
    tags = tags or {}
    if sheet.names != NO_NAMES:
        tags = tags_with_names(tags, sheet.names)
    parts = list(_split_at_irregular(sheet))
    named = opening_of(sheet.start_fen, [ply.move for ply in parts[0][-1] if ply.move])
    if named and sheet.names_opening:
        tags = {**tags, ECO: named.eco, OPENING: named.name}
    written, before = [], ""
    for number, (begins, first, plies) in enumerate(parts):
        game = _new_game(sheet, tags, is_last=number == len(parts) - 1)
        if number:
            if game_id := game.headers.get(GAME_ID):
                game.headers[GAME_ID] = f"{game_id}-{number + 1}"
            game.setup(chess.Board(begins.stands))
            game.headers["Variant"] = FROM_POSITION
            game.headers[CONTINUES] = before
        end = _add_plies(game, sheet, first, plies, begins)
        if number == len(parts) - 1 and sheet.unreadable:
            end.comment = "\n".join(filter(None, (end.comment, UNREADABLE)))
        before = end.board().fen()
        written.append(f"{game.accept(PgnExporter(columns=80))}\n\n")
    return "".join(written)


_AT_START = Ply(None, "")
"""Stands for the ply before the first."""


def _split_at_irregular(sheet: Scoresheet) -> Iterator[tuple[Ply, int, tuple[Ply, ...]]]:
    """Yield the parts of a game: the ply that led to its first position, that ply's number, its plies."""
    starts = [0, *(number for number, ply in enumerate(sheet.plies, start=1) if ply.stands)]
    ends = [*(number - 1 for number in starts[1:]), len(sheet.plies)]
    for start, end in zip(starts, ends, strict=True):
        yield sheet.plies[start - 1] if start else _AT_START, start, sheet.plies[start:end]


def _new_game(sheet: Scoresheet, tags: Mapping[str, str], *, is_last: bool) -> chess.pgn.Game:
    """Make a game with all tags and no plies; result and termination stand in the last part."""
    game = chess.pgn.Game()
    for name in SEVEN_TAGS[:-1]:
        game.headers[name] = _escape(tags.get(name) or game.headers[name])
    for name in FURTHER_TAGS:
        if value := tags.get(name):
            game.headers[name] = _escape(value)
    if sheet.start_fen != chess.STARTING_FEN:
        game.setup(chess.Board(sheet.start_fen))
    if sheet.server_game:
        game.headers[MODE] = SERVER_MODE
        if tags.get("Site", "?") == "?":
            game.headers["Site"] = _address(sheet.server_game)
    game.headers["Result"] = sheet.result if is_last else "*"
    game.headers.update(_clock_tags(sheet.control))
    if not is_last:
        game.headers["Termination"] = TERMINATIONS[Termination.UNFINISHED]
    elif sheet.outcome:
        game.headers["Termination"] = TERMINATIONS.get(sheet.outcome.termination, "normal")
    game.headers["RuleSet"] = sheet.rules.text
    if sheet.pauses and is_last:
        game.headers[PAUSES] = _pauses_text(sheet)
    return game


def _address(server_game: str) -> str:
    """Where the game is on its server."""
    server, _, game = server_game.partition(":")
    return f"https://{server}.org/{game}"


def _escape(value: str) -> str:
    """A tag's value as PGN writes it; python-chess writes it as it is."""
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _add_plies(
    game: chess.pgn.Game, sheet: Scoresheet, first: int, plies: Sequence[Ply], begins: Ply
) -> chess.pgn.GameNode:
    """Add the plies behind ply `first` of the game, which is told before them; return the last node."""
    node: chess.pgn.GameNode = game
    irregular = (f"irregular: {begins.san}",) if begins.stands else ()
    _annotate(node, begins, sheet.acts.get(first, ()), irregular)
    for number, ply in enumerate(plies, start=first + 1):
        if ply.move is None:
            raise ValueError(f"ply {number}: no move found, expected one")
        node = node.add_variation(ply.move)
        _annotate(node, ply, sheet.acts.get(number, ()))
    return node


def _annotate(
    node: chess.pgn.GameNode, ply: Ply, acts: tuple[Sentence, ...], more: tuple[str, ...] = ()
) -> None:
    """Write doubts, acts and times behind a ply."""
    doubts = (f"doubt: {', '.join(ply.doubts)}",) if ply.doubts else ()
    node.comment = "\n".join((*more, *doubts, *map(put_in_words, acts)))
    if ply.remaining_ms is not None:
        node.set_clock(ply.remaining_ms / 1000)
    if ply.elapsed_ms is not None:
        node.set_emt(ply.elapsed_ms / 1000)


def _pauses_text(sheet: Scoresheet) -> str:
    """The pauses: the move in which each was made, who made it, White's and Black's time then."""
    start, plies = chess.Board(sheet.start_fen), len(sheet.plies)
    begun = 2 * start.fullmove_number - 2 + (start.turn == chess.BLACK)
    told = []
    for each in sheet.pauses:
        number, black = divmod(begun + min(each.ply, plies), 2)
        at = f"{number + 1}{'...' if black else '.'}"
        white, black_left = (_time_text(each.left_ms[side]) for side in (chess.WHITE, chess.BLACK))
        who = each.by or "a player"
        told.append(f"{at} by {who}, White {white}, Black {black_left}")
    return "; ".join(told)


def _time_text(ms: int) -> str:
    """A time as 0:04:59.9; what is less than a tenth is dropped."""
    seconds, tenths = divmod(ms // 100, 10)
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}.{tenths}"


def _clock_tags(control: TimeControl | None) -> dict[str, str]:
    """The tags of a time control; `?` and our own tag if PGN cannot express it."""
    if control is None:
        return {"TimeControl": "-"}
    has_words = all(each.kind in _PGN_KINDS for each in control.white) and control.white == control.black
    return {"TimeControl": control.text} if has_words else {"TimeControl": "?", OWN_TAG: control.text}


class PgnExporter(chess.pgn.StringExporter):
    """Writes doubts, acts and times as separate comments, so that each can be parsed by itself."""

    def visit_comment(self, comment: str) -> None:
        """Write one comment for each line of this one, and for each command in it."""
        for part in comment.replace(" [%", "\n[%").split("\n"):
            super().visit_comment(part)


class PgnBuilder(chess.pgn.GameBuilder[chess.pgn.Game]):
    """Builds a game whose comments stay apart: python-chess would join them by spaces."""

    def visit_comment(self, comment: str) -> None:
        """Add a comment as a line of its own."""
        node = self.variation_stack[-1]
        before = node.comment
        node.comment = ""
        super().visit_comment(comment)
        node.comment = "\n".join(filter(None, (before, node.comment)))
