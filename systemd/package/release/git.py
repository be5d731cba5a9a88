"""What git is asked and told: what is true of a checkout, a clone to make a release in, and the way back.

A clone borrows the objects of the checkout and has refs of its own: what happens in there is seen by nobody
until `take` and `publish`. It refuses to know when that is.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from release.conditions import Facts
from release.running import ask, run
from release.versions import Version, newest

GREEN = Path(".venv", "made", "green")
"""Where `.ci/run` writes the commit that has passed."""

#: Settings of a checkout that its clone would not have: who commits, and how is signed.
_SETTINGS = (
    "user.name",
    "user.email",
    "user.signingkey",
    "gpg.format",
    "gpg.program",
    "gpg.openpgp.program",
    "gpg.ssh.program",
    "commit.gpgsign",
)


def git(folder: Path, *words: str) -> str:
    """Return what git says, without the last line break. Failed if it does not work."""
    return run(["git", *words], folder).removesuffix("\n")


def setting(folder: Path, name: str) -> str | None:
    """Return a setting of git as it holds in this checkout; None if it is not set."""
    status, value = ask(["git", "config", "--get", name], folder)
    return value.removesuffix("\n") if status == 0 else None


def facts(checkout: Path, release: Path) -> Facts:
    """Return what is true of a checkout; `release` is the folder that the release would have."""
    status, branch = ask(["git", "symbolic-ref", "--quiet", "--short", "HEAD"], checkout)
    changed = git(checkout, "status", "--porcelain", "-z", "--untracked-files=all").split("\0")
    tags = git(checkout, "tag", "--list").split()
    green = checkout / GREEN
    return Facts(
        branch=branch.strip() if status == 0 else None,
        head=git(checkout, "rev-parse", "HEAD"),
        changed=tuple(each[3:] for each in changed if each),
        green=green.read_text(encoding="utf-8").strip() if green.exists() else None,
        tags=frozenset(tags),
        newest=newest(tags),
        taken=release.exists(),
    )


def clone(checkout: Path, folder: Path, head: str) -> None:
    """Make a clone of this commit, with the settings of the checkout, and no branch."""
    git(checkout, "clone", "--quiet", "--shared", "--no-tags", "--no-checkout", str(checkout), str(folder))
    for name in _SETTINGS:
        value = setting(checkout, name)
        if value is not None:
            git(folder, "config", name, value)
    git(folder, "checkout", "--quiet", "--detach", head)


def commit(folder: Path, texts: Mapping[str, str], message: str) -> str:
    """Commit these texts, by their paths, and return the commit."""
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    git(folder, "commit", "--quiet", "--message", message, "--", *texts)
    return git(folder, "rev-parse", "HEAD")


def tag(folder: Path, version: Version, *, signed: bool) -> str:
    """Tag the commit that is checked out, signed or only annotated; return the tag."""
    kind = "--sign" if signed else "--annotate"
    unsigned = ["-c", "tag.gpgsign=false"] if not signed else []
    git(folder, *unsigned, "tag", kind, "--message", f"jadoube {version}", version.tag)
    return git(folder, "rev-parse", f"refs/tags/{version.tag}")


def take(checkout: Path, folder: Path, version: Version) -> None:
    """Bring what is checked out in the clone, and its tag, into the checkout; no ref there names them yet."""
    plain = ["--quiet", "--no-tags", "--no-write-fetch-head", "--no-auto-maintenance"]
    git(checkout, "fetch", *plain, str(folder), "HEAD", f"refs/tags/{version.tag}")


def publish(checkout: Path, version: Version, tagged: str, head: str, expected: str) -> None:
    """Make the tag, and lead the branch that is checked out from `expected` to `head`: both, or Failed.

    The refs change together; then the files follow, which are those of `expected` as long as nobody wrote.
    """
    _, branch = ask(["git", "symbolic-ref", "HEAD"], checkout)
    moved = [f"update {branch.strip()} {head} {expected}", f"create refs/tags/{version.tag} {tagged}"]
    _change_refs(checkout, moved, f"release {version}")
    try:
        git(checkout, "read-tree", "-m", "-u", expected, head)
    except BaseException:
        back = [f"update {branch.strip()} {expected} {head}", f"delete refs/tags/{version.tag} {tagged}"]
        _change_refs(checkout, back, f"release {version} failed")
        raise


def _change_refs(checkout: Path, changes: Sequence[str], reason: str) -> None:
    """Change all of these refs, or none."""
    words = ["git", "update-ref", "-m", reason, "--stdin"]
    run(words, checkout, "".join(f"{change}\n" for change in changes))
