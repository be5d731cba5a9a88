"""The keeper in a process of its own: killed while it writes, and on a file system that is full."""

import subprocess
import sys
from pathlib import Path

import pytest

from jadoube.core.messages.events import Restarted, Scanned
from jadoube.games.journal.text import parse_journal, read_journal
from shared.disk.kept_games import E4_MADE, begun, keeping

WRITES = """
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from jadoube.core.messages.events import Scanned
from jadoube.core.signals.debounce import settled_contacts
from jadoube.core.state.table import Terms
from jadoube.games.journal.fold import first_table
from jadoube.games.game_files import GameFiles
from jadoube.games.journal.text import Header

header = Header(Terms(), settled_contacts(0xFFFF00000000FFFF))
table = first_table(header)
executor = ThreadPoolExecutor()
folder = Path(sys.argv[1])
said = []
keeper = GameFiles(folder, executor, said.append)
keeper.begin(header, table)

def write(at_ms):
    keeper.append(Scanned(at_ms), at_ms, table)
    keeper.look(table, at_ms)
    keeper.wait(10)
"""

ENDLESSLY = """
for at_ms in range(1000, 1000000):
    write(at_ms)
    print(at_ms, flush=True)
"""

UNTIL_FULL = """
ballast = folder / "ballast"
ballast.write_bytes(bytes(48 << 10))
at_ms = 1000
while keeper.look(table, at_ms).problem is None:
    at_ms += 10
    write(at_ms)
print(at_ms, keeper.look(table, at_ms).problem)
ballast.unlink()
write(at_ms + 1000)
print(keeper.look(table, at_ms + 1000).problem)
keeper.close()
print(*said, sep="\\n")
print((folder / "000001.journal").read_text(), end="")
"""


def test_a_program_that_is_killed_loses_no_line_that_it_wrote(tmp_path: Path) -> None:
    """The next program goes on at once: the lock has gone with the first one."""
    words = [sys.executable, "-c", WRITES + ENDLESSLY, str(tmp_path)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        told = [int(process.stdout.readline()) for _ in range(200)]
        process.kill()
        told += [int(line) for line in process.stdout.read().split()]
    with keeping(tmp_path) as keeper:
        assert keeper.resume() is None  # nothing was played
    journal = parse_journal((tmp_path / "000001.journal").read_bytes(), "left")
    assert [at_ms for at_ms, _ in journal.events][: len(told)] == told
    assert all(event == Scanned(at_ms) for at_ms, event in journal.events)
    assert len(journal.events) <= len(told) + 1


def test_a_file_system_that_is_full(tmp_path: Path) -> None:
    """A real one, of 64 kB. With room again nothing is missing."""
    folder = tmp_path / "small"
    folder.mkdir()
    mount = 'mount -t tmpfs -o size=64k none "$0" && exec "$@"'
    words = ["unshare", "-rm", "sh", "-c", mount, str(folder), sys.executable, "-c", WRITES + UNTIL_FULL]
    done = subprocess.run([*words, str(folder)], capture_output=True, text=True, check=False)
    if done.returncode and "unshare" in done.stderr + done.stdout and "Traceback" not in done.stderr:
        pytest.skip(f"no file system of its own: {done.stderr.strip()}")
    assert done.stderr == ""
    full, healed, failed, again, *text = done.stdout.splitlines()
    at_ms, problem = full.split(" ", 1)
    assert (problem, healed) == ("no space left on device", "None")
    assert failed.startswith(f"{folder}/000001.journal: no space left on device;")
    assert again == f"{folder}/000001.journal: written again, nothing is missing"
    events = parse_journal("\n".join([*text, ""]), "left").events
    last_ms = int(at_ms) + 1000
    assert [each.at_ms for each in events] == [*range(1010, int(at_ms) + 1, 10), last_ms]


def test_the_next_program_goes_on_where_a_killed_one_stopped(tmp_path: Path) -> None:
    """With a line that was half written: it is said, dropped, and cut off."""
    path = begun(tmp_path, E4_MADE)
    with path.open("ab") as journal:
        journal.write(b"3000 scan ffff00")
    said: list[str] = []
    with keeping(tmp_path, said) as keeper:
        folded = keeper.resume()
        assert folded is not None
        keeper.append(Restarted(), folded.last_ms)
    assert said == [f"{path}: the last 16 bytes were not written whole; the game goes on before them"]
    assert list(read_journal(path).events) == [*E4_MADE, (2020, Restarted())]
