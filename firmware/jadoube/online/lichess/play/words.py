"""What is said to people of a game over Lichess, in each language.

The law: each sentence says what is so, and what the reader can do. It refuses to know when it is said.
"""

from typing import Final

from jadoube.core.language.render import worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.local.desk_lines import Words
from jadoube.online.lichess.words import one_line

NO_TOKEN: Final = worded(EdgePhrase.PLAY_NO_TOKEN)
WRONG_TOKEN: Final = worded(EdgePhrase.PLAY_WRONG_TOKEN)
WRONG_SCOPE: Final = worded(EdgePhrase.PLAY_WRONG_SCOPE)
NO_NETWORK: Final = worded(EdgePhrase.PLAY_NO_NETWORK)
SILENT: Final = worded(EdgePhrase.PLAY_SILENT)
NOT_UNDERSTOOD: Final = worded(EdgePhrase.PLAY_NOT_UNDERSTOOD)
TOO_MANY: Final = worded(EdgePhrase.PLAY_TOO_MANY)
CONTRADICTION: Final = worded(EdgePhrase.PLAY_CONTRADICTION)
NOT_PLAYABLE: Final = worded(EdgePhrase.PLAY_NOT_PLAYABLE)
TOO_FAST_SEEK: Final = worded(EdgePhrase.PLAY_TOO_FAST_SEEK)
TOO_FAST: Final = worded(EdgePhrase.PLAY_TOO_FAST)
BAD_CONTROL: Final = worded(EdgePhrase.PLAY_BAD_CONTROL)
NO_MAIN_TIME: Final = worded(EdgePhrase.PLAY_NO_MAIN_TIME)
BAD_LEVEL: Final = worded(EdgePhrase.PLAY_BAD_LEVEL)
BAD_NAME: Final = worded(EdgePhrase.PLAY_BAD_NAME)
BAD_ID: Final = worded(EdgePhrase.PLAY_BAD_ID)
BAD_CHAT: Final = worded(EdgePhrase.PLAY_BAD_CHAT)
NO_GAME: Final = worded(EdgePhrase.PLAY_NO_GAME)
PLAYING: Final = worded(EdgePhrase.PLAY_PLAYING)
UNKNOWN_GAME: Final = worded(EdgePhrase.PLAY_UNKNOWN_GAME)
NO_REMATCH: Final = worded(EdgePhrase.PLAY_NO_REMATCH)
SEARCH_LOST: Final = worded(EdgePhrase.PLAY_SEARCH_LOST)
NOT_ACCEPTED: Final = worded(EdgePhrase.PLAY_NOT_ACCEPTED)


def refused(said: str) -> Words:
    """Lichess refuses what was asked."""
    quoted = one_line(said)
    return worded(EdgePhrase.PLAY_REFUSED, said=quoted)


def board_refuses(why: str) -> Words:
    """The board does not do what the game at Lichess asks for."""
    quoted = one_line(why)
    return worded(EdgePhrase.PLAY_BOARD_REFUSES, said=quoted)
