"""Which effects are heard, and as what: what docs/sound.md shows, and what the code is held to."""

from jadoube.core.messages.announcing import Sound

HEARD = {
    "FlagFell": Sound.FLAG,
    "GameOver": Sound.OVER,
    "IllegalPress": Sound.ILLEGAL,
    "VerdictAsked": Sound.ILLEGAL,
    "ReasonTold": Sound.ILLEGAL,
    "PressRefused": Sound.REFUSED,
    "PressIgnored": Sound.REFUSED,
    "ClaimRefused": Sound.REFUSED,
    "OrderRefused": Sound.REFUSED,
    "NoAlternative": Sound.REFUSED,
    "TimeLow": Sound.LOW_TIME,
    "MoveMade": Sound.CHECK,
    "MarkedWrong": Sound.NOTED,
    "MoveTold": Sound.NOTED,
    "TakebackAsked": Sound.NOTED,
    "OpponentLeft": Sound.NOTED,
    "ServerCutOff": Sound.NOTED,
    "Advised": Sound.NOTED,
    "Blundered": Sound.NOTED,
    "NotAdvised": Sound.REFUSED,
    "MoveCompleted": Sound.PRESS,
    "ClockStarted": Sound.PRESS,
    "ServerAsked": Sound.PRESS,
    "WishDeclined": Sound.REFUSED,
    "SeekBegun": Sound.PRESS,
    "SeekFailed": Sound.REFUSED,
}
"""By the names of the effects; a move that is made is heard only when it gives check."""
