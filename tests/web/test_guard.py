"""The guard: who may look, who may act, and how long guessing a PIN takes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jadoube.core.messages.roles import Role
from jadoube.web.guard.auth import Guard, Locked, host_name, new_pin
from jadoube.web.guard.codes import CODES_EACH, LASTS_MS
from jadoube.web.guard.phones import PHONES_EACH, kind_of
from jadoube.web.guard.tries import FORGETS_MS, FREE, LONGEST_PAUSE_MS, Tries, pause_ms

HOUR_MS = 3600 * 1000


def guard(now_ms: list[int] | None = None) -> Guard:
    """A guard of a board that is called kermit, whose PIN is 0427."""
    times = now_ms or [0]
    return Guard({"localhost", "kermit", "kermit.local"}, lambda: times[0], "0427")


@pytest.mark.parametrize(
    "host",
    [
        "192.168.1.20",
        "192.168.1.20:8064",
        "[::1]:8064",
        "[fe80::1]",
        "localhost:8064",
        "KERMIT.local",
        "kermit:1",
    ],
)
def test_the_boards_own_names_are_admitted(host: str) -> None:
    """Addresses, whichever they are, and the machine's own names, with a port or without."""
    assert guard().admits([host], [])


FROM_ELSEWHERE = (
    "evil.example, evil.example:8064, kermit.evil.example, localhost., 0x7f.1, 2130706433, [evil], [::1, "
    "[::1]x, ::1, 127.0.0.1:x, 127.0.0.1:8064:8064, kermit:8064@evil, [127.0.0.1]x, "
)


@pytest.mark.parametrize("host", FROM_ELSEWHERE.split(", "))
def test_other_names_are_not(host: str) -> None:
    """A name that a far name server may have given out for this address is refused (DNS rebinding)."""
    assert not guard().admits([host], [])


def test_a_request_has_one_host() -> None:
    """None, or two, is no request of a browser's."""
    assert not guard().admits([], [])
    assert not guard().admits(["kermit", "kermit"], [])


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "https://kermit:8064",
        "http://kermit",
        "http://kermit:8065",
        "null",
        "",
        "file://",
    ],
)
def test_a_page_from_elsewhere_is_refused(origin: str) -> None:
    """Its origin is not the very host and port that were asked."""
    assert not guard().admits(["kermit:8064"], [origin])


def test_a_page_of_its_own_is_admitted() -> None:
    """Its origin is the host and port that were asked, in whatever letters."""
    assert guard().admits(["kermit:8064"], ["http://Kermit:8064"])
    assert not guard().admits(["kermit:8064"], ["http://kermit:8064", "http://evil.example"])


def test_the_feed_is_for_pages_of_this_network_too() -> None:
    """Nothing but the feed, and still for the board's own names only."""
    near = ["http://192.168.1.20:8064"]
    assert guard().admits(["kermit:8064"], near, feed=True)
    assert not guard().admits(["kermit:8064"], near)
    assert not guard().admits(["evil.example"], near, feed=True)
    assert not guard().admits(["kermit:8064"], [*near, "http://evil.example"], feed=True)


@given(st.text(max_size=40), st.lists(st.text(max_size=40), max_size=2))
def test_no_header_is_too_strange(host: str, origins: list[str]) -> None:
    """Any text is answered yes or no, and a host that is admitted has a name."""
    if guard().admits([host], origins):
        assert host_name(host)


def test_the_pin_gives_a_token() -> None:
    """Each time another, and each is known until the process ends."""
    board = guard()
    one, other = board.unlock("0427"), board.unlock("0427")
    assert isinstance(one, str)
    assert isinstance(other, str)
    assert one != other
    assert [board.role_of(one), board.role_of(other)] == [Role.OWNER, Role.OWNER]
    assert guard().role_of(one) is None


@pytest.mark.parametrize("token", ["", "0427", "x" * 43, "\ud800", "ü"])
def test_no_other_token_is_known(token: str) -> None:
    """Whatever it is made of."""
    board = guard()
    board.unlock("0427")
    assert board.role_of(token) is None


def test_of_many_tokens_the_oldest_of_its_role_is_forgotten() -> None:
    """So no phone of White's, however many it lets in, pushes the owner's out, or Black's."""
    board = guard()
    owners = [str(board.unlock("0427")) for _ in range(PHONES_EACH + 1)]
    whites = [str(board.join(board.invite(Role.WHITE))) for _ in range(PHONES_EACH + 1)]
    kept = [Role.OWNER] * PHONES_EACH
    assert [board.role_of(token) for token in owners] == [None, *kept]
    assert [board.role_of(token) for token in whites] == [None, *[Role.WHITE] * PHONES_EACH]


def test_who_leaves_is_known_no_more() -> None:
    """His token alone is void."""
    board = guard()
    one, other = str(board.unlock("0427")), str(board.unlock("0427"))
    board.leave(one)
    board.leave("nobody's")
    assert [board.role_of(one), board.role_of(other)] == [None, Role.OWNER]


def test_the_right_of_one_device_can_be_ended() -> None:
    """The others keep theirs, and nobody gets its number."""
    board = guard()
    tokens = [str(board.unlock("0427", "iPhone")), *(str(board.join(board.invite(Role.WHITE))) for _ in "ab")]
    assert [(phone.number, phone.role, phone.kind) for phone in board.phones()] == [
        (1, Role.OWNER, "iPhone"),
        (2, Role.WHITE, ""),
        (3, Role.WHITE, ""),
    ]
    assert [board.end(3), board.end(3), board.end(9)] == [True, False, False]
    assert [board.role_of(token) for token in tokens] == [Role.OWNER, Role.WHITE, None]
    board.join(board.invite(Role.BLACK))
    assert [phone.number for phone in board.phones()] == [1, 2, 4]


@pytest.mark.parametrize(
    ("user_agent", "kind"),
    [
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15", "iPhone"),
        ("Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile", "Android"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0", "Linux"),
        ("curl/8.11.0", ""),
        ("", ""),
    ],
)
def test_a_device_is_known_by_its_kind(user_agent: str, kind: str) -> None:
    """As far as its browser says it; an Android device names Linux, too."""
    assert kind_of(user_agent) == kind


@pytest.mark.parametrize("role", [Role.WHITE, Role.BLACK, Role.ARBITER, Role.OWNER])
def test_a_code_gives_its_role_once(role: Role) -> None:
    """To who comes first; another code gives it again."""
    board = guard()
    code, another = board.invite(role), board.invite(role)
    assert board.role_of(str(board.join(code))) is role
    assert board.join(code) == Locked()
    assert board.role_of(str(board.join(another))) is role


def test_a_code_ends_after_ten_minutes() -> None:
    """One instant before it still gives its role."""
    now_ms = [5000]
    board = guard(now_ms)
    codes = [board.invite(Role.BLACK) for _ in range(2)]
    now_ms[0] += LASTS_MS - 1
    assert isinstance(board.join(codes[0]), str)
    now_ms[0] += 1
    assert board.join(codes[1]) == Locked()


def test_a_code_has_128_random_bits_and_ends_with_the_process() -> None:
    """It can be guessed by nobody, and another board knows nothing of it."""
    board = guard()
    codes = {board.invite(Role.WHITE) for _ in range(50)}
    assert len(codes) == 50
    assert {len(code) for code in codes} == {22}  # 6 bits a letter
    assert guard().join(codes.pop()) == Locked()


def test_of_many_codes_the_oldest_of_its_role_is_void() -> None:
    """So nobody can void another role's."""
    board = guard()
    black = board.invite(Role.BLACK)
    codes = [board.invite(Role.WHITE) for _ in range(CODES_EACH + 1)]
    assert board.join(codes[0]) == Locked()
    assert isinstance(board.join(codes[1]), str)
    assert isinstance(board.join(black), str)


def test_wrong_codes_are_slowed_down_as_wrong_pins_are() -> None:
    """And keep nobody from the PIN; nor do wrong PINs keep anybody from joining by a code."""
    now_ms = [5000]
    board = guard(now_ms)
    code = board.invite(Role.WHITE)
    assert [board.join("x" * 22) for _ in range(3)] == [Locked()] * 3
    assert board.join(code) == Locked(1000)
    assert isinstance(board.unlock("0427"), str)
    assert [board.unlock("1111") for _ in range(3)] == [Locked()] * 3
    now_ms[0] += 1000
    assert isinstance(board.join(code), str)


def test_wrong_pins_are_slowed_down() -> None:
    """Three are free; then nobody is heard for a second, for two, for four, not even with the right one."""
    now_ms = [5000]
    board = guard(now_ms)
    assert [board.unlock("1111") for _ in range(3)] == [Locked()] * 3
    assert board.unlock("0427") == Locked(1000)
    now_ms[0] += 1000
    assert board.unlock("1111") == Locked()
    assert board.unlock("0427") == Locked(2000)
    now_ms[0] += 2000
    assert isinstance(board.unlock("0427"), str)


def test_the_pause_grows_to_a_minute() -> None:
    """And no further."""
    assert [pause_ms(wrong) for wrong in range(FREE, FREE + 7)] == [
        1000,
        2000,
        4000,
        8000,
        16000,
        32000,
        60000,
    ]
    assert pause_ms(10**9) == LONGEST_PAUSE_MS


@given(st.lists(st.integers(0, 3 * FORGETS_MS // 2), max_size=60))
def test_no_patience_guesses_faster_than_once_a_minute(waits_ms: list[int]) -> None:
    """In whatever rhythm somebody guesses: in a time T no more than nine guesses and one for each minute."""
    now_ms, tries, heard = 0, Tries(), []
    for wait_ms in waits_ms:
        now_ms += wait_ms
        if not tries.waits_ms(now_ms):
            tries = tries.and_wrong(now_ms)
            heard.append(now_ms)
    for first, began_ms in enumerate(heard):
        for last, ended_ms in enumerate(heard[first:], start=1):
            assert last <= 9 + (ended_ms - began_ms) / LONGEST_PAUSE_MS + 1


def test_who_guesses_as_fast_as_he_may_needs_a_week() -> None:
    """The fastest rhythm there is gets through fewer than 70 of the 10,000 PINs in an hour."""
    now_ms, tries, heard = 0, Tries(), 0
    while now_ms < HOUR_MS:
        now_ms += tries.waits_ms(now_ms)
        tries = tries.and_wrong(now_ms)
        heard += 1
    assert heard < 70


def test_pins_are_drawn_anew() -> None:
    """Four digits each, and not the same again and again."""
    pins = {new_pin() for _ in range(50)}
    assert len(pins) > 40
    assert all(len(pin) == 4 and pin.isascii() and pin.isdigit() for pin in pins)
