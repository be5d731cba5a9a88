"""The transcripts' own text: what is read, what is refused, how it is written, and what `--accept` does."""

from dataclasses import replace
from pathlib import Path

import pytest

from jadoube.config.problems import BadInput
from jadoube_sim.transcripts import (
    Delivery,
    Transcript,
    consequences,
    deliver,
    parse_transcript,
    sensor_log,
    transcript_text,
)
from jadoube_sim.transcripts.law import disagreements

pytest_plugins = ["pytester"]

HERE = Path(__file__).parent
TOP = "# A pawn moves.\n\nstart 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n\n"


def _transcript(events: str) -> Transcript:
    return parse_transcript(TOP + events, "a.txt")


def _written(events: str) -> str:
    transcript = _transcript(events)
    return transcript_text(replace(transcript, consequences=consequences(deliver(transcript))))


@pytest.mark.parametrize("path", sorted(HERE.rglob("*.txt")), ids=lambda path: path.stem)
def test_every_file_is_written_as_it_is_read(path: Path) -> None:
    """Reading a transcript and writing it again gives the same bytes: there is one spelling."""
    text = path.read_text(encoding="utf-8")
    assert transcript_text(parse_transcript(text, path.name)) == text


def test_comments_stay_above_their_stimulus() -> None:
    """What is inserted goes before a comment and not between it and the stimulus that it explains."""
    written = _written("  1.000 > open e2\n\n# and down\n  1.500 > close e4\n# the end\n")
    assert written == TOP + (
        "  1.000 > open e2\n"
        "  1.020 < lifted e2\n"
        "\n"
        "# and down\n"
        "  1.500 > close e4\n"
        "  1.500 < placed e4\n"
        "  1.500 < move made 1. e4\n"
        "  1.500 < game: 1. e4 *\n"
        "# the end\n"
    )


def test_a_transcript_is_a_sensor_log() -> None:
    """A move becomes the edges of a tidy hand, and a `show` at the end lets time run on to it."""
    log = sensor_log(_transcript("1.000 > move e4\n2.0005 > key white\n3.000 > show\n"))
    assert [tuple(edge) for edge in log.edges] == [
        (1_000_000, "open", "e2"),
        (1_300_000, "close", "e4"),
        (2_000_500, "press", "white"),
        (2_100_500, "release", "white"),
    ]
    assert log.end_us == 3_000_000
    assert sensor_log(_transcript("1.000 > open e2\n")).end_us is None


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        (
            "start 8/8/8/8/8/8/8/8 w - - 0 1\n",
            "a.txt:1: 'start 8/8/8/8/8/8/8/8 w - - 0 1' found, expected prose",
        ),
        ("# prose\n\nclosed\n", "a.txt:3: no stimulus found"),
        ("# prose\n\nspeed 3\n\n1.000 > end\n", "a.txt:3: header key 'speed' found"),
        ("# prose\n1.000 > end\n", "a.txt:2: '1.000 > end' found, expected a blank line before"),
        (TOP + "1.000 > open e9\n", "a.txt:5: open 'e9' found, expected a square"),
        (TOP + "1.000 > open e2\n1.000 > close e2\n", "a.txt:6: second edge of e2 at 1.000 found"),
        (
            TOP + "1.000 > lift e2\n",
            "a.txt:5: 'lift' found, expected one of: open, close, press, release, cut, ground",
        ),
        (TOP + "1.000 > key start\n", "a.txt:5: key 'start' found, expected one of: white, black"),
        (TOP + "1.000 > move\n", "a.txt:5: move '' found, expected a move in SAN behind move"),
        (TOP + "1.000 > show all\n", "a.txt:5: show 'all' found, expected nothing behind show"),
        (TOP + "2.000 > show\n1.000 > key ok\n", "a.txt:6: time 1.000 found, expected 2.000 or later"),
        (TOP + "1.000 > end\n2.000 > show\n", "a.txt:6: 'show' after the end found, expected nothing"),
        (TOP + "1.000 > open e2\nopens\n", "a.txt:6: 'opens' found, expected '1.000 > ...'"),
    ],
)
def test_what_is_wrong_is_refused_with_its_line(text: str, refusal: str) -> None:
    """Nothing that is misspelt is taken for prose, and nothing is passed over."""
    with pytest.raises(BadInput) as refused:
        parse_transcript(text, "a.txt")
    assert str(refused.value).startswith(refusal)


def test_a_move_that_the_position_does_not_have_is_refused() -> None:
    """`move` is read on the position as it is when it begins."""
    for san in ("Nf3", "Qe9", "nonsense", "--", "é" * 300):
        with pytest.raises(BadInput) as refused:
            deliver(_transcript(f"1.000 > move {san}\n"))
        expected = f"move at 1.000: {san[:20]!a} found, expected a legal move in 4k3/"
        assert str(refused.value).startswith(expected)


def test_the_law_tells_other_decisions() -> None:
    """Another ply, a decision too late, and another reading of the clock are each named."""
    clock = "# Prose.\n\nstart 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\ntime-control 60\n\n1.000 > key black\n"
    play = "2.000 > move {ply}\n3.{late} > key white\n4.000 > show\n"
    e4, e3, later = (
        deliver(parse_transcript(clock + play.format(ply=ply, late=late), "a.txt"))
        for ply, late in (("e4", "000"), ("e3", "000"), ("e4", "031"))
    )
    assert disagreements(e4, e4, 5) == []
    assert "move made 1. e3" in disagreements(e4, e3, 5)[1]
    assert disagreements(e4, later, 5) == [
        "move completed 1. e4 at 3.000, 58.000 left at (3005, 3000), and else at (3040, 3035) ms",
        "58000 ms left, and else 57965 ms",
        "58000 ms left, and else 57965 ms",
    ]
    assert disagreements(e4, later, 40) == []


def test_the_law_passes_over_what_a_coarser_scanner_cannot_see() -> None:
    """Two hands that castle 3 ms apart are a rook move for 3 ms, and only to a fast scanner."""
    text = "# Prose.\n\nstart 4k3/8/8/8/8/8/8/4K2R w K - 0 1\n\n"
    hands = "1.000 > open e1\n1.003 > open h1\n1.602 > close f1\n1.604 > close g1\n2.000 > end\n"
    transcript = parse_transcript(text + hands, "a.txt")
    fast, slow = (deliver(transcript, Delivery(period_ms)) for period_ms in (1, 20))
    assert disagreements(slow, fast, 20) == []


def test_accept_writes_and_does_not_pass(pytester: pytest.Pytester) -> None:
    """A transcript without `<` lines fails; `--accept` writes them and fails too; then it passes."""
    new = "# A pawn moves.\n\n  1.000 > move e4\n  2.000 > end\n"
    path = pytester.mkdir("game") / "a-pawn.txt"
    path.write_text(new, encoding="utf-8")
    pytester.makepyfile(test_transcripts=(HERE / "test_transcripts.py").read_text(encoding="utf-8"))
    pytester.makeconftest((HERE.parent / "conftest.py").read_text(encoding="utf-8"))
    claim = ("-p", "no:cacheprovider", "-k", "as_written")

    result = pytester.runpytest_inprocess(*claim)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*has no consequences yet: make tests ARGS='--accept -k a-pawn'*"])
    assert path.read_text(encoding="utf-8") == new

    result = pytester.runpytest_inprocess("--accept", *claim)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*game/a-pawn.txt is rewritten: read it*"])
    assert "  1.320 < move made 1. e4\n" in path.read_text(encoding="utf-8")
    pytester.runpytest_inprocess(*claim).assert_outcomes(passed=1)

    path.write_text(path.read_text(encoding="utf-8").replace("made 1. e4", "made 1. d4"), encoding="utf-8")
    result = pytester.runpytest_inprocess(*claim)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        ["*-  1.320 < move made 1. d4", "*+  1.320 < move made 1. e4", "*--accept -k a-pawn*"]
    )
