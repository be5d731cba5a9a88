"""The guard: which clients may watch the board over the network, and which may act on it, in which role.

The law: everybody on the local network may watch; a client that has given the PIN may act as the owner, and
so in every role. With a join code (`codes.py`) it may act in that code's role alone. Pages of other sites may
do neither. The `Host` of a request must be one of the board's own names or an IP address: a foreign name
server can give neither to it (DNS rebinding). The `Origin` of a request, if it has one, must be the board's
page; for the spectators' feed a page of this network will do (`local/near_network.py`). A PIN of four digits
is as strong as the time that guessing takes (`tries.py`). PIN, tokens and codes end with the process.

It refuses to know HTTP and reads no clock: the caller gives the header lines and the instant.
"""

import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final

from jadoube.core.messages.roles import PEOPLE, Role
from jadoube.local.near_network import is_near_origin
from jadoube.web.guard.codes import Codes, is_same
from jadoube.web.guard.phones import PHONES_EACH, Phone, Phones
from jadoube.web.guard.tries import Tries

PIN_DIGITS: Final = 4

TOKENS_MOST: Final = len(PEOPLE) * PHONES_EACH
"""As many as spectators."""


def new_pin() -> str:
    """Draw a PIN."""
    return f"{secrets.randbelow(10**PIN_DIGITS):0{PIN_DIGITS}}"


@dataclass(frozen=True, slots=True)
class Locked:
    """A PIN or a code was refused: it is wrong, or (`waits_ms` above 0) every one is refused for so long."""

    waits_ms: int = 0


class Guard:
    """Checks hosts, origins, PINs, codes, tokens. `names` are the board's; `now_ms` returns the instant."""

    def __init__(self, names: Iterable[str], now_ms: Callable[[], int], pin: str | None = None) -> None:
        self.pin = new_pin() if pin is None else pin
        self._names = {name.lower() for name in names}
        self.now_ms = now_ms
        self._tries = Tries()
        self._codes = Codes()
        self._phones = Phones()

    def admits(self, hosts: Iterable[str], origins: Iterable[str], *, feed: bool = False) -> bool:
        """Whether to answer a request with these `Host` and `Origin` lines; `feed`: it asks for the feed."""
        match list(hosts):
            case [host]:
                own = f"http://{host.lower()}"
                return self._is_ours(host) and all(
                    origin.lower() == own or (feed and is_near_origin(origin, self._names))
                    for origin in origins
                )
        return False

    def unlock(self, pin: str, kind: str = "") -> str | Locked:
        """Return a token for the PIN, or `Locked` if it is wrong or too many were wrong.

        `kind` says what kind of device this is, as far as that is known (`phones.py`).
        """
        now_ms = self.now_ms()
        if waits_ms := self._tries.waits_ms(now_ms):
            return Locked(waits_ms)
        if not is_same(pin, self.pin):
            self._tries = self._tries.and_wrong(now_ms)
            return Locked()
        return self._phones.admit(Role.OWNER, kind, now_ms)

    def invite(self, role: Role) -> str:
        """Draw a code that gives this role; the caller has made sure that who asks covers it."""
        return self._codes.draw(role, self.now_ms())

    def join(self, code: str, kind: str = "") -> str | Locked:
        """Return a token for a code, or `Locked` if it is none any more or too many were wrong."""
        now_ms = self.now_ms()
        if waits_ms := self._codes.waits_ms(now_ms):
            return Locked(waits_ms)
        role = self._codes.take(code, now_ms)
        return Locked() if role is None else self._phones.admit(role, kind, now_ms)

    def role_of(self, token: str) -> Role | None:
        """Return the role of a token, None if it is unknown."""
        phone = self.phone_of(token)
        return phone.role if phone else None

    def phone_of(self, token: str) -> Phone | None:
        """Return the device of a token, None if it is unknown."""
        return self._phones.of(token)

    def phones(self) -> tuple[Phone, ...]:
        """Return all devices that may act, who came first before the others."""
        return self._phones.all()

    def leave(self, token: str) -> None:
        """Void a token."""
        self._phones.leave(token)

    def end(self, number: int) -> bool:
        """Void the token of the device with this number; return whether there was one."""
        return self._phones.end(number)

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
