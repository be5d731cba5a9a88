"""Who may act: the devices that have a token, which role each has, and what is known of it.

The law: a device gets its token once, and nothing here says it again. Each has a number, in the order in
which they came, so that people can speak of one of them. Of each role there are a few at a time; one more
ends the oldest of that role. The right of one can be ended, and the others keep theirs.

It refuses to know why somebody gets a token, and reads no clock: the caller gives the instant.
"""

import secrets
from dataclasses import dataclass
from typing import Final

from jadoube.core.messages.roles import Role
from jadoube.web.guard.codes import is_same

TOKEN_BYTES: Final = 32

PHONES_EACH: Final = 28
"""Devices of one role. One more ends the oldest of that role, so that no phone pushes another role's out; the
page that had it asks for the PIN again."""

KINDS: Final = ("iPhone", "iPad", "Android", "Windows", "Macintosh", "CrOS", "Linux")
"""What browsers call their devices in `User-Agent`; the first that is found, as Android says Linux, too."""


@dataclass(frozen=True, slots=True)
class Phone:
    """A device that may act."""

    number: int
    role: Role
    kind: str
    """One of `KINDS`; empty if it does not say."""
    joined_ms: int


class Phones:
    """The devices that may act now, by their tokens."""

    def __init__(self) -> None:
        self._by_token: dict[str, Phone] = {}
        self._last = 0

    def admit(self, role: Role, kind: str, now_ms: int) -> str:
        """Take a device in, and return its token."""
        alike = [token for token, phone in self._by_token.items() if phone.role is role]
        if len(alike) >= PHONES_EACH:
            del self._by_token[alike[0]]
        token = secrets.token_urlsafe(TOKEN_BYTES)
        self._last += 1
        self._by_token[token] = Phone(self._last, role, kind, now_ms)
        return token

    def of(self, token: str) -> Phone | None:
        """Return the device of a token; None if none has it. All are compared, so timing tells nothing."""
        found = [phone for known, phone in self._by_token.items() if is_same(token, known)]
        return found[0] if found else None

    def leave(self, token: str) -> None:
        """Void a token."""
        self._by_token.pop(token, None)

    def end(self, number: int) -> bool:
        """Void the token of the device with this number; return whether there was one."""
        found = [token for token, phone in self._by_token.items() if phone.number == number]
        for token in found:
            del self._by_token[token]
        return bool(found)

    def all(self) -> tuple[Phone, ...]:
        """Return all of them, who came first before the others."""
        return tuple(self._by_token.values())


def kind_of(user_agent: str) -> str:
    """Return what kind of device sends this `User-Agent`; empty if it does not say."""
    return next((kind for kind in KINDS if kind in user_agent), "")
