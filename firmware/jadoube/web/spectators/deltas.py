"""Deltas: what is new in a message, as a JSON Patch (RFC 6902) against the message before.

The law: a patch has only `add`, `remove` and `replace`, and applied in their order they turn one message into
the next. Lists grow and shrink at their end; elements before that are compared one by one. Two patches that
follow each other are one patch, their operations in a row. Where a patch of a value would be longer than the
value, the value is replaced.

It refuses to know what a message says. It reads JSON as Python has it, and compares numbers and booleans as
Python does: a name of a message never has the one at one time and the other at another.
"""

import json
from collections import deque
from typing import Any, Final, NamedTuple

from jadoube.glances.messages import encode_json

STEPS_MOST: Final = 16
"""Patches that are kept for clients who missed some: almost a second, at 20 messages a second."""

WEIGHED_FROM: Final = 4
"""From so many operations on it is weighed whether the whole value is shorter."""


class Told(NamedTuple):
    """A message, its number, and the operations of the last steps that led to it."""

    number: int
    full: bytes
    steps: tuple[bytes, ...] = ()

    def since(self, number: int) -> bytes | None:
        """Return the patch from the message of this number; None if the whole message is shorter."""
        missed = self.number - number
        if not 0 < missed <= len(self.steps):
            return None
        patch = b"[" + b",".join([step for step in self.steps[-missed:] if step]) + b"]"
        return patch if len(patch) < len(self.full) else None


class Chain:
    """Numbers messages as they come, and says what is new in each."""

    def __init__(self) -> None:
        self._number = 0
        self._last: Any = None
        self._steps: deque[bytes] = deque(maxlen=STEPS_MOST)

    def follow(self, full: bytes, *, deltas: bool) -> Told:
        """Take the next message. Without `deltas` it is not read, and the next one has none to follow."""
        self._number += 1
        before, self._last = self._last, None
        now = json.loads(full) if deltas else None
        if before is None or now is None:
            self._steps.clear()
        else:
            self._steps.append(b",".join(operations(before, now)))
        self._last = now
        return Told(self._number, full, tuple(self._steps))


def operations(before: Any, after: Any, path: str = "") -> list[bytes]:
    """Return the operations of a patch that turns one value into the other, each as JSON."""
    if type(before) is not type(after):
        return [_operation("replace", path, after)]
    if before == after:
        return []
    match after:
        case dict():
            found = _of_names(before, after, path)
        case list():
            found = _of_elements(before, after, path)
        case _:
            return [_operation("replace", path, after)]
    if len(found) >= WEIGHED_FROM:
        whole = _operation("replace", path, after)
        if len(whole) <= sum(map(len, found)):
            return [whole]
    return found


def _of_names(before: dict[str, Any], after: dict[str, Any], path: str) -> list[bytes]:
    found = [_operation("remove", f"{path}/{_escape(name)}") for name in before if name not in after]
    for name, value in after.items():
        at = f"{path}/{_escape(name)}"
        if name in before:
            found += operations(before[name], value, at)
        else:
            found.append(_operation("add", at, value))
    return found


def _of_elements(before: list[Any], after: list[Any], path: str) -> list[bytes]:
    """Compare one by one; what is beyond the shorter list is added or removed at the end."""
    found: list[bytes] = []
    for index, (old, new) in enumerate(zip(before, after, strict=False)):
        found += operations(old, new, f"{path}/{index}")
    found += [_operation("remove", f"{path}/{index}") for index in range(len(before) - 1, len(after) - 1, -1)]
    return found + [_operation("add", f"{path}/-", value) for value in after[len(before) :]]


_NOTHING: Final = object()


def _operation(does: str, path: str, value: Any = _NOTHING) -> bytes:
    named = {"op": does, "path": path}
    return encode_json(named if value is _NOTHING else {**named, "value": value})


def _escape(name: str) -> str:
    """A name as part of a JSON Pointer (RFC 6901)."""
    return name.replace("~", "~0").replace("/", "~1")
