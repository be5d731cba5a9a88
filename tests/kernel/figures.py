"""What the daemon costs at rest on the virtual board, in real time.

    figures [SECONDS]       for each scanner so long, 15 by default

It measures, beside each other, each scanner of the daemon and a bare loop with the same calls. A system call
of this machine costs many times what it costs on a Pi: the counts and the ratios mean something, the times do
not. It judges only what must hold anywhere: the daemon scans, silence costs no call, no row is driven high.
"""

import re
import shutil
import signal
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

from board_wiring import WIRES
from checks import Checks
from daemon_process import Daemon
from virtual_board import look, set_up, tell

_COUNTS: Final = ("rows_low", "get_many", "get", "set", "direction")
_SCANNERS: Final = ("gpiod", "lgpio", "rpigpio", "gpiozero")
_BARE: Final = """
import lgpio, resource, sys, time
seconds, rows, columns = float(sys.argv[1]), *(list(map(int, words.split(","))) for words in sys.argv[2:])
chip = lgpio.gpiochip_open(0)
lgpio.group_claim_input(chip, columns, lgpio.SET_PULL_UP)
lgpio.group_claim_output(chip, rows, [1] * 8, lgpio.SET_OPEN_DRAIN | lgpio.SET_PULL_UP)
end = time.monotonic() + seconds
while time.monotonic() < end:
    for row in range(8):
        lgpio.group_write(chip, rows[0], 255 ^ 1 << row, 2**64 - 1)
        time.sleep(30e-6)
        lgpio.group_read(chip, columns[0])
    lgpio.group_write(chip, rows[0], 255, 2**64 - 1)
    due = (time.monotonic() // 0.005 + 1) * 0.005  # as the daemon: what comes too late is not made up for
    time.sleep(max(0, due - time.monotonic()))
used = resource.getrusage(resource.RUSAGE_SELF)
print(used.ru_utime + used.ru_stime)
"""
_QUIET: Final = "\n".join(f"[{part}]\nenabled = false" for part in ("lamps", "faces", "sound", "web"))


class Cost(NamedTuple):
    """What so many seconds of scanning cost; the counts are the module's."""

    seconds: float
    cpu_s: float
    scans: int

    def say(self, name: str) -> None:
        """Print it."""
        seen, scans = look(), max(1, self.scans)
        print(
            f"{name}: {self.scans / self.seconds:.1f} scans/s,",
            f"processor {100 * self.cpu_s / self.seconds:.1f} %; a scan is",
            ", ".join(f"{seen.count(key) / scans:.2f} {key}" for key in _COUNTS),
        )
        for spread in ("period_us", "settle_ns"):
            print(f"  {spread} (min, p50, p99, max):", *seen.words.get(spread, ["none"]))
        sys.stdout.flush()


def _count_calls(daemon: Daemon) -> None:
    """Print the system calls of each scan, by strace."""
    strace = shutil.which("strace")
    if strace is None:
        print("  system calls: strace is missing")
        return
    words = [strace, "-c", "-f", *(word for pid in daemon.pids() for word in ("-p", str(pid)))]
    tracing = subprocess.Popen(words, stderr=subprocess.PIPE, text=True)
    assert tracing.stderr is not None
    tracing.stderr.readline()  # "attached": from here on it counts
    before = look().count("scans")
    time.sleep(6)
    scans = max(1, look().count("scans") - before)
    tracing.send_signal(signal.SIGINT)
    traced = tracing.stderr.read()
    tracing.wait()
    rows = re.findall(r"(?m)^ *[\d.]+ +[\d.]+ +\d+ +(\d+) .*?(\w+)$", traced)
    calls = [
        f"{int(count) / scans:.1f} {name}"
        for count, name in rows
        if int(count) > scans / 20 and name != "total"
    ]
    print("  system calls a scan (strace -c -f):", ", ".join(calls), flush=True)


def _measure_daemon(name: str, config: str, seconds: float, checks: Checks) -> None:
    set_up()
    daemon = Daemon(config)
    checks.expect(daemon.first_scan_s, f"{name}: no scan")
    time.sleep(8)  # until what is imported late is imported
    tell("clear")
    cpu_s, begun = daemon.cpu_s(), time.monotonic()
    time.sleep(seconds)
    scans = look().count("scans")
    Cost(time.monotonic() - begun, daemon.cpu_s() - cpu_s, scans).say(name)
    seen = look()
    for key in ("rows_high", "two_rows_low", "buzzer_toggles"):
        checks.expect(seen.count(key) == 0, f"{name}: {key} is {seen.count(key)}, expected 0")
    checks.expect(scans, f"{name}: no scan in {seconds} s")
    _count_calls(daemon)
    status, took_s = daemon.end()
    checks.expect(status == 0, f"{name}: exit status {status}, expected 0")
    print(
        f"  ended after {took_s:.2f} s; said:\n    " + daemon.said().strip().replace("\n", "\n    "),
        flush=True,
    )


def _measure_bare(seconds: float) -> None:
    set_up()
    tell("clear")
    lines = (
        ",".join(str(wire.bcm) for name, wire in WIRES.items() if name.startswith(kind))
        for kind in ("row", "column")
    )
    words = [sys.executable, "-c", _BARE, str(seconds), *lines]
    done = subprocess.run(words, capture_output=True, text=True, check=True, cwd=Path("/run/jadoube"))
    Cost(seconds, float(done.stdout), look().count("scans")).say("bare loop through lgpio")


def main(words: list[str]) -> int:
    """Measure; return the exit status."""
    seconds, checks = float(words[0]) if words else 15.0, Checks()
    has_lgpio = find_spec("lgpio") is not None  # there is none for Python 3.13
    if has_lgpio:
        _measure_bare(seconds)
    for scanner in _SCANNERS if has_lgpio else _SCANNERS[:1]:
        _measure_daemon(f"daemon, {scanner}", f'[reeds]\nscanner = "{scanner}"\n', seconds, checks)
    _measure_daemon("daemon without lamps, faces, sound and page", _QUIET, seconds, checks)
    return checks.status()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
