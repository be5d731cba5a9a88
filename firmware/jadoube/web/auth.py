"""The guard: who may look at the board over the network, and who may act on it.

The law: looking is open to the local network, acting to who has said the PIN. A page from elsewhere does
neither: the name by which a browser has reached the board is one of the board's own, which no name server far
away can give out for it (DNS rebinding), and a request that a page has made comes from a page of the board's.
A PIN of four digits is worth no more than the patience that guessing takes: wrong ones are slowed down, for
all alike. PIN and tokens die with the process.

It reads no clock and knows no HTTP: it is told the header lines and the instant.
"""

import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final

PIN_DIGITS: Final = 4

FREE: Final = 3
"""So many wrong PINs cost no waiting: fingers slip."""

FIRST_PAUSE_MS: Final = 1000
LONGEST_PAUSE_MS: Final = 60_000
"""The pause doubles with each wrong PIN up to this: a guess a minute takes a week for 10,000 PINs."""

FORGETS_MS: Final = 10 * 60_000
"""After so long without a wrong PIN the next are free again. Who waits for that guesses more slowly."""

TOKENS_MOST: Final = 64
"""As many as may look; of more the oldest is forgotten, and its page asks for the PIN again."""


@dataclass(frozen=True, slots=True)
class Tries:
    """The wrong PINs so far: how many, and when the last was."""

    wrong: int = 0
    last_ms: int = 0

    def waits_ms(self, now_ms: int) -> int:
        """How long no PIN is heard from now on."""
        return max(0, self.last_ms + pause_ms(self.wrong) - now_ms)

    def and_wrong(self, now_ms: int) -> "Tries":
        """The tries after one more that was wrong."""
        forgotten = now_ms - self.last_ms >= FORGETS_MS
        return Tries(1 if forgotten else self.wrong + 1, now_ms)


def pause_ms(wrong: int) -> int:
    """How long no PIN is heard after so many wrong ones."""
    beyond = wrong - FREE
    return 0 if beyond < 0 else min(FIRST_PAUSE_MS << min(beyond, 16), LONGEST_PAUSE_MS)


def new_pin() -> str:
    """Draw a PIN."""
    return f"{secrets.randbelow(10**PIN_DIGITS):0{PIN_DIGITS}}"


@dataclass(frozen=True, slots=True)
class Locked:
    """A PIN was not taken: it is wrong, or for so long none is heard."""

    waits_ms: int = 0


class Guard:
    """Knows the board's names, its PIN and who has said it. `now_ms` gives the instant."""

    def __init__(self, names: Iterable[str], now_ms: Callable[[], int], pin: str | None = None) -> None:
        self.pin = new_pin() if pin is None else pin
        self._names = {name.lower() for name in names}
        self.now_ms = now_ms
        self._tries = Tries()
        self._tokens: dict[str, None] = {}

    def admits(self, hosts: Iterable[str], origins: Iterable[str]) -> bool:
        """Whether a request with these `Host` and `Origin` lines is one that may be answered."""
        match list(hosts):
            case [host]:
                ours = self._is_ours(host)
                return ours and all(origin.lower() == f"http://{host.lower()}" for origin in origins)
        return False

    def unlock(self, pin: str) -> str | Locked:
        """Give a token for the PIN; where it is wrong, or too many were, say that instead."""
        now_ms = self.now_ms()
        if waits_ms := self._tries.waits_ms(now_ms):
            return Locked(waits_ms)
        if not _is_same(pin, self.pin):
            self._tries = self._tries.and_wrong(now_ms)
            return Locked()
        token = secrets.token_urlsafe(32)
        self._tokens[token] = None
        if len(self._tokens) > TOKENS_MOST:
            del self._tokens[next(iter(self._tokens))]
        return token

    def knows(self, token: str) -> bool:
        """Whether this token was given for the PIN; each is compared, so that the time tells nothing."""
        return sum(_is_same(token, known) for known in self._tokens) > 0

    def _is_ours(self, host: str) -> bool:
        name = host_name(host)
        return name is not None and (is_address(name) or name in self._names)


def host_name(host: str) -> str | None:
    """Give the name or address in a `Host` line, in lower case and without its port; None if it has none."""
    if host.startswith("["):
        name, bracket, port = host[1:].partition("]")
        fits = bracket and is_address(name) and (not port or port.startswith(":"))
        return name.lower() if fits and _is_port(port[1:]) else None
    name, _, port = host.partition(":")
    return name.lower() if name and _is_port(port) else None


def is_address(name: str) -> bool:
    """Whether this is an IP address, written as such: no name server can have given it out."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _is_port(text: str) -> bool:
    return not text or (text.isascii() and text.isdigit())


def _is_same(given: str, known: str) -> bool:
    return secrets.compare_digest(given.encode("utf-8", "surrogatepass"), known.encode())
