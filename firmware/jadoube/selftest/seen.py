"""The tester's answers: whether lamps and faces looked as they should, which only a person can see.

A tester answers yes, no, or the squares that stayed dark; those squares show what is broken.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

import chess

from jadoube.selftest.advice import Finding, Kind
from jadoube.selftest.wiring import members, named


class Verdict(StrEnum):
    """The tester's verdict on a part."""

    GOOD = "as it should be"
    WRONG = "not as it should be"
    UNSAID = "not confirmed by the tester"


class Answer(NamedTuple):
    """An answer; `dark` is the set of squares whose lamps stayed dark."""

    verdict: Verdict
    dark: int = 0


UNSAID = Answer(Verdict.UNSAID)


def answer_from(typed: str) -> Answer | None:
    """Parse `y`, `n` or squares such as `e4 f4`; an empty line is no answer. None if it cannot be parsed."""
    match typed.lower().split():
        case []:
            return UNSAID
        case ["y" | "yes"]:
            return Answer(Verdict.GOOD)
        case ["n" | "no"]:
            return Answer(Verdict.WRONG)
        case words if all(word in chess.SQUARE_NAMES for word in words):
            return Answer(Verdict.WRONG, sum({chess.BB_SQUARES[chess.parse_square(word)] for word in words}))
    return None


def lamps_wrong(answer: Answer, chain: Sequence[chess.Square]) -> Finding | None:
    """Return the finding for the dark lamps: the end of the chain, single lamps, or just wrong lamps."""
    if answer.verdict is not Verdict.WRONG:
        return None
    if not answer.dark:
        return Finding(Kind.SEEN_WRONG, "the tester says that the lamps do not look as they should")
    first = len(chain) - answer.dark.bit_count()
    if sum(chess.BB_SQUARES[square] for square in chain[first:]) != answer.dark:
        numbers = ", ".join(str(chain.index(square)) for square in members(answer.dark))
        return Finding(Kind.LAMPS_DARK, f"dark: {named(answer.dark)} (in the chain, from 0: {numbers})")
    begins = chess.square_name(chain[first])
    behind = f"the one before it is {chess.square_name(chain[first - 1])}" if first else "it is the first"
    return Finding(
        Kind.CHAIN_BROKEN, f"all lamps are dark from {begins} on, number {first} of the chain; {behind}"
    )


def part_wrong(part: str, answer: Answer) -> Finding | None:
    """Return the finding if a part does not look or sound as it should."""
    if answer.verdict is not Verdict.WRONG:
        return None
    return Finding(Kind.SEEN_WRONG, f"{part}: the tester says that it is not as it should be")
