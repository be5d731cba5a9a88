"""What arbiters do on the page: orders, messages, seatings, pairings, and that a call has been seen.

The law: without the PIN nobody acts. An act says which round or pairing it means, as that was shown: the one
that is played, or it is refused; a result may be one of an earlier round. What the hall refuses is refused in
its words; what each board answers is told board by board. What has begun is done to its end and noted, also
if who acts hangs up; it is written before it is answered, so that what was answered outlasts the hall's
process. The name that an arbiter gives stands in the journals of the boards.
"""

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Mapping
from http import HTTPStatus
from typing import Any, Final

from aiohttp import web

from jadoube.core.language.control_read import ControlError, read_control
from jadoube.core.language.render import refusal_words, worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.core.messages.expected import Expected, Misread
from jadoube.core.messages.names import clean_name
from jadoube.core.messages.roles import Role
from jadoube.formats.pairings.values import Pairings
from jadoube.hall.page.access import Answers, Arbiters, Boards
from jadoube.hall.page.show import Show
from jadoube.hall.rounds.lists.questions import Meant, QuestionError
from jadoube.hall.rounds.pairings import shown_id
from jadoube.hall.rounds.placed import shown_event
from jadoube.mqtt.payloads import Round
from jadoube.web.bodies import read_fields
from jadoube.web.guard.auth import Guard
from jadoube.web.guard.rights import expect_role, role_of
from jadoube.web.library.bodies import TEXT_MOST, read_text
from jadoube.web.responses import Refused, json_answer

PAIRINGS: Final = "/api/v1/hall/pairings"

NAME_MOST: Final = 40
ORDER_MOST: Final = 200
SECONDS_MOST: Final = 600
"""How long a text may be on the faces, as the boards have it (docs/mqtt.md)."""
RESULTS: Final = ("", "1-0", "0-1", "1/2-1/2")
"""What is said of a pairing's result; empty: nothing, so that its game's counts."""

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
        control = asked["control"].strip()
        try:
            _ = control and read_control(control)
        except ControlError as problem:
            raise Refused(HTTPStatus.BAD_REQUEST, refusal_words(problem)) from problem
        return await self._done(self._arbiters.seat(arbiter_name(asked["by"]), control))

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
        asked = await self._read(request, event=str, round=str, by=str)
        await self._lead()
        expect_event(self._arbiters, asked["event"])
        return await self._changed(self._arbiters.choose_round, asked["round"], arbiter_name(asked["by"]))

    async def assign(self, request: web.Request) -> web.Response:
        """Have a pairing played at another board; where others play there, it is asked as with a list."""
        asked = await self._read(request, pairing=str, board=str, by=str)
        await self._lead()
        number, by, agreed = self._number(asked["pairing"]), arbiter_name(asked["by"]), _agreed(request.query)
        return await self._changed(self._arbiters.assign, number, asked["board"], by, agreed)

    async def record(self, request: web.Request) -> web.Response:
        """Keep the result of a pairing of any round, be it instead of its game's."""
        asked = await self._read(request, pairing=str, result=str, by=str)
        if asked["result"] not in RESULTS:
            found = Misread(asked["result"][:20], Expected.ONE_OF, choices=", ".join(filter(None, RESULTS)))
            raise Refused(HTTPStatus.BAD_REQUEST, refusal_words(found))
        await self._lead()
        of, number = self._placed(asked["pairing"])
        by = arbiter_name(asked["by"])
        return await self._changed(self._arbiters.record, number, asked["result"], by, of)

    async def pairings(self, request: web.Request) -> web.Response:
        """Return the list that was taken last."""
        expect_role(self._guard, request, *MAY)
        return json_answer(_listed(self._arbiters.pairings()))

    async def take_pairings(self, request: web.Request) -> web.Response:
        """Read a list: its text is the body, the name of its file in the query.

        Where it is not plain of which event and round it is, or where it takes something away, it is asked
        with status 428: each answer says what goes into the query then (`questions.py`).
        """
        expect_role(self._guard, request, *MAY)
        text = await read_text(request, self._reading)
        name, by = request.query.get("name", ""), arbiter_name(request.query.get("by", ""))
        await self._lead()
        try:
            taken = await self._arbiters.take_pairings(
                text.encode("utf-8", "replace"), name, by, _meant(request.query)
            )
        except QuestionError as question:
            return _asked(question)
        except ValueError as problem:
            raise _refused(problem) from problem
        self._show.change("")
        await self._arbiters.written()
        return json_answer(_listed(taken))

    async def _lead(self) -> None:
        """Wait until what is done to the round here counts; Refused if another program does not let go."""
        try:
            await self._arbiters.lead()
        except ValueError as problem:
            raise _refused(problem) from problem

    async def _read(self, request: web.Request, **kinds: type) -> dict[str, Any]:
        """Read the body of who may act."""
        expect_role(self._guard, request, *MAY)
        return await read_fields(request, {name: (kind,) for name, kind in kinds.items()})

    def _number(self, pairing: str) -> str:
        """The number of a pairing that was shown; Refused if the round that is played has it no more."""
        number = _number_in(self._arbiters.round(), pairing)
        if number is None:
            raise Refused(HTTPStatus.CONFLICT, worded(EdgePhrase.HALL_ANOTHER_PAIRING))
        return number

    def _placed(self, pairing: str) -> tuple[Round, str]:
        """The round of a pairing that was shown, be it an earlier one, and its number; Refused as above."""
        names = self._arbiters.round_names()
        for found in (self._arbiters.round(), *map(self._arbiters.round, names)):
            if number := _number_in(found, pairing):
                return found, number
        raise Refused(HTTPStatus.CONFLICT, worded(EdgePhrase.HALL_ANOTHER_PAIRING))

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

    async def _changed(self, does: Callable[..., None], *values: object) -> web.Response:
        """Do it, and show what has become of the round."""
        try:
            does(*values)
        except QuestionError as question:
            return _asked(question)
        except ValueError as problem:
            raise _refused(problem) from problem
        self._show.change("")
        await self._arbiters.written()
        return json_answer({"done": True})


def _number_in(found: Round, pairing: str) -> str | None:
    """The number of a pairing of a round, by the id that was shown."""
    return next((each.number for each in found.boards if shown_id(found, each) == pairing), None)


def _answered(answers: Answers) -> web.Response:
    """What each board has answered; null: nothing in time."""
    told = {
        board: None if answer is None else {"ok": answer.ok, "why": dict(answer.why)}
        for board, answer in answers.items()
    }
    return json_answer({"answers": told})


def _meant(query: Mapping[str, str]) -> Meant:
    """What was said of a list, as `_asked` tells it."""
    event, name = query.get("event"), query.get("round")
    return Meant(
        None if event is None else clean_name(event), clean_name(name) if name else None, _agreed(query)
    )


def _agreed(query: Mapping[str, str]) -> frozenset[str]:
    """To which questions it was said yes, by their marks."""
    return frozenset(filter(None, query.get("agreed", "").split(",")))


def _asked(question: QuestionError) -> web.Response:
    """A question with its answers: what each is called, and what it says of the list."""
    answers = []
    for choice, meant in question.answers.items():
        says = {"event": meant.event, "round": meant.round, "agreed": ",".join(sorted(meant.agreed))}
        said = {name: value for name, value in says.items() if value is not None}
        answers.append({"answer": choice.value, "says": said})
    answer = json_answer({"error": refusal_words(question), "answers": answers})
    answer.set_status(HTTPStatus.PRECONDITION_REQUIRED)
    return answer


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


def expect_event(arbiters: Arbiters, event: str) -> None:
    """Refused if the rounds that can be chosen are of another event than those that were shown."""
    if event != (now := arbiters.event()):
        names = {"event": shown_event(now)}
        raise Refused(HTTPStatus.CONFLICT, worded(EdgePhrase.HALL_OTHER_ROUNDS, **names))


def _refused(problem: ValueError) -> Refused:
    return Refused(HTTPStatus.CONFLICT, refusal_words(problem))
