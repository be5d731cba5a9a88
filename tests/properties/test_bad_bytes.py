"""Every reader of foreign bytes accepts or refuses, in one line and in bounded time and memory.

`make fuzz` gives them many more inputs; `jadoube bench fuzz` gives a single one again.
"""

from pathlib import Path
from random import Random

import pytest

from jadoube.config.problems import BadInput
from jadoube.games.journal.text import parse_journal
from jadoube_sim.benchmarks.fuzz import seeds, trial
from jadoube_sim.benchmarks.fuzz.command import main
from jadoube_sim.benchmarks.fuzz.mutate import mangle_journal
from jadoube_sim.benchmarks.fuzz.readers import READERS, Read, Reader, plain
from jadoube_sim.benchmarks.fuzz.trial import Tally, inputs, try_reader

KEPT = Path(__file__).parents[1] / "kept"

SLOW = {"mended-journal", "newest-part", "packed-journal", "replay", "pgn", "pushed-pgn", "control-socket"}
"""Their inputs are whole games, or many lines."""

SEED = 11


@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.name)
def test_bad_bytes_are_accepted_or_refused(reader: Reader) -> None:
    """Never another error, never an answer of another form, never over the limits."""
    tally = try_reader(reader, SEED, range(25 if reader.name in SLOW else 100), kept_folder=KEPT)
    assert [*map(_told, tally.kinds.values())] == []
    assert tally.inputs == tally.refused + tally.accepted


def _told(finding: trial.Finding) -> str:
    return f"{finding.what}; {finding.command} --kept tests/kept"


@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.name)
def test_the_examples_are_what_is_read(reader: Reader) -> None:
    """Else the bad bytes would be refused for another reason than what is bad in them."""
    tally = try_reader(reader, 0, range(len(reader.seeds())))
    assert (tally.refused, tally.findings) == (0, 0)


def test_a_lot_gives_the_same_bytes_again() -> None:
    """A finding can be given again by its number, alone."""
    for reader in READERS:
        numbers = range(50, 60)
        first, again = (inputs(reader, 3, None) for _ in range(2))
        assert [first[number] for number in numbers] == [again[number] for number in reversed(numbers)][::-1]


def test_behind_a_checksum_lines_are_bad_too() -> None:
    """Most mutated journals are refused for what a line says, and not for its checksum."""
    behind = 0
    for number in range(60):
        data = mangle_journal(Random(number), seeds.journals()[0], seeds.journals())
        try:
            parse_journal(data, "a")
        except BadInput as problem:
            behind += "damaged line" not in str(problem)
    assert behind > 20


def _tried(read: Read, refuses: tuple[type[Exception], ...] = (BadInput,)) -> Tally:
    return try_reader(Reader("own", lambda: [b"a"], plain(read), refuses, grows_mb=20), 0, range(1))


def _raise(problem: BaseException) -> Read:
    def read(_data: bytes) -> object:
        raise problem

    return read


@pytest.mark.parametrize(
    ("problem", "what"),
    [
        (KeyError("a"), "KeyError at "),
        (RecursionError("deep"), "RecursionError at "),
        (BadInput("a", "two\nlines"), "BadInput at "),
        (BadInput("a", "long" * 1000), "BadInput at "),
    ],
)
def test_what_is_no_refusal_is_a_finding(problem: Exception, what: str) -> None:
    """Another error, more than a line, and more than a line holds."""
    (finding,) = _tried(_raise(problem)).kinds.values()
    assert finding.what.startswith(what)


def test_a_refusal_is_none() -> None:
    """What the reader says so of itself."""
    tally = _tried(_raise(BadInput("a", "b found, expected c")))
    assert (tally.refused, tally.findings) == (1, 0)


def test_what_does_not_end_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even where the reader catches all errors."""
    monkeypatch.setattr(trial, "CPU_S", 0.05)

    def read(_data: bytes) -> object:
        while True:
            try:
                sum(range(1000))
            except Exception:  # noqa: BLE001, S112 - as a careless reader does
                continue

    (finding,) = _tried(read).kinds.values()
    assert finding.what.startswith("TooSlow at ")


def test_what_takes_too_much_memory_is_a_finding() -> None:
    """Also if it is given back at once."""
    (finding,) = _tried(lambda data: len(data * (60 << 20))).kinds.values()
    assert "MB of memory, expected at most 20" in finding.what


def test_the_command_tells_and_gives_again(capsys: pytest.CaptureFixture[str]) -> None:
    """A row for each reader; one input by its number; the input itself."""
    assert main(["--reader", "rules", "order", "--inputs", "40"]) == 0
    rows = [line.split()[:2] for line in capsys.readouterr().out.splitlines()[1:]]
    assert sorted(rows) == [["order", "40"], ["rules", "40"]]
    assert main(["--reader", "rules", "--only", "7"]) == 0
    assert main(["--reader", "rules", "--only", "7", "--show"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("b")
    with pytest.raises(BadInput, match="--show: no single input found"):
        main(["--show"])
