"""The scripts of the package are sound, and refuse in one line what they cannot do."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from build_deb.control import SCRIPTS, filled, marks
from jadoube.config.settings import KEYS, problems
from shared.disk.kept_corpus import kept

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "systemd" / "package"
WITH_MARKS = [*SCRIPTS, "pi-settings"]
PLAIN = [
    "systemd/package/starter",
    "systemd/package/install",
    "systemd/package/keep",
    "systemd/package/try-suite",
    "systemd/package/try-units-inside",
    "systemd/try-package",
    "systemd/try-units",
    ".ci/run",
    "firmware/jadoube/hall/setup/set-up-board.sh",
    "tests/kernel/run",
    "tests/kernel/build",
    "tests/kernel/machine/init",
]
CONFIGURATIONS = [path for path in kept("configurations", "toml") if path.stem != "expected"]


@pytest.fixture(scope="module")
def values() -> dict[str, str]:
    """What stands for the marks in this version's scripts."""
    return marks("0.2.0", "armhf", 0, ROOT / "firmware")


def script(folder: Path, name: str, values: dict[str, str]) -> Path:
    """A script as dpkg gets it."""
    path = folder / name
    path.write_text(filled(name, values), "utf-8")
    path.chmod(0o755)
    return path


def run(
    path: Path, *words: str, root: Path | None = None, tools: Path | None = None
) -> "subprocess.CompletedProcess[str]":
    """Run a script over a system in a folder, with these tools before the system's."""
    variables = {"DPKG_ROOT": str(root or "")}
    if tools is not None:
        variables["PATH"] = f"{tools}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        [path, *words], capture_output=True, text=True, check=False, env=os.environ | variables
    )


def system(folder: Path, configuration: str | None) -> Path:
    """A folder with the configuration, and with what Python has compiled of an installed version."""
    cache = folder / "usr/lib/jadoube/site/jadoube/__pycache__"
    cache.mkdir(parents=True)
    (folder / "etc").mkdir()
    if configuration is not None:
        (folder / "etc/jadoube.toml").write_text(configuration, "utf-8")
    return folder


def saying(folder: Path, name: str, words: str) -> Path:
    """A folder with a tool that says this."""
    (folder / name).write_text(f"#!/bin/sh\necho '{words}'\n", "utf-8")
    (folder / name).chmod(0o755)
    return folder


def read_by_shellcheck(path: Path) -> None:
    """Refuse whatever shellcheck mentions."""
    shellcheck = shutil.which("shellcheck")
    if shellcheck is None:
        pytest.skip("shellcheck is missing (package shellcheck): the scripts are not read by it")
    read = subprocess.run([shellcheck, path], capture_output=True, text=True, check=False)
    assert (read.returncode, read.stdout) == (0, "")


@pytest.mark.parametrize("name", WITH_MARKS)
def test_shellcheck_finds_nothing_in_what_dpkg_runs(
    name: str, tmp_path: Path, values: dict[str, str]
) -> None:
    """Not even what it only mentions."""
    read_by_shellcheck(script(tmp_path, name, values))


@pytest.mark.parametrize("name", PLAIN)
def test_shellcheck_finds_nothing_in_the_other_scripts(name: str) -> None:
    """Not even what it only mentions."""
    read_by_shellcheck(ROOT / name)


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*")), ids=lambda path: path.name)
def test_no_file_spells_where_packages_come_from(path: Path) -> None:
    """The mirrors are those of the machine."""
    if path.is_file() and path.suffix != ".pyc":
        assert "://" not in path.read_text("utf-8")


@pytest.mark.parametrize("words", [["try-package"], ["try-units", "a.deb"]], ids=lambda words: words[0])
def test_what_cannot_be_tried_is_told_apart_from_what_is_wrong(tmp_path: Path, words: list[str]) -> None:
    """Who is not root gets status 75 and one line: `.ci/run` goes on then, where there is no CI."""
    name, *rest = words
    tried = run(ROOT / "systemd" / name, *rest, tools=saying(tmp_path, "id", "1000"))
    assert (tried.returncode, tried.stderr.count("\n")) == (75, 1)


def test_who_installs_and_is_not_root_is_told(tmp_path: Path) -> None:
    """In one line, with status 2."""
    refused = run(PACKAGE / "install", tools=saying(tmp_path, "id", "1000"))
    assert (refused.returncode, refused.stdout, refused.stderr.count("\n")) == (2, "", 1)
    assert "run it as root" in refused.stderr


@pytest.mark.parametrize("path", CONFIGURATIONS, ids=lambda path: path.stem)
@pytest.mark.parametrize("does", ["install", "upgrade"])
def test_a_kept_configuration_stops_what_does_not_know_its_keys(
    path: Path, does: str, tmp_path: Path, values: dict[str, str]
) -> None:
    """And no other: what runs before the unpacking finds the same keys as the program, at the same lines."""
    root = system(tmp_path, path.read_text("utf-8"))
    ran = run(script(tmp_path, "preinst", values), does, "0.1.0", root=root)
    unknown = [
        str(each).removeprefix(f"{path}:").split(":")[0] for each in problems(path) if "unknown" in str(each)
    ]
    said = [line for line in ran.stderr.splitlines() if " found, jadoube 0.2.0 does not know it" in line]
    assert [line.removeprefix(f"{root}/etc/jadoube.toml:").split(":")[0] for line in said] == unknown
    assert ran.returncode == (1 if unknown else 0)
    assert (root / "etc/jadoube.toml").read_text("utf-8") == path.read_text("utf-8")
    assert (root / "usr/lib/jadoube/site/jadoube/__pycache__").exists() == bool(unknown)


def test_every_key_of_the_program_is_known(values: dict[str, str]) -> None:
    """They are asked of the program, not written down."""
    assert all(f"\n{table}.{key}\n" in values["CHECK_KEYS"] for table, key in KEYS)


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("[board]\n\nspeed = 1\n", 3, "key board.speed"),
        ("board.speed = 1\n", 1, "key board.speed"),
        ("[lamp]\ncolour = 1\n", 1, "table [lamp]"),
        ("# ours\nspeed = 1\n", 2, "key speed outside the tables"),
        ("version = 2\n", 1, "version 2 of the file's format"),
    ],
)
def test_each_unknown_key_is_one_line(
    text: str, line: int, what: str, tmp_path: Path, values: dict[str, str]
) -> None:
    """Its place, what was found, what to do; then that nothing was changed."""
    root = system(tmp_path, text)
    refused = run(script(tmp_path, "preinst", values), "upgrade", "0.3.0", root=root)
    file = root / "etc/jadoube.toml"
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr.splitlines() == [
        f"{file}:{line}: {what} found, jadoube 0.2.0 does not know it: put a # in front of it",
        f"jadoube 0.2.0: nothing was changed; mend {file}, and install again",
    ]


@pytest.mark.parametrize("text", ["[board\n", "\udcff", ""])
def test_a_file_that_cannot_be_read_stops_nothing(text: str, tmp_path: Path, values: dict[str, str]) -> None:
    """The installation may be what mends it; afterwards check-config says what is wrong."""
    root = system(tmp_path, "")
    (root / "etc/jadoube.toml").write_bytes(text.encode("utf-8", "surrogateescape"))
    ran = run(script(tmp_path, "preinst", values), "upgrade", "0.1.0", root=root)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_a_processor_that_no_wheel_is_for_is_refused(tmp_path: Path, values: dict[str, str]) -> None:
    """It is armhf to Debian, too; the program would end with an illegal instruction."""
    (tmp_path / "bin").mkdir()
    tools = saying(tmp_path / "bin", "uname", "armv6l")
    ran = run(script(tmp_path, "preinst", values), "install", root=system(tmp_path, None), tools=tools)
    assert (ran.returncode, ran.stderr.count("\n")) == (1, 1)
    assert "an ARMv6 processor found (Pi 1, Zero, Zero W), expected ARMv7 or 64 bit" in ran.stderr


@pytest.mark.parametrize(
    ("text", "moved"),
    [('# ours\n\n[board]\n#language = "en"\n', True), ('[board]\nlanguage = "fr"\n', False)],
)
def test_a_configuration_of_the_old_installer_that_sets_nothing_makes_no_question(
    text: str, moved: bool, tmp_path: Path, values: dict[str, str]
) -> None:
    """Otherwise dpkg would ask; one that sets something is asked about."""
    root = system(tmp_path, text)
    assert run(script(tmp_path, "preinst", values), "install", root=root).returncode == 0
    assert (root / "etc/jadoube.toml.dpkg-old").exists() == moved
    assert (root / "etc/jadoube.toml").exists() != moved


def test_a_question_has_its_words_in_three_languages() -> None:
    """Each template in English, German and French."""
    templates = (PACKAGE / "templates").read_text("utf-8").split("\n\n")
    assert [each.splitlines()[0] for each in templates] == [
        "Template: jadoube/boot",
        "Template: jadoube/usb-gadget",
    ]
    for each in templates:
        assert [line.partition(":")[0] for line in each.splitlines() if line.startswith("Description")] == [
            "Description",
            "Description-de.UTF-8",
            "Description-fr.UTF-8",
        ]


def test_a_purge_ends_where_config_txt_cannot_be_written(tmp_path: Path, values: dict[str, str]) -> None:
    """It says so; the first config.txt stays beside it then."""
    boot = tmp_path / "boot/firmware"
    boot.mkdir(parents=True)
    first = boot / "config.txt.before-jadoube"
    first.write_text("[all]\n", "utf-8")
    begin = values["BOOT_REMOVAL"].split("begin='")[1].split("'")[0]
    (boot / "config.txt").write_text(f"{begin}\ndtparam=spi=on\n# jadoube: end\n", "utf-8")
    full = tmp_path / "bin"
    full.mkdir()
    (full / "cp").write_text("#!/bin/sh\nexit 1\n", "utf-8")
    (full / "cp").chmod(0o755)
    text = filled("postrm", values).replace("/usr/share/debconf", f"{tmp_path}/no")
    path = tmp_path / "postrm"
    path.write_text(text.replace("deb-systemd-helper", "no-such-helper"), "utf-8")
    path.chmod(0o755)
    ran = run(path, "purge", root=tmp_path, tools=full)
    assert ran.returncode == 0
    assert "config.txt cannot be written; it is as before" in ran.stderr
    assert first.exists()


def test_an_installation_that_breaks_off_leaves_the_old_one_its_configuration(
    tmp_path: Path, values: dict[str, str]
) -> None:
    """It was put aside before the unpacking, which then failed, be it for want of room."""
    text = "# ours\n[board]\n"
    root = system(tmp_path, text)
    run(script(tmp_path, "preinst", values), "install", root=root)
    assert not (root / "etc/jadoube.toml").exists()
    assert run(script(tmp_path, "postrm", values), "abort-install", root=root).returncode == 0
    assert (root / "etc/jadoube.toml").read_text("utf-8") == text
