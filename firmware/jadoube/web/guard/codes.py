"""Join codes: how who may act lets another phone in, without the PIN.

The law: a code has 128 random bits, gives one role to one client, once, and only for ten minutes. Of each
role there are a few at a time; one more voids the oldest. Wrong codes make all who come with a code wait, as
wrong PINs do (`tries.py`), and keep nobody from the PIN. Codes are in memory only, and end with the process.

It refuses to know how a code is shown, and reads no clock: the caller gives the instant.
"""

import secrets
from typing import Final

from jadoube.core.messages.roles import Role
from jadoube.web.guard.tries import Tries

CODE_BYTES: Final = 16

LASTS_MS: Final = 10 * 60_000

CODES_EACH: Final = 8
"""Codes of one role at a time."""


class Codes:
    """The codes that wait for somebody to join."""

    def __init__(self) -> None:
        self._waiting: dict[str, tuple[Role, int]] = {}
        self._tries = Tries()

    def draw(self, role: Role, now_ms: int) -> str:
        """Draw a code that gives this role."""
        self._drop_old(now_ms)
        alike = [code for code, (given, _) in self._waiting.items() if given is role]
        if len(alike) >= CODES_EACH:
            del self._waiting[alike[0]]
        code = secrets.token_urlsafe(CODE_BYTES)
        self._waiting[code] = role, now_ms + LASTS_MS
        return code

    def take(self, code: str, now_ms: int) -> Role | None:
        """Return the role that a code gives, which is then spent; None if it gives none."""
        self._drop_old(now_ms)
        found = [known for known in self._waiting if is_same(code, known)]
        if not found:
            self._tries = self._tries.and_wrong(now_ms)
            return None
        return self._waiting.pop(found[0])[0]

    def waits_ms(self, now_ms: int) -> int:
        """Return how many ms from now every code is refused."""
        return self._tries.waits_ms(now_ms)

    def _drop_old(self, now_ms: int) -> None:
        self._waiting = {code: given for code, given in self._waiting.items() if given[1] > now_ms}


def is_same(given: str, known: str) -> bool:
    """Compare two secrets in constant time, so that timing tells nothing."""
    return secrets.compare_digest(given.encode("utf-8", "surrogatepass"), known.encode())
