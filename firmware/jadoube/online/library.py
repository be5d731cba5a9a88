"""The library: what the desk is asked about stored games, carried out in the archive.

The law: everything here runs in the one thread that has the archive. It is opened when it is first needed,
and looked through then; one that is missing or damaged is built from the board's games. What cannot be done
is said in each language. It refuses to know sockets and what a game is.
"""

from collections.abc import Callable, Iterator, Mapping
from io import BytesIO
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, TypeVar

from jadoube.config.problems import BadInput
from jadoube.config.settings import Settings
from jadoube.core.language.render import worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.core.messages.phrases import Sentence
from jadoube.local.desk_lines import DeskError
from jadoube.online.game_state import GameState
from jadoube.online.intake.seen_files import read_seen
from jadoube.online.troubles import in_words

if TYPE_CHECKING:
    from jadoube.archive.store import Archive

ARCHIVE: Final = "archive.db"
TOLD_MOST: Final = 20
"""Games that could not be imported are told in one answer, up to so many."""

EXPORTED: Final = 50
"""Games of an export that are read at a time."""

_DIGITS_MOST: Final = 4
_SAN_MOST: Final = 12
"""Characters of a move; the longest is `Qa1xb2=Q+`."""

_T = TypeVar("_T")

Say = Callable[[str], None]
Told = Callable[[int, int], None]


class ArchiveLibrary:
    """The archive of a board, behind the desk."""

    def __init__(self, settings: Settings, say: Say) -> None:
        self._path = settings.online.directory / ARCHIVE
        self._games = settings.archive.directory
        self._say = say
        self._open: Archive | None = None

    def file(self, state: GameState, number: int) -> str | None:
        """File a game; return why it cannot be read, if so. BadInput if the archive cannot be written."""
        from jadoube.archive.troubles import ArchiveTrouble, DamagedArchive  # noqa: PLC0415 - not at rest

        archive = self._archive()
        try:
            archive.add(state.pgn, number)
        except DamagedArchive:
            self.close()  # the next try finds it mended
            raise
        except ArchiveTrouble:
            raise
        except BadInput as problem:
            return str(problem)
        return None

    def close(self) -> None:
        """Close the archive."""
        if self._open:
            self._open.close()
            self._open = None

    # What is asked

    def games(self, fields: Mapping[str, Any], _told: Told) -> object:
        """List games, the newest first."""
        from jadoube.archive.as_json import game_json  # noqa: PLC0415 - when it is asked for
        from jadoube.archive.query import parse_query  # noqa: PLC0415 - as above
        from jadoube.archive.store import LIMIT  # noqa: PLC0415 - as above

        limit = fields["limit"] or LIMIT
        found = self._archive().search(parse_query(fields["search"]), fields["before"], limit)
        return {"games": [game_json(row) for row in found.rows], "more": found.more}

    def game(self, fields: Mapping[str, Any], _told: Told) -> dict[str, Any]:
        """Return one game with its PGN."""
        from jadoube.archive.as_json import game_json  # noqa: PLC0415 - when it is asked for

        archive = self._archive()
        row = archive.game(fields["id"])
        return {**game_json(row), "pgn": archive.pgn(row)}

    def texts(self, search: str) -> Iterator[str]:
        """Yield the PGN of the games that a search finds, some at a time."""
        from jadoube.archive.query import parse_query  # noqa: PLC0415 - when it is asked for

        games = self._archive().export(parse_query(search))
        while batch := list(islice(games, EXPORTED)):
            yield "".join(batch)

    def take_in(self, fields: Mapping[str, Any], told: Told) -> object:
        """Import the games of a text."""
        from jadoube.archive.imports import import_games  # noqa: PLC0415 - when it is asked for

        source = BytesIO(fields["pgn"].encode("utf-8", "replace"))
        problems: list[dict[str, object]] = []

        def refuse(line: int, why: Sentence) -> None:
            if len(problems) < TOLD_MOST:
                problems.append({"line": line, "words": worded(EdgePhrase.IN_LINE, line=line, problem=why)})

        done = import_games(self._archive(), source, "pgn", refuse, lambda count: told(count, 0))
        return {
            "added": done.taken,
            "known": done.there,
            "refused": done.refused,
            "problems": problems,
        }

    def correct(self, fields: Mapping[str, Any], _told: Told) -> object:
        """Correct plies of one game, or say what would become of it."""
        from jadoube.formats.corrected_pgn import Correction  # noqa: PLC0415 - when it is asked for

        wanted = {number: Correction(san, fields["by"]) for number, san in _plies(fields["plies"]).items()}
        done = self._archive().correct(fields["id"], wanted, save=fields["save"])
        return {
            "changed": [
                {"ply": number, "san": each.san, "read": each.read} for number, each in done.changed.items()
            ],
            "stuck": done.stuck
            and {**done.stuck._asdict(), "choices": [each._asdict() for each in done.stuck.choices]},
            "pgn": done.text,
        }

    def delete(self, fields: Mapping[str, Any], _told: Told) -> object:
        """Delete one game."""
        from jadoube.archive.as_json import game_json  # noqa: PLC0415 - when it is asked for

        return game_json(self._archive().delete(fields["id"]))

    def forget(self, fields: Mapping[str, Any], _told: Told) -> int:
        """Forget a person in the archive; return in how many games."""
        return self._archive().forget(fields["name"])

    def rebuild(self, _fields: Mapping[str, Any], told: Told) -> object:
        """Build the archive anew from the board's games."""
        from jadoube.archive.rebuild import rebuild  # noqa: PLC0415 - when it is asked for

        return rebuild(self._archive(), self._games, self._say, told)._asdict()

    def players(self, fields: Mapping[str, Any], _told: Told) -> object:
        """Return the players in whose names each word begins a word."""
        from jadoube.archive.as_json import known_json  # noqa: PLC0415 - when it is asked for

        return [known_json(each) for each in self._archive().players(fields["prefix"])]

    def asked(self, work: Callable[[], _T]) -> _T:
        """Do what somebody has asked for; DeskError with what the archive refuses."""
        from jadoube.archive.troubles import ArchiveTrouble, DamagedArchive  # noqa: PLC0415 - as above

        try:
            return work()
        except ArchiveTrouble as trouble:
            if isinstance(trouble, DamagedArchive):
                self.close()  # the next who asks finds it mended
            raise DeskError(in_words(trouble)) from trouble

    def _archive(self) -> "Archive":
        from jadoube.archive.opening import open_archive  # noqa: PLC0415 - heavy, and not needed at rest

        if self._open is None:
            is_first = not read_seen(self._path.parent)
            self._open = open_archive(self._path, self._games, self._say, is_first=is_first)
        return self._open


def _plies(found: Mapping[str, Any]) -> dict[int, str]:
    """The moves by the numbers of their plies; DeskError for what is none."""
    sound = all(
        number.isascii() and number.isdecimal() and len(number) <= _DIGITS_MOST and isinstance(san, str)
        for number, san in found.items()
    )
    if not sound or not found:
        problem = "plies that cannot be read found, expected moves by the numbers of their plies"
        raise DeskError(worded(EdgePhrase.NO_QUESTION, problem=problem))
    return {int(number): san[:_SAN_MOST] for number, san in found.items()}
