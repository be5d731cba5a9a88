"""The phases of a game, and the only ways from one to another.

The diagram in ARCHITECTURE.md is drawn from `TRANSITIONS`.
"""

from enum import StrEnum


class Phase(StrEnum):
    """The phase of a game."""

    SETTING_UP = "setting up"
    PLAYING = "playing"
    PAUSED = "paused"
    OVER = "over"


class Cause(StrEnum):
    """The causes of a change of phase."""

    PLY_MADE = "a ply is made"
    PLY_UNMADE = "the only ply is taken back"
    CLOCK_STARTED = "a lever or play starts the clock"
    PAUSED = "play while the clock runs, a restart, or an illegal move that is pressed"
    RESUMED = "play"
    ENDED = "mate, a draw, flag, resignation, kings on the centre, the arbiter"
    PUT_AWAY = "the board is emptied or set up again, or a new game is asked for, while no clock runs"
    SET_UP_AGAIN = "the start position stands for two seconds, or a new game was asked for"
    REOPENED = "reopen"
    REOPENED_UNTIMED = "reopen, where no clock was started"
    REOPENED_UNPLAYED = "reopen, where nothing was played either"


TRANSITIONS: dict[tuple[Phase, Cause], Phase] = {
    (Phase.SETTING_UP, Cause.PLY_MADE): Phase.PLAYING,
    (Phase.SETTING_UP, Cause.CLOCK_STARTED): Phase.PLAYING,
    (Phase.SETTING_UP, Cause.ENDED): Phase.OVER,
    (Phase.PLAYING, Cause.PLY_UNMADE): Phase.SETTING_UP,
    (Phase.PLAYING, Cause.PAUSED): Phase.PAUSED,
    (Phase.PLAYING, Cause.ENDED): Phase.OVER,
    (Phase.PLAYING, Cause.PUT_AWAY): Phase.OVER,
    (Phase.PAUSED, Cause.RESUMED): Phase.PLAYING,
    (Phase.PAUSED, Cause.ENDED): Phase.OVER,
    (Phase.PAUSED, Cause.PUT_AWAY): Phase.OVER,
    (Phase.OVER, Cause.SET_UP_AGAIN): Phase.SETTING_UP,
    (Phase.OVER, Cause.REOPENED): Phase.PAUSED,
    (Phase.OVER, Cause.REOPENED_UNTIMED): Phase.PLAYING,
    (Phase.OVER, Cause.REOPENED_UNPLAYED): Phase.SETTING_UP,
}


def follow(phase: Phase, cause: Cause) -> Phase:
    """The next phase; a ValueError if this cause means nothing in this phase."""
    try:
        return TRANSITIONS[phase, cause]
    except KeyError:
        raise ValueError(f"a game that is {phase} cannot be moved by: {cause}") from None
