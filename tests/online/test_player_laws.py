"""The player's laws, over real sockets: a game through a bad network, drawn by lot."""

import asyncio
import random
from pathlib import Path

import chess
import pytest

from shared.lichess.games import ServedGame
from shared.lichess.table import Table, table

LOSSES = ("ok", "ok", "request", "answer", "502")


def trouble(here: Table, rng: random.Random) -> None:
    """Something goes wrong, perhaps."""
    lot = rng.random()
    if lot < 0.2:
        here.server.cut()
    if lot < 0.1:
        here.server.down = True
        asyncio.get_running_loop().call_later(0.02, setattr, here.server, "down", False)
    here.server.losses = [rng.choice(LOSSES) for _ in range(rng.randrange(3))]


async def one_ply(here: Table, game: ServedGame, side: chess.Color, rng: random.Random) -> None:
    """Whoever is to move does, and it arrives on the other side."""
    plies = len(game.board.move_stack)
    uci = rng.choice(sorted(move.uci() for move in game.board.legal_moves))
    if game.board.turn == side:
        here.hand(uci)
        await here.is_so(lambda: len(game.board.move_stack) > plies)
    else:
        game.move(not side, uci)
        await here.is_so(lambda: here.board.told)
        here.hand()


@pytest.mark.parametrize("seed", range(4))
def test_each_ply_arrives_once_through_a_bad_network(tmp_path: Path, seed: int) -> None:
    """Cut streams, a server that is away, lost requests and lost answers; one request at a time."""
    rng = random.Random(seed)
    side = seed % 2 == 0

    async def whole() -> None:
        async with table(tmp_path) as here:
            game = await here.begun(side)
            for _ in range(24):
                if game.over:
                    break
                trouble(here, rng)
                await one_ply(here, game, side, rng)
            await here.is_so(lambda: [uci for _, uci in game.by] == list(here.board.moves))
            assert [each.split()[2] for each in here.orders if each.startswith("told")] == [
                uci for mover, uci in game.by if mover != side
            ]
            assert here.server.most_at_once == 1

    asyncio.run(whole())
