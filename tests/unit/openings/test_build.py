"""The table of openings: it is what the list makes, and a wrong list is refused by its line."""

from pathlib import Path

import pytest

from jadoube.openings import build
from jadoube.openings.build import VOLUMES, read_volume, table_text
from jadoube.openings.lookup import TABLE

HEADER = "eco\tname\tpgn"


def test_the_committed_table_is_what_the_list_makes() -> None:
    """`make openings` would change nothing. No two positions have the same hash: the build refuses them."""
    assert TABLE.read_text(encoding="utf-8") == table_text(TABLE.parent)


def test_the_table_is_sorted_and_each_hash_stands_once() -> None:
    """The search by halves finds each line: they are in order, and no hash is there twice."""
    keys = [line[:16] for line in TABLE.read_bytes().splitlines()]
    assert keys == sorted(set(keys))
    assert len(keys) == 3810


def _volume(folder: Path, *lines: str, name: str = "a.tsv") -> Path:
    path = folder / name
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")
    return path


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("A00\tAmar Opening", "found 2 columns, expected ECO, name and moves with tabs between them"),
        (
            "A00\tAmar Opening\t1. Nh3\t",
            "found 4 columns, expected ECO, name and moves with tabs between them",
        ),
        ("B00\tAmar Opening\t1. Nh3", "found the ECO code 'B00', expected A and two digits"),
        ("A0\tAmar Opening\t1. Nh3", "found the ECO code 'A0', expected A and two digits"),
        ("A00\t\t1. Nh3", "found the name '', expected one without blanks around it"),
        (
            "A00\tAmar Opening \t1. Nh3",
            "found the name 'Amar Opening ', expected one without blanks around it",
        ),
        ("A00\tAmar Opening\t1. Nh4", "found '1. Nh4', expected legal moves in PGN"),
        ("A00\tAmar Opening\t1.Nh3", "found '1.Nh3', expected it as '1. Nh3'"),
        ("A00\tAmar Opening\t", "found '', expected legal moves in PGN"),
    ],
)
def test_a_wrong_line_is_named(tmp_path: Path, line: str, says: str) -> None:
    """What is wrong in the list is said with file, line, what was found and what was expected."""
    path = _volume(tmp_path, HEADER, "A00\tAnderssen's Opening\t1. a3", line)
    with pytest.raises(ValueError, match=r"^a\.tsv, line 3: ") as refused:
        list(read_volume(path))
    assert str(refused.value) == f"a.tsv, line 3: {says}"


def test_a_wrong_header_is_named(tmp_path: Path) -> None:
    """A file with other columns is not read."""
    path = _volume(tmp_path, "eco\tname\tpgn\tuci", "A00\tAnderssen's Opening\t1. a3\ta2a3")
    with pytest.raises(ValueError, match=r"^a\.tsv, line 1: found .*uci.*, expected 'eco"):
        list(read_volume(path))


def test_a_position_with_two_names_is_refused(tmp_path: Path) -> None:
    """One position has one name, whatever moves lead to it."""
    for volume in VOLUMES:
        _volume(tmp_path, HEADER, name=f"{volume}.tsv")
    lines = ("A09\tRéti Opening\t1. Nf3 d5 2. c4", "A10\tThe same\t1. c4 d5 2. Nf3")
    _volume(tmp_path, HEADER, *lines)
    with pytest.raises(
        ValueError, match=r"a\.tsv: found '1\. c4 d5 2\. Nf3' with the hash of 'Réti Opening'"
    ):
        table_text(tmp_path)


def test_the_command_writes_the_table_or_says_what_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`make openings` ends with 2 and one line if the list is wrong; else the table lies beside it."""
    monkeypatch.setattr(build, "TABLE", tmp_path / "table.tsv")
    assert build.main() == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
    for volume in VOLUMES:
        _volume(tmp_path, HEADER, f"{volume.upper()}00\t{volume}\t1. {volume}4", name=f"{volume}.tsv")
    assert build.main() == 0
    assert (tmp_path / "table.tsv").read_text(encoding="utf-8") == table_text(tmp_path)
