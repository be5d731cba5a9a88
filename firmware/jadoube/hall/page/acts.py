"""What arbiters do on the page: orders, messages, seatings, pairings, and that a call has been seen.

The law: without the PIN nobody acts. An act says which round or pairing it means, as that was shown: the one
that is played, or it is refused. What the hall refuses is refused in its words; what each board answers
is told board by board. What has begun is done to its end and noted, also if who acts hangs up; it is written
before it is answered, so that what was answered outlasts the hall's process. The name that an arbiter gives
stands in the journals of the boards.
"""

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Mapping
from http import HTTPStatus
from typing import Any, Final

from aiohttp import web

from jadoube.core.language.render import refusal_words, worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.core.messages.expected import Expected, Misread
from jadoube.core.messages.roles import Role
from jadoube.formats.pairings.values import Pairings
from jadoube.hall.page.access import Answers, Arbiters, Boards
from jadoube.hall.page.show import Show
from jadoube.hall.rounds.lists import AgainError, AgainOrNextError, AnotherEventError, Meant, NextError
from jadoube.hall.rounds.pairings import shown_id
from jadoube.hall.rounds.placed import shown_event
from jadoube.web.auth import Guard
from jadoube.web.bodies import read_fields
from jadoube.web.library.bodies import TEXT_MOST, read_text
from jadoube.web.responses import Refused, json_answer
from jadoube.web.rights import expect_role, role_of

PAIRINGS: Final = "/api/v1/hall/pairings"

KINDS: Final[Mapping[type[AnotherEventError], str]] = {
    AgainError: "again",
    AgainOrNextError: "again or next",
    NextError: "next",
}
"""The kinds of questions that have several answers: a round of an earlier day begins anew, or goes on; a list
that names no round is of the next one, or of one that is known."""

NAME_MOST: Final = 40
ORDER_MOST: Final = 200
SECONDS_MOST: Final = 600
"""How long a text may be on the faces, as the boards have it (docs/mqtt.md)."""
RESULTS: Final = ("", "1-0", "0-1", "1/2-1/2")
"""What a pairing without a game may have; empty: none."""

_NOTHING_HERE: Final = Refused(HTTPStatus.NOT_FOUND, worded(EdgePhrase.NOTHING_HERE))

MAY: Final = (Role.OWNER, Role.ARBITER)
"""Who may act."""


class Acts:
    """The handlers."""

    def __init__(self, boards: Boards, arbiters: Arbiters, show: Show, guard: Guard) -> None:
        self._boards = boards
        self._arbiters = arbiters
        self._show = show
        self._guard = guard
        self._reading = asyncio.Lock()
        self._doing: set[asyncio.Task[Answers]] = set()

    def routes(self) -> list[web.RouteDef]:
        """Return the paths of the API."""
        return [
            web.post("/api/v1/hall/orders", self.order),
            web.post("/api/v1/hall/say", self.say),
            web.post("/api/v1/hall/seat", self.seat),
            web.post("/api/v1/hall/start", self.start),
            web.post("/api/v1/hall/seen", self.see),
            web.post("/api/v1/hall/round", self.choose_round),
            web.post("/api/v1/hall/assign", self.assign),
            web.post("/api/v1/hall/result", self.record),
            web.get(PAIRINGS, self.pairings),
            web.post(PAIRINGS, self.take_pairings),
        ]

    def body_granted(self, request: web.Request) -> int:
        """Return how many bytes of body a request may have beyond the budgets: a list of who may act."""
        long = (request.method, request.path) == ("POST", PAIRINGS)
        fits = (request.content_length or 0) <= TEXT_MOST
        return TEXT_MOST if long and fits and role_of(self._guard, request) in MAY else 0

    async def order(self, request: web.Request) -> web.Response:
        """Give boards an order in the arbiter's role."""
        asked = await self._read(request, boards=list, order=str, by=str)
        order = asked["order"][:ORDER_MOST].strip()
        boards = self._known(asked["boards"])
        return await self._done(self._arbiters.order(boards, order, arbiter_name(asked["by"])))

    async def say(self, request: web.Request) -> web.Response:
        """Have the faces of boards show a text for some seconds."""
        asked = await self._read(request, boards=list, text=str, seconds=int, by=str)
        seconds = min(max(asked["seconds"], 1), SECONDS_MOST)
        boards, text = self._known(asked["boards"]), asked["text"].strip()
        return await self._done(self._arbiters.say(boards, text, seconds, arbiter_name(asked["by"])))

    async def seat(self, request: web.Request) -> web.Response:
        """Tell the boards of the round who sits there."""
        asked = await self._read(request, event=str, round=str, control=str, by=str)
        self._expect_played(asked["event"], asked["round"])
        return await self._done(self._arbiters.seat(arbiter_name(asked["by"]), asked["control"].strip()))

    async def start(self, request: web.Request) -> web.Response:
        """Start the clocks of the round."""
        asked = await self._read(request, event=str, round=str, by=str)
        self._expect_played(asked["event"], asked["round"])
        return await self._done(self._arbiters.start(arbiter_name(asked["by"])))

    async def see(self, request: web.Request) -> web.Response:
        """Note that an arbiter has seen a call."""
        asked = await self._read(request, board=str, key=str, by=str)
        if not self._show.calls.see(asked["board"], asked["key"], arbiter_name(asked["by"]) or "-"):
            raise _NOTHING_HERE
        self._show.change(asked["board"])
        return json_answer({"done": True})

    async def choose_round(self, request: web.Request) -> web.Response:
        """Have another round of the list played."""
        asked = await self._read(request, round=str, by=str)
        return await self._changed(self._arbiters.choose_round, asked["round"], arbiter_name(asked["by"]))

    async def assign(self, request: web.Request) -> web.Response:
        """Have a pairing played at another board."""
        asked = await self._read(request, pairing=str, board=str, by=str)
        number = self._number(asked["pairing"])
        return await self._changed(self._arbiters.assign, number, asked["board"], arbiter_name(asked["by"]))

    async def record(self, request: web.Request) -> web.Response:
        """Keep the result of a pairing that has no game here."""
        asked = await self._read(request, pairing=str, result=str, by=str)
        if asked["result"] not in RESULTS:
            found = Misread(asked["result"][:20], Expected.ONE_OF, choices=", ".join(filter(None, RESULTS)))
            raise Refused(HTTPStatus.BAD_REQUEST, refusal_words(found))
        number = self._number(asked["pairing"])
        return await self._changed(self._arbiters.record, number, asked["result"], arbiter_name(asked["by"]))

    async def pairings(self, request: web.Request) -> web.Response:
        """Return the list that was taken last."""
        expect_role(self._guard, request, *MAY)
        return json_answer(_listed(self._arbiters.pairings()))

    async def take_pairings(self, request: web.Request) -> web.Response:
        """Take a pairing list; `name` is its file's, `by` the arbiter's.

        One of another event is asked about by the status 428 where rounds have games or results, and so is
        one that takes some from the round that is played, unless `another=yes` says that it is meant. So is
        one whose round may be another day's, with the kind `again`: `another=anew` begins it anew then, and
        `on` goes on with it; and one that names no round, with the kind `next`, or `again or next`:
        `another=next` says that it is of the next one. Several answers have commas between them.
        """
        expect_role(self._guard, request, *MAY)
        text = await read_text(request, self._reading)
        name, by = request.query.get("name", ""), arbiter_name(request.query.get("by", ""))
        said, data = request.query.get("another", "").split(","), text.encode("utf-8", "replace")
        try:
            meant = {each for each in Meant if each in said}
            taken = await self._arbiters.take_pairings(data, name, by, meant)
        except AnotherEventError as question:
            kind = KINDS.get(type(question), "")
            raise Refused(HTTPStatus.PRECONDITION_REQUIRED, refusal_words(question), kind) from question
        except ValueError as problem:
            raise _refused(problem) from problem
        self._show.change("")
        await self._arbiters.written()
        return json_answer(_listed(taken))

    async def _read(self, request: web.Request, **kinds: type) -> dict[str, Any]:
        """Read the body of who may act."""
        expect_role(self._guard, request, *MAY)
        return await read_fields(request, {name: (kind,) for name, kind in kinds.items()})

    def _number(self, pairing: str) -> str:
        """The number of a pairing that was shown; Refused if the round that is played has it no more."""
        now = self._arbiters.round()
        number = next((each.number for each in now.boards if shown_id(now, each) == pairing), None)
        if number is None:
            raise Refused(HTTPStatus.CONFLICT, worded(EdgePhrase.HALL_ANOTHER_PAIRING))
        return number

    def _expect_played(self, event: str, name: str) -> None:
        """Refused if another round is played than the one that was shown."""
        now = self._arbiters.round()
        if (now.event, now.round) != (event, name):
            names = {"round": name or "-", "event": shown_event(event)}
            raise Refused(HTTPStatus.CONFLICT, worded(EdgePhrase.HALL_ANOTHER_ROUND, **names))

    def _known(self, asked: Iterable[object]) -> list[str]:
        """The boards among these that there are; Refused if there are none."""
        found = [str(each) for each in asked if self._boards.board(str(each)) is not None]
        if not found:
            raise _NOTHING_HERE
        return list(dict.fromkeys(found))

    async def _done(self, act: Coroutine[Any, Any, Answers]) -> web.Response:
        """Wait for the answers of boards; Refused if the hall cannot ask them.

        A phone that locks, or a tab that closes, ends the waiting and not the act.
        """
        doing = asyncio.create_task(self._kept(act))
        self._doing.add(doing)
        doing.add_done_callback(self._doing.discard)
        try:
            return _answered(await asyncio.shield(doing))
        except ValueError as problem:
            raise _refused(problem) from problem

    async def _kept(self, act: Coroutine[Any, Any, Answers]) -> Answers:
        answers = await act
        await self._arbiters.written()
        return answers

    async def _changed(self, does: Callable[..., None], *values: str) -> web.Response:
        """Do it, and show what has become of the round."""
        try:
            does(*values)
        except ValueError as problem:
            raise _refused(problem) from problem
        self._show.change("")
        await self._arbiters.written()
        return json_answer({"done": True})


def _answered(answers: Answers) -> web.Response:
    """What each board has answered; null: nothing in time."""
    told = {
        board: None if answer is None else {"ok": answer.ok, "why": dict(answer.why)}
        for board, answer in answers.items()
    }
    return json_answer({"answers": told})


def _listed(found: Pairings) -> dict[str, Any]:
    return {
        "name": found.name,
        "event": found.event,
        "site": found.site,
        "due": found.due,
        "rounds": list(found.rounds),
        "problems": [worded(EdgePhrase.IN_LINE, line=each.line, problem=each.why) for each in found.problems],
    }


def arbiter_name(text: str) -> str:
    """Return an arbiter's name as a journal takes it: one line without quotes."""
    kept = "".join(letter for letter in text if letter.isprintable() and letter not in '"|')
    return " ".join(kept.split())[:NAME_MOST]


def _refused(problem: ValueError) -> Refused:
    return Refused(HTTPStatus.CONFLICT, refusal_words(problem))
