"""What a release reads and writes as text: versions, tags, the changelog; and where its stamp lies."""

import re
from pathlib import Path

import pytest

from release import changelog
from release.artefacts import KINDS, file_name
from release.git import GREEN
from release.making import GUIDES
from release.problems import Refused
from release.versions import Version, newest, parse, with_files_of, with_version

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[2]


def test_versions_compare_as_numbers() -> None:
    """Ten is above nine."""
    assert parse("0.10.0") > parse("0.9.12")


@pytest.mark.parametrize(
    "text", ["", "1", "1.2", "1.2.3.4", "v1.2.3", "01.2.3", "1.2.3-1", "1.2.3\n", "\u0661.2.3"]
)
def test_another_text_is_no_version(text: str) -> None:
    """It is refused with what was expected."""
    with pytest.raises(Refused, match=r"expected X\.Y\.Z"):
        parse(text)


def test_only_tags_of_versions_count() -> None:
    """Other tags are no releases, however they look."""
    assert newest(["v0.9.0", "v0.10.1", "v1.0.0rc1", "99.0.0", "kept", "v0.2.0"]) == Version(0, 10, 1)
    assert newest(["kept"]) is None


def test_the_minor_number_goes_on() -> None:
    """Whatever the patch is."""
    assert str(Version(0, 2, 7).following) == "0.3.0"


def test_the_version_stands_once_in_its_source() -> None:
    """The project's own source takes another version, and nothing else of it changes."""
    source = (ROOT / "firmware/jadoube/__init__.py").read_text("utf-8")
    changed = with_version(source, "9.8.7")
    assert '\n__version__ = "9.8.7"\n' in changed
    assert len(set(changed.splitlines()) ^ set(source.splitlines())) == 2
    with pytest.raises(Refused, match="expected one"):
        with_version(source + source, "9.8.7")


def test_the_projects_changelog_can_be_released() -> None:
    """It has one Unreleased; as a release its entries stay, to the character."""
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    closed = changelog.released(text, "9.8.7", "2026-01-31")
    assert closed.replace("## 9.8.7 - 2026-01-31", changelog.UNRELEASED) == text
    assert changelog.released(changelog.begun(closed), "9.9.0", "2026-02-28").count("\n## 9.") == 2


def test_notes_are_of_one_version() -> None:
    """What is above and below is not told again."""
    text = "# Changelog\n\n## Unreleased\n\n### Fixed\n\n- New.\n\n## 0.1.0 - 2026-01-31\n\n- Old.\n"
    assert changelog.notes(text, "0.2.0", "2026-02-28") == (
        "# jadoube 0.2.0\n\nReleased on 2026-02-28.\n\n### Fixed\n\n- New.\n"
    )


@pytest.mark.parametrize("text", ["", "# Changelog\n", "## Unreleased\n\n- a\n\n## Unreleased\n\n- b\n"])
def test_a_changelog_has_one_unreleased(text: str) -> None:
    """None, or two, are refused."""
    with pytest.raises(Refused, match="expected once"):
        changelog.unreleased(text)


def test_the_guides_name_the_files_of_one_release() -> None:
    """That of the newest version in the changelog, or of the first; and they are named as they are made."""
    log = (ROOT / "CHANGELOG.md").read_text("utf-8")
    versions = [*re.findall(r"^## ([0-9.]+) - ", log, re.MULTILINE), "0.2.0"]
    named = {file_name(kind, Version(7, 7, 7)).replace("7.7.7", versions[0]) for kind in KINDS}
    for name in GUIDES:
        text = (ROOT / name).read_text("utf-8")
        found = set(re.findall(r"\bjadoube[_-][0-9][\w.-]*(?:\.deb|\.whl|\.tar\.gz)", text))
        assert found
        assert found <= named
        assert versions[0] not in with_files_of(text, "7.7.7")


def test_the_stamp_is_written_where_it_is_read() -> None:
    """`.ci/run` writes it in its last lines, after all else."""
    lines = (ROOT / ".ci/run").read_text("utf-8").splitlines()
    assert any(f">{GREEN}" in line for line in lines[-6:])
