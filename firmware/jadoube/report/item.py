"""One file of a bug report, and the list of all files with their checksums.

It refuses to know what is in the files.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

MANIFEST: Final = "manifest.sha256"


@dataclass(frozen=True, slots=True)
class Item:
    """One file of the report; `text` is None if it is missing, and `says` then says why."""

    name: str
    text: str | bytes | None
    says: str

    @property
    def data(self) -> bytes:
        """The file's bytes; empty if it is missing."""
        return self.text.encode("utf-8", "replace") if isinstance(self.text, str) else self.text or b""


def manifest(items: Iterable[Item]) -> Item:
    """The checksum of each file that is there, as `sha256sum --check` reads it."""
    lines = [f"{sha256(item.data).hexdigest()}  {item.name}\n" for item in items if item.text is not None]
    return Item(MANIFEST, "".join(lines), "the SHA-256 of each file")
