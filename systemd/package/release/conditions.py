"""What has to hold before a release is made, and the one line that says what does not.

It refuses to know how the facts are found.
"""

from dataclasses import dataclass

from release.problems import Refused
from release.versions import Version


@dataclass(frozen=True)
class Facts:
    """What is true of a checkout. `branch` is None where no branch is checked out."""

    branch: str | None
    head: str
    changed: tuple[str, ...]
    """The files that differ from the commit, or that it does not know."""
    green: str | None
    """The commit that passed `.ci/run`; None if none did."""
    tags: frozenset[str]
    newest: Version | None
    """The highest version among the tags."""
    taken: bool
    """Whether the folder of this release exists."""


def check(version: Version, branch: str, facts: Facts) -> None:
    """Refused with the first fact that forbids to release this version from this branch."""
    if facts.branch != branch:
        found = f"the branch is {facts.branch}" if facts.branch else "no branch is checked out"
        raise Refused(f"{found}, expected {branch}; --branch names another")
    if version.tag in facts.tags:
        raise Refused(f"the tag {version.tag} exists, expected a new version")
    if facts.newest is not None and version <= facts.newest:
        raise Refused(f"the version is {version}, expected one above {facts.newest}, the newest tag")
    if facts.taken:
        raise Refused(f"the folder dist/{version} exists; remove it, or rename it")
    if facts.changed:
        first, others = facts.changed[0], len(facts.changed) - 1
        more = f" and {others} more" if others else ""
        raise Refused(f"{first}{more} found changed or new, expected a clean tree; commit first")
    if facts.green != facts.head:
        what = f"{facts.green[:12]} passed last" if facts.green else "no commit has passed"
        raise Refused(f"{facts.head[:12]} has not passed, {what}; run .ci/run first")
