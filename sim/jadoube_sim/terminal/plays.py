"""Games of a PGN file that play themselves: a tidy hand makes the moves, whoever likes looks on.

Each game has a desk of its own, set up as the game begins. It decides when a game is over: when its last move
has been made and has stood, or when the board says so before, by a flag that falls. What cannot be played is
not its business (`hands.games` refuses it).
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol, TextIO

from jadoube.core.messages.names import NO_NAMES, Names
from jadoube.daemon.pace import MonotonicPace
from jadoube_sim.desk import Desk, Ears
from jadoube_sim.hands import MANNERS, TidyHand
from jadoube_sim.hands.games import Game
from jadoube_sim.hands.tidy import QUIET_AT_END_MS
from jadoube_sim.linked import shown_to_links
from jadoube_sim.terminal.session import Session
from jadoube_sim.terminal.start import Start


class Onlooker(Protocol):
    """Who looks on while games are played."""

    ears: Ears

    def after_scan(self) -> None:
        """Look at the board after each scan."""

    def begin(self, session: Session, title: str, plies: int) -> None:
        """A game of so many plies begins."""

    def end(self, session: Session) -> None:
        """The game is over; the board still stands."""


async def play_games(
    games: Sequence[Game], start: Start, onlooker: Onlooker, keep: Callable[[Session], None]
) -> None:
    """Play one game after the other; `keep` is given each when it is over, or broken off."""
    with start.shelf(onlooker.ears) as shelf:
        for index, game in enumerate(games, start=1):
            here = replace(start, start_fen=game.start_fen)
            desk = here.desk(shelf, onlooker.ears, onlooker.after_scan, names=names_of(game))
            session = here.session(desk)
            try:
                async with desk, shown_to_links(desk, start.links, onlooker.ears.say):
                    title = f"game {index} of {len(games)}, " if len(games) > 1 else ""
                    onlooker.begin(session, title, len(game.moves))
                    await _play(game, desk, here)
                    onlooker.end(session)
                    desk.end()
            finally:
                keep(session)


def names_of(game: Game) -> Names | None:
    """The names of a game that a hand plays; None where its file tells none."""
    return None if game.names == NO_NAMES else game.names


async def _play(game: Game, desk: Desk, start: Start) -> None:
    """Make the moves, ply by ply, until the last one or the game's end has stood."""
    hand = TidyHand(
        game.start_fen,
        MANNERS[start.manner],
        seed=start.seed + game.number,  # the same game is played the same, alone or among others
        presses=start.presses,
        time_control=start.time_control,
    )
    desk.act(hand.edges)
    for move in game.moves:
        desk.act(hand.ply(move))
        await desk.run_to(hand.now_us // 1000)
        if desk.table.play.outcome:
            break
    await desk.run_to(hand.now_us // 1000 + QUIET_AT_END_MS)


class Progress:
    """Looks on from afar: says on standard error now and then how far it is."""

    def __init__(self, file: TextIO, *, over: bool) -> None:
        self.ears = Ears(say=self._say)
        self._file = file
        self._over = over
        """Whether a line is written over the one before, as a terminal can; then it comes more often."""
        self._clock = MonotonicPace(period_ms=1)
        self._due_ms = self._every_ms = 200 if over else 5000
        self._session: Session | None = None
        self._title, self._plies, self._written = "", 0, False

    def after_scan(self) -> None:
        """Say how far it is, if it is time to."""
        if self._session and self._clock.now_ms() >= self._due_ms:
            self._due_ms = self._clock.now_ms() + self._every_ms
            self._report(self._session)

    def begin(self, session: Session, title: str, plies: int) -> None:
        """Note whom to ask."""
        self._session, self._title, self._plies = session, title, plies

    def end(self, session: Session) -> None:
        """Say how the game stands at its end, where something was said before."""
        if self._written and self._over:
            self._report(session)
            self._write("\n")
        self._session, self._written = None, False

    def _report(self, session: Session) -> None:
        line = f"{self._title}ply {session.desk.table.line.ply} of {self._plies}"
        self._write(f"\r{line:<40}" if self._over else f"{line}\n")
        self._written = True

    def _say(self, line: str) -> None:
        self._write(f"\n{line}\n" if self._written and self._over else f"{line}\n")

    def _write(self, text: str) -> None:
        self._file.write(text)
        self._file.flush()
