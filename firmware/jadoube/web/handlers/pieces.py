"""The piece drawings of python-chess, as one SVG sprite; its symbols are named by FEN letters."""

import re
from functools import cache
from typing import Final

import chess.svg

SIDE: Final = 45
"""Width and height of a drawing, in SVG units."""

_OWN_ID: Final = re.compile(r'^<g id="[^"]*" class="[^"]*"')
_STYLE: Final = re.compile(r'style="([^"]*)"')
_DECLARED: Final = re.compile(r"([\w-]+):\s*([^;]+);?\s*")


@cache
def sprite() -> bytes:
    """Return the sprite: `<use href="pieces.svg#N">` draws a white knight."""
    symbols = (
        f'<symbol id="{letter}" viewBox="0 0 {SIDE} {SIDE}">{_make_plain(drawing)}</symbol>'
        for letter, drawing in chess.svg.PIECES.items()
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(symbols)}</svg>\n'.encode()


def _make_plain(drawing: str) -> str:
    """A drawing without its id, with attributes in place of inline styles, which our pages may not have."""
    return _STYLE.sub(lambda style: _DECLARED.sub(r'\1="\2" ', style[1]).rstrip(), _OWN_ID.sub("<g", drawing))
