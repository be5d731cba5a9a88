"""A board on a serial line for `systemd/try-units`: 32 pieces at their start squares.

`/run/board` is the line; a square whose name is written to the pipe `/run/feed` has its reed changed. It
speaks the frames of docs/serial-board.md by itself, and imports nothing of jadoube.
"""

import binascii
import os
import pty
import threading
import time
import tty
from pathlib import Path

LINE, PIPE = Path("/run/board"), Path("/run/feed")
EVERY_S = 0.05


def send(line: int, reeds: bytearray) -> None:
    """Send how the reeds are, again and again."""
    while True:
        body = bytes(reeds) + b"\0"
        os.write(line, b"\xa5\x4a" + body + binascii.crc_hqx(body, 0xFFFF).to_bytes(2, "big"))
        time.sleep(EVERY_S)


def main() -> None:
    """Be the board until the machine is switched off."""
    reeds = bytearray([0xFF, 0xFF, 0, 0, 0, 0, 0xFF, 0xFF])
    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    name = os.ttyname(theirs)
    os.chmod(name, 0o666)  # noqa: S103, PTH101 - the user of the board opens it, in a machine of its own
    LINE.symlink_to(name)
    os.mkfifo(PIPE)
    threading.Thread(target=send, args=(ours, reeds), daemon=True).start()
    while True:
        for square in PIPE.read_text(encoding="ascii").split():
            reeds[int(square[1]) - 1] ^= 1 << (ord(square[0]) - ord("a"))


if __name__ == "__main__":
    main()
