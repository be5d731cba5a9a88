"""The mosquitto of this machine for one test, and a client that asks it what it keeps.

Its absence is an error that names the package; no test skips for it.
"""

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import aiomqtt

from jadoube.mqtt.connection import Broker
from jadoube.mqtt.topics import ROOT
from jadoube_sim.hall.broker import LocalBroker

_BACK: Final = f"{ROOT}/asked-back"
"""Comes back after all that is kept; whoever may read and write the whole tree may ask so."""


@contextmanager
def broker_here(
    folder: Path,
    passwords: Mapping[str, str] | None = None,
    acl: str = "",
    kind: type[LocalBroker] = LocalBroker,
) -> Iterator[LocalBroker]:
    """Run a broker with this folder; who may come by passwords, who may do what by an ACL."""
    with kind(folder / "broker", passwords or {}, acl) as broker:
        yield broker


def to(broker: LocalBroker, identifier: str, user: str = "") -> Broker:
    """Return how a client of this id comes there."""
    return Broker("127.0.0.1", broker.port, identifier, user, broker.passwords.get(user, ""))


def client(broker: LocalBroker, identifier: str, user: str = "") -> aiomqtt.Client:
    """Return a plain client of MQTT 5 that is not connected yet."""
    return aiomqtt.Client(
        "127.0.0.1",
        broker.port,
        username=user or None,
        password=broker.passwords.get(user),
        identifier=identifier,
        protocol=aiomqtt.ProtocolVersion.V5,
    )


async def kept(broker: LocalBroker, topics: str = "#", user: str = "") -> dict[str, bytes]:
    """Return all retained messages under a filter, by topic; with an ACL, for who may do everything."""
    found: dict[str, bytes] = {}
    async with client(broker, "asks-what-is-kept", user) as asking:
        await asking.subscribe(topics, qos=1)
        await asking.subscribe(_BACK, qos=1)
        await asking.publish(_BACK, b"", qos=1)
        async for message in asking.messages:
            if message.topic.value == _BACK:
                return found
            if message.retain and isinstance(message.payload, bytes):
                found[message.topic.value] = message.payload
    raise AssertionError("the broker went away")


def kept_now(broker: LocalBroker, topics: str = "#", user: str = "") -> dict[str, bytes]:
    """Return what `kept` does, without a loop."""
    return asyncio.run(kept(broker, topics, user))
