"""The page's access to the hall: what it shows of boards and round, and how it acts.

It refuses to know who provides the access: the hall's process, a recording (`jadoube bench hall-page`) or a
test.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Protocol

from jadoube.formats.pairings.values import Pairings
from jadoube.hall.exchange.board_fold import BoardState
from jadoube.hall.file.schema import Act
from jadoube.hall.rounds.lichess_targets import Target
from jadoube.hall.rounds.lists.questions import Meant
from jadoube.hall.troubles import Notice, Trouble
from jadoube.mqtt.payloads import Answer, Round


class Boards(Protocol):
    """All boards of the hall."""

    def board(self, board: str, /) -> BoardState | None:
        """Return a board; None if there is none of this id."""

    def all(self) -> Iterable[BoardState]:
        """Return all of them."""

    @property
    def away_ms(self) -> int | None:
        """Since when nothing can be heard of boards, by the hall's own clock; None: it can."""

    @property
    def notices(self) -> Sequence[Notice]:
        """What was told, the oldest first."""

    def listen(self, told: Callable[[str], None], /) -> object:
        """Tell the id of each board that has changed from now on; empty: round, pairings or lease."""


Answers = Mapping[str, Answer | None]
"""What boards have answered, by their ids; None: nothing in time."""


class Arbiters(Protocol):
    """What arbiters can do. What cannot be done is an `UnfitText`, which has its words."""

    def round(self, name: str = "", /) -> Round:
        """Return a round as it is, without a name the one that is played. UnfitText: there is none."""

    def round_names(self) -> Sequence[str]:
        """Return the rounds that can be chosen."""

    def event(self) -> str:
        """Return the event of which they are."""

    def pairings(self) -> Pairings:
        """Return the list that was taken last; an empty one if there is none."""

    def troubles(self) -> Sequence[Trouble]:
        """Return what is wrong in the hall."""

    async def take_pairings(self, data: bytes, name: str, by: str, meant: Meant) -> Pairings:
        """Take a pairing list; QuestionError: it is not plain what it is of, and `meant` does not say so."""

    def record(self, number: str, result: str, by: str, of: Round, /) -> None:
        """Keep a result of a pairing of a round, be it instead of its game's; empty: none."""

    def choose_round(self, round: str, by: str) -> None:  # noqa: A002 - the word of all pairings
        """Have this round of the list played."""

    def assign(self, number: str, board_id: str, by: str, agreed: Collection[str]) -> None:
        """Have a pairing played at this board; empty: at none. QuestionError: others play there."""

    async def order(self, boards: Sequence[str], order: str, by: str) -> Answers:
        """Give boards an order in the arbiter's role."""

    async def say(self, boards: Sequence[str], text: str, seconds: int, by: str) -> Answers:
        """Have the faces of boards show a text."""

    async def seat(self, by: str, control: str = "") -> Answers:
        """Tell the boards of the round who sits there, and the time control; empty: the board's own."""

    def sent_control(self) -> str:
        """Return the time control with which the seatings of the round were sent; empty: with none."""

    async def start(self, by: str) -> Answers:
        """Start the clocks of the round's boards."""

    def round_pgn(self, name: str = "", /) -> str:
        """Return a round's games, without a name those of the one that is played. UnfitText: as above.

        sqlite3.Error: they cannot be read now.
        """

    def acts(self) -> Sequence[Act]:
        """Return the last acts, the oldest first."""

    def lichess(self) -> dict[str, Any]:
        """Return how it stands with Lichess (`hall/arbiters.py`)."""

    def send_round(self, name: str, target: Target, by: str) -> None:
        """Have a round sent to a round of Lichess while it is played.

        DeskError: another round is sent there, or it cannot be. OSError: that cannot be kept.
        """

    def end_round(self, name: str, by: str) -> None:
        """Have a round of the list sent nowhere any more. OSError if that cannot be kept."""

    def send_no_round(self, by: str) -> None:
        """Have no round sent. OSError if that cannot be kept."""

    async def lead(self) -> None:
        """Have what is done here count, before something is done to the round. UnfitText: it cannot be."""

    async def written(self) -> None:
        """Wait until what has been done so far outlasts the hall's process, and other halls may know it."""
