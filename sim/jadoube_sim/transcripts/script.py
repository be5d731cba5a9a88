"""The text of a transcript: prose, a header, and stimulus and consequence in one column of time.

    # A reed is settled after 20 ms, and a ply is shown at once.

    start 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1

      1.000 > open e2
      1.020 < lifted e2
      1.500 > close e4
      1.520 < placed e4
      1.520 < move made 1. e4

It decides what a well-formed transcript is and refuses everything else with its line. A transcript has one
spelling only, that of `transcript_text`: a file is right when it equals what is written of what happened.
It runs nothing. docs/transcripts.md tells the format to its users.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from jadoube.config.problems import BadInput
from jadoube.core.messages.events import BUTTONS, parse_ordered
from jadoube.core.messages.phrases import LANGUAGES
from jadoube.formats.sensorlog import CHATTER_WORDS, FIRST_LINE, LINE_WORDS, SensorLog, parse_sensor_log

LOG_WORDS = ("open", "close", "press", "release", *LINE_WORDS, *CHATTER_WORDS, "end")
"""What a sensor log says too."""

OWN_WORDS = {
    "move": "a move in SAN",
    "key": "a button",
    "order": "an order, such as: resign white",
    "show": "",
    "words": f"one of: {', '.join(LANGUAGES)}",
    "explain": "",
}
"""What only a transcript says, and what stands behind it."""


class Stimulus(NamedTuple):
    """What is done to the board at an instant, in whole microseconds since the beginning.

    `word` is one of `LOG_WORDS` or `OWN_WORDS`, `name` the square, button or move behind it, or nothing.
    `above` are the comments and blank lines over it.
    """

    at_us: int
    word: str
    name: str
    above: tuple[str, ...] = ()


class Consequence(NamedTuple):
    """What the program said, with the instant of the scan (whole ms) at which it said it."""

    at_ms: int
    text: str


@dataclass(frozen=True, slots=True)
class Transcript:
    """A transcript: the lines above the first stimulus, what is done, what follows, and the lines below.

    `header` is a sensor log without edges: start, time control, rules and closed reeds.
    """

    top: tuple[str, ...]
    header: SensorLog
    stimuli: tuple[Stimulus, ...]
    consequences: tuple[Consequence, ...] = ()
    bottom: tuple[str, ...] = ()


def parse_transcript(text: str, name: str) -> Transcript:
    """Read a transcript; raises BadInput(`name:LINE`, ...) for whatever is wrong in it."""
    lines = text.removesuffix("\n").split("\n")
    if not lines[0].startswith("#"):
        raise BadInput(f"{name}:1", f"{_quote(lines[0])} found, expected prose: '# ', what happens, and why")
    body = next((at for at, line in enumerate(lines) if _EVENT(line)), len(lines))
    if body == len(lines):
        raise BadInput(f"{name}:{len(lines)}", "no stimulus found, expected '1.000 > open e2' or the like")
    if lines[body - 1].strip():
        raise BadInput(
            f"{name}:{body + 1}", f"{_quote(lines[body])} found, expected a blank line before the events"
        )
    log = parse_sensor_log("\n".join(_as_log(lines, body)), name)
    stimuli, consequences, bottom = _events(lines, body, name)
    header = replace(log, edges=(), end_us=None)
    return Transcript(tuple(lines[:body]), header, stimuli, consequences, bottom)


def transcript_text(transcript: Transcript) -> str:
    """Write a transcript in its one spelling; a comment stays with the stimulus that it stands above."""
    lines = list(transcript.top)
    waiting = list(transcript.consequences)
    for stimulus in transcript.stimuli:
        while waiting and waiting[0].at_ms * 1000 < stimulus.at_us:
            lines.append(_consequence_text(waiting.pop(0)))
        lines += [*stimulus.above, _stimulus_text(stimulus)]
    lines += [_consequence_text(consequence) for consequence in waiting]
    return "\n".join([*lines, *transcript.bottom, ""])


_EVENT = re.compile(r" *([0-9]{1,6}\.[0-9]{3,6}) ([<>]) (\S+)(?: +(.*\S))?").fullmatch


def _as_log(lines: list[str], body: int) -> Iterator[str]:
    """Give a line of a sensor log for each line of the transcript, so that what is wrong has its number."""
    yield FIRST_LINE
    for line in lines[1 : body - 1]:
        yield line.strip() or "#"
    yield ""
    for line in lines[body:]:
        event = _EVENT(line)
        yield "#" if event is None or event[2] == "<" or event[3] not in LOG_WORDS else line.replace(">", "")


def _events(
    lines: list[str], body: int, name: str
) -> tuple[tuple[Stimulus, ...], tuple[Consequence, ...], tuple[str, ...]]:
    stimuli: list[Stimulus] = []
    consequences: list[Consequence] = []
    above: list[str] = []
    for number, line in enumerate(lines[body:], start=body + 1):
        if not line or line.startswith("#"):
            above.append(line)
            continue
        event = _EVENT(line)
        if event is None:
            raise BadInput(
                f"{name}:{number}", f"{_quote(line)} found, expected '1.000 > ...', '1.000 < ...' or '#'"
            )
        if event[2] == "<":
            consequences.append(Consequence(round(float(event[1]) * 1000), line.partition("< ")[2]))
            continue
        stimuli.append(_stimulus(event, stimuli, f"{name}:{number}")._replace(above=tuple(above)))
        above = []
    return tuple(stimuli), tuple(consequences), tuple(above)


def _stimulus(event: re.Match[str], before: list[Stimulus], place: str) -> Stimulus:
    time, _, word, name = event.groups(default="")
    at_us = round(float(time) * 1e6)
    if before and before[-1].word == "end":
        raise BadInput(place, f"{_quote(word)} after the end found, expected nothing")
    if before and at_us < before[-1].at_us:
        raise BadInput(place, f"time {time[:24]} found, expected {_seconds(before[-1].at_us)} or later")
    if word not in LOG_WORDS:
        _check_own(word, name, place)
    return Stimulus(at_us, word, name)


def _check_own(word: str, name: str, place: str) -> None:
    """Refuse what is no word of ours; a sensor log's words it has refused itself."""
    if word not in OWN_WORDS:
        raise BadInput(place, f"{_quote(word)} found, expected one of: {', '.join((*LOG_WORDS, *OWN_WORDS))}")
    if word == "key" and name not in BUTTONS:
        raise BadInput(place, f"key {_quote(name)} found, expected one of: {', '.join(BUTTONS)}")
    if word == "words" and name not in LANGUAGES:
        raise BadInput(place, f"words {_quote(name)} found, expected {OWN_WORDS[word]}")
    if word == "order":
        try:
            parse_ordered(name)
        except ValueError as problem:
            raise BadInput(place, f"order: {problem}") from problem
    if bool(name) != bool(OWN_WORDS[word]):
        raise BadInput(
            place, f"{word} {_quote(name)} found, expected {OWN_WORDS[word] or 'nothing'} behind {word}"
        )


def _quote(found: str) -> str:
    """The text in quotes, cut after 80 characters."""
    return repr(found if len(found) <= 80 else found[:77] + "...")


def _stimulus_text(stimulus: Stimulus) -> str:
    return f"{_seconds(stimulus.at_us):>7} > {stimulus.word} {stimulus.name}".rstrip()


def _consequence_text(consequence: Consequence) -> str:
    return f"{_seconds(consequence.at_ms * 1000):>7} < {consequence.text}"


def _seconds(at_us: int) -> str:
    """Write microseconds as seconds, with three to six decimals."""
    whole, rest = divmod(at_us, 1_000_000)
    decimals = f"{rest:06d}"
    return f"{whole}.{decimals[:3]}{decimals[3:].rstrip('0')}"
