"""A checkout of its own to release from: a git repository with the files that a release needs."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[3]
PROGRAM = ROOT / "systemd" / "package"

CHANGELOG = """# Changelog

What changed.

## Unreleased

### Added

- A *first* thing.

## 0.1.0 - 2026-01-31

- The start.
"""
PARTS = ["README.md", "LICENSE", "pyproject.toml", ".gitignore"]
TREES = ["firmware/jadoube", "sim/jadoube_sim", "hardware/rev_a"]


class Checkout:
    """A repository on the branch `main` with one commit, which counts as green, and the tag v0.1.0."""

    def __init__(self, folder: Path, *, whole: bool = False) -> None:
        """With `whole` it has all that a wheel is built from, else only what is read and changed."""
        self.folder = folder
        self.more: dict[str, str] = {}
        """What is in the environment of the programs, beside this process's."""
        (folder / "firmware/jadoube").mkdir(parents=True)
        if whole:
            self._copy_sources()
        else:
            (folder / "firmware/jadoube/__init__.py").write_text(
                '"""It."""\n\n__version__ = "0.1.0"\n', "utf-8"
            )
            shutil.copy(ROOT / ".gitignore", folder)
        (folder / "CHANGELOG.md").write_text(CHANGELOG, "utf-8")
        (folder / "docs").mkdir()
        for name in ("raspberry-pi.md", "libraries.md"):
            (folder / "docs" / name).write_text("`jadoube_0.1.0_arm64.deb`, since 0.1.0\n", "utf-8")
        (folder.parent / "no-gitconfig").touch()
        self.git("init", "--quiet", "--initial-branch", "main")
        self.git("config", "user.name", "A. Maker")
        self.git("config", "user.email", "maker@example.org")
        self.commit_all("Begin")
        self.git("tag", "v0.1.0")

    def _copy_sources(self) -> None:
        leave = shutil.ignore_patterns("__pycache__")
        for name in TREES:
            shutil.copytree(ROOT / name, self.folder / name, symlinks=True, ignore=leave, dirs_exist_ok=True)
        for name in PARTS:
            shutil.copy(ROOT / name, self.folder)

    def git(self, *words: str) -> str:
        """Return what git says. An error if it does not work."""
        done = self.run("git", *words)
        assert done.returncode == 0, done.stderr
        return done.stdout.removesuffix("\n")

    def run(self, *words: str, folder: Path | None = None) -> "subprocess.CompletedProcess[str]":
        """Run a program here, without the settings that this machine's user has for git."""
        return subprocess.run(
            words,
            cwd=folder or self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )

    @property
    def environment(self) -> Mapping[str, str]:
        """The environment of the programs here."""
        none = str(self.folder.parent / "no-gitconfig")
        fixed = {"GIT_CONFIG_GLOBAL": none, "GIT_CONFIG_NOSYSTEM": "1", "PYTHONPATH": str(PROGRAM)}
        return os.environ | fixed | self.more

    def command(self, what: str, *words: str) -> list[str]:
        """Return the command that `make release` and `make sign` run."""
        return [sys.executable, "-m", "release", what, *words]

    def release(self, *words: str) -> "subprocess.CompletedProcess[str]":
        """Do what `make release` does."""
        return self.run(*self.command("release", *words))

    def sign(self, *words: str) -> "subprocess.CompletedProcess[str]":
        """Do what `make sign` does."""
        return self.run(*self.command("sign", *words))

    def commit_all(self, message: str) -> None:
        """Commit what has changed, as a commit that has passed all tests."""
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", message)
        self.pass_tests()

    def pass_tests(self) -> None:
        """Note the commit that is checked out as green, as `.ci/run` does at its end."""
        stamp = self.folder / ".venv/made/green"
        stamp.parent.mkdir(parents=True, exist_ok=True)
        stamp.write_text(self.git("rev-parse", "HEAD") + "\n", "utf-8")

    def state(self) -> list[str]:
        """All that a release could leave behind: refs, changed files, what git keeps, what lies in `dist`."""
        dist = self.folder / "dist"
        return [
            self.git("for-each-ref"),
            self.git("status", "--porcelain"),
            (self.folder / ".git/HEAD").read_text("utf-8"),
            self.git("worktree", "list"),
            *sorted(str(path) for path in dist.rglob("*")),
        ]
