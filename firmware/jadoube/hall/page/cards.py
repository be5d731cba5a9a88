"""A card: what the page shows of one board among all, as JSON.

The law: a card has only what everybody may see. What a board has not said is left out. The result is that of
the pairing, as in the table; a game of another event, round or pair has its own, with its own names, and is
marked. Instants are those of the hall's own clock, so that a board's wrong clock changes nothing.
"""

import re
from collections.abc import Sequence
from typing import Any, Final

from jadoube.hall.exchange.board_fold import BoardState
from jadoube.hall.page.calls import KnownCall
from jadoube.hall.rounds.pairings import UNSAID, has_others, is_of_another
from jadoube.hall.rounds.played.seated import Seat
from jadoube.mqtt.payloads import NOBODY, ClockState, PairedBoard, Person, PlayedGame, Round

Json = dict[str, Any]

NO_RESULT: Final = "*"

LINKS: Final = ("http://", "https://")
"""How the address of a board's page begins, or it is no link: whoever has a board's password may say it."""

NOT_CHOSEN: Final = Round()
"""In place of the round that is played, while none is chosen."""

_is_number = re.compile(r"[0-9]{1,4}").fullmatch
"""Of a move in a FEN."""


def card(
    board: BoardState,
    pairing: PairedBoard | None,
    calls: Sequence[KnownCall],
    seat: Seat = Seat.UNTOLD,
    now: Round = NOT_CHOSEN,
) -> Json:
    """Return what a board's tile shows. `now` is the round that is played; empty: none is chosen."""
    about, presence = board.about, board.presence
    white, black = players(board, pairing)
    is_other = pairing is not None and _plays_other(board, pairing, now)
    shown = {
        "id": board.id,
        "name": about.name if about else "",
        "page": about.page if about and about.page.startswith(LINKS) else "",
        "state": presence.state if presence else "",
        "number": number(board, pairing),
        "of_round": _other_round(board, now.round),
        "other": is_other,
        "apart": bool(now.round) and pairing is None,
        "pairing": pairing.number if pairing else "",
        "seat": str(seat),
        "white": _person(white),
        "black": _person(black),
        "clock": _clock(board.clock, board.clock_ms) if board.clock else None,
        "calls": [shown_call(each) for each in calls],
        "troubles": [dict(each.said) for each in board.troubles],
        **(_game(board.game) if board.game else {}),
    }
    if pairing and not is_other and pairing.result not in ("", NO_RESULT):
        shown["result"] = pairing.result
    return _said(shown)


def _plays_other(board: BoardState, pairing: PairedBoard, now: Round) -> bool:
    """Whether a board shows another game than that of its pairing."""
    game = board.game
    return game is not None and (is_of_another(now, pairing, game) or has_others(pairing, game))


def _other_round(board: BoardState, now: str) -> str:
    """The round of a board's game, if it is another one than is played."""
    said = board.game.round if board.game else ""
    return said if now and said not in (*UNSAID, now) else ""


def players(board: BoardState, pairing: PairedBoard | None) -> tuple[Person, Person]:
    """Return White and Black: as the game names them, else as they are to sit there, else by the pairing."""
    for source in (board.game, board.seating, pairing):
        if source and (source.white.name or source.black.name):
            return source.white, source.black
    return NOBODY, NOBODY


def number(board: BoardState, pairing: PairedBoard | None) -> str:
    """Return the board's number in the round; empty: unknown."""
    if pairing:
        return pairing.number
    if board.game and board.game.board not in ("", "?"):
        return board.game.board
    return board.seating.board if board.seating else ""


def _game(game: PlayedGame) -> Json:
    return {
        "seq": game.seq,
        "fen": game.fen.partition(" ")[0],
        "move": game.move,
        "ply": len(game.san),
        "san": game.san[-1] if game.san else "",
        "begins": _begins(game.start_fen),
        "phase": game.phase,
        "over": game.over,
        "doubts": len(game.doubt),
        "result": game.result if game.result != NO_RESULT else "",
    }


def _begins(start_fen: str) -> int:
    """How many plies before the first one have been played, as the FEN counts moves; 0 at the usual start."""
    fields = start_fen.split()
    if len(fields) < 6 or not _is_number(fields[5]):
        return 1 if fields[1:2] == ["b"] else 0
    return 2 * (int(fields[5]) - 1) + (fields[1] == "b")


def _clock(clock: ClockState, at_ms: int) -> Json:
    return _said(
        {
            "at_ms": at_ms,
            "white_ms": clock.white_ms,
            "black_ms": clock.black_ms,
            "running": clock.running,
            "fallen": clock.fallen,
            "control": clock.control,
            "white_rate": clock.white_rate,
            "black_rate": clock.black_rate,
            "delay_ms": clock.delay_ms,
        }
    )


def _person(person: Person) -> Json:
    return _said({"name": person.name, "title": person.title, "rating": person.rating})


def shown_call(call: KnownCall) -> Json:
    """Return what is shown of a call."""
    return _said(
        {
            "key": call.key,
            "need": call.need,
            "said": dict(call.said),
            "ply": call.ply,
            "since_ms": call.since_ms,
            "seen_by": call.seen_by,
        }
    )


def _said(shown: Json) -> Json:
    """Without what says nothing."""
    return {name: value for name, value in shown.items() if value not in (None, "", 0, [], {}, ())}
