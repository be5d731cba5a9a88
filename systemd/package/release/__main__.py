"""`make release` and `make sign`: reads the command line, and says in one line what does not work.

Exit status: 0 made, 1 a step failed, 2 refused; 130 or 143 interrupted. But for 0 everything is as before.
"""

import argparse
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from typing import NoReturn

from release.artefacts import KINDS, parse_kinds
from release.making import Wish, make_release, sign_release
from release.problems import Failed, Refused
from release.versions import parse


def main(argv: Sequence[str]) -> int:
    """Make or sign a release in the checkout that is the current folder."""
    for each in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(each, _end)
    asked = _parser().parse_args(argv)
    try:
        version = parse(asked.version)
        if asked.what == "sign":
            sign_release(Path.cwd(), version)
        else:
            kinds = parse_kinds(asked.only)
            make_release(Path.cwd(), Wish(version, asked.branch, asked.unsigned, kinds))
    except Refused as problem:
        return _say(f"release: {problem}", 2)
    except (Failed, OSError) as problem:
        return _say(f"release: nothing was changed; {problem}", 1)
    except KeyboardInterrupt:
        return _say("release: interrupted; nothing was changed", 130)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="make", description="Makes a release, or signs one (CONTRIBUTING.md)."
    )
    parser.add_argument("what", choices=["release", "sign"])
    parser.add_argument("version", metavar="VERSION")
    parser.add_argument("--branch", default="main", metavar="NAME", help="the branch that is released; main")
    parser.add_argument("--unsigned", action="store_true", help="sign nothing; `make sign` does it later")
    parser.add_argument("--only", default=",".join(KINDS), metavar="KINDS", help=f"of {','.join(KINDS)}")
    return parser


def _say(line: str, status: int) -> int:
    print(line, file=sys.stderr)
    return status


def _end(number: int, _: FrameType | None) -> NoReturn:
    """End as Ctrl-C does, so that what was begun is taken away."""
    print(f"release: {signal.strsignal(number)}; nothing was changed", file=sys.stderr)
    sys.exit(128 + number)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
