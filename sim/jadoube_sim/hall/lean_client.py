"""A client of a broker that publishes what is ready and hears nothing: MQTT 5 as far as a bench needs it.

The law: it is to cost little, so that a bench measures broker and hall and not itself: one connection speaks
for many boards, and a packet is made by joining bytes. Of two packets of one topic that wait, the newer one
is sent: both say the whole state. It refuses to know what is published.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from jadoube.config.problems import BadInput
from jadoube.mqtt.connection import SENDER

UNDER_WAY: Final = 20
"""So many are sent before the broker has said that it has the first: mosquitto takes so many at once."""

CONNECT: Final = 0x10
CONNACK: Final = 0x20
PUBLISH_KEPT: Final = 0x33
"""QoS 1, retained."""
PUBACK: Final = 0x40
SUBSCRIBE: Final = 0x82
SUBACK: Final = 0x90
MALFORMED: Final = 0x81
"""A reason: a packet that nobody understands."""

HOST: Final = "127.0.0.1"
WITHIN_S: Final = 10.0
"""So long a broker may take to accept a client: one that is busy with hundreds needs a second."""

_USER_PROPERTY: Final = b"\x26"
_CLEAN_START: Final = b"\x02"
_NO_KEEPALIVE: Final = b"\x00\x00"
_NONE: Final = b"\x00"
_REASON: Final = 3
"""Where a CONNACK has its reason: after its kind, its length of one byte, and its flags (MQTT 5, 3.2.2)."""


class LeanClient(asyncio.Protocol):
    """A connection under this client id: `come`, then publish, and wait until all of it has `arrived`."""

    def __init__(self, identifier: str) -> None:
        self._identifier = identifier
        self._transport: asyncio.WriteTransport | None = None
        self._came = bytearray()
        self._waiting: dict[bytes, bytes] = {}
        """What is not sent yet: by topics, what follows the packet's number."""
        self._under_way = 0
        self._number = 0
        self._answered = asyncio.Event()
        self._idle = asyncio.Event()
        self._idle.set()
        self.problem = ""
        """Why nothing can be published, once that is so."""

    async def come(self, port: int) -> None:
        """Connect to the broker of this machine; BadInput if it is not there, does not accept, or goes."""
        loop = asyncio.get_running_loop()
        with suppress(TimeoutError):
            async with asyncio.timeout(WITHIN_S):
                try:
                    await loop.create_connection(lambda: self, HOST, port)
                except OSError as problem:
                    raise BadInput(f"{HOST}:{port}", f"{problem}, expected a broker") from None
                await self._answered.wait()
        if not self._answered.is_set():
            self.problem = f"no answer within {WITHIN_S:.0f} s"
        self._expect(port)

    async def arrived(self, port: int) -> None:
        """Wait until the broker has all that was published; BadInput if it goes meanwhile."""
        await self._idle.wait()
        self._expect(port)

    def _expect(self, port: int) -> None:
        if self.problem:
            raise BadInput(
                f"{HOST}:{port}", f"{self.problem}, expected a broker that takes {self._identifier}"
            )

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Say who comes."""
        if isinstance(transport, asyncio.WriteTransport):
            self._transport = transport
        head = _text(b"MQTT") + b"\x05" + _CLEAN_START + _NO_KEEPALIVE + _NONE
        self._write(_packet(CONNECT, head + _text(self._identifier.encode())))

    def connection_lost(self, _problem: Exception | None) -> None:
        """Nothing that is published from now on arrives: the bench finds it lost. Who waits is told."""
        self._transport = None
        self.problem = self.problem or "the broker has ended the connection"
        self._answered.set()
        self._idle.set()

    def data_received(self, data: bytes) -> None:
        """Take what the broker says: all but what it has received is passed over."""
        came = self._came
        came += data
        at = 0
        while (end := _end(came, at)) is not None and end <= len(came):
            self._take(bytes(came[at:end]))
            at = end
        del came[:at]

    def subscribe(self, filters: Sequence[str]) -> None:
        """Have the broker send what is published there, as it does to each board; it is not read."""
        each = b"".join(_text(found.encode()) + b"\x00" for found in filters)
        self._write(_packet(SUBSCRIBE, self._next_number() + _NONE + each))

    def publish(self, topic: bytes, rest: bytes) -> None:
        """Publish: `topic` is made by `topic_of`; `rest` is what `sender_of` makes, and the payload."""
        if self._under_way < UNDER_WAY:
            self._send(topic, rest)
        else:
            self._waiting[topic] = rest

    def _take(self, packet: bytes) -> None:
        kind = packet[0] & 0xF0
        if kind == CONNACK:
            reason = packet[_REASON] if len(packet) > _REASON else MALFORMED
            if reason:
                self.problem = f"refused for reason {reason:#04x}"
            self._answered.set()
        elif kind == PUBACK:
            self._under_way -= 1
            if self._waiting:
                topic = next(iter(self._waiting))
                self._send(topic, self._waiting.pop(topic))
            elif not self._under_way:
                self._idle.set()

    def _send(self, topic: bytes, rest: bytes) -> None:
        self._under_way += 1
        self._idle.clear()
        length = _length(len(topic) + 2 + len(rest))
        self._write(b"".join((bytes((PUBLISH_KEPT,)), length, topic, self._next_number(), rest)))

    def _next_number(self) -> bytes:
        self._number = self._number % 0xFFFF + 1
        return self._number.to_bytes(2)

    def _write(self, packet: bytes) -> None:
        if self._transport:
            self._transport.write(packet)


def topic_of(topic: str) -> bytes:
    """Return a topic as it stands in a packet."""
    return _text(topic.encode())


def sender_of(sender: str) -> bytes:
    """Return the properties that say who has published."""
    properties = _USER_PROPERTY + _text(SENDER.encode()) + _text(sender.encode())
    return _length(len(properties)) + properties


def _text(text: bytes) -> bytes:
    return len(text).to_bytes(2) + text


def _packet(kind: int, rest: bytes) -> bytes:
    return bytes((kind,)) + _length(len(rest)) + rest


def _length(length: int) -> bytes:
    """A length as MQTT writes it: seven bits in each byte, the lowest first (MQTT 5, 1.5.5)."""
    written = bytearray()
    while length > 0x7F:
        written.append(length & 0x7F | 0x80)
        length >>= 7
    written.append(length)
    return bytes(written)


def _end(came: bytearray, at: int) -> int | None:
    """Where the packet that begins there ends; None: its length has not come whole."""
    length, shift, place = 0, 0, at + 1
    while place < len(came):
        length |= (came[place] & 0x7F) << shift
        if not came[place] & 0x80:
            return place + 1 + length
        shift, place = shift + 7, place + 1
    return None
