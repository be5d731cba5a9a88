"""Whatever is sent to the board: an answer that says what it is, and the board goes on."""

import json
import zlib
from collections.abc import AsyncIterator

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from shared.board.served import PIN, Served, on_served_board

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda below: st.lists(below, max_size=4) | st.dictionaries(st.text(max_size=8), below, max_size=4),
    max_leaves=12,
)
NAMED = st.dictionaries(st.sampled_from(["pin", "order", "code", "role", ""]), JSON, max_size=3)
WORDS = st.lists(
    st.sampled_from(
        ["resign", "white", "draw", "offer", "claim", "time", "+60", "-1", "\n", "é", "\ud800", "9" * 50]
    ),
    max_size=5,
).map(" ".join)
ORDERED = st.builds(lambda words: {"order": words}, WORDS | st.text(max_size=60))
BODIES = st.binary(max_size=300) | (JSON | NAMED | ORDERED).map(lambda value: json.dumps(value).encode())
TYPES = st.sampled_from(["application/json", "application/json; charset=utf-16", "text/plain", "x", ""])
ANSWERS = {200, 400, 401, 403, 409, 413, 415, 429}


@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=20)
@given(
    st.lists(
        st.tuples(st.sampled_from(["unlock", "orders", "join", "codes"]), BODIES, TYPES),
        min_size=1,
        max_size=20,
    )
)
def test_any_body_is_answered(sent: list[tuple[str, bytes, str]]) -> None:
    """In JSON, with a status that is described; nothing is said to have failed, and the board is there."""

    async def act(served: Served) -> None:
        token = await served.token()
        for path, body, kind in sent:
            served.now_ms[0] += 60_000
            headers = {"Content-Type": kind, "Authorization": f"Bearer {token}"}
            async with served.client.post(f"/api/v1/{path}", data=body, headers=headers) as answer:
                assert answer.status in ANSWERS
                assert await answer.json()
        assert (await served.view())["version"] == 1

    on_served_board(act)


@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=20)
@given(st.lists(st.text(max_size=8), min_size=1, max_size=10))
def test_no_guess_opens(pins: list[str]) -> None:
    """But for the PIN itself, to the letter."""

    async def act(served: Served) -> None:
        for pin in pins:
            served.now_ms[0] += 60_000
            async with served.client.post("/api/v1/unlock", json={"pin": pin}) as answer:
                assert answer.status == (200 if pin == PIN else 403)

    on_served_board(act)


def test_a_body_that_is_sent_in_pieces_is_cut_off() -> None:
    """Its length unsaid, it is still not read beyond 4 kB."""

    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(100):
            yield b" " * 1000

    async def act(served: Served) -> None:
        headers = {"Content-Type": "application/json"}
        async with served.client.post("/api/v1/unlock", data=pieces(), headers=headers) as answer:
            assert answer.status == 413

    on_served_board(act)


def test_a_body_that_is_compressed_stays_so() -> None:
    """A few kB could become gigabytes, before anybody has asked who sends them."""

    async def act(served: Served) -> None:
        body = json.dumps({"pin": PIN}).encode()
        headers = {"Content-Type": "application/json", "Content-Encoding": "deflate"}
        for sent in (zlib.compress(body), b"not even that"):
            async with served.client.post("/api/v1/unlock", data=sent, headers=headers) as answer:
                assert answer.status == 400

    on_served_board(act)
