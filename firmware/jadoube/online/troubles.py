"""What does not work now, said once: when it begins, and when it is over.

The law: each kind of trouble has a name and one text; the same text is not said again before it was over. It
refuses to know what is done about it.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from jadoube.config.problems import BadInput

Say = Callable[[str], None]


class Troubles:
    """The troubles of now, by their names. For any thread."""

    def __init__(self, say: Say) -> None:
        self._say = say
        self._now: dict[str, str] = {}

    def of(self, kind: str) -> str | None:
        """What is wrong with something; None if nothing."""
        return self._now.get(kind)

    def begin(self, kind: str, what: str) -> None:
        """Note that something does not work."""
        if self._now.get(kind) != what:
            self._now[kind] = what
            self._say(f"{kind}: {what}; it is tried again")

    def end(self, kind: str) -> None:
        """Note that it works."""
        if self._now.pop(kind, None):
            self._say(f"{kind}: it works again")

    @contextmanager
    def noted(self, kind: str) -> Iterator[None]:
        """Note what goes wrong inside with disk or input, or that nothing did; anything else comes out."""
        try:
            yield
        except (OSError, BadInput) as problem:
            self.begin(kind, in_words(problem))
        else:
            self.end(kind)


def in_words(problem: OSError | BadInput) -> str:
    """What failed, in words."""
    match problem:
        case OSError(filename=str(name), strerror=str(words)):
            return f"{name}: {words.lower()}"
        case OSError(filename=name, strerror=str(words)) if name:
            return f"{name}: {words.lower()}"
    return str(problem)
