"""Tables for spreadsheets: what others gave is text there."""

import csv
import io

import pytest

from jadoube.formats.csv_table import csv_table


@pytest.mark.parametrize("begins", ["=", "+", "-", "@", "\t", "\r", "\n", "-1+", "-1\n="])
def test_what_a_spreadsheet_would_work_out_is_text(begins: str) -> None:
    """Whatever it begins with; a line break before a formula hides none."""
    assert _cell(f"{begins}SUM(1)") == f"'{begins}SUM(1)"


@pytest.mark.parametrize("number", [7, -7, 0.5, -0.5, "-12", "12"])
def test_a_number_stays_a_number(number: object) -> None:
    """Also below nought."""
    assert _cell(number) == str(number)


def _cell(value: object) -> str:
    _, (cell,) = csv.reader(io.StringIO(csv_table(["cell"], [[value]]), newline=""))
    return cell
