"""`jadoube bench corpus`: the same seed makes the same corpus, and whatever is read otherwise is named."""

from pathlib import Path
from shutil import copytree

import pytest

from jadoube.cli.main import main as jadoube
from jadoube.config.problems import BadInput
from jadoube.games.journal.text import read_journal
from jadoube_sim.benchmarks.cli import main

A_FEW = ("--logs", "2", "--journals", "1", "--jobs", "1")


def made(folder: Path, *words: str) -> Path:
    """A small corpus."""
    assert main(["corpus", str(folder), *A_FEW, *words]) == 0
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    """All files by their names."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus that no test changes."""
    return made(tmp_path_factory.mktemp("corpus") / "first")


@pytest.fixture
def corpus(first: Path, tmp_path: Path) -> Path:
    """A corpus that a test may change."""
    return copytree(first, tmp_path / "corpus")


def compared(folder: Path, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, list[str]]:
    """The exit status of a comparison, and the lines that it prints, but for the CPU time."""
    capsys.readouterr()
    status = main(["corpus", str(folder), "--jobs", "1", *words])
    lines = capsys.readouterr().out.splitlines()
    return status, [line for line in lines if not line.startswith("CPU time: ")]


def calls(folder: Path) -> str:
    """The calls per ply that are stored, as they are printed."""
    stored = dict(line.split(" ") for line in (folder / "corpus.txt").read_text().splitlines())
    return f"{int(stored['calls-per-ply']):,}"


def test_the_same_seed_makes_the_same_bytes(first: Path, tmp_path: Path) -> None:
    """In another folder and in more processes too; another seed makes other logs."""
    assert contents(made(tmp_path / "again", "--jobs", "2")) == contents(first)
    other = contents(made(tmp_path / "other", "--seed", "1", "--logs", "1"))
    assert not other.items() & contents(first).items()


def test_what_is_stored_is_what_the_commands_say(first: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of a log the PGN and the explanation of `replay`, of a journal the log that `journal export` writes."""
    log, journal = next(first.glob("logs/*.log")), next(first.glob("journals/*.journal"))
    assert jadoube(["replay", "--explain", str(log)]) == 0
    said = capsys.readouterr()
    assert said.out.startswith("[Event ")
    assert "  reading " in said.err
    expected = f"exit status 0\n\n== standard output\n{said.out}\n== standard error\n{said.err}"
    assert Path(f"{log}.expected").read_text() == expected
    assert jadoube(["journal", "export", str(journal)]) == 0
    stored = Path(f"{journal}.expected").read_text()
    assert stored.startswith(f"exit status 0\n\n== standard output\n{capsys.readouterr().out}\n")
    assert "  move made " in stored.partition("\n== fold\n")[2]


def test_a_journal_is_of_a_whole_game(first: Path) -> None:
    """The daemon wrote it: it can be trusted to its last byte, and has no date of the day it was made."""
    journal = read_journal(next(first.glob("journals/*.journal")))
    assert len(journal.events) > 100
    assert not journal.torn
    assert "Date" not in journal.header.tags


def test_nothing_differs_where_nothing_changed(first: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same code reads the same, with as many calls a ply."""
    size = f"2 logs, {len(list(first.glob('journals/*.journal')))} journals"
    lines = [f"calls per ply: {calls(first)} -> {calls(first)}", f"{size}: nothing differs"]
    assert compared(first, capsys) == (0, lines)


@pytest.mark.parametrize("kind", ["logs/*.log", "journals/*.journal"])
def test_what_differs_is_named_until_it_is_accepted(
    corpus: Path, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A single other byte is enough: exit status 1, the file's name, and a diff; `--accept` stores it."""
    before, item = contents(corpus), next(corpus.glob(kind))
    expected = Path(f"{item}.expected")
    expected.write_bytes(expected.read_bytes().replace(b"exit status 0", b"exit status 9"))
    status, lines = compared(corpus, capsys)
    assert status == 1
    assert lines[0] == f"differs: {item.relative_to(corpus)}"
    assert {"-exit status 9", "+exit status 0"} < set(lines)
    assert lines[-1].endswith(": 1 differs")
    status, lines = compared(corpus, capsys, "--accept")
    assert (status, lines[-1].rpartition(": ")[2]) == (0, "1 differs, accepted")
    assert contents(corpus) == before


def test_other_line_ends_differ(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Bytes are compared, not lines."""
    expected = next(corpus.glob("logs/*.expected"))
    expected.write_bytes(expected.read_bytes().replace(b"\n", b"\r\n"))
    assert compared(corpus, capsys)[0] == 1


def test_an_item_without_expectation_differs(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file that is gone hides nothing."""
    next(corpus.glob("journals/*.expected")).unlink()
    assert compared(corpus, capsys)[0] == 1


def test_a_log_that_is_gone_is_refused(corpus: Path) -> None:
    """What is not there cannot differ."""
    next(corpus.glob("logs/*.log")).unlink()
    with pytest.raises(BadInput, match=r"logs: 1 logs found, expected 2"):
        main(["corpus", str(corpus)])


def test_a_refusal_is_a_difference(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is shown in the diff, and all others are still compared."""
    next(corpus.glob("journals/*.journal")).write_bytes(b"no journal\n")
    status, lines = compared(corpus, capsys)
    assert status == 1
    assert "+exit status 2" in lines
    assert lines[-1].endswith(": 1 differs")


def test_a_folder_of_other_things_is_refused(tmp_path: Path) -> None:
    """Nothing is written into it, nor into a corpus that was not made to its end."""
    (tmp_path / "notes").touch()
    with pytest.raises(BadInput, match=r"no corpus\.txt found, expected a corpus or an empty folder"):
        main(["corpus", str(tmp_path)])
    assert contents(tmp_path) == {"notes": b""}


def test_a_file_of_another_kind_is_refused(corpus: Path) -> None:
    """`corpus.txt` says in its first line what it is."""
    (corpus / "corpus.txt").write_text("notes\n")
    with pytest.raises(BadInput, match=r"corpus\.txt:1: 'notes' found, expected 'jadoube-corpus 1'"):
        main(["corpus", str(corpus)])
