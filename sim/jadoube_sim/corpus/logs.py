"""The sensor logs of a corpus: every habit in turn, levers, faults and rule set by lot.

A log is drawn from the seed and its number alone, so the same seed makes the same logs, in any order. Most
are a stretch of a game, which keeps a corpus fast; where it begins is drawn too, so that openings do not
outnumber the rest of the game. Some are whole games.
"""

import random
from collections.abc import Sequence
from dataclasses import replace

import chess

from jadoube.core.rules.rule_sets import RULE_SETS
from jadoube.formats.sensorlog import SensorLog
from jadoube_sim.benchmarks.played.reading import LEVERS, NO_FAULT, Job, Row, log_of
from jadoube_sim.hands.faults import FAULTS
from jadoube_sim.hands.games import Game
from jadoube_sim.hands.habits import HABITS

PLIES = 32
"""Plies of a stretch: a guess, enough for a reading to go wrong and to be put right, and fast."""

WHOLE_GAMES = 0.15
FROM_THE_START = 0.4
"""Of the other logs, this share begins at the game's first ply."""
WITHOUT_FAULT = 0.5


def drawn_log(games: Sequence[Game], seed: int, number: int) -> tuple[str, SensorLog]:
    """Give the name and the log of this number, counted from 1."""
    rng = random.Random(f"{seed} log {number}")
    row = drawn_row(rng, number, tuple(LEVERS))
    game = rng.choice(games) if rng.random() < WHOLE_GAMES else _stretch(rng.choice(games), rng)
    log = replace(log_of(Job(game, row, rng.randrange(2**32))), rules=rng.choice(list(RULE_SETS)))
    return f"{number:05}-{row.manner}-{row.levers}-{row.fault}", log


def drawn_row(rng: random.Random, number: int, levers: Sequence[str]) -> Row:
    """Draw how a game is played: the habits take turns, levers and fault are drawn."""
    manner = list(HABITS)[number % len(HABITS)]
    usable = [each for each in levers if LEVERS[each][0] or not HABITS[manner].levers_only]
    fault = NO_FAULT if rng.random() < WITHOUT_FAULT else rng.choice(list(FAULTS))
    return Row(manner, rng.choice(usable), fault)


def _stretch(game: Game, rng: random.Random) -> Game:
    """Give some plies of a game as a game of its own."""
    first = 0 if rng.random() < FROM_THE_START else rng.randrange(max(1, len(game.moves) - PLIES // 2))
    board = chess.Board(game.start_fen)
    for move in game.moves[:first]:
        board.push(move)
    plies = slice(first, first + PLIES)
    clocks_ms = game.clocks_ms[plies]
    return replace(game, start_fen=board.fen(en_passant="fen"), moves=game.moves[plies], clocks_ms=clocks_ms)
