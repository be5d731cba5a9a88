"""LiveChess, for any bytes and any messages, and for any game by any hand on the board page of Lichess."""

import json

import chess
from hypothesis import given, settings
from hypothesis import strategies as st

from jadoube.core.pages.link_view import LinkView
from jadoube.links.livechess.link import MOST_FEEDS, begin
from jadoube.links.livechess.messages import read_call
from jadoube.links.paced import Paced
from jadoube_sim.benchmarks.played.reading import Job, Row
from jadoube_sim.hands import HABITS
from jadoube_sim.hands.games import Game
from shared.drawn.games import drawn_moves
from shared.lichess.board_page import BoardPage
from shared.links.shown_views import letters, lifted, view_after
from shared.links.views_of_hands import Audience, views_of

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)

FENS = st.sampled_from(
    [chess.STARTING_FEN, chess.STARTING_BOARD_FEN, "K6k/8/8/8/8/8/8/8 w - - 0 1"]
) | st.text("KQRBNPkqrbnp12345678/ wb-", max_size=40)

CALLS = st.fixed_dictionaries(
    {},
    optional={
        "id": JSON,
        "call": st.sampled_from(["eboards", "subscribe", "unsubscribe", "call"]) | JSON,
        "param": st.fixed_dictionaries(
            {},
            optional={
                "id": st.integers(0, 12) | JSON,
                "feed": st.just("eboardevent") | JSON,
                "method": st.sampled_from(["setup", "flip", "unsubscribe"]) | JSON,
                "param": st.fixed_dictionaries(
                    {},
                    optional={
                        "serialnr": st.just("10064") | JSON,
                        "fen": FENS | JSON,
                        "flip": st.booleans() | JSON,
                    },
                )
                | JSON,
            },
        )
        | JSON,
    },
).map(lambda call: json.dumps(call).encode())

VIEWS = st.sampled_from(
    [
        view_after(),
        view_after("e2e4"),
        lifted(view_after("e2e4"), "e7"),
        view_after("e2e4", "e7e5"),
        view_after(start="8/8/8/3k4/3pB3/3K4/8/8 b - - 0 1"),
    ]
)


@given(steps=st.lists(st.tuples(CALLS | st.binary(max_size=40), VIEWS), max_size=12))
def test_whatever_comes_is_answered(steps: list[tuple[bytes, LinkView]]) -> None:
    """Each message gets one answer with its own id, in JSON; nothing raises, and feeds are few."""
    link = begin()
    for data, view in steps:
        link, _ = link.show(view)
        link, said = link.hear(data, view)
        messages = [json.loads(each) for each in said.to_program]
        assert [each["response"] in ("call", "error") for each in messages[:1]] == [True]
        assert all(each["response"] == "feed" for each in messages[1:])
        assert len(link.feeds) <= MOST_FEEDS


@given(
    value=st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text()
    | st.none()
    | st.booleans()
)
def test_an_id_comes_back_as_it_was_written(value: object) -> None:
    """The very text, also of a number with a fraction or an exponent."""
    for text in {json.dumps(value), json.dumps(value).replace("e", "E") if isinstance(value, float) else "7"}:
        call = read_call(b'{"id":' + text.encode() + b',"call":"x"}')
        assert call is not None
        assert call.id_text == text


SUBSCRIBE = {
    "id": 1,
    "call": "subscribe",
    "param": {"feed": "eboardevent", "id": 1, "param": {"serialnr": "10064"}},
}
SET_UP = {
    "id": 2,
    "call": "call",
    "param": {"id": 1, "method": "setup", "param": {"fen": chess.STARTING_FEN}},
}


def _views(habit: str, moves: tuple[chess.Move, ...], seed: int) -> list[LinkView]:
    return views_of(Job(Game(1, chess.STARTING_FEN, moves), Row(habit, "pressed"), seed))


@settings(max_examples=15)
@given(
    habit=st.sampled_from(sorted(HABITS)),
    plies=st.integers(1, 20),
    seeds=st.tuples(st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1)),
)
def test_who_believes_the_feed_ends_in_the_position(habit: str, plies: int, seeds: tuple[int, int]) -> None:
    """Whatever the hands do: the last board is the one that stands; `match` says if the moves lead there."""
    moves = drawn_moves(chess.STARTING_FEN, plies, seeds[0], queens_only=True)
    views, audience = _views(habit, moves, seeds[1]), Audience(begin())
    feeds: list[bytes] = []
    for call in (SUBSCRIBE, SET_UP):
        feeds += audience.hear(json.dumps(call).encode(), views[0])
    for _, said in audience.watch(views):
        feeds += said
    view = views[-1]
    last = json.loads(feeds[-1])["param"]
    assert letters(chess.Board(last["board"] + " w - - 0 1")) == view.pieces
    board = chess.Board()
    for san in last["san"]:
        board.push_san(san)
    assert last["match"] == (board.board_fen() == last["board"])
    if view.settled and view.legal_from == chess.STARTING_FEN and view.phase != "over":
        assert last["match"]


def _talk(page: BoardPage, audience: Audience, view: LinkView) -> None:
    while page.outgoing:
        page.take_all(audience.hear(page.outgoing.pop(0).encode(), view), view.at_ms)


#: Hands that make one move after the other, and each move once.
ON_A_PAGE = (
    *("plain", "victim-first", "two-hands-one-scan", "fast-slide", "adjusting", "wrong-piece", "brushed"),
    *("press-in-the-air", "forgotten-presses", "manner-tidy", "manner-mover-first", "manner-two-hands"),
    *("castling-rook-first", "manner-rook-first", "manner-rook-down-first", "overlapping-flights"),
)


@settings(max_examples=15)
@given(
    habit=st.sampled_from(ON_A_PAGE),
    plies=st.integers(1, 20),
    seeds=st.tuples(st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1)),
)
def test_a_game_on_lichess_is_the_game_on_the_board(habit: str, plies: int, seeds: tuple[int, int]) -> None:
    """Each move of the player is sent, once and in its turn; each of the opponent's is an adjustment."""
    moves = drawn_moves(chess.STARTING_FEN, plies, seeds[0], queens_only=True)
    played = [move.uci() for move in moves]
    page, audience = BoardPage(chess.WHITE), Audience(Paced(begin()))
    for view, said in audience.watch(_views(habit, moves, seeds[1])):
        page.take_all(said, view.at_ms)
        _talk(page, audience, view)
        page.choose_game()
        _talk(page, audience, view)
        if len(page.moves) % 2 and len(page.moves) < len(played):
            page.moves.append(played[len(page.moves)])
    page.wait_until(view.at_ms + 10_000)
    assert page.sent == played[::2]
    assert page.illegal == []
