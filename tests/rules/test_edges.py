"""Edges of the rules, each played through the reeds: what comes back is what the rule set says.

A case of `edges/*.toml` is a claim:

    claim    what is claimed
    start    a FEN; the initial position if left out
    rules    a rule set; `club` if left out
    clock    a time control; time enough if left out
    moves    are made by hands and pressed, and come back under exactly these names
    tried    is no legal ply (`-e1 +g1` lifts and places): its press is refused, and it is undone
    wait_s   so long nothing happens
    order    is given in the end
    ends     the result and why; if left out the game goes on
"""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import chess
import pytest

from jadoube.core.display.scoresheet import scoresheet
from jadoube.core.messages.effects import GameOver, IllegalPress, PressRefused
from jadoube.formats.sensorlog import SensorLog
from jadoube_sim.hands import MANNERS, Lift, Manner, Pace, Place, Step, TidyHand, lever
from jadoube_sim.transcripts import Delivered, Stimulus, Transcript, deliver

BRISK = Pace((300, 600), (100, 200), (100, 300), (50, 150))
"""So that a flag of a few seconds falls only where a case lets it."""
PLAYED_BY = ("tidy", "mover-first", "rook-up-first")
"""Manners that make castling, captures, en passant and promotions each in another way."""
QUIET_US = 1_500_000


@dataclass(frozen=True, slots=True)
class Case:
    """One edge; the fields are those of the file."""

    claim: str
    start: str = chess.STARTING_FEN
    rules: str = "club"
    clock: str = "7200"
    moves: str = ""
    tried: str = ""
    wait_s: int = 0
    order: str = ""
    ends: str = ""


def _cases() -> Iterator[Case]:
    for path in sorted((Path(__file__).parent / "edges").glob("*.toml")):
        with path.open("rb") as file:
            yield from (Case(**each) for each in tomllib.load(file)["case"])


CASES = list(_cases())


def _tried(case: Case, side: chess.Color) -> list[Step]:
    """The gesture that is tried, its press, and the gesture undone."""
    made = [(word[0] == "+", chess.parse_square(word[1:])) for word in case.tried.split()]
    there = [_step(square, placed=placed) for placed, square in made]
    back = [_step(square, placed=not placed) for placed, square in reversed(made)]
    return [*there, lever(side), *back] if made else []


def _step(square: chess.Square, *, placed: bool) -> Step:
    return Place(square) if placed else Lift(square)


def _played(case: Case, manner: Manner) -> Delivered:
    """Play a case through the reeds."""
    hand = TidyHand(case.start, manner, pace=BRISK, time_control=case.clock)
    for san in case.moves.split():
        hand.ply(hand.board.parse_san(san))
    hand.make(_tried(case, hand.board.turn))
    end_us = hand.now_us + QUIET_US + case.wait_s * 1_000_000
    stimuli = [Stimulus(edge.at_us, edge.word, edge.name) for edge in hand.edges]
    if case.order:
        stimuli.append(Stimulus(end_us, "order", case.order))
    stimuli.append(Stimulus(end_us, "end", ""))
    header = SensorLog(start=case.start, time_control=case.clock, rules=case.rules)
    return deliver(Transcript((), header, tuple(stimuli)))


def test_there_are_many_edges_and_each_claims_something_else() -> None:
    """The files are found, and no claim stands twice."""
    assert len(CASES) > 150
    assert len({case.claim for case in CASES}) == len(CASES)


@pytest.mark.parametrize("manner", PLAYED_BY)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.claim)
def test_an_edge_comes_back_as_the_rules_have_it(case: Case, manner: str) -> None:
    """The moves come back by name, what is no ply is refused, and the game ends as claimed or goes on."""
    delivered = _played(case, MANNERS[manner])
    effects = [said.effect for said in delivered.said]
    over = [each.outcome for each in effects if isinstance(each, GameOver)]
    assert " ".join(ply.san for ply in scoresheet(delivered.table).plies) == case.moves
    assert [f"{each.result}: {each.termination}" for each in over] == [case.ends] * bool(case.ends)
    assert any(isinstance(each, PressRefused | IllegalPress) for each in effects) == bool(case.tried)
