"""The guard: which clients may watch the board over the network, and which may act on it.

The law: everybody on the local network may watch; a client that has given the PIN may act. Pages of other
sites may do neither. The `Host` of a request must be one of the board's own names or an IP address: a foreign
name server can give neither to it (DNS rebinding). The `Origin` of a request, if it has one, must be the
board's page. A PIN of four digits is as strong as the time that guessing takes: after several wrong PINs the
guard makes all clients wait. PIN and tokens end with the process.

It refuses to know HTTP and reads no clock: the caller gives the header lines and the instant.
"""

import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final

PIN_DIGITS: Final = 4

FREE: Final = 3
"""Wrong PINs without a pause, as fingers slip."""

FIRST_PAUSE_MS: Final = 1000
LONGEST_PAUSE_MS: Final = 60_000
"""The pause doubles with each wrong PIN up to this. At a guess a minute 10,000 PINs take a week."""

FORGETS_MS: Final = 10 * 60_000
"""After so long without a wrong PIN the count restarts. Guessing at that speed is slower still."""

TOKENS_MOST: Final = 112
"""As many as spectators. One more drops the oldest token; its page then asks for the PIN again."""


@dataclass(frozen=True, slots=True)
class Tries:
    """The number of wrong PINs, and the instant of the last one."""

    wrong: int = 0
    last_ms: int = 0

    def waits_ms(self, now_ms: int) -> int:
        """How many ms from now every PIN is refused."""
        return max(0, self.last_ms + pause_ms(self.wrong) - now_ms)

    def and_wrong(self, now_ms: int) -> "Tries":
        """The tries after one more wrong PIN."""
        forgotten = now_ms - self.last_ms >= FORGETS_MS
        return Tries(1 if forgotten else self.wrong + 1, now_ms)


def pause_ms(wrong: int) -> int:
    """How many ms every PIN is refused after `wrong` wrong ones."""
    beyond = wrong - FREE
    return 0 if beyond < 0 else min(FIRST_PAUSE_MS << min(beyond, 16), LONGEST_PAUSE_MS)


def new_pin() -> str:
    """Draw a PIN."""
    return f"{secrets.randbelow(10**PIN_DIGITS):0{PIN_DIGITS}}"


@dataclass(frozen=True, slots=True)
class Locked:
    """A PIN was refused: it is wrong, or (`waits_ms` above 0) every PIN is refused for so long."""

    waits_ms: int = 0


class Guard:
    """Checks hosts, origins, PINs and tokens. `names` are the board's; `now_ms` returns the instant."""

    def __init__(self, names: Iterable[str], now_ms: Callable[[], int], pin: str | None = None) -> None:
        self.pin = new_pin() if pin is None else pin
        self._names = {name.lower() for name in names}
        self.now_ms = now_ms
        self._tries = Tries()
        self._tokens: dict[str, None] = {}

    def admits(self, hosts: Iterable[str], origins: Iterable[str]) -> bool:
        """Whether a request with these `Host` and `Origin` lines may be answered."""
        match list(hosts):
            case [host]:
                ours = self._is_ours(host)
                return ours and all(origin.lower() == f"http://{host.lower()}" for origin in origins)
        return False

    def unlock(self, pin: str) -> str | Locked:
        """Return a token for the PIN, or `Locked` if it is wrong or too many were wrong."""
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
        """Whether this is a known token. All are compared, each in constant time, so timing tells nothing."""
        return sum(_is_same(token, known) for known in self._tokens) > 0

    def _is_ours(self, host: str) -> bool:
        name = host_name(host)
        return name is not None and (is_address(name) or name in self._names)


def host_name(host: str) -> str | None:
    """Return the name or address of a `Host` line in lower case, without the port; None if it has none."""
    if host.startswith("["):
        name, bracket, port = host[1:].partition("]")
        fits = bracket and is_address(name) and (not port or port.startswith(":"))
        return name.lower() if fits and _is_port(port[1:]) else None
    name, _, port = host.partition(":")
    return name.lower() if name and _is_port(port) else None


def is_address(name: str) -> bool:
    """Whether this is a literal IP address, which needs no name server."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _is_port(text: str) -> bool:
    return not text or (text.isascii() and text.isdigit())


def _is_same(given: str, known: str) -> bool:
    return secrets.compare_digest(given.encode("utf-8", "surrogatepass"), known.encode())
