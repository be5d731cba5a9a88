"""The text of a file, whatever program has written it."""

import pytest

from jadoube.formats.text_file import text_of


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_text_is_read_as_it_was_written(encoding: str) -> None:
    """A mark at its begin is none of it."""
    assert text_of("Gérard, Élise\nMüller".encode(encoding)) == "Gérard, Élise\nMüller"


def test_what_cannot_be_read_is_no_error() -> None:
    """Half a character of UTF-16, and bytes that CP1252 does not have."""
    assert text_of("ab".encode("utf-16")[:-1]).startswith("a")
    assert text_of(b"\x81\xff") == "\ufffdÿ"
    assert text_of(b"") == ""
