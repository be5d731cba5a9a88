"""The pusher: what each answer means, and what is pushed then."""

import json
from pathlib import Path

import pytest

from jadoube.core.messages.phrases import LANGUAGES
from jadoube.online.game_state import GameState
from jadoube.online.lichess import words
from jadoube.online.lichess.answers import Answer, Answered, NotSent, Unknown
from jadoube.online.lichess.broadcast_pgn import LEGAL, boards_of
from jadoube.online.lichess.pusher import GAP_MS, LAST_MS, LATE_MS, Push, Pusher, problem_of
from jadoube.online.outgoing.outbox import Entry
from shared.lichess.round import LichessRound
from shared.lichess.virtual_pushes import CUT, HUNG, LATE, ROUND, UP, VirtualBoard

A, B = "aaaaaaaaaaaa", "bbbbbbbbbbbb"


def state(moves: str = "1. e4", result: str = "*", game_id: str = A, board: int = 1) -> GameState:
    """A game as the board offers it."""
    tags = f'[Event "Club"]\n[Round "1"]\n[Board "{board}"]\n[White "Ada"]\n[Black "Bert"]\n'
    return GameState(game_id, f'{tags}[Result "{result}"]\n\n{moves} {result}\n\n', result != "*")


@pytest.fixture
def board(tmp_path: Path) -> VirtualBoard:
    """A board at an empty round."""
    return VirtualBoard(tmp_path, LichessRound(ROUND))


def taken(board: VirtualBoard) -> Push:
    """The push that is due."""
    push = board.pusher.next_push(board.now_ms)
    assert push is not None
    return push


def answer(board: VirtualBoard, status: int, said: object = None) -> None:
    """The push that is due gets this answer, at once."""
    board.pusher.answered(taken(board), Answered(status, json.dumps(said).encode()), board.now_ms)


def entry(board: VirtualBoard, board_id: str = A) -> Entry:
    """A board in the outbox."""
    (found,) = [each for each in board.outbox.entries(ROUND) if each.board_id == board_id]
    return found


def test_the_newest_state_alone_is_pushed(board: VirtualBoard) -> None:
    """What came while a push was under way goes with the next, three seconds later."""
    board.offer(state())
    push = taken(board)
    for moves in ("1. e4 e5", "1. e4 e5 2. Nf3"):
        board.offer(state(moves))
        assert board.pusher.next_push(board.now_ms) is None
    answered = Answered(200, json.dumps({"games": board.there.push(push.body.decode())}).encode())
    board.pusher.answered(push, answered, 400)
    assert board.pusher.due_ms(400) == 400 + GAP_MS
    board.now_ms = 400 + GAP_MS
    assert "2. Nf3 *" in taken(board).body.decode()


def test_all_boards_go_in_one_push_in_their_order(board: VirtualBoard) -> None:
    """A hundred at most; the rest with the next."""
    for number in range(130, 0, -1):
        board.offer(state(game_id=f"{number:012}", board=number))
    first = taken(board)
    assert [each.board_id for each in first.entries] == [f"{number:012}" for number in range(1, 101)]
    assert len(board.there.push(first.body.decode())) == 100


def test_an_error_of_a_game_is_its_own(board: VirtualBoard) -> None:
    """It is said, not repeated, and tried again with the next ply; the other game arrives."""
    board.offer(state())
    board.offer(state("1. d4", game_id=B, board=2))
    tags = {"GameId": A}
    answer(
        board, 200, {"games": [{"tags": tags, "error": "Illegal. move"}, {"tags": {"GameId": B}, "moves": 1}]}
    )
    assert problem_of(entry(board)) == words.refused("Illegal. move")
    assert problem_of(entry(board, B)) is None
    assert board.pusher.due_ms(board.now_ms) is None
    board.offer(state("1. e4 e5"))
    assert problem_of(entry(board)) is None
    assert board.pusher.due_ms(board.now_ms) is not None


def test_a_game_without_tags_in_the_answer_is_known_by_its_place(board: VirtualBoard) -> None:
    """Lichess answers in the order of the games."""
    board.offer(state())
    board.offer(state(game_id=B, board=2))
    answer(
        board, 200, {"games": [{"tags": {"GameId": A}, "moves": 1}, {"tags": {}, "error": "Cannot parse"}]}
    )
    assert not entry(board).waits
    assert problem_of(entry(board, B)) == words.refused("Cannot parse")


@pytest.mark.parametrize(
    ("status", "said", "problem"),
    [
        (
            200,
            {"games": [{"tags": {}, "error": "The relay has an upstream URL, and cannot be pushed to."}]},
            words.SOURCE_URL,
        ),
        (400, {"error": "The relay has an upstream URL, and cannot be pushed to."}, words.SOURCE_URL),
        (403, {"error": "Forbidden"}, words.FORBIDDEN),
        (404, {"error": "Not found."}, words.NO_ROUND),
    ],
)
def test_a_round_that_refuses_is_stopped(
    board: VirtualBoard, status: int, said: object, problem: object
) -> None:
    """Until it is opened again."""
    board.offer(state())
    answer(board, status, said)
    assert board.outbox.destinations()[0].problem == problem
    assert board.pusher.due_ms(board.now_ms) is None
    board.outbox.open(ROUND)
    assert board.pusher.due_ms(board.now_ms) is not None


@pytest.mark.parametrize(
    ("status", "said", "problem"),
    [
        (401, {"error": "No such token"}, words.WRONG_TOKEN),
        (403, {"error": "Missing scope: study:write"}, words.WRONG_SCOPE),
    ],
)
def test_a_bad_token_stops_all(board: VirtualBoard, status: int, said: object, problem: object) -> None:
    """Until another is given; an answer to the old one that comes after it does not count."""
    board.offer(state())
    answer(board, status, said)
    assert board.pusher.token_problem == problem
    assert board.pusher.due_ms(board.now_ms) is None
    board.pusher.token_given()
    board.now_ms += GAP_MS
    push = taken(board)
    board.pusher.token_given()
    board.pusher.answered(push, Answered(status, json.dumps(said).encode()), board.now_ms)
    assert board.pusher.token_problem is None


def test_one_that_spoils_a_push_is_found(board: VirtualBoard) -> None:
    """After 400 they go one by one; the bad one is refused, the other arrives."""
    board.offer(state())
    board.offer(state("1. d4", game_id=B, board=2))
    answer(board, 400, {"error": "bad"})
    for _ in range(2):
        board.now_ms += GAP_MS
        push = taken(board)
        (alone,) = push.entries
        games = {"games": [{"tags": {"GameId": B}, "moves": 1}]}
        found = (
            Answered(200, json.dumps(games).encode())
            if alone.board_id == B
            else Answered(400, b'{"error":"bad"}')
        )
        board.pusher.answered(push, found, board.now_ms)
    assert problem_of(entry(board)) == words.refused("bad")
    assert not entry(board, B).waits
    assert board.pusher.due_ms(board.now_ms) is None


def test_429_costs_a_minute_also_for_who_chooses_anew(board: VirtualBoard) -> None:
    """Neither a new round nor a new token shortens it."""
    board.offer(state())
    answer(board, 429, {"error": "Too many"})
    assert board.pusher.trouble == words.TOO_MANY
    board.pusher.round_chosen()
    board.pusher.token_given()
    assert board.pusher.due_ms(board.now_ms) == 60_000


def test_a_person_who_chooses_anew_need_not_wait(board: VirtualBoard) -> None:
    """The back-off of a lost network ends then."""
    board.offer(state())
    for _ in range(6):
        board.now_ms = board.pusher.due_ms(board.now_ms) or 0
        board.pusher.answered(taken(board), NotSent(words.NOT_REACHED), board.now_ms)
    assert board.pusher.due_ms(board.now_ms) == board.now_ms + 26_250
    board.pusher.round_chosen()
    assert board.pusher.due_ms(board.now_ms) == board.now_ms + GAP_MS


@pytest.mark.parametrize(
    "doubt",
    [Unknown(words.NO_ANSWER), Answered(502, b"<html>"), Answered(200, b"<html>"), Answered(302, b"")],
)
def test_after_a_doubtful_push_the_state_is_pushed_again(board: VirtualBoard, doubt: Answer) -> None:
    """At once, and twice when the doubtful one may have been carried out. Then there is peace."""
    board.offer(state())
    board.pusher.answered(taken(board), doubt, 1000)
    board.run_until(20_000)
    assert not entry(board).waits
    assert len(board.begun_ms) == 1
    board.run_until(1000 + LATE_MS)
    assert board.begun_ms[1:] == [1000 + LATE_MS]
    assert board.pusher.is_in_doubt()
    board.run_until(2000 + LATE_MS)
    assert not board.pusher.is_in_doubt()
    board.run_until(3_600_000)
    assert board.begun_ms[2:] == [1000 + LAST_MS]


def test_an_old_result_that_comes_late_does_not_stay(board: VirtualBoard) -> None:
    """The case for it: a wrong result, a cut network, the corrected result; then the wrong one again."""
    board.offer(state(result="1-0"))
    board.network = lambda now_ms: LATE if now_ms == 0 else UP
    board.run_until(21_000)
    board.offer(state(result="0-1"))
    board.run_until(48_000)
    assert board.there.board(A).result == "0-1"
    board.run_until(50_000)
    assert board.there.board(A).result == "1-0"  # what was lost for half a minute
    board.run_until(60_000)
    assert board.there.board(A).result == "0-1"


def test_a_push_that_hung_for_minutes_does_not_stay(board: VirtualBoard) -> None:
    """Something between has held the wrong result for longer than Lichess would, and lets it go."""
    board.offer(state(result="1-0"))
    board.network = lambda now_ms: HUNG if now_ms == 0 else UP
    board.run_until(21_000)
    board.offer(state(result="0-1"))
    board.run_until(20_000 + LAST_MS - 1)
    assert board.there.board(A).result == "1-0"
    board.run_until(20_000 + LAST_MS + 1000)
    assert board.there.board(A).result == "0-1"


def test_what_was_under_way_when_the_power_failed_is_doubtful(board: VirtualBoard) -> None:
    """It is pushed again, and again when it is sure."""
    board.offer(state())
    board.network = lambda now_ms: CUT if now_ms == 0 else UP
    board.run_until(100)
    board.cut_power()
    began = board.now_ms
    board.run_until(began + LATE_MS + 1000)
    assert len(board.begun_ms) == 3
    assert board.begun_ms[2] >= began + LATE_MS


def test_a_takeback_says_that_lichess_keeps_the_plies(board: VirtualBoard) -> None:
    """Until another ply is played."""
    for moves in ("1. e4 e5 2. Nf3", "1. e4"):
        board.offer(state(moves))
        board.run_until(board.now_ms + 10_000)
    assert board.there.board(A).plies == ["e2e4", "e7e5", "g1f3"]
    assert problem_of(entry(board)) == words.shows_more(2)
    board.offer(state("1. e4 c5"))
    board.run_until(board.now_ms + 10_000)
    assert board.there.board(A).plies == ["e2e4", "c7c5"]
    assert problem_of(entry(board)) is None


def test_a_result_taken_back_and_a_reopened_game(board: VirtualBoard) -> None:
    """The round finishes and begins again."""
    for result, finished in (("1-0", True), ("*", False), ("1/2-1/2", True)):
        board.offer(state(result=result))
        board.run_until(board.now_ms + 10_000)
        assert (board.there.board(A).result, board.there.finished) == (result, finished)


PARTS = (
    '[White "Ada"]\n[Black "Bert"]\n[Result "*"]\n\n1. e4 e5 *\n\n'
    '[White "Ada"]\n[Black "Bert"]\n[Result "0-1"]\n[SetUp "1"]\n'
    '[FEN "rnbqkbnr/pppp1ppp/8/4p3/4P3/4K3/PPPP1PPP/RNBQ1BNR b kq - 1 2"]\n\n2... d5 0-1\n\n'
)


def test_an_irregular_ply(board: VirtualBoard) -> None:
    """A board for each part; taken back, the further one stays there, and that is said."""
    board.offer(GameState(A, PARTS, over=True))
    board.run_until(10_000)
    assert [each.tags["GameId"] for each in board.there.chapters] == [A, f"{A}-2"]
    assert board.there.board(f"{A}-2").plies == ["d7d5"]
    board.offer(state("1. e4 e5"))
    board.run_until(20_000)
    assert problem_of(entry(board, f"{A}-2")) == words.LEFT_OVER


def test_the_legal_part_alone(board: VirtualBoard) -> None:
    """One board, with the result of the whole game."""
    board.offer(GameState(A, PARTS, over=True), LEGAL)
    board.run_until(10_000)
    assert [(each.plies, each.result) for each in board.there.chapters] == [(["e2e4", "e7e5"], "0-1")]


def test_a_round_in_trouble_does_not_hold_up_another(board: VirtualBoard) -> None:
    """Its next try comes after the other's."""
    board.outbox.open("RoUnD002")
    board.offer(state())
    answer(board, 500, {})
    later = state(game_id=B)

    board.outbox.put("RoUnD002", B, boards_of(later), 0)
    board.now_ms = board.pusher.due_ms(board.now_ms) or 0
    assert taken(board).round_id == "RoUnD002"


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"{}", b'{"games": 3}', b'{"games": [3]}', b"[" * 100_000, b'{"games": []}', b"\xff"]
)
def test_no_answer_stumbles(board: VirtualBoard, body: bytes) -> None:
    """What is no answer is doubtful, or refuses the game; it never ends the program."""
    board.offer(state())
    push = taken(board)
    board.pusher.answered(push, Answered(200, body), 0)
    assert board.pusher.trouble == words.NOT_UNDERSTOOD or problem_of(entry(board))


@pytest.mark.parametrize("text", ["x" * 10_000, "two\nlines\r\x1b[31m", "", "<b>"])
def test_what_lichess_says_is_quoted_in_one_line(text: str) -> None:
    """Of limited length."""
    for said in (words.refused(text), words.round_refused(text)):
        assert set(said) == set(LANGUAGES)
        assert all(each.isprintable() and len(each) < 400 for each in said.values())


def test_every_sentence_has_both_languages() -> None:
    """And ends as a sentence."""
    fixed = [value for name, value in vars(words).items() if name.isupper() and isinstance(value, dict)]
    assert len(fixed) > 12
    assert all(
        set(each) == set(LANGUAGES) and all(text.endswith((".", "?")) for text in each.values())
        for each in fixed
    )


def test_a_pusher_without_a_token_has_nothing_to_do(board: VirtualBoard) -> None:
    """It is off by default."""
    board.offer(state())
    assert Pusher(board.outbox, lambda: 0.5).due_ms(0) is None
