"""What the readers of the three formats share: lines, values of players, limits, and noting problems.

The law: a value that cannot be read is named and left out; the player or pairing is taken without it. The
limits keep a list within what a small Pi reads in a moment. It refuses to know columns and tags.
"""

import re
from typing import Final

from jadoube.core.messages.names import NAME_MOST, NO_NAME, RATING_MOST, SHORT_MOST, Player, clean_name
from jadoube.formats.pairings.values import Pairing, Pairings, Problem

MOST_BYTES: Final = 2_000_000
"""A TRF of 1,000 players and 20 rounds has 300 kB."""

MOST_PLAYERS: Final = 1000
"""More than any open tournament has in one group (a guess)."""

MOST_PAIRINGS: Final = 10_000
"""20 rounds of 1,000 players."""

MOST_PROBLEMS: Final = 100
"""So many problems are named; one more says how many others there are."""

MOST_SHOWN: Final = 60
"""So many characters of what was found are quoted."""

_LINE_ENDS: Final = re.compile(r"\r\n|\r|\n")

TITLES: Final = ("GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM")
_SHORT_TITLES: Final = {"G": "GM", "M": "IM", "F": "FM", "C": "CM"} | {
    "WG": "WGM",
    "WM": "WIM",
    "WF": "WFM",
    "WC": "WCM",
}
"""As FIDE's rating list abbreviates them, and programs with it."""

NO_TITLES: Final = ("NM", "WNM", "AGM", "AIM", "AFM", "ACM", "WH", "H", "-")
"""Titles of federations and of online play, which FIDE's tags do not have: left out without a word."""

BYES: Final = (
    "bye",
    "spielfrei",
    "exempt",
    "exempte",
    "freilos",
    "nicht ausgelost",
    "not paired",
    "non apparié",
)
"""What stands in the place of an opponent who does not exist."""

_RESULTS: Final = {
    "1-0": "1-0",
    "0-1": "0-1",
    "1/2-1/2": "1/2-1/2",
    "0.5-0.5": "1/2-1/2",
    "0,5-0,5": "1/2-1/2",
    "½-½": "1/2-1/2",
    "½": "1/2-1/2",
    "=-=": "1/2-1/2",
    "=": "1/2-1/2",
    "+--": "1-0",
    "--+": "0-1",
    "1-0f": "1-0",
    "0-1f": "0-1",
} | dict.fromkeys(("", "*", "-", "?", "0-0", "---", "-/-"), "")


class Reading:
    """What was read so far."""

    def __init__(self) -> None:
        self.event = ""
        self.site = ""
        self.pairings: list[Pairing] = []
        self.players: dict[str, Player] = {}
        self.problems: list[Problem] = []
        self.boards_proposed = False
        self._unnamed = 0

    def problem(self, line: int, found: str, expected: str) -> None:
        """Note what cannot be read."""
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(Problem(line, _quoted(found), expected))
        else:
            self._unnamed += 1

    def player(self, line: int, player: Player) -> bool:
        """Take a player; False if there are too many."""
        if player.name not in self.players:
            if len(self.players) >= MOST_PLAYERS:
                self.problem(line, f"player {MOST_PLAYERS + 1}", f"at most {MOST_PLAYERS} players")
                return False
            self.players[player.name] = player
        return True

    def pair(self, line: int, pairing: Pairing) -> None:
        """Take a pairing with its two players."""
        if len(self.pairings) >= MOST_PAIRINGS:
            self.problem(line, f"pairing {MOST_PAIRINGS + 1}", f"at most {MOST_PAIRINGS} pairings")
        elif pairing.white.name == pairing.black.name != NO_NAME:
            self.problem(line, f"{pairing.white.name} twice", "two different players")
        elif self.player(line, pairing.white) and self.player(line, pairing.black):
            self.pairings.append(pairing)

    def read(self, name: str) -> Pairings:
        """All that was read of the list of this name."""
        problems = sorted(self.problems)
        if self._unnamed:
            problems.append(Problem(problems[-1].line, f"{self._unnamed} more", "none after so many"))
        return Pairings(
            name,
            self.event,
            self.site,
            tuple(self.pairings),
            tuple(self.players.values()),
            tuple(problems),
            self.boards_proposed,
        )

    def make_player(
        self, line: int, name: str, title: str = "", rating: str = "", fide_id: str = "", federation: str = ""
    ) -> Player:
        """Make a player of these texts; what cannot be read of them is noted."""
        return Player(
            self.name(line, name),
            self._title(line, title.strip()),
            self._rating(line, rating.strip()),
            self._fide_id(line, fide_id.strip()),
            self._federation(line, federation.strip()),
        )

    def name(self, line: int, text: str) -> str:
        """The name of a player or an event; what is too long for one is noted, and cut."""
        name = clean_name(text)
        if len(name) > NAME_MOST:
            self.problem(line, name, f"a name of at most {NAME_MOST} characters")
        return name[:NAME_MOST].rstrip()

    def call(self, line: int, event: str, site: str) -> None:
        """Take event and site, where they are not known yet."""
        self.event = self.event or self.name(line, event)
        self.site = self.site or self.name(line, site)

    def short(self, line: int, text: str, what: str) -> str:
        """A round or a board; what is too long for one is noted."""
        name = clean_name(text)
        if len(name) <= SHORT_MOST:
            return name
        self.problem(line, name, f"{what} of at most {SHORT_MOST} characters")
        return ""

    def result(self, line: int, text: str) -> str:
        """A result of a game; empty where there is none yet."""
        key = re.sub(r"\s+", "", text).replace(":", "-").casefold()
        if key not in _RESULTS:
            self.problem(line, text, "a result: 1-0, 0-1, 1/2-1/2, or nothing")
        return _RESULTS.get(key, "")

    def _title(self, line: int, text: str) -> str:
        title = text.upper().rstrip(".")
        if title in NO_TITLES:
            return ""
        if title and title not in TITLES and title not in _SHORT_TITLES:
            self.problem(line, text, f"a title: {', '.join(TITLES)}, or nothing")
            return ""
        return _SHORT_TITLES.get(title, title)

    def _rating(self, line: int, text: str) -> int | None:
        if not text.strip("0-?"):
            return None
        if re.fullmatch(r"[0-9]{1,6}", text, re.ASCII) and int(text) <= RATING_MOST:
            return int(text)
        self.problem(line, text, f"a rating from 1 to {RATING_MOST}, or nothing")
        return None

    def _fide_id(self, line: int, text: str) -> str:
        if not text.strip("0-?"):
            return ""
        if re.fullmatch(r"[0-9]{1,10}", text, re.ASCII):
            return text
        self.problem(line, text, "a FIDE id of at most 10 digits, or nothing")
        return ""

    def _federation(self, line: int, text: str) -> str:
        if not text.strip("-?"):
            return ""
        if re.fullmatch(r"[A-Z]{3}", text.upper(), re.ASCII):
            return text.upper()
        self.problem(line, text, "a federation of three letters such as NOR, or nothing")
        return ""


def is_bye(name: str) -> bool:
    """Whether this stands in the place of an opponent who does not exist."""
    return name.casefold().strip(" .-()") in BYES


def split_lines(data: bytes) -> list[str]:
    """The lines of a text, by whatever ends them. UTF-8, else UTF-16 with its mark, else Windows' CP1252."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = data.decode("utf-16", "replace")
    else:
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = data.decode("cp1252", "replace")
    lines = _LINE_ENDS.split(text)
    return lines if lines[-1] else lines[:-1]


def split_round(text: str) -> tuple[str, str]:
    """A round with its board, as PGN has them: `3.12` is round 3, board 12."""
    name, dot, board = text.partition(".")
    return (name, board) if dot and name.isdecimal() and board.isdecimal() else (text, "")


def _quoted(text: str) -> str:
    """What was found, in printable characters and not too many."""
    line = " ".join(
        "".join(each if each.isprintable() else "\N{REPLACEMENT CHARACTER}" for each in text).split()
    )
    short = line if len(line) <= MOST_SHOWN else f"{line[: MOST_SHOWN - 3]}..."
    return f"'{short}'" if short else "nothing"
