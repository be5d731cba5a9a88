"""The connection to the broker: it comes back whenever it was lost, and says so once.

The law: it is the one module that speaks MQTT. Whoever was connected is told at each new connection, and
publishes its whole state again: nothing waits in a queue here. A client id that is used twice throws the
other out for ever; that is told, and tried again seldom. It refuses to know topics and payloads.
"""

import asyncio
import ssl
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import aiomqtt
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

KEEPALIVE_S: Final = 12
"""A plug that was pulled is noticed after one and a half of it (MQTT 5, 3.1.2.10)."""

WILL_DELAY_S: Final = 5
"""A will of an old connection comes after a new one has said that it is there, if that takes longer."""

SESSION_S: Final = 3600
"""How long commands wait for a board that is away."""

TAKEN_OVER: Final = 0x8E
REFUSED: Final = {0x84, 0x85, 0x86, 0x87}
"""Reason codes of MQTT 5: session taken over; protocol, client id, password or rights refused."""

RETRY_S: Final = (1.0, 30.0)
"""The pause before a broker that was not reached is tried again, and the longest one."""

SELDOM_S: Final = 30.0
"""The pause after another has used the same client id."""

MOST_QUEUED: Final = 1000
"""Messages that wait to be sent or to be taken in; those of 300 boards that come at once (a choice)."""


class Broker(NamedTuple):
    """Where the broker is, and as whom one comes there."""

    host: str
    port: int
    identifier: str
    """The client id."""
    user: str = ""
    password: str = ""
    tls: ssl.SSLContext | None = None


class Will(NamedTuple):
    """What the broker publishes, retained, if this connection is lost."""

    topic: str
    payload: bytes


class Told(NamedTuple):
    """A message that came."""

    topic: str
    payload: bytes
    retained: bool
    """Whether it was there before, and was told because of a new subscription."""
    answer_to: str = ""
    """The topic at which an answer is wanted."""


class Away(Exception):  # noqa: N818 - it is a state, and no error of ours
    """The broker is not connected now."""


Heard = Callable[[Told], Awaitable[None]]
Greet = Callable[[], Awaitable[None]]
Say = Callable[[str], None]
"""Takes what became of the connection: one line each time it changes."""


class Connection:
    """A connection to this broker, while `run` runs."""

    def __init__(self, broker: Broker, filters: Sequence[str], will: Will | None, say: Say) -> None:
        self._broker = broker
        self._filters = tuple(filters)
        self._will = will
        self._say = say
        self._client: aiomqtt.Client | None = None
        self._said = ""

    @property
    def is_up(self) -> bool:
        """Whether the broker is connected now."""
        return self._client is not None

    async def publish(
        self,
        topic: str,
        payload: bytes,
        *,
        retain: bool = False,
        expires_s: int | None = None,
        answer_to: str = "",
    ) -> None:
        """Publish a message with QoS 1; `Away` if the broker has not taken it."""
        client = self._client
        if client is None:
            raise Away
        properties = _properties(PacketTypes.PUBLISH)
        if expires_s is not None:
            properties.MessageExpiryInterval = expires_s
        if answer_to:
            properties.ResponseTopic = answer_to
        try:
            await client.publish(topic, payload, qos=1, retain=retain, properties=properties)
        except aiomqtt.MqttError as problem:
            raise Away from problem

    async def run(self, greet: Greet, heard: Heard) -> None:
        """Keep the connection until cancelled: `greet` at each new one, `heard` at each message."""
        failures = 0
        while True:
            pause_s = min(RETRY_S[1], RETRY_S[0] * 2**failures)
            try:
                await self._connect(greet, heard)
            except aiomqtt.MqttError as problem:
                failures = 0 if self._said == UP else min(failures + 1, 5)
                reason = _reason(problem)
                self._tell(self._words(problem, reason))
                pause_s = SELDOM_S if reason == TAKEN_OVER or reason in REFUSED else pause_s
            except OSError as problem:  # a certificate, a name
                failures = min(failures + 1, 5)
                self._tell(f"{self._place}: {problem}")
            await asyncio.sleep(pause_s)

    async def _connect(self, greet: Greet, heard: Heard) -> None:
        """Be connected until that ends; MqttError then."""
        session = _properties(PacketTypes.CONNECT)
        session.SessionExpiryInterval = SESSION_S
        broker = self._broker
        client = aiomqtt.Client(
            broker.host,
            broker.port,
            username=broker.user or None,
            password=broker.password or None,
            identifier=broker.identifier,
            protocol=aiomqtt.ProtocolVersion.V5,
            will=self._made_will(),
            clean_start=False,
            properties=session,
            keepalive=KEEPALIVE_S,
            tls_context=broker.tls,
            max_queued_outgoing_messages=MOST_QUEUED,
        )
        greeting: asyncio.Task[None] | None = None
        try:
            async with client:
                for each in self._filters:
                    await client.subscribe(each, qos=1)
                self._client = client
                self._tell(UP)
                greeting = asyncio.create_task(_guarded(greet))
                async for message in client.messages:
                    await heard(_told(message))
        finally:
            self._client = None
            if greeting:
                greeting.cancel()

    def _made_will(self) -> aiomqtt.Will | None:
        if self._will is None:
            return None
        properties = _properties(PacketTypes.WILLMESSAGE)
        properties.WillDelayInterval = WILL_DELAY_S
        return aiomqtt.Will(self._will.topic, self._will.payload, 1, retain=True, properties=properties)

    @property
    def _place(self) -> str:
        return f"broker {self._broker.host}:{self._broker.port}"

    def _words(self, problem: Exception, reason: int | None) -> str:
        if reason == TAKEN_OVER:
            return (
                f"{self._place}: another client has the id {self._broker.identifier!r}, expected it once: "
                "was a card copied?"
            )
        return f"{self._place}: {problem}"

    def _tell(self, line: str) -> None:
        """Say what became of the connection, once."""
        if line != self._said:
            self._said = line
            self._say(line)


UP: Final = "connected"


async def _guarded(greet: Greet) -> None:
    """Greet; a connection that is lost meanwhile is noticed where messages are read."""
    try:
        await greet()
    except Away:
        return


def _told(message: aiomqtt.Message) -> Told:
    payload = message.payload
    answer_to: Any = getattr(message.properties, "ResponseTopic", "")
    raw = payload if isinstance(payload, bytes) else b""
    return Told(str(message.topic), raw, message.retain, answer_to)


def _properties(packet: int) -> Any:
    """The properties of a packet of MQTT 5; paho's have no types."""
    return Properties(packet)  # type: ignore[no-untyped-call]


def _reason(problem: BaseException) -> int | None:
    """The reason code of a connection that was lost or refused."""
    for each in (problem, problem.__cause__):
        code = getattr(each, "rc", None)
        if isinstance(code, ReasonCode):
            value: int = code.value
            return value
    return None


def tls_context(authority: Path | None, certificate: Path | None, key: Path | None) -> ssl.SSLContext:
    """Return how the broker is trusted, and how one proves who one is. OSError if a file cannot be read."""
    context = ssl.create_default_context(cafile=str(authority) if authority else None)
    if certificate:
        context.load_cert_chain(certificate, key or certificate)
    return context
