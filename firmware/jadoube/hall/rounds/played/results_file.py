"""The results of a round as a file: a table that spreadsheets open, the same from the page and the command.

The law: pure. Its heads are words that the readers of pairing lists know, so that it can be read back as a
list with the same results. A pairing without a result has an empty field.
"""

from typing import Final

from jadoube.formats.csv_table import csv_table
from jadoube.hall.rounds.pairings import has_result
from jadoube.mqtt.payloads import Round

COLUMNS: Final = ("Round", "Board", "White", "WhiteFideId", "Result", "Black", "BlackFideId")


def results_table(found: Round, end: str = "\r\n") -> str:
    """Return the results of a round, as pages see it, as CSV. `end` ends a line."""
    rows = []
    for each in found.boards:
        white, black = each.white, each.black
        result = each.result if has_result(each) else ""
        rows.append((found.round, each.number, white.name, white.fide_id, result, black.name, black.fide_id))
    return csv_table(COLUMNS, rows, end=end)
