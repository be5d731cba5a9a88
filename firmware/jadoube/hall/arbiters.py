"""What arbiters do at the hall: orders, texts, seatings, pairings, results, and the broadcast.

The law: each act is kept with the name of who did it and what became of it. What cannot be done is refused in
words. It refuses to know pages, and who may act.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from jadoube.core.language.control_read import read_control
from jadoube.core.language.render import unfit, worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.core.messages.phrases import sentence
from jadoube.formats.pairings import Pairings, read_pairings
from jadoube.hall.boards import Boards
from jadoube.hall.elsewhere.broadcast import Broadcast
from jadoube.hall.elsewhere.broadcast_state import how_it_stands
from jadoube.hall.exchange.outgoing import Outgoing
from jadoube.hall.exchange.requests import Requests
from jadoube.hall.file.schema import Act
from jadoube.hall.rounds.known import place_of
from jadoube.hall.rounds.lichess_targets import Target, end_target, end_targets, keep_target
from jadoube.hall.rounds.lists.lists import NOTHING, reading_of
from jadoube.hall.rounds.lists.questions import Choice, Meant, QuestionError
from jadoube.hall.rounds.pairings import (
    board_named,
    is_labelled,
    number_key,
    number_of,
    own_id,
    pairing_of,
    rounds_of,
)
from jadoube.hall.rounds.placed import shown_event
from jadoube.hall.rounds.played.games import RoundGames
from jadoube.hall.rounds.played.results import ResultRow
from jadoube.hall.starts import has_begun, kept_control, why_not, why_untold
from jadoube.hall.troubles import Kind, Troubles
from jadoube.local.desk_lines import Words
from jadoube.mqtt.connection import Away
from jadoube.mqtt.payloads import Answer, PairedBoard, Request, Round
from jadoube.mqtt.topics import Command
from jadoube.online.game_state import made_id
from jadoube.online.game_text import RUNS

SECONDS: Final = 10
"""How long a text is on the faces."""

LOOKS_S: Final = 0.1
HOLDS_WITHIN_S: Final = 18.0
"""Another one may have claimed the lease just before, and acts first (`lease.py`)."""

SEATED_WITHIN_S: Final = 10.0
PUBLISHED_WITHIN_S: Final = 2.0

START: Final = "play"
"""The order that starts a board's clock."""

RESULT: Final = "result"
"""The order that sets the result of a board's game."""

Answers = Mapping[str, Answer | None]
"""What boards have answered, by their ids; None: nothing within ten seconds."""


class Arbiters:
    """What can be done."""

    def __init__(
        self,
        boards: Boards,
        games: RoundGames,
        outgoing: Outgoing,
        requests: Requests,
        broadcast: Broadcast,
        written: Callable[[], Awaitable[None]],
    ) -> None:
        """`written` returns when what is known is in the hall's file, if it can be."""
        self._written = written
        self._boards, self._store, self._rounds = boards, games.store, games.rounds
        self._outgoing, self._requests = outgoing, requests
        self._games = games
        self._broadcast = broadcast

    # What is known

    def round(self, name: str = "") -> Round:
        """Return a round with the results of its games, without a name the one that is played.

        That has no name if none is chosen. UnfitText: there is no round of this name.
        """
        return (
            self._rounds.results.joined(self._rounds.round(name)) if name else self._rounds.results.present()
        )

    def round_names(self) -> tuple[str, ...]:
        """Return the rounds that can be chosen."""
        return self._rounds.names

    def event(self) -> str:
        """Return the event of which they are: that of the list that was read last."""
        return self._rounds.known.event

    def pairings(self) -> Pairings:
        """Return the list that was taken last, since this start."""
        return self._rounds.lists.last

    def troubles(self) -> Troubles:
        """Return what is wrong with the hall; boards have their own."""
        return self._boards.troubles

    def acts(self) -> tuple[Act, ...]:
        """Return the last acts, the oldest first."""
        return self._store.acts()

    def results(self, name: str = "") -> tuple[ResultRow, ...]:
        """Return the results of a round, without a name of the present one. UnfitText: there is none."""
        return self._rounds.results.of(name)

    def round_pgn(self, name: str = "") -> str:
        """Return the games of a round as PGN, in the order of the boards. UnfitText: there is none.

        sqlite3.Error: they cannot be read now.
        """
        return self._games.pgn(name)

    async def lead(self) -> None:
        """Have this program be the one whose round counts, before something is done to it.

        While the broker is away it is, unless another one was. UnfitText: another hall program does not let
        go, or the broker is away.
        """
        if self._boards.away_ms is not None:
            if self._outgoing.is_anothers:
                raise unfit(EdgePhrase.HALL_NO_BROKER)
            return
        await self._take_lease()

    async def _take_lease(self) -> None:
        """Have the lease. UnfitText: another hall program does not let go, or the broker is away."""
        self._outgoing.want_lease()
        if not await self._becomes(lambda: self._boards.holds, HOLDS_WITHIN_S):
            raise unfit(EdgePhrase.HALL_NO_LEASE)

    async def written(self) -> None:
        """Wait until what has been done so far is in the hall's file and at the broker, if it can be."""
        await self._written()
        await self._becomes(lambda: self._outgoing.is_published or not self._boards.holds, PUBLISHED_WITHIN_S)

    # Pairings

    async def take_pairings(self, data: bytes, name: str, by: str = "", meant: Meant = NOTHING) -> Pairings:
        """Take a pairing list of this name: CSV, PGN with headers, TRF16. A long one is read for seconds.

        QuestionError: it is not plain of which event and round it is, or it takes something away, and `meant`
        does not say so.
        """
        read = await asyncio.to_thread(read_pairings, data, name)
        found = self._rounds.lists.named(read, meant)
        made = await asyncio.to_thread(rounds_of, found, *self._rounds.lists.event_and_site(meant))
        self._rounds.lists.take(found, meant, made)
        self._did(by, reading_of(name, meant))
        return found

    def choose_round(self, round: str, by: str = "") -> None:  # noqa: A002 - the word of all pairings
        """Have this round played. UnfitText: there is none of this name."""
        found, now = self._rounds.round(round), self._boards.round
        self._rounds.choose(round)
        if place_of(found) != place_of(now):
            self._did(by, f"round {round}")

    def assign(self, number: str, board_id: str, by: str = "", agreed: Collection[str] = ()) -> None:
        """Have a pairing played at this board, empty: at none. UnfitText: no such pairing or board.

        It is named by its id, its name or the number on its label. QuestionError: others have begun a game
        there, and what is `agreed` does not say that it is taken from them.

        Once the seatings of the round were sent, its players sit there.
        """
        before = self._rounds.pairing(number)
        board_id = board_named(self._boards.all(), board_id)
        self._ask_whether_taken(number, board_id, agreed)
        self._rounds.assign(number, board_id)
        self._did(by, f"pairing {number} at {board_id or 'no board'}", board_id)
        self._outgoing.seat_moved(before, by)

    def _ask_whether_taken(self, number: str, board_id: str, agreed: Collection[str]) -> None:
        """The board may play a game of others, which is not over."""
        found, board = self._rounds.results.present(), self._boards.board(board_id)
        theirs = pairing_of(found, number_of(found, board_id))
        if board is None or theirs is None or theirs.number == number or theirs.result not in ("", RUNS):
            return
        plies = self._rounds.results.game_of(theirs.number).plies
        ours = self._rounds.results.shown(found, self._rounds.pairing(number))
        mark = made_id("|".join(("board", board_id, own_id(found, theirs), own_id(found, ours))))
        if mark in agreed or not (plies or has_begun(found, theirs, board)):
            return
        names = {"number": theirs.number, "pair": _pair(theirs), "other": number, "others": _pair(ours)}
        why = sentence(EdgePhrase.HALL_TAKES_BOARD, board=board_id, **names)
        raise QuestionError(why, {Choice.YES: Meant(agreed=frozenset({mark}))})

    def record(self, number: str, result: str, by: str, of: Round | None = None) -> None:
        """Keep a result of a pairing, be it instead of its game's; empty: none, so that its game's counts.

        It is one of the round that is played, or `of` another. UnfitText: there is no such pairing.
        """
        self._rounds.record(number, result, of)
        where = f" of round {of.round}" if of and place_of(of) != place_of(self._boards.round) else ""
        pairing = f"of pairing {number}{where}"
        self._did(by, f"result {result} {pairing}" if result else f"result {pairing} taken back")

    # The broadcast

    def lichess(self) -> dict[str, Any]:
        """Return how it stands with Lichess.

        `token`: whether there is one. `targets`: which round is sent to which one of Lichess, after how many
        minutes and plies. `round`: the one of Lichess that gets games now, and `state` as the desk of a board
        says it; `sent_s_ago`: how long ago something arrived there, None: never since this start. `problem`:
        why it does not get all of them, in words. `holds`: whether this program pushes, and not another one.
        """
        found = how_it_stands(self._broadcast, self._boards.round)
        problem = next((each.said for each in self.troubles() if each.kind == Kind.LICHESS), None)
        return {**found, "problem": found["problem"] or problem, "holds": self._boards.holds}

    def send_round(self, name: str, target: Target, by: str) -> None:
        """Have a round sent to a round of Lichess while it is played; other rounds stay as they are.

        UnfitText: there is no such round. DeskError: it cannot be sent there, or another round is. OSError:
        it cannot be kept.
        """
        self._rounds.round(name)
        keep_target(self._broadcast.folder, name, target._replace(said_s=self._games.unix_s()))
        self._note(by, f"lichess {target.lichess} of {name}", ())

    def end_round(self, name: str, by: str) -> None:
        """Have a round sent nowhere any more; other rounds stay as they are. Errors as above."""
        self._rounds.round(name)
        end_target(self._broadcast.folder, name, self._games.unix_s())
        self._note(by, f"lichess off of {name}", ())

    def send_no_round(self, by: str) -> None:
        """Have no round sent. OSError if that cannot be kept."""
        end_targets(self._broadcast.folder)
        self._note(by, "lichess off", ())

    async def seat(self, by: str, control: str = "") -> Answers:
        """Tell the boards of the round who sits there, and the time control; empty: the board's own.

        A board that is away gets it when it comes; one that keeps another control is named. UnfitText: no
        round is chosen, the time control is none, another hall program does not let go, or another round is
        played by then.
        """
        found = self._rounds.chosen()
        if control:
            read_control(control)
        await self._take_lease()
        now = self._rounds.chosen()
        if place_of(now) != place_of(found):
            raise unfit(EdgePhrase.HALL_ANOTHER_ROUND, round=found.round, event=shown_event(found.event))
        self._rounds.tables.send(now, by, control)
        self._boards.touch()
        boards = self._outgoing.seat([each.number for each in now.boards], by, control)
        await self._becomes(lambda: all(map(self._outgoing.is_seated, boards)), SEATED_WITHIN_S)
        kept = self._kept_controls(now, control)
        answers = {
            board: Answer("", ok=True, why=kept.get(board, {})) if self._outgoing.is_seated(board) else None
            for board in boards
        }
        self._note(by, f"seat {control}".rstrip(), boards, _summary(answers))
        return answers

    def _kept_controls(self, found: Round, control: str) -> Mapping[str, Words]:
        """The boards of a round that keep another time control, each with what is said of it."""
        known = ((each, self._boards.board(each.board)) for each in found.boards)
        said = {board.id: kept_control(found, each, board, control) for each, board in known if board}
        return {board: words for board, words in said.items() if words}

    def sent_control(self) -> str:
        """Return the time control with which the seatings of the round were sent; empty: with none."""
        sent = self._rounds.tables.sent(self._boards.round)
        return sent.control if sent else ""

    # Boards

    async def start(self, by: str) -> Answers:
        """Start the clocks of the round's boards. UnfitText: no round is chosen.

        One that shows a game of another event, round or number, was not told who plays, or has another time
        control than it was told, is left alone; so is one whose pairing has a result.
        """
        refused = self._not_seated()
        boards = [each.board for each in self._rounds.chosen().boards if each.board]
        started = await self._ordered([each for each in boards if each not in refused], START, by)
        answers = {board: refused[board] if board in refused else started[board] for board in boards}
        self._note(by, START, boards, _summary(answers))
        return answers

    def _not_seated(self) -> dict[str, Answer | None]:
        """The boards of the round that are not to start, each with why."""
        found, answers, tables = self._rounds.chosen(), dict[str, Answer | None](), self._rounds.tables
        results = {each.number: each.result for each in self._rounds.results.of()}
        is_sent = tables.sent(found) is not None
        for each in found.boards:
            board = self._boards.board(each.board)
            why = board and (
                why_not(found, each, board, results[each.number])
                or why_untold(found, each, board, tables.at(board.id), is_sent=is_sent)
            )
            if why:
                answers[each.board] = Answer("", ok=False, why=why)
        return answers

    async def order(self, boards: Sequence[str], order: str, by: str) -> Answers:
        """Give boards an order in the arbiter's role; the board's words say why one is refused.

        A result is not meant for a game that a board has begun by itself once its pairing has ended one.
        """
        boards = self._by_table(boards)
        answers = self._begun_anew(boards) if order.split()[:1] == [RESULT] else {}
        wanted = [each for each in boards if each not in answers]
        answers |= await self._ordered(wanted, order, by)
        self._note(by, order + self._pairing_at(boards), boards, _summary(answers))
        return answers

    def _by_table(self, boards: Iterable[str]) -> Sequence[str]:
        """Boards in the order of the pairings that they play, then the others: so they are noted."""
        numbers = {each.board: each.number for each in self._boards.round.boards if each.board}
        return sorted(
            boards,
            key=lambda each: (each not in numbers, number_key(numbers.get(each, "")), number_key(each)),
        )

    def _pairing_at(self, boards: Sequence[str]) -> str:
        """Which pairing one board plays, as is noted where its label has another number."""
        board = self._boards.board(boards[0]) if len(boards) == 1 else None
        number = number_of(self._boards.round, board.id) if board else ""
        return f" (pairing {number})" if board and number and not is_labelled(board, number) else ""

    def _begun_anew(self, boards: Sequence[str]) -> dict[str, Answer | None]:
        """The boards whose pairing has ended its game, and that show one without a move, each with why."""
        answers, now = dict[str, Answer | None](), self._boards.round
        for board in boards:
            shown, number = self._boards.game_of(board), number_of(now, board)
            if number and shown and not shown.san:
                game = self._rounds.results.game_of(number)
                own = self._rounds.games.id_of(board, shown.game_id)
                if game.result != RUNS and all(own != row.game_id for row in game.rows):
                    why = worded(EdgePhrase.HALL_GAME_ENDED, number=number, result=game.result)
                    answers[board] = Answer("", ok=False, why=why)
        return answers

    async def _ordered(self, boards: Sequence[str], order: str, by: str) -> Answers:
        return await self._ask(
            boards, Command.ORDER, lambda made: Request(made, by=by, order=order, asks_back=True)
        )

    async def say(self, boards: Sequence[str], text: str, seconds: int = SECONDS, by: str = "") -> Answers:
        """Have the faces of boards show a text for so many seconds."""
        boards = self._by_table(boards)
        answers = await self._ask(
            boards,
            Command.SAY,
            lambda made: Request(made, by=by, text=text, seconds=seconds, asks_back=True),
        )
        self._note(by, f"say {text}", boards, _summary(answers))
        return answers

    async def _ask(
        self, boards: Iterable[str], command: Command, wanted: Callable[[str], Request]
    ) -> Answers:
        async def asked(board: str) -> Answer | None:
            try:
                return await self._requests.ask(board, command, wanted)
            except Away:
                return Answer("", ok=False, why=worded(EdgePhrase.HALL_NO_BROKER))

        ids = list(dict.fromkeys(boards))
        return dict(zip(ids, await asyncio.gather(*map(asked, ids)), strict=True))

    async def _becomes(self, holds: Callable[[], bool], within_s: float) -> bool:
        """Wait until something is so, however long the broker takes; return whether it is."""
        with suppress(TimeoutError):
            async with asyncio.timeout(within_s):
                while True:
                    await self._pushed()
                    if holds():
                        break
                    await asyncio.sleep(LOOKS_S)
        return holds()

    def _pushed(self) -> Awaitable[None]:
        return self._outgoing.publish_due()

    def _did(self, by: str, what: str, board: str = "") -> None:
        """Note what was done to the round; that it is not published yet is known until it is."""
        self._outgoing.acted(what)
        self._note(by, what, (board,) if board else ())

    def _note(self, by: str, what: str, boards: Iterable[str], answer: str = "") -> None:
        self._store.note(Act(self._games.unix_s(), by, what, " ".join(boards), answer))


def _pair(pairing: PairedBoard) -> str:
    return " - ".join(each.name or "?" for each in (pairing.white, pairing.black))


def _summary(answers: Answers) -> str:
    """What became of an act, in English; empty: all boards have done it. Boards that say the same are one."""
    missing = [board for board, answer in answers.items() if answer is None]
    refused = dict[str, list[str]]()
    for board, answer in answers.items():
        if answer and not answer.ok:
            refused.setdefault(answer.why.get("en", ""), []).append(board)
    lines = [f"{', '.join(boards)}: {why}" for why, boards in refused.items()]
    said = "; ".join([*lines, *([f"no answer: {', '.join(missing)}"] if missing else ())])
    return said.replace(".; ", "; ")
