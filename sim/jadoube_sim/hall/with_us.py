"""Programs that end when this one does, however it ends.

The law: who starts a program ends it; this is for the case that nobody can any more. It needs Linux'
`setpriv`, and does without where there is none.
"""

import shutil
from collections.abc import Sequence


def ending_with_us(words: Sequence[str]) -> list[str]:
    """Return the words that start a program which gets SIGTERM when the thread that starts it is gone."""
    setpriv = shutil.which("setpriv")
    return [setpriv, "--pdeathsig", "TERM", *words] if setpriv else list(words)
