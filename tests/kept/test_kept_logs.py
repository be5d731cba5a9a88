"""Sensor logs that earlier versions wrote are read for ever, and give the games that they gave."""

from pathlib import Path

import pytest

from jadoube.config.problems import BadInput
from jadoube.core.messages.events import BUTTONS
from jadoube.formats import sensorlog
from jadoube.formats.sensorlog import format_sensor_log, parse_sensor_log, read_sensor_log
from shared.disk.kept_corpus import KEPT, expected, kept, read_of_log

LOGS = kept("logs", "log")
EXPECTED = expected("logs")


def test_every_kept_log_has_what_is_read_in_it() -> None:
    """No file without its expectation, and none lost."""
    assert [path.stem for path in LOGS] == sorted(EXPECTED)
    assert len(LOGS) >= 3


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_kept_log_is_read(path: Path) -> None:
    """Header, edges, moves and clock are what they were, also after it was written again."""
    log = read_sensor_log(path)
    assert read_of_log(log) == EXPECTED[path.stem]
    assert parse_sensor_log(format_sensor_log(log), "again") == log


def test_every_key_and_every_word_is_kept() -> None:
    """Whoever adds a key, a word or a button keeps a log that has it."""
    texts = [path.read_text("utf-8").split("\n\n", 1) for path in LOGS]
    keys = {line.split()[0] for header, _ in texts for line in header.splitlines()[1:]}
    events = [line.split("#")[0].split()[1:] for _, body in texts for line in body.splitlines()]
    assert keys == set(sensorlog._HEADER)
    assert {event[0] for event in events if event} == {*sensorlog._WORDS, "end"}
    assert {event[1] for event in events if event and event[0] == "press"} == set(BUTTONS)


def test_a_log_of_another_version_is_refused_in_one_line() -> None:
    """The line that was found, and the one that is expected."""
    text = (KEPT / "logs" / "1-first.log").read_text("utf-8")
    with pytest.raises(BadInput) as refused:
        parse_sensor_log(text.replace("jadoube-sensor-log 1", "jadoube-sensor-log 2", 1), "a.log")
    found, wanted = "'jadoube-sensor-log 2'", "the line 'jadoube-sensor-log 1'"
    assert str(refused.value) == f"a.log:1: {found} found, expected {wanted}"
