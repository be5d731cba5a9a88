"""`make release` on a small repository: what it refuses, what it makes, and that a failure leaves nothing.

git, gpg, ssh-keygen, hatchling and pip are the real ones; no package of Debian is built here.
"""

import os
import resource
import shutil
import signal
import subprocess
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from release.artefacts import KINDS
from shared.docs.small_checkouts import CHANGELOG, Checkout

pytestmark = pytest.mark.once

PLAIN = ("--unsigned", "--only", "wheel,sdist")


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    """One that can be released as 0.2.0, without what a wheel is built from."""
    return Checkout(tmp_path / "checkout")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Checkout, str]:
    """A whole checkout after `make release VERSION=0.2.0 UNSIGNED=yes`, and what that said."""
    checkout = Checkout(tmp_path_factory.mktemp("made") / "checkout", whole=True)
    done = checkout.release("0.2.0", *PLAIN)
    assert (done.returncode, done.stderr) == (0, "")
    return checkout, done.stdout


@pytest.fixture
def gpg_home() -> Iterator[Path]:
    """A folder for gpg's keys: a short path, as its agent listens at a socket in it."""
    if shutil.which("gpg") is None:
        pytest.skip("gpg is missing (package gpg): no OpenPGP signature is tried")
    with tempfile.TemporaryDirectory(prefix="gpg-") as folder:
        yield Path(folder)
        words = ["gpgconf", "--kill", "all"]
        subprocess.run(words, env=os.environ | {"GNUPGHOME": folder}, check=False, timeout=30)


def gpg_key(checkout: Checkout, home: Path) -> None:
    """Make an OpenPGP key without passphrase, and have the checkout sign with it."""
    checkout.more["GNUPGHOME"] = str(home)
    words = ["--batch", "--passphrase", "", "--quick-generate-key", "maker@example.org", "ed25519", "sign"]
    made = checkout.run("gpg", *words)
    assert made.returncode == 0, made.stderr
    checkout.git("config", "user.signingkey", "maker@example.org")


def ssh_key(checkout: Checkout) -> Path:
    """Make an SSH key, have the checkout sign with it, and return the file with who may sign."""
    if shutil.which("ssh-keygen") is None:
        pytest.skip("ssh-keygen is missing (package openssh-client): no SSH signature is tried")
    key = checkout.folder.parent / "key"
    made = checkout.run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key))
    assert made.returncode == 0, made.stderr
    signers = checkout.folder.parent / "signers"
    signers.write_text(f"maker@example.org {key.with_suffix('.pub').read_text('utf-8')}", "utf-8")
    checkout.git("config", "gpg.format", "ssh")
    checkout.git("config", "user.signingkey", str(key))
    checkout.git("config", "gpg.ssh.allowedSignersFile", str(signers))
    return signers


# What is refused


def change(checkout: Checkout, name: str) -> None:
    """Change a file."""
    with (checkout.folder / name).open("a", encoding="utf-8") as file:
        file.write("\n")


def add(checkout: Checkout) -> None:
    """Leave a file that git does not know."""
    (checkout.folder / "draft.txt").touch()


def commit_more(checkout: Checkout) -> None:
    """Commit after the tests have passed."""
    change(checkout, "CHANGELOG.md")
    checkout.git("commit", "--quiet", "--all", "--message", "More")


def empty_changelog(checkout: Checkout) -> None:
    """Leave only a heading under Unreleased."""
    text = CHANGELOG.replace("- A *first* thing.\n", "")
    (checkout.folder / "CHANGELOG.md").write_text(text, "utf-8")
    checkout.commit_all("Empty")


def no_unreleased(checkout: Checkout) -> None:
    """Leave not even the heading."""
    text = CHANGELOG.replace("## Unreleased", "## 0.1.1 - 2026-02-28")
    (checkout.folder / "CHANGELOG.md").write_text(text, "utf-8")
    checkout.commit_all("Forget")


def switch(*words: str) -> Callable[[Checkout], None]:
    """Check another branch out, or none."""

    def prepare(checkout: Checkout) -> None:
        checkout.git("switch", "--quiet", *words)

    return prepare


def nothing(_: Checkout) -> None:
    """Change nothing."""


REFUSALS: list[tuple[Callable[[Checkout], None], str, str]] = [
    (nothing, "0.2", "the version is '0.2', expected X.Y.Z"),
    (nothing, "", "the version is '', expected X.Y.Z"),
    (nothing, "0.2.0.dev0", "the version is '0.2.0.dev0', expected X.Y.Z"),
    (nothing, "0.1.0", "the tag v0.1.0 exists"),
    (nothing, "0.0.9", "the version is 0.0.9, expected one above 0.1.0, the newest tag"),
    (lambda it: change(it, "CHANGELOG.md"), "0.2.0", "CHANGELOG.md found changed or new, expected a clean"),
    (add, "0.2.0", "draft.txt found changed or new, expected a clean tree"),
    (switch("-c", "aside"), "0.2.0", "the branch is aside, expected main; --branch"),
    (switch("--detach"), "0.2.0", "no branch is checked out, expected main"),
    (commit_more, "0.2.0", "passed last; run .ci/run first"),
    (lambda it: shutil.rmtree(it.folder / ".venv"), "0.2.0", "no commit has passed; run .ci/run first"),
    (lambda it: (it.folder / "dist/0.2.0").mkdir(parents=True), "0.2.0", "the folder dist/0.2.0 exists"),
    (empty_changelog, "0.2.0", "CHANGELOG.md has nothing under '## Unreleased'"),
    (no_unreleased, "0.2.0", "CHANGELOG.md has the heading '## Unreleased' 0 times"),
]


@pytest.mark.parametrize(("prepare", "version", "words"), REFUSALS)
def test_what_is_not_ready_is_refused(
    checkout: Checkout, prepare: Callable[[Checkout], None], version: str, words: str
) -> None:
    """In one line, with status 2, and nothing has changed."""
    prepare(checkout)
    before = checkout.state()
    refused = checkout.release(version, *PLAIN)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr.count("\n") == 1
    assert words in refused.stderr
    assert checkout.state() == before


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({}, "git has no user.signingkey, expected your key; UNSIGNED=yes"),
        ({"user.signingkey": "maker@example.org"}, "gpg has no secret key 'maker@example.org'"),
        ({"user.signingkey": "/nowhere", "gpg.format": "ssh"}, "the file /nowhere is missing"),
        (
            {"user.signingkey": "it", "gpg.format": "x509"},
            "git's gpg.format is 'x509', expected openpgp or ssh",
        ),
    ],
)
def test_without_a_key_nothing_is_made(
    checkout: Checkout, gpg_home: Path, settings: dict[str, str], words: str
) -> None:
    """In one line, before anything is built."""
    checkout.more["GNUPGHOME"] = str(gpg_home)
    for name, value in settings.items():
        checkout.git("config", name, value)
    before = checkout.state()
    refused = checkout.release("0.2.0", "--only", "wheel")
    assert (refused.returncode, refused.stdout, refused.stderr.count("\n")) == (2, "", 1)
    assert words in refused.stderr
    assert checkout.state() == before


def test_a_strange_artefact_is_refused(checkout: Checkout) -> None:
    """With the names of those that there are."""
    refused = checkout.release("0.2.0", "--unsigned", "--only", "wheel,egg")
    assert (refused.returncode, refused.stderr) == (
        2,
        f"release: --only names 'egg', expected some of {','.join(KINDS)}\n",
    )


# What is made


def test_a_release_is_two_commits_and_a_tag(made: tuple[Checkout, str]) -> None:
    """The tag is at the commit with the version; the branch goes on with the next one, and all is clean."""
    checkout, _ = made
    log = checkout.git("log", "--format=%s", "main").split("\n")
    assert log == ["Begin 0.3.0", "Release 0.2.0", "Begin"]
    assert checkout.git("rev-parse", "v0.2.0^{commit}") == checkout.git("rev-parse", "main~1")
    assert checkout.git("cat-file", "-t", "v0.2.0") == "tag"
    assert checkout.git("status", "--porcelain") == ""
    source = "firmware/jadoube/__init__.py"
    assert '__version__ = "0.2.0"\n' in checkout.git("show", f"v0.2.0:{source}") + "\n"
    assert '__version__ = "0.3.0.dev0"\n' in (checkout.folder / source).read_text("utf-8")
    guides = {"docs/raspberry-pi.md", "docs/libraries.md"}
    changed = {"CHANGELOG.md", source}
    assert set(checkout.git("diff", "--name-only", "main~2", "main~1").split()) == changed | guides
    assert set(checkout.git("diff", "--name-only", "main~1", "main").split()) == changed
    for name in guides:
        text = (checkout.folder / name).read_text("utf-8")
        assert text == "`jadoube_0.2.0_arm64.deb`, since 0.1.0\n"


def test_the_changelog_has_the_version_and_its_date(made: tuple[Checkout, str]) -> None:
    """Nothing else of it has changed, and above stands an empty heading for what comes next."""
    checkout, _ = made
    released = checkout.git("show", "v0.2.0:CHANGELOG.md") + "\n"
    date = released.partition("## 0.2.0 - ")[2].partition("\n")[0]
    assert len(date) == len("2026-01-31")
    assert released == CHANGELOG.replace("## Unreleased", f"## 0.2.0 - {date}")
    now = (checkout.folder / "CHANGELOG.md").read_text("utf-8")
    assert now == CHANGELOG.replace("## Unreleased", f"## Unreleased\n\n## 0.2.0 - {date}")
    notes = (checkout.folder / "dist/0.2.0/NOTES.md").read_text("utf-8")
    assert notes == f"# jadoube 0.2.0\n\nReleased on {date}.\n\n### Added\n\n- A *first* thing.\n"


def test_the_checksums_are_those_of_all_files(made: tuple[Checkout, str]) -> None:
    """`sha256sum -c` says so, and notices a changed byte; nothing unfinished lies beside."""
    checkout, _ = made
    folder = checkout.folder / "dist" / "0.2.0"
    files = {"jadoube-0.2.0-py3-none-any.whl", "jadoube-0.2.0.tar.gz", "NOTES.md"}
    assert {path.name for path in folder.iterdir()} == files | {"SHA256SUMS"}
    assert [path.name for path in folder.parent.iterdir()] == ["0.2.0"]
    checked = checkout.run("sha256sum", "--strict", "-c", "SHA256SUMS", folder=folder)
    assert {line.removesuffix(": OK") for line in checked.stdout.splitlines()} == files
    assert checked.returncode == 0


def test_what_comes_next_is_told(made: tuple[Checkout, str]) -> None:
    """What was left out, how it is signed, and what the owner does."""
    _, said = made
    assert "    git push origin main v0.2.0\n" in said
    assert "only wheel, sdist: a whole release has wheel, sdist, amd64, arm64, armhf\n" in said
    assert "make sign VERSION=0.2.0" in said


def test_the_wheel_is_that_of_the_tag(made: tuple[Checkout, str]) -> None:
    """It bears the version, and has the pin map that the sources have as a link."""
    checkout, _ = made
    with zipfile.ZipFile(checkout.folder / "dist/0.2.0/jadoube-0.2.0-py3-none-any.whl") as wheel:
        about = wheel.read("jadoube-0.2.0.dist-info/METADATA").decode()
        pins = wheel.read("jadoube/boards/rev_a.toml")
    assert "\nVersion: 0.2.0\n" in about
    assert pins == (checkout.folder / "hardware/rev_a/pinmap.toml").read_bytes()


def test_the_sdist_can_be_installed(made: tuple[Checkout, str], tmp_path: Path) -> None:
    """By pip, without network and without any other file: a wheel comes of it, of this version."""
    checkout, _ = made
    pip = ["-m", "pip", "-qq", "--disable-pip-version-check", "install", "--no-index", "--no-deps"]
    sdist = str(checkout.folder / "dist/0.2.0/jadoube-0.2.0.tar.gz")
    python = checkout.command("")[0]
    site = tmp_path / "site"
    done = checkout.run(python, *pip, "--no-build-isolation", "--target", str(site), sdist)
    assert (done.returncode, done.stderr) == (0, "")
    assert (site / "jadoube/boards/rev_a.toml").stat().st_size > 1000
    checkout_of_none = (
        f"import sys; sys.path.insert(0, {str(site)!r}); import jadoube; print(jadoube.__version__)"
    )
    assert checkout.run(python, "-I", "-c", checkout_of_none, folder=tmp_path).stdout == "0.2.0\n"


def test_another_branch_can_be_named(tmp_path: Path) -> None:
    """`--branch` releases from it, and leaves main alone."""
    checkout = Checkout(tmp_path / "checkout", whole=True)
    checkout.git("switch", "-qc", "steady")
    before = checkout.git("rev-parse", "main")
    done = checkout.release("0.1.1", "--unsigned", "--only", "wheel", "--branch", "steady")
    assert (done.returncode, done.stderr) == (0, "")
    assert checkout.git("rev-parse", "main") == before
    assert checkout.git("log", "-1", "--format=%s", "steady") == "Begin 0.2.0"
    assert "git push origin steady v0.1.1\n" in done.stdout


# With a key


def test_an_openpgp_key_signs_checksums_and_tag(tmp_path: Path, gpg_home: Path) -> None:
    """Both are verified, by gpg and by git; and gpg refuses a changed file."""
    checkout = Checkout(tmp_path / "checkout", whole=True)
    gpg_key(checkout, gpg_home)
    done = checkout.release("0.2.0", "--only", "wheel")
    assert (done.returncode, done.stderr) == (0, "")
    folder = checkout.folder / "dist/0.2.0"
    assert "-----BEGIN PGP SIGNATURE-----" in (folder / "SHA256SUMS.asc").read_text("utf-8")
    verify = ("gpg", "--batch", "--verify", "SHA256SUMS.asc", "SHA256SUMS")
    assert checkout.run(*verify, folder=folder).returncode == 0
    assert checkout.run("git", "tag", "--verify", "v0.2.0").returncode == 0
    with (folder / "SHA256SUMS").open("a", encoding="utf-8") as file:
        file.write("\n")
    assert checkout.run(*verify, folder=folder).returncode != 0


def verified_by_ssh(checkout: Checkout, signers: Path) -> bool:
    """Whether ssh-keygen takes the signature of the checksums, as docs/raspberry-pi.md says it."""
    folder = checkout.folder / "dist/0.2.0"
    words = f"ssh-keygen -Y verify -f '{signers}' -I maker@example.org -n file -s SHA256SUMS.sig < SHA256SUMS"
    return checkout.run("sh", "-c", words, folder=folder).returncode == 0


@pytest.mark.parametrize("literal", [False, True])
def test_an_ssh_key_signs_checksums_and_tag(tmp_path: Path, literal: bool) -> None:
    """ssh-keygen and git verify both; a key that git has as text is asked of the agent."""
    checkout = Checkout(tmp_path / "checkout", whole=True)
    signers = ssh_key(checkout)
    started = ["ssh-agent", "sh", "-c", 'ssh-add -q ../key && exec "$@"', "sh"] if literal else []
    if literal:
        checkout.git("config", "user.signingkey", f"key::{(tmp_path / 'key.pub').read_text('utf-8').strip()}")
    done = checkout.run(*started, *checkout.command("release", "0.2.0", "--only", "wheel"))
    assert (done.returncode, done.stderr) == (0, "")
    assert verified_by_ssh(checkout, signers)
    assert checkout.run("git", "tag", "--verify", "v0.2.0").returncode == 0


def test_a_release_is_signed_afterwards(tmp_path: Path) -> None:
    """`make sign` signs the checksums and names the command for the tag, which works; twice is refused."""
    checkout = Checkout(tmp_path / "checkout", whole=True)
    assert checkout.release("0.2.0", "--unsigned", "--only", "wheel").returncode == 0
    assert checkout.sign("0.2.0").stderr.startswith("release: git has no user.signingkey")
    signers = ssh_key(checkout)
    done = checkout.sign("0.2.0")
    assert (done.returncode, done.stderr) == (0, "")
    assert verified_by_ssh(checkout, signers)
    tagged = checkout.git("rev-parse", "v0.2.0^{commit}")
    assert checkout.run("sh", "-c", done.stdout.splitlines()[-1]).returncode == 0
    assert checkout.run("git", "tag", "--verify", "v0.2.0").returncode == 0
    assert checkout.git("rev-parse", "v0.2.0^{commit}") == tagged
    again = checkout.sign("0.2.0")
    assert (again.returncode, again.stderr.count("\n")) == (2, 1)


def test_changed_files_are_not_signed(tmp_path: Path) -> None:
    """One line names the file."""
    checkout = Checkout(tmp_path / "checkout", whole=True)
    assert checkout.release("0.2.0", "--unsigned", "--only", "wheel").returncode == 0
    ssh_key(checkout)
    with (checkout.folder / "dist/0.2.0/NOTES.md").open("a", encoding="utf-8") as file:
        file.write("And more.\n")
    refused = checkout.sign("0.2.0")
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    assert "NOTES.md is missing or not the file that was released" in refused.stderr
    assert checkout.sign("0.3.0").returncode == 2


# What is left when it fails


HANGS = """
import os, signal
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

class Hook(BuildHookInterface):
    def initialize(self, version, build_data):
        with open({fifo!r}, "w") as fifo:
            fifo.write(str(os.getpid()))
        while True:
            signal.pause()
"""


@pytest.mark.parametrize(
    ("number", "status", "words"),
    [
        (signal.SIGINT, 130, "release: interrupted; nothing was changed\n"),
        (signal.SIGTERM, 143, "release: Terminated; nothing was changed\n"),
    ],
)
def test_an_interrupted_release_leaves_nothing(
    tmp_path: Path, number: signal.Signals, status: int, words: str
) -> None:
    """Ctrl-C, or an end of the system, while a wheel is built that takes for ever: the build ends, too."""
    checkout, fifo = Checkout(tmp_path / "checkout", whole=True), tmp_path / "fifo"
    os.mkfifo(fifo)
    (checkout.folder / "hatch_build.py").write_text(HANGS.format(fifo=str(fifo)), "utf-8")
    with (checkout.folder / "pyproject.toml").open("a", encoding="utf-8") as project:
        project.write("\n[tool.hatch.build.hooks.custom]\n")
    checkout.commit_all("Build for ever")
    before = checkout.state()
    command = checkout.command("release", "0.2.0", *PLAIN)
    with subprocess.Popen(
        command, cwd=checkout.folder, env=checkout.environment, stdout=-1, stderr=-1, text=True
    ) as process:
        builder = int(fifo.read_text("utf-8"))  # waits until it builds
        process.send_signal(number)
        _, said = process.communicate()
    assert (process.returncode, said) == (status, words)
    with pytest.raises(ProcessLookupError):
        os.kill(builder, 0)
    assert checkout.state() == before


def test_what_a_killed_release_left_is_no_hindrance(tmp_path: Path) -> None:
    """The next one clears it away."""
    checkout = Checkout(tmp_path / "checkout", whole=True)
    left = checkout.folder / "dist/.making/tree/half"
    left.mkdir(parents=True)
    assert checkout.release("0.2.0", "--unsigned", "--only", "wheel").returncode == 0
    assert not left.exists()


def test_a_build_that_fails_leaves_nothing(tmp_path: Path) -> None:
    """It is named, with what it said."""
    checkout = Checkout(tmp_path / "checkout", whole=True)
    checkout.git("rm", "--quiet", "README.md")
    checkout.commit_all("Lose the first page")
    before = checkout.state()
    failed = checkout.release("0.2.0", *PLAIN)
    assert failed.returncode == 1
    assert failed.stderr.startswith("release: nothing was changed; ")
    assert "README.md" in failed.stderr
    assert checkout.state() == before


def test_an_sdist_that_lacks_a_file_is_no_release(tmp_path: Path) -> None:
    """The wheel that it gives is compared with that of the sources: here the pin map stays out of it."""
    checkout = Checkout(tmp_path / "checkout", whole=True)
    project = checkout.folder / "pyproject.toml"
    table = "[tool.hatch.build.targets.sdist]\nexclude = ["
    text = project.read_text("utf-8")
    assert table in text
    project.write_text(text.replace(table, f'{table}"hardware/rev_a/pinmap.toml", '), "utf-8")
    checkout.commit_all("Forget the pin map")
    before = checkout.state()
    assert checkout.release("0.2.0", *PLAIN).returncode == 1
    assert checkout.state() == before


def test_a_file_that_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    """No file may be larger than 300 kB, as on a disk that is nearly full."""
    checkout = Checkout(tmp_path / "checkout", whole=True)
    before = checkout.state()
    failed = subprocess.run(
        checkout.command("release", "0.2.0", *PLAIN),
        cwd=checkout.folder,
        env=checkout.environment,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000)),
    )
    assert failed.returncode == 1
    assert failed.stderr.startswith("release: nothing was changed; ")
    assert checkout.state() == before


def test_a_branch_that_cannot_be_moved_gets_no_tag_and_no_folder(tmp_path: Path) -> None:
    """The last step is all or nothing: here git refuses to move main after the tag was made."""
    checkout = Checkout(tmp_path / "checkout", whole=True)
    hook = checkout.folder / ".git/hooks/reference-transaction"
    hook.write_text('#!/bin/sh\n[ "$1" != prepared ] || ! grep -q refs/heads/main\n', "utf-8")
    hook.chmod(0o755)
    before = checkout.state()
    failed = checkout.release("0.2.0", *PLAIN)
    assert failed.returncode == 1
    assert checkout.state() == before
    hook.unlink()
    assert checkout.release("0.2.0", *PLAIN).returncode == 0


def test_a_file_that_was_changed_meanwhile_is_not_written_over(tmp_path: Path) -> None:
    """Somebody writes in the changelog while the wheel is built: no tag and no commit, and his line stays."""
    checkout = Checkout(tmp_path / "checkout", whole=True)
    refs = checkout.git("for-each-ref")
    words = checkout.command("release", "0.2.0", *PLAIN)
    with subprocess.Popen(
        words, cwd=checkout.folder, env=checkout.environment, stdout=-1, stderr=-1, text=True
    ) as process:
        assert process.stdout
        assert process.stdout.readline() == "making wheel, sdist\n"
        change(checkout, "CHANGELOG.md")
        process.communicate()
    assert process.returncode == 1
    assert checkout.git("for-each-ref") == refs
    assert (checkout.folder / "CHANGELOG.md").read_text("utf-8") == CHANGELOG + "\n"
    assert checkout.git("status", "--porcelain") == " M CHANGELOG.md"
    assert not (checkout.folder / "dist").exists()
