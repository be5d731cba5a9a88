"""What only a person can see: whether lamps and faces looked as they should.

A tester answers yes, no, or with the squares that stayed dark; from which squares follows what is broken.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

import chess

from jadoube.selftest.advice import Finding, Kind
from jadoube.selftest.wiring import members, named


class Verdict(StrEnum):
    """What the tester said of a part."""

    GOOD = "as it should be"
    WRONG = "not as it should be"
    UNSAID = "not confirmed by the tester"


class Answer(NamedTuple):
    """An answer; `dark` are the squares whose lamps stayed dark."""

    verdict: Verdict
    dark: int = 0


UNSAID = Answer(Verdict.UNSAID)


def answer_from(typed: str) -> Answer | None:
    """Read `y`, `n` or squares such as `e4 f4`; nothing at all is no answer. None for what cannot be read."""
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
    """Say what it means that these lamps stayed dark: the chain's end, single lamps, or no more than that."""
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
    """Say that a part does not look, or sound, as it should."""
    if answer.verdict is not Verdict.WRONG:
        return None
    return Finding(Kind.SEEN_WRONG, f"{part}: the tester says that it is not as it should be")
