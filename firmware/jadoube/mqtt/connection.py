"""The connection to the broker: it comes back whenever it was lost, and says so once.

The law: it is the one module that speaks MQTT. Whoever was connected is told at each new connection, and
publishes its whole state again: nothing waits in a queue here. Two clients of one id throw each other out for
ever; that is told, and tried again seldom. Not every broker says why it hung up (mosquitto 2.0.11 does not,
measured), so connections that are lost soon after they were made, one after the other, are taken for it. It
refuses to know topics and payloads.
"""

import asyncio
import logging
import ssl
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

import aiomqtt
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from jadoube.local.pausing import Pause

KEEPALIVE_S: Final = 12
"""A plug that was pulled is noticed after one and a half of it (MQTT 5, 3.1.2.10)."""

WILL_DELAY_S: Final = 5
"""A will of an old connection comes after a new one has said that it is there, if that takes longer."""

SESSION_S: Final = 3600
"""How long commands wait for a board that is away."""

TAKEN_OVER: Final = 0x8E
REFUSED: Final = {0x84, 0x85, 0x86, 0x87}
"""Reason codes of MQTT 5: session taken over; protocol, client id, password or rights refused."""

REFUSES: Final = 0x80
"""What answers a subscription and is not below, refuses it (MQTT 5, 3.9.3)."""

RETRY_S: Final = (1.0, 30.0)
"""The pause before a broker that was not reached is tried again, and the longest one."""

SELDOM_S: Final = 30.0
"""The pause after another has used the same client id, and after a refusal."""

YOUNG_S: Final = 45.0
"""A connection that is lost sooner was made for nothing: more than `SELDOM_S`, as two of one id alternate."""

LOST_YOUNG: Final = 3
"""So many of them in a row, each made at the first try, mean a second client of the same id."""

FAREWELL_S: Final = 2.0
"""How long a clean exit waits for its last word."""

SENDER: Final = "from"
"""The user property that says who has published."""

MOST_QUEUED: Final = 1000
"""Messages that wait to be sent (a choice). What came waits without a bound: the broker has got rid of it."""


class Broker(NamedTuple):
    """Where the broker is, and as whom one comes there."""

    host: str
    port: int
    identifier: str
    """The client id, but for its secret part."""
    user: str = ""
    password: str = ""
    tls: ssl.SSLContext | None = None
    session_s: int = SESSION_S
    """How long messages wait for this client while it is away."""
    secret: str = ""
    """A part of the client id that nobody can guess: who comes with the id of another throws him out."""

    @property
    def client_id(self) -> str:
        """The client id, whole."""
        return f"{self.identifier}-{self.secret}" if self.secret else self.identifier

    def __repr__(self) -> str:
        """Without password and secret: they stand in no log."""
        return f"Broker({self.host}:{self.port}, {self.identifier})"


class Will(NamedTuple):
    """What is published, retained, when this connection ends: by the broker, or as the last word."""

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
    sender: str = ""
    """Who has published it, as he says; empty: he says nothing."""
    expires_s: int | None = None
    """How long it held yet when it came; None: no end was named."""


class Away(Exception):  # noqa: N818 - it is a state, and no error of ours
    """The broker is not connected now."""


Heard = Callable[[Told], Awaitable[None]]
Greet = Callable[[], Awaitable[None]]
Say = Callable[[str], None]
"""Takes what became of the connection: one line each time it changes."""


class _Dispute:
    """Whether another client has the same id, as far as the ages of connections say it.

    A connection is young from when it is made until it lasts; some in a row that are lost young mean it.
    """

    def __init__(self) -> None:
        self._is_young = False
        self._lost_young = 0

    @property
    def is_on(self) -> bool:
        """Whether another client seems to have the same id."""
        return self._lost_young >= LOST_YOUNG

    def made(self) -> None:
        """A connection was made."""
        self._is_young = True

    def lasts(self) -> None:
        """It has lasted: if another had the same id, he has gone."""
        self._is_young = False
        self._lost_young = 0

    def lost(self, reason: int | None) -> int | None:
        """It was lost, or none was made; return why, also where the broker does not say that another came."""
        lost_young = self._is_young or reason == TAKEN_OVER
        self._lost_young = self._lost_young + 1 if lost_young else 0
        self._is_young = False
        return TAKEN_OVER if self.is_on else reason


class Connection:
    """A connection to this broker, while `run` runs.

    `will` is published if it is lost, `farewell` at a clean end. `sender` stands at all that it publishes.
    """

    def __init__(
        self,
        broker: Broker,
        filters: Sequence[str],
        will: Will | None,
        say: Say,
        *,
        farewell: Will | None = None,
        sender: str = "",
        pause: Pause = asyncio.sleep,
    ) -> None:
        self._broker = broker
        self._filters = tuple(filters)
        self.will = will
        """A change holds from the next connection on: see `again`."""
        self.farewell = farewell
        self.refused: tuple[str, ...] = ()
        """The filters that this broker does not give, in its own words."""
        self._sender = sender
        self._pause = pause
        self._say = say
        self._client: aiomqtt.Client | None = None
        self._reading: asyncio.Task[None] | None = None
        self._said = ""
        self._dispute = _Dispute()

    @property
    def is_up(self) -> bool:
        """Whether the broker is connected now."""
        return self._client is not None

    @property
    def is_disputed(self) -> bool:
        """Whether another client seems to have the same id."""
        return self._dispute.is_on

    @property
    def local_address(self) -> str:
        """The address of this machine on the way to the broker; empty while it is not connected."""
        link: Any = self._client._client.socket() if self._client else None  # noqa: SLF001 - there is no other
        return str(link.getsockname()[0]) if link else ""

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
        properties = self._marked(PacketTypes.PUBLISH)
        if expires_s is not None:
            properties.MessageExpiryInterval = expires_s
        if answer_to:
            properties.ResponseTopic = answer_to
        sending = client.publish(topic, payload, qos=1, retain=retain, properties=properties)
        try:
            await _unless_lost(client, sending)
        except aiomqtt.MqttError as problem:
            raise Away from problem

    def again(self) -> None:
        """End this connection, and make another one at once."""
        if self._reading:
            self._reading.cancel()

    async def run(self, greet: Greet, heard: Heard) -> None:
        """Keep the connection until cancelled: `greet` at each new one, `heard` at each message."""
        failures = 0
        while True:
            _heed_cancelling()
            pause_s = min(RETRY_S[1], RETRY_S[0] * 2**failures)
            try:
                await self._connect(greet, heard)
                continue  # it is wanted again
            except aiomqtt.MqttError as problem:
                failures = 0 if self._said == UP else min(failures + 1, 5)
                reason = self._dispute.lost(_reason(problem))
                self._tell(self._words(problem, reason))
                pause_s = SELDOM_S if reason == TAKEN_OVER or reason in REFUSED else pause_s
            except OSError as problem:  # a certificate, a name
                failures = min(failures + 1, 5)
                self._tell(f"{self._place}: {problem}")
            await self._pause(pause_s)

    async def _connect(self, greet: Greet, heard: Heard) -> None:
        """Be connected until that ends; MqttError then."""
        session = _properties(PacketTypes.CONNECT)
        broker = self._broker
        session.SessionExpiryInterval = broker.session_s
        client = aiomqtt.Client(
            broker.host,
            broker.port,
            username=broker.user or None,
            password=broker.password or None,
            identifier=broker.client_id,
            protocol=aiomqtt.ProtocolVersion.V5,
            will=self._made_will(),
            clean_start=False,
            properties=session,
            keepalive=KEEPALIVE_S,
            tls_context=broker.tls,
            max_queued_outgoing_messages=MOST_QUEUED,
            logger=_SILENT,
        )
        try:
            async with client:
                await self._converse(client, greet, heard)
        finally:
            if _lost(client).done():
                _lost(client).exception()  # somebody has to ask

    async def _converse(self, client: aiomqtt.Client, greet: Greet, heard: Heard) -> None:
        """Hear what comes until the connection is lost, is wanted again, or this is cancelled."""
        self._dispute.made()
        refused = []
        for each in self._filters:
            codes: Any = await _unless_lost(client, client.subscribe(each, qos=1))
            refused += [each] * any(code.value >= REFUSES for code in codes)
        self.refused = tuple(refused)
        _heed_cancelling()
        self._client = client
        if not self.is_disputed:
            self._tell(UP)
        growing_old = asyncio.get_running_loop().call_later(YOUNG_S, self._lasts)
        greeting = asyncio.create_task(_guarded(greet))
        self._reading = asyncio.create_task(_read(client, heard))
        try:
            await asyncio.wait({self._reading, greeting}, return_when=asyncio.FIRST_EXCEPTION)
        except asyncio.CancelledError:
            await self._bid_farewell(client)
            raise
        finally:
            self._client = None
            growing_old.cancel()
            for task in (greeting, self._reading):
                task.cancel()
        for task in (greeting, self._reading):
            if task.done() and not task.cancelled():
                task.result()

    def _lasts(self) -> None:
        """The connection has lasted; where another had the same id, only now it is told that it is there."""
        self._dispute.lasts()
        self._tell(UP)

    async def _bid_farewell(self, client: aiomqtt.Client) -> None:
        """Say the last word: a clean end makes the broker publish no will."""
        if self.farewell is None:
            return
        topic, payload = self.farewell
        properties = self._marked(PacketTypes.PUBLISH)
        with suppress(aiomqtt.MqttError):
            await client.publish(
                topic, payload, qos=1, retain=True, properties=properties, timeout=FAREWELL_S
            )

    def _made_will(self) -> aiomqtt.Will | None:
        if self.will is None:
            return None
        properties = self._marked(PacketTypes.WILLMESSAGE)
        properties.WillDelayInterval = WILL_DELAY_S
        return aiomqtt.Will(self.will.topic, self.will.payload, 1, retain=True, properties=properties)

    def _marked(self, packet: int) -> Any:
        """The properties of a packet that bears the sender."""
        properties = _properties(packet)
        if self._sender:
            properties.UserProperty = (SENDER, self._sender)
        return properties

    @property
    def _place(self) -> str:
        return f"broker {self._broker.host}:{self._broker.port}"

    def _words(self, problem: Exception, reason: int | None) -> str:
        if reason == TAKEN_OVER:
            twice = f"the id {self._broker.identifier!r} twice"
            found = "found" if _reason(problem) == TAKEN_OVER else "perhaps, as no connection lasts"
            return f"{self._place}: {twice} {found}, expected it once: was a card copied?"
        return f"{self._place}: {problem}"

    def _tell(self, line: str) -> None:
        """Say what became of the connection, once."""
        if line != self._said:
            self._said = line
            self._say(line)


UP: Final = "connected"


_SILENT: Final = logging.getLogger("jadoube.mqtt.quiet")
"""What the libraries would say; what matters of it comes as an error, and is said in one line."""
_SILENT.disabled = True


_T = TypeVar("_T")


def _heed_cancelling() -> None:
    """Be cancelled if that was asked for: Python 3.11's `wait_for`, in aiomqtt, may have swallowed it."""
    task = asyncio.current_task()
    if task and task.cancelling():
        raise asyncio.CancelledError


def _lost(client: aiomqtt.Client) -> asyncio.Future[None]:
    """What is done when a connection is over."""
    over: asyncio.Future[None] = client._disconnected  # noqa: SLF001 - it has no other sign
    return over


async def _unless_lost(client: aiomqtt.Client, doing: Coroutine[Any, Any, _T]) -> _T:
    """Do this with a connection; MqttError if that is lost meanwhile, which by itself wakes nobody."""
    task, lost = asyncio.create_task(doing), _lost(client)
    either: set[asyncio.Future[Any]] = {task, lost}
    try:
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
    finally:
        task.cancel()
    if task.done():
        return task.result()
    lost.result()
    raise aiomqtt.MqttError("it is over")


async def _read(client: aiomqtt.Client, heard: Heard) -> None:
    async for message in client.messages:
        await heard(_told(message))


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
    marks: Any = getattr(message.properties, "UserProperty", ())
    sender = next((value for name, value in marks if name == SENDER), "")
    expires_s = getattr(message.properties, "MessageExpiryInterval", None)
    return Told(str(message.topic), raw, message.retain, answer_to, sender, expires_s)


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
