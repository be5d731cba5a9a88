"""PGN that programs elsewhere read: tags, moves, times and doubts are written for ever as they were."""

import io
import re
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

import chess
import chess.pgn
import pytest

from jadoube.core.clock.time_control import parse_time_control
from jadoube.core.display.scoresheet import Ply, Scoresheet
from jadoube.core.rules.outcome import Outcome, Termination
from jadoube.core.rules.rule_sets import parse_rules
from jadoube.formats.corrected_pgn import corrected, corrections_in
from jadoube.formats.pgn import TERMINATIONS, write_pgn
from jadoube.formats.pgn_tags import names_of_tags
from jadoube.formats.sensorlog import read_sensor_log
from jadoube.games.journal.fold import fold
from jadoube.games.journal.text import read_journal
from jadoube.games.replay import replay
from shared.disk.kept_corpus import KEPT, kept, pgn_of

COMMENTS = re.compile(r"\[%[^\]]*\]|(?:doubt|irregular|unreadable|corrected): [^\n\[]*")
GAMES = kept("logs", "pgn") + kept("journals", "pgn")
EVERY_TAG = KEPT / "pgn" / "every-tag.pgn"
CORRECTED = KEPT / "pgn" / "corrected.pgn"


def for_programs(node: chess.pgn.GameNode) -> set[str]:
    """The comments behind a ply that programs read: times, doubts, irregular plies."""
    return set(COMMENTS.findall(node.comment))


def games(text: str) -> list[chess.pgn.Game]:
    """All games of a file."""
    file = io.StringIO(text)
    return list(takewhile(bool, iter(lambda: chess.pgn.read_game(file), None)))


def lost(before: str, now: str) -> Iterator[str]:
    """What a reader of an earlier PGN misses in the present one, or finds otherwise."""
    if len(games(before)) != len(games(now)):
        yield "a game"
    for game, same in zip(games(before), games(now), strict=False):
        yield from (tag for tag, value in game.headers.items() if same.headers.get(tag) != value)
        nodes, again = ([each, *each.mainline()] for each in (game, same))
        if [node.board().fen() for node in nodes] != [node.board().fen() for node in again]:
            yield "a move"
        for node, other in zip(nodes, again, strict=False):
            yield from for_programs(node) - for_programs(other)


def written(path: Path) -> str:
    """The PGN of now of the game whose kept PGN this is."""
    if path.parent.name == "logs":
        return pgn_of(replay(read_sensor_log(path.with_suffix(".log"))).table, {})
    journal = read_journal(path.with_suffix(".journal"))
    tags = {name: value for name, value in journal.header.tags.items() if "\n" not in value}
    return pgn_of(fold(journal).table._replace(names=names_of_tags(tags)), tags)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_kept_pgn_is_written_still(path: Path) -> None:
    """Every tag with its value, every move, and the times and doubts behind it; further ones may come."""
    assert len(GAMES) >= 5
    assert list(lost(path.read_text("utf-8"), written(path))) == []


def sheet_with_everything(termination: Termination) -> Scoresheet:
    """A game with doubts, times, an irregular ply, and a control that PGN cannot express."""
    board, plies = chess.Board(), list[Ply]()
    for number, san in enumerate(("e4", "e5", "Nf3", "Nc6"), start=1):
        move = board.push_san(san)
        plies.append(Ply(move, san, 600_000 - number * 700, ("d4", "c4") if number == 1 else (), 700))
    stands = "r1bqkbnr/pppp1ppp/2n5/4p3/4P1N1/8/PPPP1PPP/RNBQKB1R b KQkq - 3 3"
    plies.append(Ply(chess.Move.from_uci("f3g4"), "Nf3-g4", 595_000, (), 900, stands))
    plies.append(Ply(chess.Move.from_uci("d7d5"), "d5", 594_000, ("d6",), 1100))
    return Scoresheet(
        start_fen=chess.STARTING_FEN,
        plies=tuple(plies),
        outcome=Outcome(termination, winner=chess.WHITE),
        rules=parse_rules("fide touch_move=no"),
        control=parse_time_control("600d5"),
        unreadable=True,
    )


def test_every_tag_and_comment_is_written_still() -> None:
    """What the program adds to PGN, in a game of two parts; only `Termination` differs between its ends."""
    names = {
        "White": "Ada",
        "Black": "Zoë",
        "Event": "Club",
        "Site": "Lyon",
        "Round": "3",
        "Date": "2026.11.22",
    }
    before = EVERY_TAG.read_text("utf-8")
    now = write_pgn(sheet_with_everything(Termination.FLAG_FELL), names)
    assert list(lost(before, now)) == []
    assert len(games(before)) == 2
    for mark in (
        "[RuleSet ",
        "[ClockControl ",
        "[Continues ",
        "[Variant ",
        "doubt: d6",
        "irregular: ",
        "unreadable: ",
    ):
        assert mark in before


def test_a_corrected_game_is_written_and_read_still() -> None:
    """The tag, and the comments behind the plies; from these the game as it was read is known."""
    before = CORRECTED.read_text("utf-8")
    read = {1: ("e4", "the arbiter"), 2: ("e5", "the owner"), 6: ("d5", "the arbiter")}
    found = corrections_in(before)
    assert {number: (each.read, each.by) for number, each in found.items()} == read
    assert list(lost(before, corrected(EVERY_TAG.read_text("utf-8"), found).text)) == []
    for mark in ("[Corrected ", "corrected: e5 was read, by the owner"):
        assert mark in before


def test_a_termination_has_the_word_that_it_had() -> None:
    """The words of the standard, and `normal` for all other ends."""
    words = {
        Termination.FLAG_FELL: "time forfeit",
        Termination.ILLEGAL_MOVES: "rules infraction",
        Termination.ARBITER: "adjudication",
        Termination.SERVER: "adjudication",
        Termination.LEFT: "abandoned",
        Termination.UNFINISHED: "unterminated",
    }
    assert words == TERMINATIONS


def test_what_is_lost_is_found() -> None:
    """A tag, a move, a doubt, a time and a game that are gone."""
    before = EVERY_TAG.read_text("utf-8")
    changes = (("[RuleSet ", "[Rules "), ("2. Nf3", "2. Nc3"), ("doubt: d4", "doubt: a4"), ("%emt", "%egt"))
    for found, other in changes:
        assert found in before
        assert list(lost(before, before.replace(found, other, 1))) != []
    assert "a game" in lost(before, before.split("\n\n[Event")[0])
