"""Pairing lists: who plays whom, as an arbiter's program or a spreadsheet writes it.

Three formats are read: PGN with headers only (`headers.py`), a table (`tables.py`), and FIDE's TRF16
(`trf.py`). Which one it is shows in the text, whatever the file is called.

The law: whatever the bytes are, there is an answer. What cannot be read is named with its line, what was
found and what was expected; the rest is taken. It refuses to know files, and which board asks.
"""

from typing import Final

from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.core.messages.expected import Expected
from jadoube.core.messages.phrases import Sentence, sentence
from jadoube.formats.pairings import headers, tables, trf
from jadoube.formats.pairings.reading import MOST_BYTES, Reading, split_lines, unquoted
from jadoube.formats.pairings.values import Pairing, Pairings, Problem

__all__ = ["EXPECTED", "MOST_BYTES", "Pairing", "Pairings", "Problem", "read_pairings"]

EXPECTED: Final = Expected.PAIRING_LIST.value
"""What a file has to be, in English."""


_WORKBOOKS: Final = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""How the files of spreadsheet programs begin (zip; Microsoft's compound file)."""


def read_pairings(data: bytes, name: str = "") -> Pairings:
    """Return what a pairing list of this name has. If nothing of it can be read, there is a problem."""
    if len(data) > MOST_BYTES:
        found = sentence(EdgePhrase.LIST_SIZE, count=len(data))
        return _refused(name, found, sentence(Expected.LIST_BYTES, most=MOST_BYTES))
    if data.startswith(_WORKBOOKS):
        return _refused(name, sentence(EdgePhrase.LIST_WORKBOOK), sentence(Expected.SAVED_AS_CSV))
    lines = split_lines(data)
    reading = Reading()
    for reader in (trf, headers, tables):
        if reader.looks_like(lines):
            reader.read(lines, reading)
            break
    if not (reading.pairings or reading.players or reading.problems):
        first = next((number for number, line in enumerate(lines, start=1) if line.strip()), 1)
        reading.problem(first, lines[first - 1] if lines else "", Expected.PAIRING_LIST)
    return reading.read(name)


def _refused(name: str, found: Sentence, expected: Sentence) -> Pairings:
    return Pairings(name, problems=(Problem(1, unquoted(found, expected)),))
