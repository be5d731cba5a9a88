"""The store of secrets: who may read it, and that a secret is shown nowhere."""

import copy
import json
import logging
import os
import pickle
import stat
import traceback
from pathlib import Path

import pytest

from jadoube.config.problems import BadInput
from jadoube.online.secrets import HIDDEN, Secret, Secrets, read_token

TOKEN = "lip_5ecretOfTheClub42"  # noqa: S105 - made up


@pytest.fixture
def store(tmp_path: Path) -> Secrets:
    """A store with a token."""
    store = Secrets(tmp_path / "secrets.json")
    store.put("lichess", Secret(TOKEN))
    return store


def test_it_comes_back(store: Secrets) -> None:
    """A second reader of the file finds it; after `forget` nobody does."""
    assert Secrets(store.path).get("lichess") == Secret(TOKEN)
    assert store.get("another") is None
    assert store.forget("lichess")
    assert not store.forget("lichess")
    assert Secrets(store.path).get("lichess") is None


def test_only_its_owner_may_read_it(store: Secrets) -> None:
    """From the first byte on, whatever the umask; nothing else is left in the folder."""
    before = os.umask(0)
    try:
        store.put("other", Secret("x"))
    finally:
        os.umask(before)
    assert stat.S_IMODE(store.path.stat().st_mode) == 0o600
    assert [each.name for each in store.path.parent.iterdir()] == ["secrets.json"]


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644, 0o700, 0o400])
def test_another_mode_is_refused(store: Secrets, mode: int) -> None:
    """In one line, without the secret; a new token mends it."""
    store.path.chmod(mode)
    with pytest.raises(BadInput, match=rf"mode {mode:04o} found, expected 0600") as refusal:
        store.get("lichess")
    assert "\n" not in str(refusal.value)
    store.put("lichess", Secret("new"))
    assert store.get("lichess") == Secret("new")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root writes for others")
def test_root_writes_for_the_owner_of_the_folder(tmp_path: Path) -> None:
    """`sudo jadoube token set` while the board is off: its process finds the token, and root adds another."""
    os.chown(tmp_path, 65534, 65534)
    store = Secrets(tmp_path / "secrets.json")
    store.put("lichess", Secret(TOKEN))
    assert store.path.stat().st_uid == 65534
    store.put("other", Secret("x"))
    assert store.get("lichess") == Secret(TOKEN)


def test_another_owner_is_refused(store: Secrets, monkeypatch: pytest.MonkeyPatch) -> None:
    """What another user could write is not this board's."""
    other = os.geteuid() + 1
    monkeypatch.setattr(os, "geteuid", lambda: other)
    with pytest.raises(BadInput, match=rf"expected one of the user {other}"):
        store.get("lichess")


@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"lichess": 3}', '{"lichess": "a b"}', '{"lichess": "lip_5ecret', "[" * 100_000]
)
def test_a_damaged_file_is_refused(store: Secrets, text: str) -> None:
    """In one line that quotes nothing of it."""
    store.path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match="damaged, expected secrets by name") as refusal:
        store.get("lichess")
    assert "5ecret" not in "".join(traceback.format_exception(refusal.value))
    store.forget("lichess")
    assert store.get("lichess") is None


def test_a_link_or_a_folder_is_refused(store: Secrets) -> None:
    """Somebody could have put it there."""
    store.path.rename(store.path.with_name("elsewhere"))
    store.path.symlink_to("elsewhere")
    with pytest.raises(BadInput, match="expected a file of secrets"):
        store.get("lichess")
    store.path.unlink()
    store.path.mkdir()
    with pytest.raises(BadInput, match="expected a file of secrets"):
        store.get("lichess")


def test_a_full_disk_leaves_the_old_one(store: Secrets, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole or not at all."""

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        store.put("lichess", Secret("new"))
    assert store.get("lichess") == Secret(TOKEN)
    assert [each.name for each in store.path.parent.iterdir()] == ["secrets.json"]


def test_a_full_disk_does_not_keep_a_secret(store: Secrets, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who wants to be rid of a token needs no room for that."""

    def full(*_args: object, **_options: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("jadoube.online.secrets.write_whole", full)
    assert store.forget("lichess") is True
    assert store.get("lichess") is None
    assert store.forget("lichess") is False
    assert list(store.path.parent.iterdir()) == []


def test_a_secret_shows_itself_nowhere(caplog: pytest.LogCaptureFixture) -> None:
    """Not in repr, str, format, JSON, a log, a traceback or a pickle."""
    secret = Secret(TOKEN)
    shown = [repr(secret), str(secret), f"{secret}", f"{secret!r:>40}", f"{[secret]}"]
    logging.getLogger("test").error("token %s", secret)
    with pytest.raises(OSError, match="Not a directory") as failed:
        Secrets(Path("/proc/version/x")).put("lichess", secret)
    shown += traceback.format_exception(failed.value)
    shown += traceback.format_exception(ValueError(secret))
    shown.append(caplog.text)
    assert "token <secret>" in caplog.text
    assert all(TOKEN not in text for text in shown)
    assert repr(secret) == HIDDEN
    with pytest.raises(TypeError):
        json.dumps({"token": secret})
    for copier in (pickle.dumps, copy.deepcopy):
        with pytest.raises(TypeError, match="not copied"):
            copier(secret)
    assert not hasattr(secret, "__dict__")


@pytest.mark.parametrize("text", ["", " ", "lip_a b", "lip-a", "é", "a" * 513, "a\nb", "0\x00"])
def test_what_is_no_token_is_refused_without_it(text: str) -> None:
    """The refusal tells its length alone: it may be a password that was typed into the wrong field."""
    with pytest.raises(BadInput, match="expected 1 to 512 letters, digits or _") as refusal:
        read_token(text)
    assert len(text.strip()) < 2 or text.strip() not in str(refusal.value)


def test_blanks_around_a_token_do_not_matter() -> None:
    """It is pasted, often with the end of the line."""
    assert read_token(f"  {TOKEN}\n").reveal() == TOKEN
    assert read_token("a" * 512).reveal() == "a" * 512
