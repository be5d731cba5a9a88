"""An engine that plays is never trusted: it dies, hangs and lies, and its game goes on, in time."""

import asyncio
import os
import struct
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import chess
import chess.polyglot
import pytest
from chess.engine import INFO_ALL

from jadoube.config.problems import BadInput
from jadoube.core.rules.game_line import board_after
from jadoube.engines.engine_process import STARTS, Care
from jadoube.engines.known_engines import Engine, find_engine
from jadoube.engines.opponent_engine import HAND_MS, HOPELESS_MOVES, KEEN_ELO, Asked, Played, PlayingEngine
from shared.board.scripted_engine import heard_by, scripted

CARE = Care(0, start_s=60.0, answer_s=60.0)
"""Nothing that is tried here takes as long, on whatever machine."""
SHORT = CARE._replace(answer_s=0.1)
"""For what never answers."""

START = Asked(chess.STARTING_FEN, (), 1500, move_ms=1)
FIRST = "g1h3"
"""What the scripted engine plays first."""
KNIGHTS = ("g1f3", "g8f6", "f3g1", "f6g8")

_T = TypeVar("_T")


def played(
    engine: Engine,
    play: Callable[[PlayingEngine], Awaitable[_T]],
    *,
    care: Care = CARE,
    book: Path | None = None,
) -> _T:
    """What comes of playing with an engine."""

    async def go() -> _T:
        player = PlayingEngine(engine, book=str(book) if book else None, care=care)
        try:
            return await play(player)
        finally:
            await player.close()

    return asyncio.run(go())


def answers(engine: Engine, *questions: Asked, care: Care = CARE, book: Path | None = None) -> list[Played]:
    """What an engine answers to each question, one after the other."""

    async def ask(player: PlayingEngine) -> list[Played]:
        return [await player.play(each) for each in questions]

    return played(engine, ask, care=care, book=book)


# What an engine does wrong


@pytest.mark.parametrize("deed", ["dies", "hangs"])
def test_one_that_fails_while_it_thinks_is_started_again(deed: str, tmp_path: Path) -> None:
    """It is asked the whole game again, and its move is played."""
    care = CARE if deed == "dies" else CARE._replace(answer_s=3.0)
    (found,) = answers(scripted(deed, tmp_path), START._replace(moves=KNIGHTS), care=care)
    assert found == Played(FIRST, cp=13)
    assert heard_by(tmp_path, "position") == [f"position startpos moves {' '.join(KNIGHTS)}"] * 2


@pytest.mark.parametrize(
    ("deed", "told"),
    [
        ("always-dies", r"it fails \(engine process died unexpectedly \(exit code: 3\)\)"),
        ("always-hangs", "it hangs"),
        ("plays e2e5", r"it fails \(.*e2e5.*\)"),
        ("plays 0000", r"it fails \(move .* found, expected a legal one\)"),
    ],
)
def test_one_that_always_fails_is_named_in_one_line(deed: str, told: str, tmp_path: Path) -> None:
    """After so many starts; an illegal move is a failure like others."""
    care = SHORT if deed == "always-hangs" else CARE
    with pytest.raises(BadInput) as refused:
        answers(scripted(deed, tmp_path), START, care=care)
    (line,) = str(refused.value).splitlines()
    assert line.startswith("engine scripted: ")
    assert line.endswith(f", {STARTS} times, expected a move")
    with pytest.raises(BadInput, match=told):
        raise refused.value
    if deed != "always-hangs":  # a busy machine may be slow to say that it hangs
        assert len((tmp_path / "asked").read_text().split()) == STARTS


def test_one_that_failed_is_asked_again_later(tmp_path: Path) -> None:
    """Who has given up once is started for the next question."""

    async def ask(player: PlayingEngine) -> Played:
        with pytest.raises(BadInput, match="it fails"):
            await player.play(START)
        player._process._engine = scripted("answers", tmp_path)
        return await player.play(START)

    assert played(scripted("always-dies", tmp_path), ask).move == FIRST


def test_a_question_that_is_given_up_leaves_no_process(tmp_path: Path) -> None:
    """It is cancelled while the engine thinks: the engine is killed, and the next question starts another."""

    async def ask(player: PlayingEngine) -> tuple[int, Played]:
        await player._process.started()
        pid = player._process.pid
        asking = asyncio.create_task(player.play(START))
        for _ in range(20):
            await asyncio.sleep(0)
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        player._process._engine = scripted("answers", tmp_path)
        return pid or 0, await player.play(START)

    pid, found = played(scripted("always-hangs", tmp_path), ask)
    assert found.move == FIRST
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_a_question_that_is_no_chess_is_refused(tmp_path: Path) -> None:
    """An illegal move, or a text that is no position, starts no engine."""
    for asked in (START._replace(moves=("e2e5",)), START._replace(start_fen="no FEN")):
        with pytest.raises(BadInput, match=r"question: .+, expected legal moves from a FEN"):
            answers(scripted("mute", tmp_path), asked)


def test_only_a_finished_game_has_no_move(tmp_path: Path) -> None:
    """Mate; but not a position that has come five times: the rules of the table say what that is."""
    mated = START._replace(moves=("f2f3", "e7e5", "g2g4", "d8h4"))
    assert answers(scripted("mute", tmp_path), mated) == [Played("")]
    assert answers(scripted("answers", tmp_path), START._replace(moves=KNIGHTS * 4)) == [Played(FIRST, cp=13)]


# How strong it is


def test_an_engine_with_no_options_plays(tmp_path: Path) -> None:
    """Nodes limit it; where it gives no score, it neither resigns nor takes a draw."""
    assert answers(scripted("scoreless", tmp_path), START._replace(elo=900)) == [Played(FIRST)]
    assert heard_by(tmp_path, "go") == ["go nodes 50 movetime 1"]
    assert heard_by(tmp_path, "setoption name UCI") == []


def test_an_option_that_is_refused_is_no_failure(tmp_path: Path) -> None:
    """An engine that offers a strength and then says that it knows none plays all the same."""
    assert answers(scripted("refuses", tmp_path), START) == [Played(FIRST, cp=13)]


def test_another_level_leaves_nothing_of_the_one_before(tmp_path: Path) -> None:
    """A limit of the strength is lifted again; so a strong player is strong after a weak one."""
    answers(scripted("optioned", tmp_path), *(START._replace(elo=elo) for elo in (1500, 1500, 3000, 600)))
    assert heard_by(tmp_path, "setoption name UCI") == [
        "setoption name UCI_LimitStrength value true",
        "setoption name UCI_Elo value 1500",
        "setoption name UCI_LimitStrength value false",
        "setoption name UCI_Elo value 1000",
        "setoption name UCI_LimitStrength value true",
    ]


def test_castling_is_the_kings_move(tmp_path: Path) -> None:
    """Also where an engine writes king takes rook."""
    castles = START._replace(start_fen="4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    for number, written in enumerate(("e1g1", "e1h1")):
        folder = tmp_path / str(number)
        folder.mkdir()
        assert answers(scripted(f"plays {written}", folder), castles)[0].move == "e1g1"


def test_a_new_game_and_a_takeback_begin_with_an_empty_memory(tmp_path: Path) -> None:
    """The engine is told of a new game whenever a question does not go on from the one before."""
    questions = [
        START,
        START._replace(moves=KNIGHTS[:2]),
        START._replace(moves=KNIGHTS),
        START._replace(moves=KNIGHTS[:2]),  # taken back
        START._replace(moves=KNIGHTS),
        START._replace(moves=()),  # a new game
    ]
    answers(scripted("answers", tmp_path), *questions)
    told = [line.split()[0] for line in heard_by(tmp_path) if line.startswith(("ucinewgame", "go"))]
    assert told == ["ucinewgame", "go", "go", "go", "ucinewgame", "go", "go", "ucinewgame", "go"]


# How long it thinks


def clocked(white_ms: int, black_ms: int = 60_000, *, elo: int = 1500, move_ms: int | None = None) -> Asked:
    """A question with a clock."""
    return START._replace(clock_ms=(white_ms, black_ms), elo=elo, move_ms=move_ms)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (START._replace(move_ms=None), "go nodes 2000 movetime 2000"),
        (START._replace(move_ms=700), "go nodes 2000 movetime 700"),
        (clocked(60_000 + HAND_MS), "go nodes 2000 movetime 3000"),
        (clocked(7_200_000), "go nodes 2000 movetime 15000"),
        (clocked(200), "go nodes 2000 movetime 50"),
        (clocked(0, -10), "go nodes 2000 movetime 50"),
        (clocked(1000, move_ms=5000), "go nodes 2000 movetime 250"),
        (clocked(-5, move_ms=5000), "go nodes 2000 movetime 50"),
        (clocked(500, 63_000, move_ms=5000)._replace(moves=("e2e4",)), "go nodes 2000 movetime 5000"),
    ],
)
def test_the_clock_leaves_time_for_a_hand(asked: Asked, told: str, tmp_path: Path) -> None:
    """Neither its own time nor that of a setting is more than its side has left, less what a hand needs."""
    answers(scripted("answers", tmp_path), asked)
    assert heard_by(tmp_path, "go") == [told]


@pytest.mark.parametrize(
    ("asked", "ms"),
    [
        (START._replace(elo=2400, move_ms=None), 2000),
        (START._replace(elo=600, move_ms=None), 1),
        (clocked(1_000, elo=2400), 50),
        (clocked(0, elo=2400), 50),
        (clocked(603_000, elo=2400), 2000),
        (clocked(23_000, elo=2400), 1000),
        (clocked(2_000, elo=2400)._replace(increment_ms=(5_000, 0)), 500),
    ],
)
def test_one_that_does_not_count_nodes_gets_time(asked: Asked, ms: int, tmp_path: Path) -> None:
    """As much as such nodes take, but no more than its share of the clock: it would lose on time."""
    answers(scripted("answers", tmp_path)._replace(counts_nodes=False), asked)
    (told,) = heard_by(tmp_path, "go")
    assert told == f"go movetime {ms}"


# When it gives up


def game(plies: int) -> list[Asked]:
    """The questions of a game of knights that go to and fro, which White is asked."""
    return [START._replace(moves=(KNIGHTS * plies)[:ply]) for ply in range(0, plies, 2)]


def resigned(folder: Path, cp: int, *questions: Asked) -> list[bool]:
    """At which questions an engine with this score resigns."""
    return [each.resigns for each in answers(scripted(f"scores {cp}", folder), *questions)]


def test_it_resigns_after_several_hopeless_moves_only(tmp_path: Path) -> None:
    """One bad score is no reason."""
    questions = game(2 * HOPELESS_MOVES + 2)
    assert resigned(tmp_path, -950, *questions) == [False] * (HOPELESS_MOVES - 1) + [True, True]
    assert not any(resigned(tmp_path, -850, *questions))


def test_a_weak_player_plays_on(tmp_path: Path) -> None:
    """He does not see that he is lost."""
    weak = [each._replace(elo=KEEN_ELO - 1) for each in game(2 * HOPELESS_MOVES + 2)]
    assert not any(resigned(tmp_path, -950, *weak))


def test_a_takeback_gives_him_hope(tmp_path: Path) -> None:
    """Who has taken back wants to go on: he resigns after as many hopeless moves again, not at once."""
    whole = game(2 * HOPELESS_MOVES)
    before, again = whole[-2], whole[-1]._replace(moves=(*whole[-2].moves, "b1c3", "b8c6"))
    assert resigned(tmp_path, -950, *whole, before, again) == [False] * (HOPELESS_MOVES - 1) + [
        True,
        False,
        False,
    ]


@pytest.mark.parametrize(
    ("cp", "move", "accepts"),
    [
        (0, 60, True),
        (15, 60, True),
        (16, 60, False),
        (0, 10, False),
        (-200, 10, True),
        (-200, 5, False),
        (200, 60, False),
    ],
)
def test_it_takes_a_draw_that_is_good_for_it(cp: int, move: int, accepts: bool, tmp_path: Path) -> None:
    """In a level position late in the game, or in a lost one."""
    late = START._replace(start_fen=chess.STARTING_FEN.removesuffix("1") + str(move))
    assert answers(scripted(f"scores {cp}", tmp_path), late)[0].accepts_draw is accepts


def test_it_offers_a_draw_now_and_then_when_its_last_moves_were_level(tmp_path: Path) -> None:
    """Late in the game, at each tenth move."""
    late = chess.STARTING_FEN.removesuffix("1") + "46"
    questions = [each._replace(start_fen=late) for each in game(10)]
    offers = [each.offers_draw for each in answers(scripted("scores 5", tmp_path), *questions)]
    assert offers == [False, False, False, False, True]
    assert not any(each.offers_draw for each in answers(scripted("scores 5", tmp_path), *game(10)))


# Its book


def book_of(folder: Path, *moves: tuple[chess.Board, str]) -> Path:
    """Write a Polyglot book: for each move a key, the move in 16 bits, a weight, and what it learns."""
    entries = []
    for board, uci in moves:
        move = chess.Move.from_uci(uci)
        number = move.to_square | move.from_square << 6
        entries.append(struct.pack(">QHHI", chess.polyglot.zobrist_hash(board), number, 1, 0))
    path = folder / "book.bin"
    path.write_bytes(b"".join(sorted(entries)))
    return path


def test_a_move_of_the_book_needs_no_engine(tmp_path: Path) -> None:
    """Castling is the king's move, though the book has king takes rook; the engine plays what it has not."""
    castles = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    book = book_of(tmp_path, (chess.Board(), "e2e4"), (chess.Board(castles), "e1h1"))
    mute, start = scripted("mute", tmp_path), START._replace(start_fen=castles)
    assert answers(mute, START, start, book=book) == [Played("e2e4"), Played("e1g1")]
    after = START._replace(moves=("e2e4",))
    assert answers(scripted("answers", tmp_path), after, book=book)[0].cp == 13
    assert answers(scripted("answers", tmp_path), START._replace(use_book=False), book=book)[0].cp == 13


def test_a_book_that_cannot_be_read_is_done_without(tmp_path: Path) -> None:
    """It is absent, empty, a folder, cut off, has an illegal move, or is no book at all."""
    whole = book_of(tmp_path, (chess.Board(), "e2e5")).read_bytes()
    for number, written in enumerate((b"", whole, whole[:-1], whole + b"1", b"no book", b"x" * 4096)):
        book = tmp_path / f"{number}.bin"
        book.write_bytes(written)
        assert answers(scripted("answers", tmp_path), START, book=book) == [Played(FIRST, cp=13)], number
    for book in (tmp_path / "absent.bin", tmp_path):
        assert answers(scripted("answers", tmp_path), START, book=book) == [Played(FIRST, cp=13)]


# A real one


def stockfish() -> Engine:
    """The real engine."""
    try:
        return find_engine("stockfish")
    except BadInput:
        pytest.skip("stockfish is missing (package stockfish): no real engine plays")


def test_a_real_engine_plays_a_weak_game() -> None:
    """At the lowest level it plays legal moves to the end of a short game, killed once in between."""

    async def play(player: PlayingEngine) -> chess.Board:
        board = chess.Board()
        while not board.is_game_over() and board.ply() < 24:
            board.push(max(board.legal_moves, key=lambda move: (move.to_square, move.from_square)))
            asked = START._replace(moves=tuple(each.uci() for each in board.move_stack), elo=600)
            if board.is_game_over():
                break
            board.push_uci((await player.play(asked._replace(move_ms=None))).move)
            if board.ply() == 6:
                await player._process.kill()
        return board

    board = played(stockfish(), play)
    assert board_after(chess.STARTING_FEN, [each.uci() for each in board.move_stack]) == board


def test_a_real_engine_searches_no_more_than_its_nodes() -> None:
    """The lowest level is one node; an engine looks a little further until it sees that."""

    async def play(player: PlayingEngine) -> int:
        engine, most = await player._process.started(), 0
        ask = engine.play

        async def counted(board: chess.Board, *args: object, **named: object) -> object:
            nonlocal most
            result = await ask(board, *args, **(named | {"info": INFO_ALL}))  # type: ignore[arg-type]
            most = max(most, result.info.get("nodes", 0))
            return result

        engine.play = counted  # type: ignore[method-assign, assignment]
        for moves in ((), KNIGHTS[:2], KNIGHTS):
            await player.play(START._replace(moves=moves, elo=600, move_ms=None))
        return most

    assert 0 < played(stockfish(), play) <= 100


# As an adviser


def test_it_advises_as_well_as_it_can(tmp_path: Path) -> None:
    """Its strength is not limited then, and its own game is another one to it."""

    async def ask(player: PlayingEngine) -> tuple[Played, str, Played]:
        return await player.play(START), await player.advise(START), await player.play(START)

    own, advice, again = played(scripted("optioned", tmp_path), ask)
    assert (own.move, advice, again.move) == (FIRST, FIRST, FIRST)
    limits = heard_by(tmp_path, "setoption name UCI_LimitStrength")
    assert limits == [
        f"setoption name UCI_LimitStrength value {is_on}" for is_on in ("true", "false", "true")
    ]
    assert len(heard_by(tmp_path, "ucinewgame")) == 3


def test_nobody_advises_where_the_game_is_over(tmp_path: Path) -> None:
    """The engine is not asked."""

    async def ask(player: PlayingEngine) -> str:
        return await player.advise(Asked("7k/5QK1/8/8/8/8/8/8 b - - 0 1", ()))

    assert played(scripted("answers", tmp_path), ask) == ""
    assert heard_by(tmp_path, "go") == []


def test_stockfish_advises_a_mate() -> None:
    """As any player would."""

    async def ask(player: PlayingEngine) -> str:
        return await player.advise(Asked("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", ()))

    assert played(stockfish(), ask) == "a1a8"


FOOLS = ("f2f3", "e7e5", "g2g4")


@pytest.mark.parametrize(
    ("moves", "better"), [(FOOLS, True), (FOOLS[:2], False), (("e2e4", "e7e5"), False), ((), False)]
)
def test_stockfish_knows_a_blunder(moves: tuple[str, ...], better: bool) -> None:
    """It says what was better where a ply allows mate, and nothing where a ply is sound, or there is none."""

    async def ask(player: PlayingEngine) -> str:
        return await player.assess(Asked(chess.STARTING_FEN, moves))

    assert bool(played(stockfish(), ask)) is better


def test_what_seems_as_good_as_before_is_no_blunder(tmp_path: Path) -> None:
    """Both positions are looked at, before the ply and after it."""

    async def ask(player: PlayingEngine) -> str:
        return await player.assess(Asked(chess.STARTING_FEN, ("e2e4",)))

    assert played(scripted("scores 0", tmp_path), ask) == ""
    assert len(heard_by(tmp_path, "go")) == 2
