"""Documents of which a part is drawn by a test: between two marks stands what the program says."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]


def compare(name: str, mark: str, drawn: str, *, accept: bool) -> None:
    """Compare, or rewrite, what stands in a document between two marks."""
    file = ROOT / name
    text = file.read_text(encoding="utf-8")
    between = re.compile(rf"(?<=<!-- {mark} -->\n).*?(?=<!-- /{mark} -->)", re.DOTALL)
    assert between.search(text)
    redrawn = between.sub(lambda _: drawn + "\n", text)
    if accept:
        file.write_text(redrawn, encoding="utf-8")
    else:
        assert text == redrawn
