"""How well the prior of the reading foresees what people play, beside a guess that knows no chess."""

import math
from collections.abc import Iterable, Iterator

from jadoube.core.reading.prior.surprise import likelihood
from jadoube.core.rules.game_line import begin
from jadoube_sim.hands.games import Game


def report(games: Iterable[Game]) -> Iterator[str]:
    """What a ply of these games costs on average, in natural logarithms: the less, the better foreseen."""
    plies, foreseen, guessed = 0, 0.0, 0.0
    for game in games:
        line = begin(game.start_fen)
        for move in game.moves:
            guessed += math.log(line.board.legal_moves.count())
            foreseen -= likelihood(line, move)
            line = line.after(move)
            plies += 1
    yield f"plies                                    {plies}"
    if plies:
        yield f"a ply costs, if all moves are as likely  {guessed / plies:.2f}"
        yield f"a ply costs, as the prior has it         {foreseen / plies:.2f}"
