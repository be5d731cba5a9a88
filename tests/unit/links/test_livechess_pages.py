"""Which pages may connect over LiveChess."""

import pytest

from jadoube.links.livechess.pages import may_connect

HERE = "localhost:1982"


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "https://lichess.org",
        "https://LICHESS.org",
        "https://lichess.dev",
        "http://localhost:8064",
        "http://127.0.0.1",
        "http://[::1]:8000",
        "http://192.168.0.7:8064",
        "http://board.local",
        "http://board",
        "https://club.example",
    ],
)
def test_who_may(origin: str | None) -> None:
    """Programs, Lichess, this machine, its network, and whom the owner names."""
    assert may_connect(origin, HERE, ["https://club.example"])


@pytest.mark.parametrize(
    "origin",
    [
        "",
        "null",
        "http://lichess.org",
        "https://lichess.org.evil.example",
        "https://lichess.org:444",
        "https://evil.example",
        "https://127.0.0.1.evil.example",
        "http://8.8.8.8",
        "http://club.example",
        "file://",
        "localhost",
        "https://localhost/path",
        "http://[localhost]",
    ],
)
def test_who_may_not(origin: str) -> None:
    """All other pages, however alike they look."""
    assert not may_connect(origin, HERE, ["https://club.example"])


@pytest.mark.parametrize(
    ("asked", "may"),
    [
        ("localhost:1982", True),
        ("127.0.0.1:1982", True),
        ("[::1]:1982", True),
        ("jadoube.local:1982", True),
        ("jadoube", True),
        ("192.168.0.7:1982", True),
        ("evil.example:1982", False),
        ("", False),
        ("8.8.8.8", False),
        ("localhost:1982@evil.example", False),
    ],
)
def test_how_this_machine_is_named(asked: str, *, may: bool) -> None:
    """By an address of its network, or by a name that the internet gives to nobody."""
    assert may_connect(None, asked) is may
