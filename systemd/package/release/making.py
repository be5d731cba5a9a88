"""The release, step by step: all of it is made in a folder beside, and only then seen.

That folder is `dist/.making`: a clone of the checkout, and the files. Whatever fails or is interrupted there
leaves branch, tags and `dist/X.Y.Z` as they were. The last step makes these three, and cannot be interrupted.
"""

import fcntl
import os
import shutil
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from release import changelog, git
from release.artefacts import KINDS, NOTES, SUMS, check_sums, make, sums_text
from release.conditions import check
from release.problems import Refused
from release.signing import Key, find_key, sign
from release.versions import Version, with_files_of, with_version

CHANGELOG = "CHANGELOG.md"
PACKAGE = "firmware/jadoube/__init__.py"
GUIDES = ("docs/raspberry-pi.md", "docs/libraries.md")
"""They name the files of the newest release."""

_INTERRUPTS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@dataclass(frozen=True)
class Wish:
    """What was asked for."""

    version: Version
    branch: str = "main"
    unsigned: bool = False
    kinds: tuple[str, ...] = KINDS


def make_release(checkout: Path, wish: Wish) -> None:
    """Make a release of what is checked out. Refused before, or Failed within: then nothing has changed."""
    version, target = wish.version, checkout / "dist" / str(wish.version)
    facts = git.facts(checkout, target)
    check(version, wish.branch, facts)
    key = None if wish.unsigned else find_key(checkout)
    texts = _Texts(checkout, version, f"{datetime.now(UTC):%Y-%m-%d}")
    with _making(target.parent) as folder:
        tree, out = folder / "tree", folder / "out"
        out.mkdir()
        git.clone(checkout, tree, facts.head)
        git.commit(tree, texts.released, f"Release {version}")
        tagged = git.tag(tree, version, signed=key is not None)
        epoch = git.git(tree, "log", "-1", "--format=%ct")
        print(f"making {', '.join(wish.kinds)}", flush=True)
        make(wish.kinds, tree, out, version, epoch)
        (out / NOTES).write_text(texts.notes, encoding="utf-8")
        (out / SUMS).write_text(sums_text(out.iterdir()), encoding="utf-8")
        if key:
            sign(out / SUMS, key)
        head = git.commit(tree, texts.begun, f"Begin {version.following}")
        git.take(checkout, tree, version)
        _show(out, target, lambda: git.publish(checkout, version, tagged, head, facts.head))
    with _uninterrupted(), suppress(OSError):  # it is made, also where nobody reads what is said
        _tell(checkout, wish, key)


def sign_release(checkout: Path, version: Version) -> None:
    """Sign the checksums of a release that was made without a key, and name the command for its tag."""
    folder = checkout / "dist" / str(version)
    check_sums(folder)
    found = [path.name for path in folder.glob(f"{SUMS}.*")]
    if found:
        raise Refused(f"{folder / found[0]} exists, expected a release without signature")
    signature = sign(folder / SUMS, find_key(checkout))
    print(f"{signature.relative_to(checkout)}: made")
    print("the tag, if it was not signed and is not pushed yet:")
    print(
        f"    git tag --sign --force --message 'jadoube {version}' {version.tag} '{version.tag}^{{commit}}'"
    )


class _Texts:
    """The files of both commits, and the notes. Refused if the sources are not as expected."""

    def __init__(self, checkout: Path, version: Version, date: str) -> None:
        log = (checkout / CHANGELOG).read_text(encoding="utf-8")
        source = (checkout / PACKAGE).read_text(encoding="utf-8")
        self.notes = changelog.notes(log, str(version), date)
        closed = changelog.released(log, str(version), date)
        guides = {name: (checkout / name).read_text(encoding="utf-8") for name in GUIDES}
        named = {name: with_files_of(text, str(version)) for name, text in guides.items()}
        self.released = {**named, PACKAGE: with_version(source, str(version)), CHANGELOG: closed}
        following = with_version(source, f"{version.following}.dev0")
        self.begun = {PACKAGE: following, CHANGELOG: changelog.begun(closed)}


@contextmanager
def _making(dist: Path) -> Iterator[Path]:
    """A folder for all that is not finished, on the disk of the release; it is gone afterwards."""
    dist.mkdir(exist_ok=True)
    folder = dist / ".making"
    lock = os.open(dist, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        shutil.rmtree(folder, ignore_errors=True)  # of one that was killed
        folder.mkdir()
        yield folder
    except BlockingIOError:
        raise Refused("another release is being made") from None
    finally:
        with _uninterrupted():
            shutil.rmtree(folder, ignore_errors=True)
            os.close(lock)
            with suppress(OSError):  # it has something else in it
                dist.rmdir()


def _show(out: Path, target: Path, publish: Callable[[], None]) -> None:
    """Give the finished folder its name, then tag and branch; take the name back if these cannot be made."""
    with _uninterrupted():
        out.rename(target)
        try:
            publish()
        except BaseException:
            target.rename(out)
            raise


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Ctrl-C and requests to end are passed over, also by the programs that are started here."""
    before = {each: signal.signal(each, signal.SIG_IGN) for each in _INTERRUPTS}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def _tell(checkout: Path, wish: Wish, key: Key | None) -> None:
    """Say what was made, and what only the owner does."""
    version, remote = wish.version, git.setting(checkout, f"branch.{wish.branch}.remote") or "origin"
    print(
        f"made: dist/{version}, the tag {version.tag}, and two commits on {wish.branch}; nothing is sent yet"
    )
    if wish.kinds != KINDS:
        print(f"only {', '.join(wish.kinds)}: a whole release has {', '.join(KINDS)}")
    if key is None:
        print(f"not signed: make sign VERSION={version} signs it, and names the command for the tag")
    print("next, when you have looked at it:")
    print(f"    git push {remote} {wish.branch} {version.tag}")
    print(f"    upload the files of dist/{version}; {NOTES} is the text that goes with them")
    print(f"    systemd/package/keep dist/{version}/jadoube_{version}_amd64.deb, and commit what it made")
