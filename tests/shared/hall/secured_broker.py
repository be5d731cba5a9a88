"""A real mosquitto as `jadoube hall broker` sets it up: over TLS, with its passwords and its rights."""

import asyncio
import os
import ssl
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import aiomqtt
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from jadoube.hall.setup.folder import Wanted, set_up
from jadoube.hall.setup.rights import HALL_USER
from jadoube.hall.setup.texts import TLS_PORT
from jadoube.mqtt.connection import tls_context
from jadoube_sim.hall.broker import LocalBroker

HOST = "127.0.0.1"
END = "jadoube/v1/hall/end"
"""Comes after all that was published before, to whoever may read it."""


class SetUpBroker(LocalBroker):
    """A broker with the configuration of such a folder; only its port, user and log are others."""

    def _write_passwords(self) -> None:
        """They are there."""

    def _configured(self, port: int) -> Path:
        text = (self.folder / "jadoube.conf").read_text()
        assert f"listener {TLS_PORT}\n" in text
        lines = [text.replace(f"listener {TLS_PORT}\n", f"listener {port} {HOST}\n")]
        lines.append(f"log_type all\nlog_dest file {self.folder / 'log'}")
        if not os.geteuid():
            lines.append("user root")  # else it goes on as another user, who may not read this folder
        file = self.folder / "tried.conf"
        file.write_text("\n".join([*lines, ""]))
        return file


def wanted_here(folder: Path, boards: int = 2) -> Wanted:
    """What is asked for, with the broker's files where they are written."""
    return Wanted(boards, (HOST,), place=str(folder / "broker"))


@contextmanager
def secured_broker(folder: Path, boards: int = 2) -> Iterator[SetUpBroker]:
    """Set a broker up in this folder, and run it."""
    set_up(folder, wanted_here(folder, boards))
    with SetUpBroker(folder / "broker") as broker:
        yield broker


def home(broker: LocalBroker, user: str) -> Path:
    """The folder of a user."""
    folder = broker.folder.parent
    return folder / user if (folder / user).is_dir() else folder / "boards" / user


def secret(broker: LocalBroker, user: str) -> str:
    """The password of a user."""
    return (home(broker, user) / "password").read_text().strip()


def trusting(broker: LocalBroker) -> ssl.SSLContext:
    """What a board trusts; as strict as Python 3.13 is by itself."""
    context = tls_context(broker.folder.parent / "authority" / "ca.crt", None, None)
    context.verify_flags |= ssl.VERIFY_X509_STRICT
    return context


def as_user(
    broker: LocalBroker,
    user: str | None,
    password: str | None = None,
    *,
    deed: str = "tries",
    kept_s: int = 0,
) -> aiomqtt.Client:
    """A client that is not connected yet; without a user it has no name. Its session may be kept."""
    session = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
    session.SessionExpiryInterval = kept_s
    return aiomqtt.Client(
        HOST,
        broker.port,
        username=user,
        password=secret(broker, user) if user and password is None else password,
        identifier=deed if kept_s else f"{user}-{deed}",
        clean_start=not kept_s,
        properties=session,
        protocol=aiomqtt.ProtocolVersion.V5,
        tls_context=trusting(broker),
    )


async def arrive(broker: LocalBroker, writer: str, topics: Sequence[str]) -> set[str]:
    """Those of the topics whose message by this user reaches the hall."""
    found: set[str] = set()
    async with as_user(broker, HALL_USER, deed="hears") as hall, as_user(broker, writer) as writing:
        await hall.subscribe("#", qos=1)
        for topic in topics:
            await writing.publish(topic, writer.encode(), qos=1)
        await hall.publish(END, b"", qos=1)
        async for message in hall.messages:
            if message.topic.value == END:
                return found
            found.add(message.topic.value)
    raise AssertionError("the broker went away")


async def read(broker: LocalBroker, reader: str, topics: Sequence[str], own: str) -> set[str]:
    """Those of the topics that reach this user, who listens to all, if the hall writes them.

    `own` is a topic that he may read in any case: what was said there last ends it.
    """
    found: set[str] = set()
    async with as_user(broker, HALL_USER, deed="says") as hall, as_user(broker, reader) as reading:
        await reading.subscribe("#", qos=1)
        for topic in topics:
            await hall.publish(topic, b"by hall", qos=1)
        await hall.publish(own, b"end", qos=1)
        async for message in reading.messages:
            if message.payload == b"end":
                return found
            found.add(message.topic.value)
    raise AssertionError("the broker went away")


async def steal(broker: LocalBroker, owner: str, thief: str, topic: str, own: str) -> set[bytes]:
    """What another user hears on this topic who comes with the id of its listener.

    `own` is a topic that he may read: what is said there last ends it.
    """
    found: set[bytes] = set()
    async with as_user(broker, owner, deed="id-of-both", kept_s=60) as listening:
        await listening.subscribe(topic, qos=1)
    async with as_user(broker, HALL_USER, deed="says") as hall:
        await hall.publish(topic, b"while nobody listened", qos=1)
        async with as_user(broker, thief, deed="id-of-both", kept_s=60) as stealing:
            await stealing.subscribe(own, qos=1)
            await hall.publish(topic, b"to who is there now", qos=1)
            await hall.publish(own, b"end", qos=1)
            async for message in stealing.messages:
                assert isinstance(message.payload, bytes)
                if message.payload == b"end":
                    return found
                found.add(message.payload)
    raise AssertionError("the broker went away")


def refusal(broker: LocalBroker, user: str | None, password: str | None = None) -> str:
    """Why the broker refuses this client."""

    async def come() -> str:
        try:
            async with as_user(broker, user, password):
                return "it was let in"
        except aiomqtt.MqttError as problem:
            return str(problem)

    return asyncio.run(come())
