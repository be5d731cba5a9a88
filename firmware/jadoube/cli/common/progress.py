"""How far long work is, on standard error, if that is a terminal: one line that is written over.

The law: where standard error is no terminal nothing is shown but what is said. It refuses to know what the
work is.
"""

import sys
from typing import Final

_CLEAR: Final = "\r\x1b[K"


class Progress:
    """One line. `words` has `{}` where the number is to stand."""

    def __init__(self, words: str) -> None:
        self._words = words
        self._shows = sys.stderr.isatty()
        self._shown = False

    def show(self, done: int, of: int = 0) -> None:
        """Show how much is done."""
        if self._shows:
            number = f"{done:,} of {of:,}" if of else f"{done:,}"
            sys.stderr.write(f"{_CLEAR}{self._words.format(number)}")
            sys.stderr.flush()
            self._shown = True

    def say(self, line: str) -> None:
        """Say something that stays."""
        self.end()
        print(line, file=sys.stderr)

    def end(self) -> None:
        """Remove the line."""
        if self._shown:
            sys.stderr.write(_CLEAR)
            sys.stderr.flush()
            self._shown = False
