"""A board is exchanged in mid-game, as docs/tournament.md tells it: boards and hall are real."""

import asyncio
import io
from collections.abc import Iterable
from pathlib import Path

import chess
import chess.pgn
import pytest

from jadoube.hall.process import Hall
from jadoube_sim.hands.steps import Lift, Place, Wait
from shared.hall.chain import Chain, chain_at, chain_here
from shared.hall.in_one_loop import hall_here, until

LIST = b"round,board,white,black\n1,1,Berg,Tal\n"
MIDDLE = ("e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Bxc6", "dxc6", "O-O", "f6", "d4", "exd4", "Nxd4", "c5")
OPENING = ("c4", "e5", "Nc3", "Nf6", "g3", "d5")


def _after(moves: Iterable[str]) -> chess.Board:
    board = chess.Board()
    for san in moves:
        board.push_san(san)
    return board


async def _set_up(chain: Chain, wanted: chess.Board) -> None:
    """Have hands set a position up, piece by piece."""
    hand = chain.split.hand
    now, then = hand.board.occupied, wanted.occupied
    lifted = [Lift(square) for square in chess.SquareSet(now & ~then)]
    placed = [Place(square) for square in chess.SquareSet(then & ~now)]
    chain.split.desk.act(hand.make([*lifted, *placed, Wait(3000)]))
    hand.board = wanted.copy()
    await chain.split.desk.run_to(hand.now_us // 1000 + 500)


async def _order(hall: Hall, board: str, order: str) -> str:
    """Order it as the arbiter at the hall does; what is said of it."""
    answer = (await hall.arbiters.order([board], order, "Anna"))[board]
    assert answer is not None
    return answer.why.get("en", "")


async def _stands(hall: Hall, board: str, wanted: chess.Board) -> None:
    """Say that the position is the game's, with each piece that is asked for."""
    named = "".join(f" {chess.square_name(at)}={piece.symbol()}" for at, piece in wanted.piece_map().items())
    side = "white" if wanted.turn else "black"
    assert await _order(hall, board, f"stands {side}{named}") == ""


@pytest.mark.parametrize("moves", [MIDDLE, OPENING])
def test_a_game_goes_on_at_the_spare_board(tmp_path: Path, moves: tuple[str, ...]) -> None:
    """It is one game with all plies, and its result; what the broken board says afterwards does not count."""
    (tmp_path / "spare").mkdir()

    async def run() -> None:
        async with chain_here(tmp_path) as one, chain_at(one.broker, tmp_path / "spare", "b2") as spare:
            one.publish(one.broker.port)
            spare.publish(spare.broker.port)
            async with hall_here(one.broker, tmp_path / "hall") as hall:
                await hall.arbiters.take_pairings(LIST, "list.csv")
                hall.arbiters.choose_round("1")
                await until(lambda: hall.boards.round.boards[0].board == "b1")
                await one.split.play(*moves)
                await until(lambda: hall.arbiters.results()[0].plies == len(moves))
                hall.arbiters.assign("1", "b2")
                await _order(hall, "b1", "pause")
                await _order(hall, "b2", "pause")
                await _set_up(spare, _after(moves))
                if moves == MIDDLE:
                    await _stands(hall, "b2", _after(moves))
                await _order(hall, "b2", "play")
                more = ("Nb3", "Qxd1") if moves == MIDDLE else ("cxd5", "Nxd5")
                await spare.split.play(*more)
                assert await _order(hall, "b2", "result 0-1") == ""
                await until(lambda: hall.arbiters.results()[0].result == "0-1")
                await _order(hall, "b1", "result 1-0")
                await until(lambda: hall.boards.game_of("b1").over)  # type: ignore[union-attr]
                assert hall.arbiters.results()[0].result == "0-1"
                assert _moves(hall.arbiters.round_pgn()) == [*moves, *more]

    asyncio.run(run())


def _moves(pgn: str) -> list[str]:
    game = chess.pgn.read_game(io.StringIO(pgn))
    assert game is not None
    board, found = game.board(), list[str]()
    for move in game.mainline_moves():
        found.append(board.san(move))
        board.push(move)
    return found
