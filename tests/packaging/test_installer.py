"""The scripts that install are sound, and refuse in one line what they cannot do."""

import os
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
SCRIPTS = ["systemd/install", "systemd/try-install", ".ci/run"]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]


def as_somebody(folder: Path, script: str, *words: str) -> "subprocess.CompletedProcess[str]":
    """Run a script as who is not root: `id` says so, from this folder."""
    (folder / "id").write_text("#!/bin/sh\necho 1000\n", encoding="utf-8")
    (folder / "id").chmod(0o755)
    environment = os.environ | {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}
    command = [str(ROOT / script), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment)


@pytest.mark.parametrize("script", SCRIPTS)
def test_shellcheck_finds_nothing(script: str) -> None:
    """Not even what it only mentions."""
    shellcheck = shutil.which("shellcheck")
    if shellcheck is None:
        pytest.skip("shellcheck is missing (package shellcheck): the scripts are not read by it")
    read = subprocess.run([shellcheck, ROOT / script], capture_output=True, text=True, check=False)
    assert (read.returncode, read.stdout) == (0, "")


@pytest.mark.parametrize("script", SCRIPTS)
def test_no_script_spells_where_packages_come_from(script: str) -> None:
    """The mirrors are those of the machine."""
    assert "://" not in (ROOT / script).read_text(encoding="utf-8")


@pytest.mark.parametrize("words", [["install"], ["uninstall"], ["frobnicate"], []])
def test_who_is_not_root_is_told(words: list[str], tmp_path: Path) -> None:
    """In one line, with status 2, and nothing is changed."""
    refused = as_somebody(tmp_path, "systemd/install", *words)
    assert refused.returncode == 2
    assert (refused.stdout, refused.stderr.count("\n")) == ("", 1)
    assert "run it as root" in refused.stderr


def test_what_cannot_be_tried_is_told_apart_from_what_is_wrong(tmp_path: Path) -> None:
    """Who is not root gets status 75 and one line: `.ci/run` goes on then, where there is no CI."""
    tried = as_somebody(tmp_path, "systemd/try-install")
    assert (tried.returncode, tried.stderr.count("\n")) == (75, 1)


def test_the_extra_for_a_pi_has_all_its_parts() -> None:
    """What the installer asks for brings pins and lamps; without the lamps it asks for the rest."""
    assert EXTRAS["pi"] == ["jadoube[pins,lamps]"]
    script = (ROOT / "systemd/install").read_text(encoding="utf-8")
    assert '"${checkout}[pi]"' in script
    assert '"${checkout}[pins]"' in script


@pytest.mark.parametrize(
    ("machine", "asks"),
    [
        ({"platform_machine": "x86_64", "sys_platform": "linux"}, 0),
        ({"platform_machine": "arm64", "sys_platform": "darwin"}, 0),
        ({"platform_machine": "aarch64", "sys_platform": "linux"}, 3),
        ({"platform_machine": "armv7l", "sys_platform": "linux"}, 3),
    ],
)
def test_what_the_lamps_need_is_asked_for_on_a_pi_alone(machine: dict[str, str], asks: int) -> None:
    """Elsewhere the extra brings nothing, so that it installs everywhere."""
    wanted = [Requirement(line) for line in EXTRAS["lamps"]]
    environment = machine | {"python_version": "3.13"}
    assert sum(each.marker is not None and each.marker.evaluate(environment) for each in wanted) == asks
