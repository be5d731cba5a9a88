"""What the .deb is made of is locked, and what cannot be built is refused in one line."""

import hashlib
import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from build_deb.control import filled, marks
from build_deb.lock import BUILD_TOOL, read_lock
from build_deb.targets import MACHINES, PYTHONS, Refusal, Target, debian_version
from build_deb.tree import lay_tree

ROOT = Path(__file__).parents[2]
LOCK = ROOT / "systemd" / "package" / "wheels.lock"
OPTIONAL = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
TARGETS = [Target(arch, python) for arch in MACHINES for python in PYTHONS]


def control(arch: str) -> str:
    """The control file of an architecture."""
    return filled("control", marks("1.0", arch, 2048, ROOT / "firmware"))


def build(folder: Path, *options: str) -> "subprocess.CompletedProcess[str]":
    """Run the build as `make deb` does, with a folder of wheels of its own, and with no way to others."""
    wheel = folder / "jadoube-1.0-py3-none-any.whl"
    own = {"PYTHONPATH": str(ROOT / "systemd" / "package"), "JADOUBE_WHEELS": str(folder / "wheels")}
    cut_off = {"PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": os.devnull, "PIP_FIND_LINKS": ""}
    return subprocess.run(
        [sys.executable, "-m", "build_deb", "--wheel", wheel, "--out", folder / "out", *options],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | own | cut_off | {"SOURCE_DATE_EPOCH": "1700000000"},
    )


def wheel(folder: Path, name: str, files: dict[str, str]) -> Path:
    """A wheel with these files."""
    folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(folder / name, "w") as archive:
        for inside, text in files.items():
            archive.writestr(inside, text)
    return folder / name


def test_both_pythons_of_a_machine_have_the_same_versions() -> None:
    """No project is locked twice."""
    versions: dict[str, set[str]] = {}
    for each in read_lock(LOCK):
        versions.setdefault(each.project, set()).add(each.version)
    assert {project: found for project, found in versions.items() if len(found) > 1} == {}


def test_the_package_says_which_pythons_it_has_wheels_for() -> None:
    """An older one is refused by apt, and a newer one than there are wheels for."""
    fields = dict(line.split(": ", 1) for line in control("amd64").splitlines() if ": " in line)
    assert fields["Pre-Depends"] == f"python3 (>= {PYTHONS[0]})"
    newest = int(PYTHONS[-1].partition(".")[2])
    assert fields["Depends"].startswith(f"python3 (<< 3.{newest + 1}), ")
    assert fields["Installed-Size"] == "2"


@pytest.mark.parametrize("older", ["0.2.0", "0.3.0.dev0", "0.3.0.dev1", "0.3.0a1", "0.3.0rc1"])
def test_debian_orders_versions_as_python_does(older: str) -> None:
    """What comes before a release is older for apt, too."""
    dpkg = shutil.which("dpkg")
    if dpkg is None:
        pytest.skip("dpkg is missing (package dpkg): versions are not compared")
    subprocess.run([dpkg, "--compare-versions", debian_version(older), "lt", "0.3.0"], check=True)


@pytest.mark.parametrize(
    "line", ["aiohttp-3.14.5.whl", "0123  aiohttp-3.14.5.whl", f"{'0' * 64}  ../aiohttp.whl"]
)
def test_a_line_of_the_lock_that_cannot_be_read_is_refused(tmp_path: Path, line: str) -> None:
    """With its number."""
    lock = tmp_path / "wheels.lock"
    lock.write_text(f"# a comment\n{line}\n", "utf-8")
    with pytest.raises(Refusal, match=r"wheels\.lock:2: .* found, expected a sha256"):
        read_lock(lock)


def test_an_unknown_architecture_is_refused(tmp_path: Path) -> None:
    """In one line, with status 2."""
    refused = build(tmp_path, "--arch", "mips")
    expected = "make deb: ARCH: 'mips' found, expected amd64, arm64, armhf or all\n"
    assert (refused.returncode, refused.stderr, refused.stdout) == (2, expected, "")


def test_a_machine_without_wheels_and_without_a_network_is_told(tmp_path: Path) -> None:
    """Which file is missing, and where it was looked for; nothing is left."""
    refused = build(tmp_path, "--arch", "amd64")
    assert refused.returncode == 2
    told = refused.stderr.splitlines()[-1]
    assert told.startswith(
        f"make deb: 1 files of wheels.lock are not in {tmp_path}/wheels and cannot be fetched"
    )
    assert "setuptools" in told
    assert list((tmp_path / "wheels").iterdir()) == []


def test_a_wheel_with_other_bytes_is_refused(tmp_path: Path) -> None:
    """Its name, both hashes, and what to do."""
    (tool,) = (each for each in read_lock(LOCK) if each.project == BUILD_TOOL)
    (tmp_path / "wheels").mkdir()
    (tmp_path / "wheels" / tool.name).write_bytes(b"other bytes")
    refused = build(tmp_path, "--arch", "amd64")
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    assert f"{tool.name}: sha256 {hashlib.sha256(b'other bytes').hexdigest()[:16]}... found" in refused.stderr
    assert f"expected {tool.sha256[:16]}... (wheels.lock); remove it" in refused.stderr


def test_the_trees_of_two_pythons_are_one(tmp_path: Path) -> None:
    """What both have is there once, compiled modules beside one another, what one has apart."""
    common = {"a/__init__.py": "same", "a-1.dist-info/METADATA": "Name: a", "a-1.dist-info/RECORD": "x"}
    old = [
        wheel(tmp_path / "3.11", "a-1-cp311.whl", common | {"a/_c.cpython-311-x.so": "old"}),
        wheel(tmp_path / "3.11", "b-1-cp311.whl", {"b.py": ""}),
    ]
    new = [wheel(tmp_path / "3.13", "a-1-cp313.whl", common | {"a/_c.cpython-313-x.so": "new"})]
    lay_tree(tmp_path / "tree", {"3.11": old, "3.13": new})
    files = {
        str(path.relative_to(tmp_path / "tree"))
        for path in (tmp_path / "tree").rglob("*.*")
        if path.is_file()
    }
    modules = {"site/a/__init__.py", "site/a/_c.cpython-311-x.so", "site/a/_c.cpython-313-x.so"}
    assert files | {"site/a-1.dist-info/METADATA"} == modules | {
        "site/a-1.dist-info/METADATA",
        "python3.11/b.py",
    }


def test_pythons_that_would_need_different_files_are_refused(tmp_path: Path) -> None:
    """By the name of the file."""
    wheels = {
        python: [wheel(tmp_path / python, "a-1-py3.whl", {"a.py": python, "b.py": ""})] for python in PYTHONS
    }
    with pytest.raises(Refusal, match=r"a: Python 3\.13 has another a\.py"):
        lay_tree(tmp_path / "tree", wheels)


@pytest.mark.parametrize("name", ["../a.py", "/a.py", "a-1.data/scripts/a", "a-1.data/data/etc/a"])
def test_a_wheel_that_would_write_elsewhere_is_refused(tmp_path: Path, name: str) -> None:
    """Outside the tree, or where pip would put scripts and headers."""
    with pytest.raises(Refusal, match=r"a-1-py3\.whl: "):
        lay_tree(tmp_path / "tree", {"3.11": [wheel(tmp_path, "a-1-py3.whl", {name: ""})]})


def test_pages_for_man_of_a_wheel_are_left_out(tmp_path: Path) -> None:
    """They tell of commands that the package does not install; segno has one."""
    files = {"a.py": "", "a-1.data/data/share/man/man1/a.1": ".TH a"}
    lay_tree(tmp_path / "tree", {"3.11": [wheel(tmp_path, "a-1-py3.whl", files)]})
    assert [path.name for path in (tmp_path / "tree").rglob("*") if path.is_file()] == ["a.py"]


def test_two_packages_with_one_file_are_refused(tmp_path: Path) -> None:
    """Whichever came last would win otherwise."""
    wheels = [wheel(tmp_path, f"{name}-1-py3.whl", {"same.py": ""}) for name in ("a", "b")]
    with pytest.raises(Refusal, match=r"same\.py: two packages have same\.py"):
        lay_tree(tmp_path / "tree", {"3.11": wheels})


def test_a_mark_that_nothing_stands_for_is_refused() -> None:
    """No script goes out with a hole in it."""
    with pytest.raises(Refusal, match="@ARCH@ found, expected VERSION"):
        filled("control", {"VERSION": "1.0"})
