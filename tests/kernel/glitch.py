"""How short a touch of a lever is a press, on the virtual board.

    glitch

A slammed table closes a lever for 2 to 4 ms (docs/decisions.md, "A press needs two samples"). So 2 ms must
never be a press. From 12 ms on each touch must be one: two samples at a scan period of 5 ms lie within 10 ms.
"""

import sys
import time
from typing import Final

import chess

from checks import Checks
from daemon_process import Daemon
from virtual_board import look, set_up, tell, touch
from virtual_hand import LEVER, Hand, press

_TOUCHES_MS: Final = (1, 2, 4, 6, 8, 12, 20, 30)
_NEVER_MS, _ALWAYS_MS = 2, 12
_TIMES: Final = 10


class Player:
    """Moves knights to and fro; each touch of a lever falls at another instant within a scan."""

    def __init__(self) -> None:
        self._board = chess.Board()
        self._hand = Hand()

    def touches(self, ms: float, number: int) -> bool:
        """Make a ply, touch the lever for so long; return whether that was a press."""
        side = self._board.turn
        there = self._board.ply() % 4 < 2
        move = self._board.parse_san(
            {True: "Nf3", False: "Nf6"}[side] if there else {True: "Ng1", False: "Ng8"}[side]
        )
        self._hand.make(self._board, move)
        time.sleep(0.3 + 0.0013 * number)
        touch(LEVER[side], closed=True)
        time.sleep(ms / 1000)
        touch(LEVER[side], closed=False)
        time.sleep(0.3)
        taken = look().face(not side).brightness == 15
        if not taken:
            press(LEVER[side])
            time.sleep(0.2)
        self._board.push(move)
        return taken


def main() -> int:
    """Touch levers; return the exit status."""
    checks = Checks()
    set_up()
    daemon, player = Daemon(), Player()
    checks.expect(daemon.wait_for_faces(), "the faces stay dark for a minute")
    time.sleep(1)
    press("black")
    time.sleep(1)
    tell("bounce 0 0 200")
    for ms in _TOUCHES_MS:
        taken = sum(player.touches(ms, number) for number in range(_TIMES))
        print(f"a lever closed for {ms} ms: a press {taken} times of {_TIMES}", flush=True)
        checks.expect(taken == 0 or ms > _NEVER_MS, f"{ms} ms are a press {taken} times, expected never")
        checks.expect(taken == _TIMES or ms < _ALWAYS_MS, f"{ms} ms are a press {taken} times of {_TIMES}")
    status, _took_s = daemon.end()
    checks.expect(status == 0, f"exit status {status}, expected 0")
    return checks.status()


if __name__ == "__main__":
    sys.exit(main())
