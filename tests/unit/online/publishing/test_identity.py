"""Who a board is: ids of machines, and passwords that nobody else can read."""

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from jadoube.config.kinds import is_topic_id
from jadoube.config.problems import BadInput
from jadoube.config.settings import BrokerSettings
from jadoube.hall.setup.folder import Wanted, set_up
from jadoube.online.publishing.identity import broker, identity, machine_id, read_password


def test_a_machine_has_an_id_that_a_copied_card_does_not_share(tmp_path: Path) -> None:
    """The same at each start; another serial number is another machine, and stands nowhere."""
    card, serial = tmp_path / "machine-id", tmp_path / "serial"
    card.write_text("0123\n")
    alone = machine_id((card, serial))
    serial.write_bytes(b"10000000abcdef\0")
    there = machine_id((card, serial))
    assert there == machine_id((card, serial))
    assert there != alone
    assert "abcdef" not in there


def test_a_board_is_named_by_its_configuration_or_its_machine() -> None:
    """Both are levels of a topic."""
    assert identity(BrokerSettings(board="b01"), "0a1b").board == "b01"
    who = identity(BrokerSettings(), "0a1b")
    assert who.board == "board-0a1b"
    assert is_topic_id(who.board)
    assert is_topic_id(identity(BrokerSettings()).board)


def password_in(folder: Path, mode: int, text: bytes = b"secret\n") -> Path:
    """A file with a password."""
    file = folder / "password"
    file.write_bytes(text)
    file.chmod(mode)
    return file


@pytest.mark.parametrize("mode", [0o600, 0o400, 0o640])
def test_a_password_is_the_first_line(tmp_path: Path, mode: int) -> None:
    """Of a file that its owner reads, or a group that he chose."""
    assert read_password(password_in(tmp_path, mode)) == "secret"


@pytest.mark.parametrize("mode", [0o644, 0o604, 0o660, 0o602])
def test_a_password_that_others_can_read_is_refused(tmp_path: Path, mode: int) -> None:
    """In one line, without the password."""
    with pytest.raises(BadInput, match=rf"mode {mode:04o} found, expected 0600 or 0640") as refused:
        read_password(password_in(tmp_path, mode))
    assert "secret" not in str(refused.value)


def test_what_is_no_password_is_refused(tmp_path: Path) -> None:
    """No file, a folder, a pipe, bytes."""
    with pytest.raises(BadInput, match="no such file"):
        read_password(tmp_path / "missing")
    with pytest.raises(BadInput, match="no file found"):
        read_password(tmp_path)
    os.mkfifo(tmp_path / "pipe", 0o600)
    with pytest.raises(BadInput, match="no file found"):
        read_password(tmp_path / "pipe")
    with pytest.raises(BadInput, match="no text found"):
        read_password(password_in(tmp_path, 0o600, b"\xff"))


def test_a_password_stands_in_no_text(tmp_path: Path) -> None:
    """Not where the broker is printed."""
    settings = BrokerSettings(host="h", tls=False, password_file=password_in(tmp_path, 0o600))
    there = broker(settings, identity(settings, "0a1b"))
    assert there.password == "secret"  # noqa: S105 - of this test
    assert "secret" not in f"{there} {there!r}"
    assert there.identifier == "jadoube-board-0a1b-0a1b"


def test_the_secret_of_a_client_id_stands_in_no_text() -> None:
    """It is sent, and told nowhere."""
    settings = BrokerSettings(host="h", tls=False)
    there = broker(settings, identity(settings, "0a1b"))._replace(secret="5ec7e7")  # noqa: S106 - of this test
    assert there.client_id == "jadoube-board-0a1b-0a1b-5ec7e7"
    assert "5ec7e7" not in f"{there} {there!r}"


@pytest.mark.parametrize("damaged", ["ca", "certificate", "key"])
@pytest.mark.parametrize("how", ["missing", "empty", "of another"])
def test_a_file_of_tls_that_cannot_be_used_is_named(tmp_path: Path, damaged: str, how: str) -> None:
    """That one and no other, in one line, whichever of the three it is."""
    set_up(tmp_path, Wanted(1, ("127.0.0.1",)))
    authority = tmp_path / "authority"
    server = tmp_path / "broker"
    whole = BrokerSettings("h", ca=authority / "ca.crt", certificate=server / "server.crt")
    whole = replace(whole, key=server / "server.key")
    broker(whole, identity(whole, "0a1b"))
    file = tmp_path / f"damaged.{damaged}"
    changes: dict[str, Any] = {damaged: file}
    if how == "empty":
        file.write_text("")
    elif how == "of another":
        file.write_bytes((authority / "ca.key").read_bytes())
    with pytest.raises(BadInput) as refused:
        broker(replace(whole, **changes), identity(whole, "0a1b"))
    assert str(refused.value).startswith(f"{file}: ")
