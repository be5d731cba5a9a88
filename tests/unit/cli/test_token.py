"""`jadoube token`: where the token comes from, where it goes, and that it is shown nowhere."""

import io
import sys
from pathlib import Path

import pytest

from jadoube.cli import token as command
from jadoube.cli.main import main
from jadoube.config.problems import BadInput
from jadoube.online.secrets import Secret, Secrets
from shared.board.answering_desk import desk

TOKEN = "lip_5ecretOfTheClub42"  # noqa: S105 - made up


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """The configuration of a board whose process does not run."""
    (tmp_path / "online").mkdir()
    file = tmp_path / "board.toml"
    file.write_text(
        f'[online]\ndirectory = "{tmp_path}/online"\nsocket = "{tmp_path}/desk"\n', encoding="utf-8"
    )
    return file


def given(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """This stands at standard input."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))


def test_it_is_written_where_nothing_runs(
    config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """For its owner alone; it is said, and the token is not."""
    given(monkeypatch, f"{TOKEN}\n")
    assert main(["token", "--config", str(config), "set"]) == 0
    path = tmp_path / "online" / "secrets.json"
    assert path.stat().st_mode & 0o777 == 0o600
    assert Secrets(path).get("lichess") == Secret(TOKEN)
    assert main(["token", "--config", str(config), "status"]) == 0
    assert main(["token", "--config", str(config), "forget"]) == 0
    assert main(["token", "--config", str(config), "status"]) == 0
    assert Secrets(path).get("lichess") is None
    said = "".join(capsys.readouterr())
    beside = f"in {path}; `jadoube online` does not run"
    assert said.splitlines() == [
        f"the token is stored {beside}",
        "a token is stored",
        f"the token is forgotten {beside}; to make it void, revoke it on Lichess",
        "no token is stored",
    ]


def test_the_running_process_is_told(
    config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It keeps its files itself: nothing is written beside it."""
    given(monkeypatch, TOKEN)
    with desk(tmp_path / "desk", {"ok": None}) as heard:
        assert main(["token", "--config", str(config), "set"]) == 0
    assert heard == [{"ask": "token", "token": TOKEN}]
    assert list((tmp_path / "online").iterdir()) == []
    assert capsys.readouterr().out == "the token is stored\n"


def test_what_the_process_refuses_is_one_line(config: Path, tmp_path: Path) -> None:
    """As every refusal."""
    refused = {"refused": {"en": "the disk is full", "fr": "le disque est plein"}}
    with (
        desk(tmp_path / "desk", refused),
        pytest.raises(BadInput, match=r"^jadoube token: the disk is full$"),
    ):
        command.main(["--config", str(config), "forget"])


def test_how_it_stands(config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With what Lichess thinks of it."""
    problem = {"en": "Lichess does not accept the token.", "fr": "Refusé."}
    with desk(tmp_path / "desk", {"ok": {"token": {"known": True, "problem": problem}}}):
        assert main(["token", "--config", str(config), "status"]) == 0
    assert capsys.readouterr().out == "a token is stored\nLichess does not accept the token.\n"


def test_it_is_never_an_argument(config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every user of the machine sees the arguments of all programs."""
    with pytest.raises(SystemExit) as ended:
        command.main(["--config", str(config), "set", TOKEN])
    assert ended.value.code == 2
    assert "unrecognized arguments" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["", "\n", "two words", "x" * 600])
def test_what_is_no_token_is_refused(config: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """In a line that does not repeat it."""
    given(monkeypatch, text)
    with pytest.raises(BadInput, match=r"^jadoube token: .* found, expected 1 to 512") as refusal:
        command.main(["--config", str(config), "set"])
    assert not text.strip() or text.strip() not in str(refusal.value)


def test_on_a_terminal_it_is_asked_for(config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And not shown while it is typed."""
    given(monkeypatch, "")
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    asked: list[str] = []

    def hidden(prompt: str) -> str:
        asked.append(prompt)
        return TOKEN

    monkeypatch.setattr("getpass.getpass", hidden)
    assert command.main(["--config", str(config), "set"]) == 0
    assert asked == ["Lichess token (it is not shown): "]
    assert Secrets(tmp_path / "online" / "secrets.json").get("lichess") == Secret(TOKEN)


def test_a_folder_of_others_is_one_line(
    config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With what to do."""
    (tmp_path / "online").rmdir()
    given(monkeypatch, TOKEN)
    with pytest.raises(
        BadInput, match="no such file or directory, expected a folder that this user may write"
    ):
        command.main(["--config", str(config), "set"])
