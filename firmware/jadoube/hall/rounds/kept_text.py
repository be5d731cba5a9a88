"""Rounds as text: how the hall's file has them.

The law: a round is its head and a line for each pairing; an empty line ends it. A text that is no round is
left out, and the others are read. What has not changed is not written again: many pairings take a while, so
this is asked in the thread that writes the file. It refuses to know the file.
"""

from collections.abc import Sequence
from dataclasses import replace

from jadoube.mqtt.payload_json import read_payload, write_payload
from jadoube.mqtt.payloads import PairedBoard, Round


class KeptText:
    """Writes rounds; of those of the last time it knows the text. One thread asks it at a time."""

    def __init__(self) -> None:
        self._texts: dict[tuple[str, str], tuple[Round, str]] = {}

    def of(self, rounds: Sequence[Round]) -> str:
        """Return the text of these rounds."""
        texts = {}
        for found in rounds:
            place = found.event, found.round
            before = self._texts.get(place)
            texts[place] = before if before and before[0] is found else (found, _round_text(found))
        self._texts = texts
        return "\n\n".join(text for _, text in texts.values())


def read_rounds(text: str) -> list[Round]:
    """Return the rounds of a text."""
    return [found for each in text.split("\n\n") if (found := _read_round(each))]


def _round_text(found: Round) -> str:
    """A round as text: its head, and a line for each pairing."""
    lines = [replace(found, boards=()), *found.boards]
    return "\n".join(write_payload(each).decode() for each in lines)


def _read_round(text: str) -> Round | None:
    """Read a round as it was kept; None if it is none."""
    try:
        head, *lines = text.encode().split(b"\n")
        found = read_payload(Round, head)
        return replace(found, boards=tuple([read_payload(PairedBoard, line) for line in lines]))
    except (ValueError, RecursionError):
        return None
