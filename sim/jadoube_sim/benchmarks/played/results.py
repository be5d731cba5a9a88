"""How games end: played by tidy hands under a rule set, and compared with what python-chess says of them.

What is expected is asked of python-chess after every move, and of the rule set's name nothing but whether 75
moves and the fifth time draw. Where the board knows more (a dead position that it has proved), or the rule
set less, the two differ: each such game is a deviation, and is listed.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import chess

from jadoube.core.display.scoresheet import scoresheet
from jadoube.core.rules.outcome import Termination
from jadoube.core.rules.rule_sets import RULE_SETS
from jadoube.games.replay import replay
from jadoube_sim.hands.games import Game
from jadoube_sim.hands.tidy import TidyHand

GOES_ON = "goes on"

ENDINGS = {
    chess.Termination.CHECKMATE: Termination.CHECKMATE,
    chess.Termination.STALEMATE: Termination.STALEMATE,
    chess.Termination.INSUFFICIENT_MATERIAL: Termination.DEAD_POSITION,
    chess.Termination.FIVEFOLD_REPETITION: Termination.FIVEFOLD,
    chess.Termination.SEVENTYFIVE_MOVES: Termination.SEVENTY_FIVE,
}
"""python-chess's names for what ends a game by itself."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a game ended on the board, by python-chess, and by the file; and whether it came back exactly."""

    number: int
    board: str
    expected: str
    stated: str
    exact: bool


def expected(game: Game, rules: str) -> tuple[int, str]:
    """After how many moves the game is over as python-chess has it, and how."""
    board = chess.Board(game.start_fen)
    automatic = RULE_SETS[rules].automatic_draws
    for count, move in enumerate(game.moves, start=1):
        board.push(move)
        outcome = board.outcome()
        drawn = outcome and outcome.termination in _AUTOMATIC and not automatic
        if outcome and not drawn:
            return count, f"{outcome.result()} {ENDINGS[outcome.termination]}"
    return len(game.moves), GOES_ON


_AUTOMATIC = (chess.Termination.FIVEFOLD_REPETITION, chess.Termination.SEVENTYFIVE_MOVES)


def ended(game: Game, rules: str) -> Ended:
    """Play a game by tidy hands, with levers and without a clock, up to where it is over."""
    count, wanted = expected(game, rules)
    hand = TidyHand(game.start_fen, seed=game.number)
    for move in game.moves[:count]:
        hand.ply(move)
    sheet = scoresheet(replay(replace(hand.log(), rules=rules)).table)
    said = f"{sheet.result} {sheet.outcome.termination}" if sheet.outcome else GOES_ON
    exact = tuple(ply.move for ply in sheet.plies) == game.moves[:count]
    return Ended(game.number, said, wanted, game.result, exact)


def report(games: Sequence[Game], rules: str) -> Iterator[str]:
    """Play all games, and say in lines how they ended and where that is not what was expected."""
    all_ended = [ended(game, rules) for game in games]
    exact = sum(each.exact for each in all_ended)
    yield f"results  under {rules}: {len(all_ended)} games, {exact} exact"
    counted = Counter((each.board, each.stated) for each in all_ended)
    for (said, stated), number in sorted(counted.items()):
        yield f"  {number:5}  {said} (the file says {stated})"
    for each in all_ended:
        if each.board != each.expected or not each.exact:
            yield f"  game {each.number}: {each.board}, expected {each.expected}"
