"""The broker that the tests and the desk run: it is a real one, and leaves nothing behind."""

import asyncio
import os
import select
import subprocess
import sys
from pathlib import Path

import pytest

from jadoube.config.problems import BadInput
from jadoube_sim.hall.broker import LocalBroker
from shared.hall.broker import broker_here, client, kept_now


def _put(broker: LocalBroker, topic: str, text: str, user: str = "") -> None:
    async def put() -> None:
        async with client(broker, "puts", user) as puts:
            await puts.publish(topic, text, qos=1, retain=True)

    asyncio.run(put())


def test_what_is_kept_outlives_a_restart(tmp_path: Path) -> None:
    """It comes back on its port with what was retained, if it was stopped."""
    with broker_here(tmp_path) as broker:
        _put(broker, "board", "e4")
        port = broker.port
        broker.stop()
        assert broker.pid == 0
        broker.start()
        assert broker.port == port
        assert kept_now(broker) == {"board": b"e4"}


def test_a_killed_one_has_forgotten(tmp_path: Path) -> None:
    """Killed, it has lost what it had not saved: boards have to publish again."""
    with broker_here(tmp_path) as broker:
        _put(broker, "board", "e4")
        broker.kill()
        broker.start()
        assert kept_now(broker) == {}


def test_passwords_and_rights(tmp_path: Path) -> None:
    """With passwords nobody else comes in, and the ACL says who writes what."""
    acl = "user hall\ntopic readwrite #\nuser b1\ntopic write b1\n"
    with broker_here(tmp_path, {"hall": "one", "b1": "two"}, acl) as broker:
        _put(broker, "b1", "mine", "b1")
        _put(broker, "b2", "not mine", "b1")
        assert kept_now(broker, user="hall") == {"b1": b"mine"}
        with pytest.raises(Exception, match="Not authorized"):
            _put(broker, "b1", "a stranger's")


def test_without_mosquitto(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the program one line names its package."""
    monkeypatch.setattr("jadoube_sim.hall.broker.shutil.which", lambda *_, **__: None)
    with pytest.raises(BadInput, match="package mosquitto"), broker_here(tmp_path):
        pass


STARTS_ONE = """
import sys
from pathlib import Path
from jadoube_sim.hall.broker import LocalBroker
broker = LocalBroker(Path(sys.argv[1]))
broker.start()
print(broker.pid, flush=True)
sys.stdin.read()
"""


def test_it_ends_with_who_has_started_it(tmp_path: Path) -> None:
    """If that program is killed, and can end nothing, the broker goes by itself."""
    pipe = subprocess.PIPE
    words = [sys.executable, "-c", STARTS_ONE, str(tmp_path)]
    with subprocess.Popen(words, stdin=pipe, stdout=pipe, text=True) as starter:
        assert starter.stdout
        broker = int(starter.stdout.readline())
        handle = os.pidfd_open(broker)
        starter.kill()
    ended, _, _ = select.select([handle], [], [], 10)
    os.close(handle)
    assert ended
