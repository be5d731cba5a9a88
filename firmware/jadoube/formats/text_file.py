"""The text of a file that somebody brings, whatever program has written it.

The law: UTF-8, else UTF-16 with its mark, as spreadsheets save "Unicode text", else Windows' CP1252. What
cannot be read is one character that says so, and no error. It refuses to know what stands in the text.
"""

from typing import Final

_MARKS_16: Final = (b"\xff\xfe", b"\xfe\xff")


def text_of(data: bytes) -> str:
    """Return the text, without a mark at its begin."""
    if data.startswith(_MARKS_16):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")
