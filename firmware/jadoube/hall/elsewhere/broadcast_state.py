"""How the broadcast stands, for arbiters: which round goes where, and why Lichess does not get all of it.

The law: it reads files and changes nothing, and of the token it tells only whether there is one.
"""

import sqlite3
from collections.abc import Mapping
from typing import Any

from jadoube.config.problems import BadInput
from jadoube.core.language.render import worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.hall.elsewhere.broadcast import SECRETS, Broadcast
from jadoube.hall.rounds.lichess_targets import Targets, read_targets
from jadoube.hall.troubles import worded_problem
from jadoube.local.desk_lines import Words
from jadoube.mqtt.payloads import Round
from jadoube.online.lichess.pusher import BOARDS_MOST
from jadoube.online.outgoing.air import OFF
from jadoube.online.secrets import TOKEN_NAME, Secrets
from jadoube.online.troubles import in_words


def lichess_problem(broadcast: Broadcast, found: Round) -> Words | None:
    """Return why Lichess does not get the round that is played, if it should; None: it does."""
    problem = broadcast.failed
    is_sent = bool(found.round) and not broadcast.is_ended(found)
    if not problem and broadcast.is_chosen and is_sent:
        if not broadcast.is_for(found):
            return worded(EdgePhrase.HALL_NO_LICHESS_ROUND, round=found.round)
        try:
            problem = _problem_of(broadcast.status()["broadcast"])
        except sqlite3.Error as unreadable:
            problem = in_words(unreadable)
        if not problem and len(found.boards) > BOARDS_MOST:
            return worded(EdgePhrase.HALL_LICHESS_MOST, boards=len(found.boards), most=BOARDS_MOST)
    return worded_problem(EdgePhrase.HALL_NOT_AT_LICHESS, problem) if problem else None


def how_it_stands(broadcast: Broadcast, found: Round) -> dict[str, Any]:
    """Return how it stands while this round is played.

    `token`, `targets`, `round`, `state`, `sent_s_ago` and `problem`, as `Arbiters.lichess` says them.
    """
    targets: Targets = {}
    to = broadcast.goes_to(found)
    has_token, sending = False, OFF["broadcast"]
    try:
        targets, sending = read_targets(broadcast.folder), broadcast.status()["broadcast"]
        has_token = Secrets(broadcast.folder / SECRETS).get(TOKEN_NAME) is not None
    except (sqlite3.Error, OSError, BadInput) as problem:
        sending = {**sending, "problem": in_words(problem)}
    return {
        "token": has_token,
        "targets": [
            {"round": name, "lichess": each.lichess, "minutes": each.minutes, "plies": each.plies}
            for name, each in targets.items()
            if each.lichess
        ],
        "round": to[0] if to else "",
        "state": sending["state"] if to or sending["state"] != "up to date" else "off",
        "sent_s_ago": sending["sent_s_ago"],
        "problem": sending["problem"],
    }


def _problem_of(broadcast: Mapping[str, Any]) -> Words | None:
    """Why a broadcast does not get all games, or what is wrong with one of them; None: nothing is."""
    games = (each["problem"] for each in broadcast["games"])
    found: Words | None = broadcast["problem"] or next((each for each in games if each), None)
    return found
