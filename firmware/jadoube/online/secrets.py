"""The store of secrets: tokens that open what belongs to the owner elsewhere.

The law: one file, which only its owner may read (mode 0600); another owner or mode is refused, and nothing
of it is used. What root writes is given to the owner of the folder. It is written whole or not at all. A
secret has no text but `reveal()`: not in repr, str, format, JSON, pickles or refusals. It refuses to know
what a secret opens.
"""

import json
import os
import re
from contextlib import suppress
from pathlib import Path
from stat import S_IMODE, S_ISREG
from typing import Any, Final, NoReturn

from jadoube.config.problems import BadInput, os_words
from jadoube.config.worded_input import WordedInput
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.core.messages.phrases import sentence
from jadoube.local.whole_file import flush_folder, write_whole

TOKEN_NAME: Final = "lichess"  # noqa: S105 - the name in the store
"""The token of the owner's account at Lichess: for broadcasts, and for games on the board."""

PRIVATE: Final = 0o600
LONGEST_FILE: Final = 64 << 10
HIDDEN: Final = "<secret>"

_is_token = re.compile(r"[A-Za-z0-9_]{1,512}").fullmatch


class Secret:
    """A text that shows itself only to `reveal`."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def reveal(self) -> str:
        """Return the text: for the one place that sends it, and for the file."""
        return self._text

    def __repr__(self) -> str:
        return HIDDEN

    def __format__(self, _spec: str) -> str:
        return HIDDEN

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and other._text == self._text

    def __hash__(self) -> int:
        return hash((Secret, self._text))

    def __reduce_ex__(self, _protocol: object) -> NoReturn:
        raise TypeError("a secret is not copied into anything")


def read_token(text: str, place: str = "token") -> Secret:
    """Read a token as a person gives it; WordedInput says what is wrong, without the text."""
    stripped = text.strip()
    if not _is_token(stripped):
        found = EdgePhrase.TOKEN_CHARACTERS if stripped else EdgePhrase.TOKEN_NOTHING
        strange = len(stripped) in range(1, 513)
        phrase = EdgePhrase.TOKEN_STRANGE if strange else found
        raise WordedInput(place, sentence(phrase, count=len(stripped)))
    return Secret(stripped)


class Secrets:
    """The secrets of one file, by name. The file is read anew at each question: others may change it."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def get(self, name: str) -> Secret | None:
        """Return a secret; None if there is none. BadInput if the file is not to be trusted."""
        return self._read().get(name)

    def put(self, name: str, secret: Secret) -> None:
        """Keep a secret; OSError if it cannot be written. A file that is not to be trusted is replaced."""
        self._write({**self._known(), name: secret})

    def forget(self, name: str) -> bool:
        """Forget a secret; return whether there was one."""
        known = self._known()
        found = known.pop(name, None)
        if known:
            self._write(known)
        else:
            with suppress(FileNotFoundError):
                self.path.unlink()  # a full disk must not keep a secret
                flush_folder(self.path.parent)
        return found is not None

    def _known(self) -> dict[str, Secret]:
        try:
            return self._read()
        except BadInput:
            return {}

    def _read(self) -> dict[str, Secret]:
        try:
            handle = os.open(self.path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        except FileNotFoundError:
            return {}
        except OSError as problem:
            raise BadInput(str(self.path), f"{os_words(problem)}, expected a file of secrets") from problem
        try:
            self._check(os.fstat(handle))
            data = os.read(handle, LONGEST_FILE + 1)
        finally:
            os.close(handle)
        return self._parsed(data)

    def _check(self, status: os.stat_result) -> None:
        """Refuse what somebody else could have written or read."""
        if not S_ISREG(status.st_mode):
            raise BadInput(str(self.path), "no file found, expected a file of secrets")
        if status.st_uid not in self._owners():
            found = f"a file of the user {status.st_uid} found, expected one of the user {os.geteuid()}"
            raise BadInput(str(self.path), found)
        if S_IMODE(status.st_mode) != PRIVATE:
            found = f"mode {S_IMODE(status.st_mode):04o} found, expected {PRIVATE:04o}: others could read it"
            raise BadInput(str(self.path), f"{found}; set the token again")

    def _owners(self) -> set[int]:
        """Whose file it may be: this user's; for root also that of the folder's owner, for whom it writes."""
        user = os.geteuid()
        return {user} if user else {user, self.path.parent.stat().st_uid}

    def _parsed(self, data: bytes) -> dict[str, Secret]:
        try:
            found = json.loads(data)
        except (ValueError, RecursionError):
            found = None  # no chain of causes: it would quote the file
        if not isinstance(found, dict) or not all(_is_entry(*entry) for entry in found.items()):
            raise BadInput(str(self.path), "damaged, expected secrets by name; set the token again")
        return {name: Secret(text) for name, text in found.items()}

    def _write(self, known: dict[str, Secret]) -> None:
        text = json.dumps({name: each.reveal() for name, each in known.items()})
        write_whole(self.path, text.encode(), mode=PRIVATE, owner=self.path.parent.stat())
        flush_folder(self.path.parent)


def _is_entry(name: Any, text: Any) -> bool:
    return isinstance(name, str) and isinstance(text, str) and bool(_is_token(text))
