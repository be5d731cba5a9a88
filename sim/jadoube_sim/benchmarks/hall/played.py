"""A recording of a hall, played in the hall's own page: `python -m jadoube_sim.benchmarks.hall.played`.

The law: the page is the real one, with its server; boards and arbiters are those of the recording. The hall's
time is real; the recording's may be faster. Boards obey: what they are told is answered with yes.
"""

import asyncio
import heapq
import time
from argparse import ArgumentParser
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from jadoube.core.language.render import unfit
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.core.messages.phrases import sentence
from jadoube.formats.pairings import read_pairings
from jadoube.formats.pairings.values import Pairings
from jadoube.hall.exchange.board_fold import BoardState
from jadoube.hall.file.schema import Act
from jadoube.hall.page.server import build
from jadoube.hall.rounds.lichess_targets import Target, expect_free
from jadoube.hall.rounds.lists.lists import NOTHING, reading_of
from jadoube.hall.rounds.lists.questions import Choice, Meant, QuestionError, leaves
from jadoube.hall.rounds.pairings import board_named, number_of
from jadoube.hall.troubles import Notice, Trouble
from jadoube.mqtt.payloads import (
    About,
    Alarm,
    Answer,
    Call,
    ClockState,
    PairedBoard,
    Person,
    PlayedGame,
    Presence,
    Round,
    Seating,
)
from jadoube.web.guard.auth import Guard
from jadoube.web.listener import listen, own_names, serve
from jadoube_sim.benchmarks.hall.recording import (
    BEGINS_WITH_MS,
    CONTROL,
    INCREMENT_MS,
    RecordedGame,
    Recording,
    read,
    record,
)

PIN: Final = "123456"

AGAIN: Final = "Again"
"""The event of a list whose round was begun on an earlier day."""

AGAIN_OR_NEXT: Final = "Again or next"
"""The event of such a list that names no round."""

NEXT: Final = "Next"
"""The event of a list that may be of the next round."""
DAY: Final = "2026-05-12"
EVENT: Final = "Open of the hall"
TICK_S: Final = 0.02
CALL_LASTS_MS: Final = 60_000


def now_ms() -> int:
    """Return the instant of the hall's own time."""
    return time.monotonic_ns() // 1_000_000


class PlayedHall:
    """The boards of a recording, and arbiters whom all of them obey."""

    def __init__(self, recording: Recording) -> None:
        self._recording = recording
        self._told: list[Callable[[str], None]] = []
        self.meant = NOTHING
        """What was said of the list that was read last."""
        self._boards = {board: _board(board, games) for board, games in recording.boards.items()}
        first = [(next(steps), board, steps) for board in recording.boards for steps in [self._steps(board)]]
        self._steps_left = [(at_ms, board, steps) for at_ms, board, steps in first]
        heapq.heapify(self._steps_left)
        self._round = Round(EVENT, "", "1", tuple(self._pairings()))
        self.listed_event = EVENT
        self.listed_rounds: tuple[str, ...] = ("1", "2")
        """Which rounds can be chosen, and of which event."""
        self.orders: list[tuple[tuple[str, ...], str, str]] = []
        self.noted: list[Act] = []
        self.targets: dict[str, Target] = {}
        self.earlier: dict[str, Round] = {}
        self.plies = 0
        self.control = ""
        self._notices: list[Notice] = []
        self.away_ms: int | None = None
        """Since when the broker is away."""

    def advance(self, until_ms: int) -> bool:
        """Play up to this instant of the recording; return whether there is more."""
        while self._steps_left and self._steps_left[0][0] <= until_ms:
            _, board, steps = self._steps_left[0]
            at_ms = next(steps, None)
            if at_ms is None:
                heapq.heappop(self._steps_left)
            else:
                heapq.heapreplace(self._steps_left, (at_ms, board, steps))
        return bool(self._steps_left)

    def change(self, board: str, **what: object) -> None:
        """Have a board say something else."""
        self._boards[board] = replace(self._boards[board], **what)  # type: ignore[arg-type] # of any field
        for told in self._told:
            told(board)

    def _steps(self, board: str) -> Iterator[int]:
        """Play a board's games; each step gives the instant of the next one."""
        for number, game in enumerate(self._recording.boards[board], start=1):
            yield game.begins_ms
            yield from self._play(board, game, number)

    def _play(self, board: str, game: RecordedGame, number: int) -> Iterator[int]:
        line = self._recording.lines[game.line]
        left = {"white": BEGINS_WITH_MS, "black": BEGINS_WITH_MS}
        before_ms, called = game.begins_ms, len(game.at_ms) // 2 if game.need else -1
        played = _game(board, game, number)
        self.change(board, game=played, clock=_clock(left, ""), clock_ms=now_ms(), alarm=None)
        for ply, at_ms in enumerate(game.at_ms):
            yield at_ms
            side, other = ("white", "black") if ply % 2 == 0 else ("black", "white")
            left[side] = max(1_000, left[side] - (at_ms - before_ms)) + INCREMENT_MS
            before_ms, over = at_ms, ply + 1 == len(game.at_ms)
            self.plies += 1
            played = replace(
                played,
                seq=number * 1000 + ply + 1,
                san=line.san[: ply + 1],
                fen=line.fens[ply],
                move=line.uci[ply],
                phase="over" if over else "playing",
                over=over,
                result=line.result if over else "*",
            )
            what: dict[str, object] = {"game": played, "clock": _clock(left, "" if over else other)}
            if ply == called:
                what["alarm"] = Alarm((Call(game.need, {}, ply + 1),), played.game_id)
            elif ply > called and at_ms - game.at_ms[called] > CALL_LASTS_MS:
                what["alarm"] = None
            self.change(board, **what, clock_ms=now_ms())

    def _pairings(self) -> Iterator[PairedBoard]:
        for number, (board, games) in enumerate(self._recording.boards.items(), start=1):
            first = games[0]
            yield PairedBoard(str(number), board, Person(first.white), Person(first.black))

    # As the page sees the boards.

    def board(self, board: str) -> BoardState | None:
        """Return a board; None if there is none of this id."""
        return self._boards.get(board)

    def all(self) -> list[BoardState]:
        """Return all of them."""
        return list(self._boards.values())

    @property
    def notices(self) -> Sequence[Notice]:
        """What was told."""
        return self._notices

    def notice(self, english: str) -> None:
        """Tell something that has happened."""
        self._notices.append(Notice(now_ms(), "", {"en": english}))
        for told in self._told:
            told("")

    def listen(self, told: Callable[[str], None]) -> None:
        """Tell the id of each board that has changed from now on."""
        self._told.append(told)

    # As the page sees the arbiters.

    def round(self, name: str = "") -> Round:
        """Return the round as it is, or an earlier one."""
        return self.earlier.get(name, self._round)

    def read_rounds(self, event: str, *rounds: str) -> None:
        """Have these be the rounds that can be chosen, as a list does that is read."""
        self.listed_event, self.listed_rounds = event, rounds
        self.notice(f"the list of {event} is read")

    def round_names(self) -> tuple[str, ...]:
        """Return the rounds that can be chosen."""
        return self.listed_rounds

    def event(self) -> str:
        """Return the event of which they are."""
        return self.listed_event

    def record(self, number: str, result: str, by: str, of: Round) -> None:
        """Keep a result of a pairing."""
        self.orders.append(((number,), f"result {result}", by))
        boards = (replace(each, result=result) if each.number == number else each for each in of.boards)
        found = replace(of, boards=tuple(boards))
        if found.round in self.earlier:
            self.earlier[found.round] = found
        else:
            self._round = found

    def rename(self, number: str, white: str, black: str) -> None:
        """Have others play a pairing, as a list does that is read again."""
        boards = (
            replace(each, white=Person(white), black=Person(black)) if each.number == number else each
            for each in self._round.boards
        )
        self._round = replace(self._round, boards=tuple(boards))

    def pairings(self) -> Pairings:
        """Return the list that was taken last."""
        return Pairings()

    def troubles(self) -> tuple[Trouble, ...]:
        """Return what is wrong in the hall."""
        return ()

    def _ask_of(self, event: str) -> None:
        anew, goes_on, following = Meant(f"{event} {DAY}"), Meant(event, "1"), Meant(event, "2")
        again = {"rounds": "1", "event": event, "anew": anew.event or ""}
        both = {Choice.ANEW: anew, Choice.GOES_ON: goes_on}
        if event == AGAIN:
            raise QuestionError(sentence(EdgePhrase.HALL_AGAIN, **again), both)
        if event == AGAIN_OR_NEXT:
            why = sentence(EdgePhrase.HALL_AGAIN_OR_NEXT, following="2", **again)
            raise QuestionError(why, {Choice.NEXT: following, **both})
        if event == NEXT:
            why = sentence(EdgePhrase.HALL_NEXT, event=event, round="1", following="2", numbers="1")
            raise QuestionError(why, {Choice.NEXT: following, Choice.SAME: goes_on})
        old = self._round.event
        if event not in ("", old):
            why = sentence(EdgePhrase.HALL_ANOTHER_EVENT, event=event, old=old)
            agreed = frozenset({leaves(event, old)})
            raise QuestionError(why, {Choice.YES: Meant(event, agreed=agreed)})

    async def take_pairings(self, data: bytes, name: str, by: str, meant: Meant = NOTHING) -> Pairings:
        """Read a list; it changes nothing here but the acts."""
        found = read_pairings(data, name)
        if meant == NOTHING:
            self._ask_of(found.event)
        self.meant = meant
        self._note(reading_of(name, meant), by)
        return found

    def choose_round(self, round: str, by: str) -> None:  # noqa: A002 - as the page calls it
        """Have this round played."""
        self._note(f"round {round}", by)
        self._round = replace(self._round, event=self.listed_event, round=round)

    def assign(self, number: str, board_id: str, by: str, agreed: Collection[str] = ()) -> None:
        """Have a pairing played at this board."""
        board_id = board_named(self._boards.values(), board_id)
        if board_id and board_id not in self._boards:
            raise unfit(EdgePhrase.HALL_NO_BOARD, board=board_id)
        game, theirs = self._boards[board_id].game if board_id else None, number_of(self._round, board_id)
        if game and game.san and not game.over and theirs not in ("", number) and board_id not in agreed:
            names = {"number": theirs, "pair": "A - B", "other": number, "others": "C - D"}
            why = sentence(EdgePhrase.HALL_TAKES_BOARD, board=board_id, **names)
            raise QuestionError(why, {Choice.YES: Meant(agreed=frozenset({board_id}))})
        self._note(f"pairing {number} at {board_id}", by)
        boards = (
            replace(
                each,
                board=board_id if each.number == number else "" if each.board == board_id else each.board,
            )
            for each in self._round.boards
        )
        self._round = replace(self._round, boards=tuple(boards))

    async def order(self, boards: Sequence[str], order: str, by: str) -> dict[str, Answer | None]:
        """Note an order, and answer for all boards."""
        self.orders.append((tuple(boards), order, by))
        self._note(order, by, boards)
        return {board: Answer("", ok=True) for board in boards}

    async def say(self, boards: Sequence[str], text: str, seconds: int, by: str) -> dict[str, Answer | None]:
        """Note what is to be shown."""
        return await self.order(boards, f"say {seconds} {text}", by)

    async def seat(self, by: str, control: str = "") -> dict[str, Answer | None]:
        """Note that boards are to know who sits there, and tell them."""
        found = self._round
        for each in found.boards:
            if each.board:
                place = found.event, found.site, found.round, each.number
                self.change(
                    each.board,
                    seating=Seating(f"{each.board}-{len(self.orders)}", each.white, each.black, *place),
                )
        self.control = control
        for told in self._told:
            told("")
        return await self.order(self._seated(), f"seat {control}".rstrip(), by)

    def sent_control(self) -> str:
        """Return the time control with which they were told."""
        return self.control

    async def start(self, by: str) -> dict[str, Answer | None]:
        """Note that the round begins."""
        return await self.order(self._seated(), "play", by)

    async def lead(self) -> None:
        """There is no other hall program: return at once."""

    async def written(self) -> None:
        """Nothing is written here: return at once."""

    def acts(self) -> list[Act]:
        """Return what was done, the oldest first."""
        return self.noted

    def _note(self, what: str, by: str, boards: Sequence[str] = ()) -> None:
        self.noted.append(Act(int(time.time()), by, what, " ".join(boards), ""))

    def lichess(self) -> dict[str, Any]:
        """Return that nothing was sent yet, and where it is to be sent."""
        targets = [
            {"round": name, "lichess": each.lichess, "minutes": each.minutes, "plies": each.plies}
            for name, each in self.targets.items()
        ]
        sent_to = self.targets[self._round.round].lichess if self._round.round in self.targets else ""
        state = "waiting" if sent_to else "off"
        stands = {"round": sent_to, "state": state, "sent_s_ago": None, "problem": None}
        return {"token": True, "targets": targets, **stands, "holds": True}

    def send_round(self, name: str, target: Target, by: str) -> None:
        """Have a round sent to a round of Lichess, unless another is."""
        expect_free(self.targets, name, target)
        self.targets[name] = target
        self._note(f"lichess {target.lichess} of {name}", by)

    def end_round(self, name: str, by: str) -> None:
        """Have a round sent nowhere any more."""
        self.targets.pop(name, None)
        self._note(f"lichess off of {name}", by)

    def send_no_round(self, by: str) -> None:
        """Have no round sent."""
        self.targets.clear()
        self._note("lichess off", by)

    def _seated(self) -> list[str]:
        return [each.board for each in self._round.boards if each.board]

    def round_pgn(self, name: str = "") -> str:  # noqa: ARG002 - as above
        """Return the round's games: headers only, here."""
        return "".join(f'[Board "{each.number}"]\n\n*\n\n' for each in self._round.boards)


async def play(
    recording: Recording, speed: float, port: int, ready: Callable[[int], None], at_ms: int = 0
) -> None:
    """Play a recording from an instant on, so many times as fast as it was; `ready` gets the page's port."""
    hall = PlayedHall(recording)
    hall.advance(at_ms)
    guard = Guard(own_names(), now_ms, PIN)
    site = build(hall, hall, guard, print)
    listening = listen("127.0.0.1", port)
    ready(listening.getsockname()[1])
    serving = await serve(site.app, listening, now_ms)
    sending = asyncio.create_task(site.show.run())
    try:
        began_ms, more = now_ms(), True
        while more:
            await asyncio.sleep(TICK_S)
            more = hall.advance(at_ms + round((now_ms() - began_ms) * speed))
        await asyncio.Event().wait()
    finally:
        sending.cancel()
        await serving.close()


def _board(board: str, games: Sequence[RecordedGame]) -> BoardState:
    about = About(f"Board {board}", "0", f"machine-{board}")
    return BoardState(board, Presence("on", 1), about, _game(board, games[0], 1), _clock({}, ""), now_ms())


def _game(board: str, game: RecordedGame, number: int) -> PlayedGame:
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    white, black = Person(game.white), Person(game.black)
    place = EVENT, "", "1", board.lstrip("b0")
    return PlayedGame(
        *(f"{board}-{number}", number * 1000, 0, white, black, *place),
        start_fen=start,
        fen=start,
        phase="setting up",
    )


def _clock(left: dict[str, int], running: str) -> ClockState:
    return ClockState(
        left.get("white", BEGINS_WITH_MS),
        left.get("black", BEGINS_WITH_MS),
        running,
        0,
        white_rate=-1 if running == "white" else 0,
        black_rate=-1 if running == "black" else 0,
        control=CONTROL,
    )


def main() -> None:
    """Serve the page at a port until stopped."""
    parser = ArgumentParser(description="Play a recording of a hall in its page.")
    parser.add_argument("--boards", type=int, default=200)
    parser.add_argument("--minutes", type=int, default=60, help="of the recording")
    parser.add_argument("--speed", type=float, default=1.0, help="so many times as fast as it was")
    parser.add_argument("--at", type=float, default=0, help="minutes of it that have passed already")
    parser.add_argument("--recording", type=Path, help="play the one in this file")
    parser.add_argument("--port", type=int, default=8065)
    given = parser.parse_args()
    recording = read(given.recording) if given.recording else record(given.boards, given.minutes)
    at_ms = round(given.at * 60_000)
    asyncio.run(play(recording, given.speed, given.port, lambda port: print(port, flush=True), at_ms))


if __name__ == "__main__":
    main()
