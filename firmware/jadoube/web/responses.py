"""Security headers and error answers, for every response.

The law: wrong input gets one clear line and never a traceback; under `/api/` the line is in the page's
languages. No page of the board loads from another site, and none is shown in another site's frame. None sends
to another site, but a game to Lichess' import, when a visitor asks for it. The page of several boards asks
those that its address names (`boards_page.py`).
"""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Final

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from jadoube.core.language.render import in_each_language, worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.core.messages.phrases import LANGUAGES, sentence
from jadoube.glances.faults import Faults
from jadoube.glances.messages import encode_json
from jadoube.web.guard.auth import Guard
from jadoube.web.guard.neighbours import FEED

POLICY: Final = "Content-Security-Policy"


def content_policy(*connects_to: str) -> str:
    """Return what a page may load, as a policy; `connects_to` is what it may ask beside us."""
    connects = " ".join(("'self'", *connects_to))
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        f"connect-src {connects}; "
        "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


HEADERS: Final = {
    POLICY: content_policy("https://lichess.org/api/import"),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Server": "jadoube",
}
API: Final = "/api/"


class Refused(Exception):  # noqa: N818 - it names what happened, as its readers do
    """A refused request: its status, the reason in words of each language, and extra headers.

    `kind` is the reason's name, for programs; empty: only its status says it.
    """

    def __init__(self, status: HTTPStatus, words: Mapping[str, str], kind: str = "", **headers: str) -> None:
        super().__init__(words[LANGUAGES[0]])
        self.status = status
        self.words = dict(words)
        self.kind = kind
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}


NOT_FROM_ELSEWHERE: Final = Refused(HTTPStatus.FORBIDDEN, worded(EdgePhrase.FROM_ELSEWHERE))


def json_answer(value: object) -> web.Response:
    """Answer with JSON that is not to be cached."""
    return json_bytes(encode_json(value))


def json_bytes(text: bytes) -> web.Response:
    """Answer with JSON that is already encoded."""
    return web.Response(
        body=text, content_type="application/json", charset="utf-8", headers={"Cache-Control": "no-store"}
    )


async def add_headers(_request: web.Request, answer: web.StreamResponse) -> None:
    """Add the security headers to an answer; a page may have a policy of its own."""
    answer.headers.update(HEADERS | {POLICY: answer.headers.get(POLICY, HEADERS[POLICY])})


def guard_middleware(guard: Guard) -> Middleware:
    """Return the middleware that answers only requests that the guard admits."""

    @web.middleware
    async def guarded(request: web.Request, handler: Handler) -> web.StreamResponse:
        origins = request.headers.getall("Origin", ())
        feed = request.method == "GET" and request.path in FEED
        if not guard.admits(request.headers.getall("Host", ()), origins, feed=feed):
            return refusal(request, NOT_FROM_ELSEWHERE)
        answer = await handler(request)
        if feed and origins and not answer.prepared:
            answer.headers.update({"Access-Control-Allow-Origin": origins[0], "Vary": "Origin"})
        return answer

    return guarded


def error_middleware(faults: Faults) -> Middleware:
    """Word all that goes wrong; what should not have is told to `faults`."""

    @web.middleware
    async def worded(request: web.Request, handler: Handler) -> web.StreamResponse:
        try:
            return await handler(request)
        except Refused as refused:
            return refusal(request, refused)
        except web.HTTPException as problem:
            return refusal(request, _reword_problem(problem))
        except (ConnectionError, TimeoutError):
            raise
        except Exception as problem:  # noqa: BLE001 - a fault in a request must not stop the game
            faults.tell(problem, f"page: {request.method} {request.path[:60]!r}: {problem!r}")
            return refusal(request, _OURS)

    return worded


_OURS: Final = Refused(HTTPStatus.INTERNAL_SERVER_ERROR, worded(EdgePhrase.OUR_FAULT))


def _reword_problem(problem: web.HTTPException) -> Refused:
    """An error of aiohttp as Refused, in our words where a program is likely to meet it."""
    status = HTTPStatus(problem.status)
    why = _SAID.get(status) or sentence(EdgePhrase.REQUEST_REFUSED, status=status.phrase.lower())
    headers = {name: problem.headers[name] for name in ("Allow",) if name in problem.headers}
    return Refused(status, in_each_language(why), **headers)


_SAID: Final = {
    HTTPStatus.NOT_FOUND: sentence(EdgePhrase.NOTHING_HERE),
    HTTPStatus.METHOD_NOT_ALLOWED: sentence(EdgePhrase.ANOTHER_METHOD),
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: sentence(EdgePhrase.BODY_TOO_LONG),
}


def refusal(request: web.Request, refused: Refused) -> web.Response:
    """Return the answer to a refused request: one line that says why."""
    if request.path.startswith(API):
        answer = json_answer({"error": refused.words} | ({"kind": refused.kind} if refused.kind else {}))
    else:
        answer = web.Response(text=f"{refused}\n", headers={"Cache-Control": "no-store"})
    answer.set_status(refused.status)
    answer.headers.update(refused.headers)
    return answer
