"""PGN: what is written of a scoresheet, and what is read and refused."""

import io
from dataclasses import replace

import chess
import chess.pgn
import pytest

from jadoube.core.clock.time_control import parse_time_control
from jadoube.core.display.scoresheet import Ply, Scoresheet, scoresheet
from jadoube.core.messages.phrases import Phrase, Sentence, sentence
from jadoube.core.messages.roles import Role
from jadoube.core.rules.game_line import begin, moved_anyhow
from jadoube.core.rules.outcome import Outcome, Termination
from jadoube.core.rules.rule_sets import CLUB
from jadoube.core.state.play_parts import Pause
from jadoube.formats.pgn import write_pgn
from jadoube.games.replay import replay
from jadoube_sim.hands import play
from jadoube_sim.hands.games import Game, games_of


def sheet(
    sans: str,
    outcome: Outcome | None = None,
    start: str = chess.STARTING_FEN,
    control: str = "-",
    left_ms: tuple[int | None, ...] = (),
    doubts: tuple[tuple[str, ...], ...] = (),
) -> Scoresheet:
    """A scoresheet with these moves."""
    line, plies = begin(start), list[Ply]()
    for number, san in enumerate(sans.split()):
        move = line.board.parse_san(san)
        line = line.after(move)
        clock = left_ms[number] if number < len(left_ms) else None
        plies.append(Ply(move, line.san, clock, doubts[number] if number < len(doubts) else ()))
    return Scoresheet(start, tuple(plies), outcome, CLUB, parse_time_control(control))


def test_a_game_as_it_is_written() -> None:
    """The seven tags, the time control, how it ended, the rule set, the moves, and an empty line."""
    mated = sheet("f3 e5 g4 Qh4#", Outcome(Termination.CHECKMATE, chess.BLACK), control="300+3")
    assert write_pgn(mated, {"White": "A", "Date": "2024.05.01"}) == (
        '[Event "?"]\n[Site "?"]\n[Date "2024.05.01"]\n[Round "?"]\n'
        '[White "A"]\n[Black "?"]\n[Result "0-1"]\n[ECO "A00"]\n[Opening "Barnes Opening: Fool\'s Mate"]\n'
        '[TimeControl "300+3"]\n[Termination "normal"]\n[RuleSet "club"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n'
    )


def test_each_part_has_the_opening_of_the_first() -> None:
    """Behind an irregular ply there are no moves from the start any more; before it there are."""
    game = sheet("e4 c5 Nf3 d6")
    irregular = replace(game.plies[3], move=None, san="--", stands=chess.Board().fen())
    text = write_pgn(replace(game, plies=(*game.plies[:3], irregular)))
    assert text.count('[ECO "B27"]') == text.count("[Event ") == 2
    assert "[Opening" not in write_pgn(
        replace(game, start_fen=chess.Board().fen().replace("KQkq", "-"), plies=())
    )


def test_pauses_stand_in_a_tag_and_not_between_the_moves() -> None:
    """The move in which each was made, who made it as far as is known, and both clocks."""
    first = Pause(0, None, (300_000, 299_950), None)
    second = Pause(3, Role.ARBITER, (4_000_000, 61_000), first)
    paused = replace(sheet("f3 e5 g4"), pauses=(first, second))
    text = write_pgn(paused)
    assert (
        '[Pauses "1. by a player, White 0:04:59.9, Black 0:05:00.0; '
        '2... by the arbiter, White 0:01:01.0, Black 1:06:40.0"]'
    ) in text
    assert text.endswith("\n\n1. f3 e5 2. g4 *\n\n")


@pytest.mark.parametrize(
    ("outcome", "termination"),
    [
        (Outcome(Termination.FLAG_FELL, chess.WHITE), "time forfeit"),
        (Outcome(Termination.FLAG_FELL), "time forfeit"),
        (Outcome(Termination.STALEMATE), "normal"),
        (Outcome(Termination.DEAD_POSITION), "normal"),
        (Outcome(Termination.UNFINISHED), "unterminated"),
    ],
)
def test_how_a_game_ended_in_pgns_words(outcome: Outcome, termination: str) -> None:
    """PGN knows fewer words than we."""
    game = chess.pgn.read_game(io.StringIO(write_pgn(sheet("e4", outcome))))
    assert game is not None
    assert (game.headers["Termination"], game.headers["Result"]) == (termination, outcome.result)


def test_a_game_that_goes_on_has_no_termination() -> None:
    """It has no result either."""
    written = write_pgn(sheet("e4"))
    assert "Termination" not in written
    assert '[Result "*"]' in written
    assert '[TimeControl "-"]' in written


def test_clocks_and_doubts_are_comments() -> None:
    """A doubt stands in a comment of its own before the clock's, so that each can be read by itself."""
    written = write_pgn(
        sheet("e4 d5 exd5", control="300", left_ms=(299_400, None, 61_000), doubts=((), (), ("e5", "Nf3")))
    )
    assert "1. e4 { [%clk 0:04:59.4] } 1... d5 2. exd5 { doubt: e5, Nf3 } { [%clk 0:01:01] } *" in " ".join(
        written.split()
    )


@pytest.mark.parametrize(
    ("start", "sans"),
    [
        (chess.STARTING_FEN, "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O"),
        ("4k3/8/8/8/8/8/8/R3K2R b KQ - 3 17", "Ke7 O-O-O Ke6"),
        ("8/P6k/8/8/8/8/8/K6R w - - 0 1", "a8=N+ Kg7"),
    ],
)
def test_what_is_written_is_read_back(start: str, sans: str) -> None:
    """Moves and start, whoever begins, and one game after another."""
    written = io.StringIO(write_pgn(sheet(sans, start=start)) * 2)
    for _ in range(2):
        game = chess.pgn.read_game(written)
        assert game is not None
        assert game.board().fen() == start
        assert list(game.mainline_moves()) == [ply.move for ply in sheet(sans, start=start).plies]


@pytest.mark.parametrize(
    "control", ["600+3", "600d2", "600b2", "*600", "6y99x3", "^", "2/600+1:300", "5:600", "600 ; ^"]
)
def test_python_chess_reads_the_clocks_of_every_kind(control: str) -> None:
    """%clk and %emt of each ply are those of the scoresheet, and the time control has its tag."""
    board = chess.Board()
    for san in ("e4", "e5", "Nf3", "Nc6", "Bb5", "a6"):
        board.push_san(san)
    written = scoresheet(replay(play(board.move_stack, seed=4, time_control=control)).table)
    game = chess.pgn.read_game(io.StringIO(write_pgn(written)))
    assert game is not None
    assert control in (game.headers["TimeControl"], game.headers.get("ClockControl"))
    for node, ply in zip(game.mainline(), written.plies, strict=True):
        assert node.clock() == pytest.approx((ply.remaining_ms or 0) / 1000)
        assert node.emt() == pytest.approx((ply.elapsed_ms or 0) / 1000)


def test_a_board_that_cannot_be_read_is_said() -> None:
    """After the last ply, in a comment of its own."""
    written = write_pgn(replace(sheet("e4", control="300", left_ms=(299_000,)), unreadable=True))
    told = "{ [%clk 0:04:59] } { unreadable: the board shows no legal play from here on } *"
    assert told in " ".join(written.split())


def strayed_sheet() -> Scoresheet:
    """1. e4 e5 2. Ng1-g4, then a position that more than one piece has changed, and 3. Nxd8 by White."""
    line = begin()
    for san in ("e4", "e5"):
        line = line.after(line.board.parse_san(san))
    stray = chess.Move.from_uci("g1g4")
    line = line.standing(moved_anyhow(line.board, stray), stray)
    line = line.after(line.board.parse_san("d6"))
    changed = line.board.copy(stack=False)
    changed.set_piece_at(chess.F7, changed.remove_piece_at(chess.G4))
    changed.remove_piece_at(chess.A7)
    line = line.standing(changed)
    line = line.after(line.board.parse_san("Nxd8"))
    times = {3: 60_000, 5: 50_000}
    plies = tuple(
        Ply(
            each.move,
            each.san,
            times.get(each.ply),
            ("Ng1-h3",) if each.ply == 3 else (),
            stands=each.board.fen() if each.irregular else "",
        )
        for each in line.plies()
    )
    acts: dict[int, tuple[Sentence, ...]] = {
        5: (sentence(Phrase.ARBITER, act=sentence(Phrase.AS_IT_STANDS)),)
    }
    return Scoresheet(chess.STARTING_FEN, plies, Outcome(Termination.ARBITER, chess.WHITE), CLUB, None, acts)


def test_an_irregular_ply_ends_a_game_and_begins_its_continuation() -> None:
    """Each part is a legal game; the result stands in the last, times and comments at their plies."""
    text = write_pgn(strayed_sheet(), {"White": "A"})
    handle, games = io.StringIO(text), list[chess.pgn.Game]()
    while game := chess.pgn.read_game(handle):
        games.append(game)
    assert [game.headers["Result"] for game in games] == ["*", "*", "1-0"]
    assert [game.headers["Termination"] for game in games] == ["unterminated", "unterminated", "adjudication"]
    assert [game.headers.get("Variant") for game in games] == [None, "From Position", "From Position"]
    assert [game.headers.get("SetUp") for game in games] == [None, "1", "1"]
    assert {game.headers["White"] for game in games} == {"A"}
    assert [len(list(game.mainline_moves())) for game in games] == [2, 1, 1]
    assert not any(game.errors for game in games)
    assert "{ irregular: Ng1-g4 } { doubt: Ng1-h3 } { [%clk 0:01:00] } 2... d6 *" in text
    assert (
        "{ irregular: -- } { arbiter: the position on the board is the game's }\n{ [%clk 0:00:50] }" in text
    )


def test_a_reader_can_join_the_parts() -> None:
    """`Continues` is the last position of the part before; the first game of a journal or log has none."""
    handle, ends, continues = io.StringIO(write_pgn(strayed_sheet())), list[str](), list[str | None]()
    while game := chess.pgn.read_game(handle):
        continues.append(game.headers.get("Continues"))
        ends.append(game.end().board().fen())
    assert continues == [None, *ends[:-1]]


def test_our_own_reader_reads_the_parts() -> None:
    """The hands play each part from its position."""
    parts = [each for each in games_of(write_pgn(strayed_sheet()), "parts") if isinstance(each, Game)]
    assert [len(each.moves) for each in parts] == [2, 1, 1]


def test_a_game_that_begins_irregularly_has_an_empty_part() -> None:
    """Nothing was played before it."""
    line, move = begin(), chess.Move.from_uci("g1g4")
    line = line.standing(moved_anyhow(line.board, move), move)
    ply = Ply(move, line.san, stands=line.board.fen())
    text = write_pgn(Scoresheet(chess.STARTING_FEN, (ply,), None, CLUB, None))
    assert text.count('[Result "*"]') == 2
    assert text.split("\n\n")[1] == "*"
    assert f'[Continues "{chess.STARTING_FEN}"]' in text.split("\n\n")[2]
