"""What the hall publishes: the round, who sits where, and the lease.

The law: only the holder of the lease publishes a round and seatings. All of it is retained and whole, so the
newest replaces the one before it; what could not be published is published when the broker is back, and what
was published then again: a broker that lost its power has an old state. What another holder has published is
taken over; what was done here and is not in it is told, also after a restart. A round and seatings are
written before they are published, so that after a restart the broker has nothing newer. It reads no clock.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from typing import Final

from jadoube.core.language.render import refusal_words, unfit, worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.core.messages.phrases import UnfitText
from jadoube.hall.boards import HALL, Boards
from jadoube.hall.exchange.lease import LeaseKeeper
from jadoube.hall.exchange.requests import Publish, Requests
from jadoube.hall.rounds.keeper import RoundKeeper
from jadoube.hall.rounds.pairings import has_result, pairing_of, table_of
from jadoube.hall.troubles import Kind, Trouble
from jadoube.mqtt.connection import Away
from jadoube.mqtt.payload_json import MOST_BYTES, write_payload, write_short
from jadoube.mqtt.payloads import Lease, PairedBoard, Person, Round, Seating
from jadoube.mqtt.topics import Kind as Topic
from jadoube.mqtt.topics import lease_topic, round_topic, state_topic
from jadoube.online.game_text import RUNS

LETTERS: Final = (255, 40, 16, 0)
"""So many of a name are published where more do not fit (a choice): 1,000 boards fit without names."""

WANTED_MS: Final = 20_000
"""So long the lease is wanted for an act here: one that another has just claimed is waited for."""

UNPUBLISHED: Final = "unpublished"
"""The name of what is kept of acts that are not published yet."""


class Outgoing:
    """Publishes what the hall itself has to say."""

    def __init__(
        self,
        hall: str,
        boards: Boards,
        rounds: RoundKeeper,
        lease: LeaseKeeper,
        requests: Requests,
        publish: Publish,
        written: Callable[[], Awaitable[None]],
    ) -> None:
        """`written` returns when what is known is in the hall's file, if it can be."""
        self._written = written
        self._hall, self._boards, self._rounds, self._lease = hall, boards, rounds, lease
        self._requests, self._publish = requests, publish
        self._published: Round | None = None
        self._round = b""
        self._tables: dict[str, Seating | None] = {}
        self._tables_again = False
        self._dropped: set[str] = set()
        self._wanted_ms: int | None = None
        self._acts: list[str] = []  # what was done, and is not published yet
        self._has_adopted = False
        self._turn = asyncio.Lock()

    # What becomes known

    def connected(self) -> None:
        """The broker is there: it may lack what was published."""
        self._lease.connected(self._boards.now_ms())
        self._published = None
        self._tables_again = True

    def adopt(self, found: Round) -> None:
        """A round stands at the broker."""
        if self.leads or self._round == write_payload(found):
            return
        if found == self._rounds.results.present():
            self._forget_acts(len(self._acts))  # all of them are in it
        self._tell_lost()
        self._has_adopted = True
        self._round = b""  # published by another one, what was published here is news
        self._rounds.adopt(found)

    def load(self) -> None:
        """The file is open: what was done before this start, and is not published, is so still."""
        found = self._rounds.store.found(UNPUBLISHED)
        self._acts = [*(json.loads(found) if found else ()), *self._acts]
        self._keep_acts()
        if self._has_adopted:
            self._tell_lost()

    def _tell_lost(self) -> None:
        """Another hall's round is taken over: what was done here is not in it."""
        if self._acts:
            said = worded(EdgePhrase.HALL_ACTS_LOST, acts=", ".join(self._acts))
            self._boards.happened(HALL, Kind.ACTS_LOST, said)
            self._forget_acts(len(self._acts))

    def seated(self, board: str, seating: Seating | None) -> None:
        """A seating stands at a board's table; None: nothing does, as where a board was forgotten."""
        if not self.leads:
            found, tables = self._boards.round, self._rounds.tables
            before = tables.sent(found)
            tables.hear(board, seating, found)
            if tables.sent(found) != before:
                self._boards.touch()
        elif seating is None and self._boards.board(board) is None:
            self._rounds.tables.put(board, None)

    @property
    def leads(self) -> bool:
        """Whether what this program knows counts, and not what stands at the broker."""
        return self._lease.leads(self._boards.now_ms())

    @property
    def is_anothers(self) -> bool:
        """Whether another hall program was the last one that was heard to have the lease."""
        return self._lease.is_anothers

    def want_lease(self) -> None:
        """Somebody is to act here: the lease is wanted until it was looked that this program has it."""
        self._wanted_ms = self._boards.now_ms()

    @property
    def is_published(self) -> bool:
        """Whether the broker has all that was done to the round here."""
        return not self._acts

    def acted(self, what: str) -> None:
        """Something was done to the round; it is not published yet."""
        self._acts.append(what)
        self._keep_acts()

    def _forget_acts(self, first: int) -> None:
        """So many, the first ones, are published, or are not to be."""
        if self._acts[:first]:
            del self._acts[:first]
            self._keep_acts()

    def _keep_acts(self) -> None:
        self._rounds.store.put(UNPUBLISHED, json.dumps(self._acts) if self._acts else "")

    # What is published

    def seat(self, numbers: Iterable[str], by: str, control: str) -> tuple[str, ...]:
        """Have seatings of these pairings published; return the ids of their boards.

        One whose result somebody has given, such as a forfeit, seats nobody.
        """
        found, boards = self._boards.round, []
        for number in numbers:
            pairing = pairing_of(found, number)
            if pairing and pairing.board and not has_result(pairing):
                self._put_table(pairing.board, self._seating(found, pairing, by, control))
                boards.append(pairing.board)
        return tuple(boards)

    def seat_who_came(self) -> None:
        """Seat the boards that pairings got after the seatings of the round were sent."""
        found, tables = self._boards.round, self._rounds.tables
        sent = tables.sent(found) if self._boards.holds else None
        if sent:
            here = (each for each in found.boards if self._boards.board(each.board))
            came = (each for each in here if not tables.is_of_round(each.board, found))
            self.seat([each.number for each in came if self._is_open(each)], sent.by, sent.control)

    def seat_moved(self, before: PairedBoard, by: str) -> None:
        """Seat a pairing at its board of now, if the seatings of the round were sent; at `before` nobody."""
        found, tables = self._boards.round, self._rounds.tables
        pairing, sent = pairing_of(found, before.number), tables.sent(found)
        if pairing is None or sent is None or pairing.board == before.board:
            return
        if before.board and tables.is_of_round(before.board, found):
            self._put_table(before.board, None)
        if self._is_open(pairing):
            self.seat([pairing.number], by or sent.by, sent.control)

    def _is_open(self, pairing: PairedBoard) -> bool:
        return self._rounds.results.game_of(pairing.number).result == RUNS

    def _put_table(self, board: str, seating: Seating | None) -> None:
        self._tables[board] = seating
        self._dropped.discard(board)
        self._rounds.tables.put(board, seating)

    def is_seated(self, board: str) -> bool:
        """Whether the broker has the seating that was to be published."""
        return board not in self._tables and board not in self._dropped

    def _seating(self, found: Round, pairing: PairedBoard, by: str, control: str) -> Seating:
        return Seating(
            stamp=self._requests.new_id(),
            white=pairing.white,
            black=pairing.black,
            event=found.event,
            site=found.site,
            round=found.round,
            board=table_of(pairing),
            control=control,
            by=by,
        )

    async def publish_due(self) -> None:
        """Publish what is due; nothing if the broker is away.

        One that does not take a message until the next renewal is due is as good as away.
        """
        if self._turn.locked():
            return
        async with self._turn:
            with suppress(Away, TimeoutError):
                async with asyncio.timeout(self._lease.times.renew_ms / 1000):
                    await self._publish_due()

    async def _publish_due(self) -> None:
        if lease := self._due_lease(self._boards.now_ms()):
            await self._publish(lease_topic(self._hall), write_payload(lease), retain=True)
        if self.look_at_lease():
            self._wanted_ms = None
            await self._push_round()
            await self._push_tables()
        elif self._lease.is_anothers and not self._is_wanted(self._boards.now_ms()):
            self._drop_tables()

    def _drop_tables(self) -> None:
        """Who sits where is said by who has the lease now."""
        for board in list(self._tables):
            self._drop_table(board)

    def _drop_table(self, board: str) -> None:
        """A seating is not to be published any more: what stands at the table counts."""
        state = self._boards.board(board)
        self._rounds.tables.put(board, state.seating if state else None)
        del self._tables[board]
        self._dropped.add(board)

    def look_at_lease(self) -> bool:
        """Return whether this program holds the lease now, and tell it: it may end while nothing is taken."""
        holds = self._lease.holds(self._boards.now_ms())
        self._boards.set_lease(self._lease.last, holds=holds)
        return holds

    def _due_lease(self, now_ms: int) -> Lease | None:
        """What is to be published of the lease: a claim, until it stands, if somebody is to act here.

        Two who are to act at once would else take it from each other, and none would hold it.
        """
        if self._is_wanted(now_ms) and not self._lease.is_own and not self._lease.is_settling(now_ms):
            return self._lease.claim(now_ms)
        return self._lease.next(now_ms)

    def _is_wanted(self, now_ms: int) -> bool:
        """Whether somebody is to act here, and the lease is still on its way."""
        return self._wanted_ms is not None and now_ms - self._wanted_ms < WANTED_MS

    async def _push_round(self) -> None:
        found, acts = self._rounds.results.present(), len(self._acts)
        if not found.round or found is self._published:
            self._forget_acts(acts)  # they concern another round
            return
        try:
            payload = await asyncio.to_thread(fitting, found)  # plies and acts come in meanwhile
        except UnfitText as problem:
            self._boards.trouble(HALL, Trouble(Kind.TOO_LONG, refusal_words(problem)))
            self._forget_acts(acts)
        else:
            self._boards.end_trouble(HALL, Kind.TOO_LONG)
            await self._written()
            if not self.look_at_lease():  # it may have been lost meanwhile
                return
            self._round = payload
            await self._publish(round_topic(self._hall), payload, retain=True)
            self._forget_acts(acts)
        self._published = found

    async def _push_tables(self) -> None:
        if self._tables_again:
            self._tables_again = False
            self._tables = {**self._rounds.tables.of_round(self._boards.round), **self._tables}
        if not self._tables:
            return
        await self._written()
        now = self._boards.round
        for board, seating in list(self._tables.items()):
            if not self.look_at_lease():
                return
            if seating and (seating.event, seating.round) != (now.event, now.round):
                self._drop_table(board)  # it has waited until another round was played
                continue
            payload = write_payload(seating) if seating else b""
            await self._publish(state_topic(self._hall, board, Topic.TABLE), payload, retain=True)
            if self._tables.get(board) is seating:
                del self._tables[board]


def fitting(found: Round) -> bytes:
    """Return a round as it is published; UnfitText if it has too many boards.

    One that is too long is without the pairings that have left it. One of very many boards is without what is
    known besides names, and has their beginnings if need be.
    """
    whole, found = found, replace(found, left=())
    for each in (whole, found):
        payload = write_payload(each)
        if len(payload) <= MOST_BYTES:
            return payload
    for letters in LETTERS:
        boards = tuple(
            replace(each, white=Person(each.white.name[:letters]), black=Person(each.black.name[:letters]))
            for each in found.boards
        )
        payload = write_short(replace(found, boards=boards))
        if len(payload) <= MOST_BYTES:
            return payload
    payload = write_short(replace(found, boards=tuple(replace(each, id="") for each in boards)))
    if len(payload) <= MOST_BYTES:
        return payload
    raise unfit(EdgePhrase.HALL_ROUND_TOO_LONG, round=found.round, boards=len(found.boards))
