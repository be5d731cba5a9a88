"""`jadoube lichess`: what is asked at the desk, and how it is said."""

from pathlib import Path
from typing import Any

import pytest

from jadoube.cli.main import main
from shared.board.answering_desk import desk

GAME: dict[str, Any] = {
    "id": "AbCdEfGh",
    "side": "white",
    "opponent": {"name": "Bert", "title": "FM", "rating": 1600, "ai_level": None},
    "moves": 3,
    "status": "started",
    "result": "",
}
STANDS: dict[str, Any] = {"state": "idle", "problem": None, "game": None, "chat": [], "challenges": []}


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """The configuration of a board."""
    file = tmp_path / "board.toml"
    file.write_text(f'[online]\nsocket = "{tmp_path}/desk"\n', encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("words", "do", "given"),
    [
        ("seek 15 10", "seek", {"minutes": 15, "increment": 10, "rated": False, "side": "random"}),
        (
            "challenge Bert 5 3 --rated --side black",
            "challenge",
            {"user": "Bert", "minutes": 5, "increment": 3, "rated": True, "side": "black"},
        ),
        ("ai 3", "ai", {"level": 3, "minutes": 0, "increment": 0, "rated": False, "side": "random"}),
        ("accept x1", "accept", {"id": "x1"}),
        ("chat hello", "chat", {"text": "hello"}),
        ("abort", "abort", {}),
        ("resign", "resign", {}),
    ],
)
def test_what_is_wanted_is_asked(
    config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], words: str, do: str, given: object
) -> None:
    """One question, and how it stands then."""
    first, *others = words.split()
    with desk(tmp_path / "desk", {"ok": STANDS | {"state": "seeking"}}) as heard:
        assert main(["lichess", "--config", str(config), first, *others]) == 0
    assert [(each["ask"], each["do"], each["given"]) for each in heard] == [("play-do", do, given)]
    assert capsys.readouterr().out == "seeking\n"


def test_it_says_how_it_stands(config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Trouble, game, challenges and what was written, a line for each."""
    challenge = {"id": "x1", "who": "Cleo", "control": "5+3"}
    stands = STANDS | {
        "state": "playing",
        "problem": {"en": "Lichess is silent.", "fr": "Lichess se tait."},
        "game": GAME,
        "challenges": [challenge],
        "chat": [{"who": "Bert", "text": "hi"}],
    }
    with desk(tmp_path / "desk", {"ok": stands}):
        assert main(["lichess", "--config", str(config)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "playing",
        "Lichess is silent.",
        "AbCdEfGh: you have white against Bert; 3 plies, started",
        "x1: Cleo challenges you, 5+3",
        "Bert: hi",
    ]


def test_what_cannot_be_is_one_line(config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A refusal of the desk, and a desk that nobody answers at."""
    assert main(["lichess", "--config", str(config)]) == 2
    assert "expected a running `jadoube online`" in capsys.readouterr().err
    refused = {"refused": {"en": "no game on Lichess", "fr": "pas de partie"}}
    with desk(tmp_path / "desk", refused):
        assert main(["lichess", "--config", str(config), "abort"]) == 2
    assert capsys.readouterr().err == "jadoube lichess: no game on Lichess\n"
