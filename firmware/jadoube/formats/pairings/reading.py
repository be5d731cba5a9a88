"""What the readers of the three formats share: lines, values of players, limits, and noting problems.

The law: a value that cannot be read is named and left out; the player or pairing is taken without it. The
limits keep a list within what a small Pi reads in a moment. It refuses to know columns and tags.
"""

import re
from typing import Final

from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.core.messages.expected import Expected
from jadoube.core.messages.names import NAME_MOST, NO_NAME, RATING_MOST, SHORT_MOST, Player, clean_name
from jadoube.core.messages.orders import DECIDED
from jadoube.core.messages.phrases import Phrase, Sentence, sentence
from jadoube.formats.pairings.places import placed
from jadoube.formats.pairings.values import Pairing, Pairings, Problem
from jadoube.formats.text_file import text_of

MOST_BYTES: Final = 2_000_000
"""A TRF of 1,000 players and 20 rounds has 300 kB."""

MOST_PLAYERS: Final = 1000
"""More than any open tournament has in one group (a guess)."""

MOST_PAIRINGS: Final = 10_000
"""20 rounds of 1,000 players."""

MOST_PROBLEMS: Final = 100
"""So many problems are named; one more says how many others there are."""

EVENTS_MOST: Final = 4
"""So many events of a list are looked at, with the one that is unsaid: some programs write the game there."""

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

_OF_BYES: Final = re.compile(r"(?<!\w)(half|full|zero|points?|pts?)(?!\w)|[\d½/.,()\[\]=:*+-]")
"""What programs say beside it: how many points it gives, and which of several it is."""

_FORFEITS: Final = {"+--": "1-0", "--+": "0-1", "1-0f": "1-0", "0-1f": "0-1"}

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
    **_FORFEITS,
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
        self._events = {""}

    def problem(self, line: int, found: str | Sentence, expected: Expected, **parts: str | int) -> None:
        """Note what cannot be read: what was found, and what was expected, with the values in its braces."""
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(Problem(line, _why(found, sentence(expected, **parts))))
        else:
            self._unnamed += 1

    def player(self, line: int, player: Player) -> bool:
        """Take a player; False if there are too many."""
        if player.name not in self.players:
            if len(self.players) >= MOST_PLAYERS:
                found = sentence(EdgePhrase.LIST_PLAYER, number=MOST_PLAYERS + 1)
                self.problem(line, found, Expected.PLAYERS_MOST, most=MOST_PLAYERS)
                return False
            self.players[player.name] = player
        return True

    def pair(self, line: int, pairing: Pairing) -> None:
        """Take a pairing with its two players; its round may have the board in it yet."""
        if len(self.pairings) >= MOST_PAIRINGS:
            found = sentence(EdgePhrase.LIST_PAIRING, number=MOST_PAIRINGS + 1)
            self.problem(line, found, Expected.PAIRINGS_MOST, most=MOST_PAIRINGS)
        elif pairing.white.name == pairing.black.name != NO_NAME:
            found = sentence(EdgePhrase.LIST_TWICE, name=pairing.white.name)
            self.problem(line, found, Expected.TWO_PLAYERS)
        elif self.player(line, pairing.white) and self.player(line, pairing.black):
            self.pairings.append(pairing)

    def read(self, name: str) -> Pairings:
        """All that was read of the list of this name."""
        problems = sorted(self.problems, key=lambda each: (each.line, each.text))
        if self._unnamed:
            found, expected = sentence(EdgePhrase.LIST_MORE, count=self._unnamed), sentence(Expected.NO_MORE)
            problems.append(Problem(problems[-1].line, unquoted(found, expected)))
        return Pairings(
            name,
            self.event,
            self.site,
            placed(self.pairings),
            tuple(self.players.values()),
            tuple(problems),
            boards_proposed=self.boards_proposed,
        )

    def make_player(
        self, line: int, name: str, title: str = "", rating: str = "", fide_id: str = "", federation: str = ""
    ) -> Player:
        """Make a player of these texts; what cannot be read of them is noted."""
        return Player(
            self.name(line, name),
            self._title(line, title.strip()),
            self._rating(line, whole(rating).strip()),
            self._fide_id(line, whole(fide_id).strip()),
            self._federation(line, federation.strip()),
        )

    def name(self, line: int, text: str) -> str:
        """The name of a player or an event; what is too long for one is noted, and cut."""
        name = clean_name(text)
        if len(name) > NAME_MOST:
            self.problem(line, name, Expected.NAME_OF, most=NAME_MOST)
        return name[:NAME_MOST].rstrip()

    def call(self, line: int, event: str, site: str) -> None:
        """Take event and site, where they are not known yet; another event than the first is noted once."""
        named = self.name(line, event) if event not in self._events else ""
        self._events.add(event)
        if named and self.event and named != self.event and len(self._events) <= EVENTS_MOST:
            self.problem(line, event, Expected.ONE_EVENT, event=self.event)
        self.event = self.event or named
        self.site = self.site or self.name(line, site)

    def short(self, line: int, text: str, expected: Expected) -> str:
        """A round or a board; what is too long for one is noted."""
        name = clean_name(text)
        if len(name) <= SHORT_MOST:
            return name
        self.problem(line, name, expected, most=SHORT_MOST)
        return ""

    def result(self, line: int, text: str) -> tuple[str, bool]:
        """A result of a game, empty where there is none yet, and whether somebody has won without one."""
        key = re.sub(r"\s+", "", text).replace(":", "-").casefold()
        if key not in _RESULTS:
            self.problem(line, text, Expected.RESULT_OR_NOTHING, choices=", ".join(DECIDED))
        return _RESULTS.get(key, ""), key in _FORFEITS

    def _title(self, line: int, text: str) -> str:
        title = text.upper().rstrip(".")
        if title in NO_TITLES:
            return ""
        if title and title not in TITLES and title not in _SHORT_TITLES:
            self.problem(line, text, Expected.TITLE_OR_NOTHING, choices=", ".join(TITLES))
            return ""
        return _SHORT_TITLES.get(title, title)

    def _rating(self, line: int, text: str) -> int | None:
        if not text.strip("0-?"):
            return None
        if re.fullmatch(r"[0-9]{1,6}", text, re.ASCII) and int(text) <= RATING_MOST:
            return int(text)
        self.problem(line, text, Expected.RATING_OR_NOTHING, most=RATING_MOST)
        return None

    def _fide_id(self, line: int, text: str) -> str:
        if not text.strip("0-?"):
            return ""
        if re.fullmatch(r"[0-9]{1,10}", text, re.ASCII):
            return text
        self.problem(line, text, Expected.FIDE_ID_OR_NOTHING)
        return ""

    def _federation(self, line: int, text: str) -> str:
        if not text.strip("-?"):
            return ""
        if re.fullmatch(r"[A-Z]{3}", text.upper(), re.ASCII):
            return text.upper()
        self.problem(line, text, Expected.FEDERATION_OR_NOTHING)
        return ""


def is_bye(name: str) -> bool:
    """Whether this stands in the place of an opponent who does not exist."""
    words = " ".join(_OF_BYES.sub(" ", name.casefold()).split())
    return words in BYES or (not words and name.strip() == "+")


def split_lines(data: bytes) -> list[str]:
    """The lines of a text, by whatever ends them."""
    lines = _LINE_ENDS.split(text_of(data))
    return lines if lines[-1] else lines[:-1]


def whole(text: str) -> str:
    """A number as it was before a spreadsheet gave it a fraction: `7.0`, or `7,0`, is 7; no board is 0."""
    found = re.fullmatch(r"\s*(\d+)[.,]0+\s*", text)
    return found[1] if found else text


def unquoted(found: Sentence, expected: Sentence) -> Sentence:
    """Say what was found in place of what was expected, where it is no text of the list."""
    return sentence(EdgePhrase.FOUND_EXPECTED, found=found, expected=expected)


def _why(found: str | Sentence, expected: Sentence) -> Sentence:
    """What was found, in printable characters and not too many, and what was expected."""
    if isinstance(found, Sentence):
        return sentence(Phrase.NOT_AS_EXPECTED, found=found, expected=expected)
    short = cut(" ".join(printable(found).split()))
    if not short:
        return sentence(Phrase.NOTHING_FOUND, expected=expected)
    return sentence(Phrase.NOT_AS_EXPECTED, found=short, expected=expected)


def printable(text: str) -> str:
    """A text of a list as it can stand in one line."""
    return "".join(each if each.isprintable() else "\N{REPLACEMENT CHARACTER}" for each in text)


def cut(text: str) -> str:
    """As much of a text as is quoted."""
    return text if len(text) <= MOST_SHOWN else f"{text[: MOST_SHOWN - 3]}..."
