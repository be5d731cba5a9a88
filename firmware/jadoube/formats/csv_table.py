"""A table as CSV, for spreadsheets: names that others gave are text there, and nothing that is worked out.

The law: each table that people take from here is written by this. It refuses to know what stands in it.
"""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import Final

FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n")
"""What a spreadsheet takes a cell for that begins so (OWASP, "CSV Injection")."""

NUMBER: Final = re.compile(r"-[0-9]+(\.[0-9]+)?")
"""What begins so and is worked out to nothing but itself."""


def csv_table(columns: Sequence[str], rows: Iterable[Sequence[object]], end: str = "\r\n") -> str:
    """Return a table with its head; a line ends as RFC 4180 wants it, or with `end`."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator=end)
    writer.writerow(columns)
    writer.writerows([[_plain(str(value)) for value in row] for row in rows])
    return text.getvalue()


def _plain(value: str) -> str:
    """A text that no spreadsheet takes for a formula; a number stays as it is."""
    is_formula = value.startswith(FORMULA) and not NUMBER.fullmatch(value)
    return f"'{value}" if is_formula else value
