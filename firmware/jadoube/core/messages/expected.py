"""What a text that somebody types is refused for: what was found in it, and what was expected.

The values of `Expected` are the English words. A reader of texts stands below the languages: it raises
`Misread`, whose string is English, and `language/render.py` puts it into words of every language. This file
knows nothing of what is read.
"""

from enum import StrEnum
from typing import Final


class Expected(StrEnum):
    """What a text should have been; the words of other languages are in their files."""

    AS_HERE = "{looks}"
    ONE_OF = "one of: {choices}"
    SIDE = "white or black"
    ONE_SIDE = "one side"
    NUMBER = "a whole number from {least} to {most}"
    MORE_OR_SHOWN = "{more} (seconds more) or {shown} (what the clock shows)"
    MINUTES_OR_HOURS = "{minutes} (minutes and seconds) or {hours} (hours and minutes)"
    TIME = "a time from {least} to {most}"
    MOVE = "a move such as {looks}"
    YES_OR_NO = "yes or no"
    WORD = "a word such as mate or resign"
    SQUARES = "off, or squares such as e2 e4"
    PIECE_OF_SQUARE = "a square and a piece such as e5=N (capitals are White's)"
    EACH_SQUARE_ONCE = "each square once"
    PLAYER = "a player such as {looks}"
    REMEMBERED = "the name of a remembered player"
    PARTS = "{most} parts at most, as in {looks}"
    NAME_FIRST = "a name before the first |, as in {looks}"
    CHARACTERS = "{most} characters at most"
    ON_A_FACE = "letters without accents, figures and signs of a keyboard"
    ORDER_LINE = 'an order of at most {most} characters, in one line and without "'
    PRINTABLE = 'printable characters in one line, without |, " and \\'
    TITLE = "a title such as GM"
    RATING = "a rating from 1 to {most}"
    FIDE_ID = "a FIDE id of at most 10 digits"
    FEDERATION = "a federation of three capitals such as NOR"
    SERVER_GAME = "a game such as {looks}"
    # In a pairing list
    LIST_BYTES = "a pairing list of at most {most} bytes"
    SAVED_AS_CSV = "its table, saved as CSV"
    PAIRING_LIST = "a pairing list: PGN headers, a table with the names of White and Black, or TRF16"
    GAME_WITH_NAMES = "a game with the tags White and Black"
    TAG = "a tag such as {looks}"
    PLAYERS_MOST = "at most {most} players"
    PAIRINGS_MOST = "at most {most} pairings"
    TWO_PLAYERS = "two different players"
    ONE_EVENT = "one event in a list: all of it is taken as of {event}"
    NAME_OF = "a name of at most {most} characters"
    ROUND_OF = "a round of at most {most} characters"
    BOARD_OF = "a board of at most {most} characters"
    RESULT_OR_NOTHING = "a result: {choices}, or nothing"
    TITLE_OR_NOTHING = "a title: {choices}, or nothing"
    RATING_OR_NOTHING = "a rating from 1 to {most}, or nothing"
    FIDE_ID_OR_NOTHING = "a FIDE id of at most 10 digits, or nothing"
    FEDERATION_OR_NOTHING = "a federation of three letters such as NOR, or nothing"
    NO_MORE = "none after so many"
    ROW_OR_HEADS = "board, White, Black (in quotes where a name has a comma), or a row of heads above"
    BOTH_NAMES = "the names of White and Black"
    START_NUMBER = "a start number in the columns 5 to 8"
    ANOTHER_NUMBER = "another one: line {at} has it"
    NAME_IN_COLUMNS = "a name in the columns 15 to 47"
    NUMBER_OF_LIST = "a start number of the list"
    NAMED_BACK = "that line {at} names {start} for it, too"
    BOTH_COLOURS = "w of one player and b of the other"
    TRF_ROUND = "a round such as '  12 w 1'"
    # In a search of the library
    ECO_CODE = "a code as B90, or its beginning"
    SOME_DATE = "a date as 2026, 2026-11 or 2026-11-23"


SHOWN: Final = 80
"""So many characters of what was found are quoted."""


class Misread(ValueError):  # noqa: N818 - it names what happened, as its readers do
    """A text cannot be read. The string is English; other languages take `found`, `expected` and `parts`."""

    def __init__(self, found: str, expected: Expected, **parts: str | int) -> None:
        shown = found if len(found) <= SHOWN else f"{found[: SHOWN - 3]}..."
        super().__init__(f"{(shown or 'nothing')!r} found, expected {expected.value.format(**parts)}")
        self.found = shown if shown.isprintable() else ascii(shown)[1:-1]
        self.expected = expected
        self.parts = tuple(parts.items())
