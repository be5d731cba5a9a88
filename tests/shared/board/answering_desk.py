"""A desk for commands, which ask one question and wait: it gives one answer, and keeps what it was asked."""

import json
import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def desk(path: Path, answer: Mapping[str, object]) -> Iterator[list[dict[str, object]]]:
    """A desk that gives one answer; yields what it was asked."""
    heard: list[dict[str, object]] = []
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen()

        def serve() -> None:
            caller, _ = listener.accept()
            with caller, caller.makefile("rw", encoding="utf-8") as lines:
                heard.append(json.loads(lines.readline()))
                lines.write(f"{json.dumps(answer)}\n")

        thread = threading.Thread(target=serve)
        thread.start()
        yield heard
        thread.join(10)
