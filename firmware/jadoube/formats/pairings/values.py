"""What a pairing list says: events, rounds, boards, players, results, and what could not be read.

It refuses to know in which format it was written.
"""

from typing import NamedTuple

from jadoube.core.language.render import put_in_words
from jadoube.core.messages.names import Player
from jadoube.core.messages.phrases import Sentence


class Problem(NamedTuple):
    """What cannot be read. `line` is counted from 1."""

    line: int
    why: Sentence
    """What was found, and what was expected."""

    @property
    def text(self) -> str:
        """The two in one line of English, as every refusal says them."""
        return put_in_words(self.why)


class Pairing(NamedTuple):
    """A game of the list; an empty text is unknown."""

    round: str
    board: str
    white: Player
    black: Player
    result: str = ""
    """`1-0`, `0-1` or `1/2-1/2`; empty: the game is to come, or its result is not in the list."""
    is_forfeit: bool = False
    """Whether the list says that somebody has won without a game."""


class Pairings(NamedTuple):
    """All that was read of a list."""

    name: str = ""
    """What the list is called: its file's name."""
    event: str = ""
    site: str = ""
    pairings: tuple[Pairing, ...] = ()
    players: tuple[Player, ...] = ()
    """Everybody of the list, in its order, each name once."""
    problems: tuple[Problem, ...] = ()
    round_proposed: bool = False
    """Whether the list names no round, so that the one of its pairings is a proposal."""
    boards_proposed: bool = False
    """Whether the list has no board numbers, so that those of the pairings are a proposal."""

    @property
    def names_round(self) -> bool:
        """Whether it says of a pairing which round it is of."""
        return any(each.round for each in self.pairings)

    @property
    def rounds(self) -> tuple[str, ...]:
        """The rounds, in the order of the list."""
        return tuple(dict.fromkeys(each.round for each in self.pairings))

    @property
    def due(self) -> str:
        """The round that is to be played: the first with a game without result, else the last."""
        open_ones = (each.round for each in self.pairings if not each.result)
        return next(open_ones, self.pairings[-1].round if self.pairings else "")

    def of_round(self, name: str) -> tuple[Pairing, ...]:
        """The pairings of a round."""
        return tuple(each for each in self.pairings if each.round == name)
