"""docs/trust.md: what it cites is there, and what it says of the program is true."""

import re
from pathlib import Path

import pytest

from jadoube.core.language.typed_orders import read_ordered
from jadoube.web.guard.auth import PIN_DIGITS, TOKENS_MOST

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "trust.md").read_text("utf-8")
CITED = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", TEXT)


def test_every_test_that_is_cited_is_there() -> None:
    """By file and name; and the page cites many."""
    assert len(CITED) >= 20
    missing = [
        f"{file}::{name}"
        for file, name in CITED
        if not (ROOT / file).exists() or f"def {name}(" not in (ROOT / file).read_text("utf-8")
    ]
    assert missing == []


@pytest.mark.parametrize(
    "name", ["web/guard/auth.py", "web/guard/gate.py", "web/guard/budget.py", "core/permissions/roles.py"]
)
def test_every_place_that_is_named_is_there(name: str) -> None:
    """Where a new door has to go."""
    assert f"`{name}`" in TEXT
    assert (ROOT / "firmware" / "jadoube" / name).exists()


def test_the_secrets_are_as_long_as_it_says() -> None:
    """Digits of the PIN, number of tokens."""
    assert PIN_DIGITS == 4
    assert "**the PIN**, four digits" in TEXT
    assert f"in memory, {TOKENS_MOST} at most" in TEXT


@pytest.mark.parametrize(
    "words", ["switch off", "off", "power off", "reboot", "delete 1", "archive", "run ls", "config"]
)
def test_no_order_reaches_the_machine(words: str) -> None:
    """Orders are about the game and its settings alone."""
    with pytest.raises(ValueError, match="expected one of"):
        read_ordered(words)


def test_who_reads_on_finds_it() -> None:
    """From the first page, the architecture, and where strangers are spoken of."""
    for name in ("README.md", "ARCHITECTURE.md", "docs/web-api.md", "docs/orders.md", "docs/raspberry-pi.md"):
        assert "trust.md" in (ROOT / name).read_text("utf-8"), name
