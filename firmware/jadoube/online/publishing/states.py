"""The states that a board publishes, as pure functions of what the board shows.

The law: they say what a page of the board is shown, and nothing else, so a player who is private is nobody
here, too. It reads no clock: instants are arguments. It refuses to know brokers, and when a state is
published.
"""

from collections.abc import Container, Mapping
from typing import Any, Final, NamedTuple

from jadoube.core.messages.names import UNKNOWN
from jadoube.local.desk_lines import Words
from jadoube.mqtt.payloads import Call, ClockState, DoubtedPly, Need, Person, PlayedGame

OVER: Final = "over"
PLAYING: Final = "playing"
PAUSED: Final = "paused"
OPEN: Final = "*"
"""A game without a result."""


class BoardNow(NamedTuple):
    """What a board shows now."""

    message: Mapping[str, Any]
    """As its page gets it (docs/web-api.md)."""
    pgn: str


def played_game(now: BoardNow, seq: int = 0, at: int = 0) -> PlayedGame:
    """Return the game as it stands. KeyError, TypeError or AttributeError for another version's message."""
    message, game, names = now.message, now.message["game"], now.message["names"]
    plies = game["plies"]
    return PlayedGame(
        game_id=message["game_id"],
        seq=seq,
        at=at,
        white=person(names["white"]),
        black=person(names["black"]),
        event=known(names["event"]),
        site=known(names["site"]),
        round=known(names["round"]),
        board=known(names["board"]),
        start_fen=game["start"],
        fen=game["fen"],
        move=plies[-1]["move"] if plies else "",
        san=tuple([ply["san"] for ply in plies]),
        clk=tuple([ply["left_ms"] for ply in plies]),
        doubt=_doubted(message, plies),
        phase=message["phase"],
        result=game["result"],
        over=message["phase"] == OVER,
        pgn=now.pgn,
    )


def person(found: Mapping[str, Any]) -> Person:
    """Return a player of a message."""
    return Person(
        name=known(found["name"]),
        title=known(found["title"]),
        rating=found["rating"],
        fide_id=known(found["fide_id"]),
        federation=known(found["federation"]),
    )


def known(text: str) -> str:
    """Return a text of a message; empty: unknown."""
    return "" if text in (UNKNOWN, "?") else text


def _doubted(message: Mapping[str, Any], plies: list[Mapping[str, Any]]) -> tuple[DoubtedPly, ...]:
    return tuple(
        [
            DoubtedPly(ply, tuple(plies[ply - 1]["doubts"]))
            for ply in message["doubt"]["plies"]
            if 0 < ply <= len(plies)
        ]
    )


def clock_state(now: BoardNow, at: int = 0) -> ClockState | None:
    """Return the clock; None without one."""
    clock = now.message["clock"]
    if clock is None:
        return None
    running = clock["running"] or ""
    return ClockState(
        white_ms=clock["white"]["ms"],
        black_ms=clock["black"]["ms"],
        running=running,
        at=at,
        fallen=clock["fallen"] or "",
        white_rate=clock["white"]["rate"],
        black_rate=clock["black"]["rate"],
        control=clock["control_text"],
        delay_ms=clock[running]["delay_ms"] if running else 0,
    )


def follows(clock: ClockState, before: ClockState, passed_ms: int) -> bool:
    """Whether a clock is what a reader makes of the one before by counting on."""
    if (clock.running, clock.fallen, clock.control) != (before.running, before.fallen, before.control):
        return False
    counted = before.after(passed_ms)
    there = (clock.white_ms, clock.black_ms)
    return all(abs(one - other) <= ROUGHLY_MS for one, other in zip(counted, there, strict=True))


ROUGHLY_MS: Final = 200
"""A reader's clock may differ by so much: instants pass through several processes (a guess)."""


def calls(now: BoardNow, *, arbiter_paused: bool = False) -> tuple[Call, ...]:
    """Return why the arbiter is needed, the most urgent first; a pause of his or of a restart is no call."""
    message, plies = now.message, len(now.message["game"]["plies"])
    said, reason, phase = message["words"], message["reason"], message["phase"]
    found = []
    illegal = reason is not None or message["can"]["verdict"]
    if illegal:
        found.append(Call(Need.ILLEGAL, _words_of(reason, said) if reason else said, plies))
    if (message["clock"] or {}).get("fallen") and not _is_decided(message):
        found.append(Call(Need.FLAG, said, plies))
    stopped = phase == PAUSED and message.get("paused_by_hand", True)  # an older board does not say
    if stopped and plies and not illegal and not arbiter_paused:
        found.append(Call(Need.HELP, said, plies))
    if message["doubt"]["plies"]:
        found.append(Call(Need.DOUBT, _doubt_words(message), message["doubt"]["plies"][0]))
    if message["offer"]:
        found.append(Call(Need.CLAIM, said, plies))
    return (*found, *[Call(Need.MACHINE, each) for each in machine_words(message)])


def _is_decided(message: Mapping[str, Any]) -> bool:
    return bool(message["phase"] == OVER and message["game"]["result"] != OPEN)


def _doubt_words(message: Mapping[str, Any]) -> Words:
    """The plies in doubt, each with what else it may have been; moves are the same in each language."""
    plies = message["game"]["plies"]
    texts = []
    for number in message["doubt"]["plies"]:
        if 0 < number <= len(plies):
            ply = plies[number - 1]
            dots = "." if ply["side"] == "white" else "..."
            texts.append(" / ".join([f"{ply['number']}{dots} {ply['san']}", *ply["doubts"]]))
    return dict.fromkeys(message["words"], "; ".join(texts))


def machine_words(message: Mapping[str, Any]) -> list[Words]:
    """What is wrong with the board as a machine."""
    health, languages = message["health"], message["words"]
    reeds = [
        {name: f"{each['square']}: {text}" for name, text in _words_of(each, languages).items()}
        for each in health["reeds"]
    ]
    return [*[_words_of(each, languages) for each in health["troubles"]], *reeds]


def _words_of(shown: Mapping[str, Any], languages: Container[str]) -> Words:
    """What is said of a part of the message, which has its words beside its other fields."""
    return {name: text for name, text in shown.items() if name in languages}
