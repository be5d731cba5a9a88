"""The text of a transcript: prose, a header, and stimulus and consequence in one column of time.

    # Reeds settle after 20 ms, and a ply is shown at once.

    start 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1

      1.000 > open e2
      1.020 < lifted e2
      1.500 > close e4
      1.520 < placed e4
      1.520 < move made 1. e4

It decides what a well-formed transcript is and refuses everything else with its line. A transcript has one
spelling only, that of `text`; so a file is right when it equals what is written of what happened. It runs
nothing. docs/transcripts.md tells the format to its users.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from jadoube.config.problems import BadInput
from jadoube.core.events import BUTTONS
from jadoube.formats.sensorlog import FIRST_LINE, SensorLog, parse_sensor_log

EDGES = ("open", "close", "press", "release")
"""What a sensor log says too."""


class Stimulus(NamedTuple):
    """What is done to the board at an instant (whole microseconds since the beginning).

    `word` is one of a sensor log's (`EDGES`, `end`), `move` with a move in SAN, `key` with a button's
    name, or `show` or `explain` with nothing. `above` are the blank lines and comments over it.
    """

    at_us: int
    word: str
    name: str
    above: tuple[str, ...] = ()


class Consequence(NamedTuple):
    """What the program said, at the instant of the scan (whole ms) at which it said it."""

    at_ms: int
    text: str


@dataclass(frozen=True, slots=True)
class Transcript:
    """A transcript: the lines before the first stimulus, what is done, what follows, and the lines after.

    `header` is a sensor log without edges: start, time control, rules and closed reeds.
    """

    top: tuple[str, ...]
    header: SensorLog
    stimuli: tuple[Stimulus, ...]
    consequences: tuple[Consequence, ...] = ()
    bottom: tuple[str, ...] = ()


def parse_transcript(text: str, name: str) -> Transcript:
    """Read a transcript; raises BadInput(`name:LINE`, ...) for whatever is wrong in it."""
    lines = text.split("\n")
    if not lines[0].startswith("#"):
        raise BadInput(f"{name}:1", f"{lines[0]!r} found, expected prose: '# ' and what happens, and why")
    body = next((at for at, line in enumerate(lines) if _EVENT(line)), len(lines))
    header = parse_sensor_log("\n".join(_as_sensor_log(lines, body)), name)
    top, stimuli, consequences, bottom = list(lines[:body]), [], [], list[str]()
    above = [top.pop()] if top and body < len(lines) and not top[-1] else []
    for number, line in enumerate(lines[body:], start=body + 1):
        match _read(line, f"{name}:{number}"):
            case Stimulus() as stimulus:
                stimuli.append(stimulus._replace(above=tuple(above)))
                above = []
            case Consequence() as consequence:
                consequences.append(consequence)
            case None:
                above.append(line)
    if not stimuli:
        raise BadInput(f"{name}:{len(lines)}", "no stimulus found, expected '1.000 > open e2' or the like")
    bottom = above[:-1] if above and not above[-1] else above  # the last line break ends a line
    return Transcript(tuple(top), _bare(header), tuple(stimuli), tuple(consequences), tuple(bottom))
