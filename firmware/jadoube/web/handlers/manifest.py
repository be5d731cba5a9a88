"""The web app manifest: what a phone or a desk computer puts on its home screen.

The law: a page is installed as it is, under its own name, and opens where it was. Browsers offer it by
themselves only over https or on the board's own machine; elsewhere it is in their menu. It refuses to know
what is on the page.
"""

import json
from typing import Final

NAME: Final = "manifest.webmanifest"

LOOKS: Final = {"background_color": "#f5f2eb", "theme_color": "#f5f2eb"}
"""The paper of `style.css`; the page itself says the colour of a dark bar."""

ICONS: Final = (
    ("icon.svg", "any", "any"),
    ("icon-192.png", "192x192", "any"),
    ("icon-512.png", "512x512", "any"),
    ("icon-maskable.png", "512x512", "maskable"),
)
"""File, sizes, purpose. A maskable one fills its square, and has the drawing in the middle four fifths."""


def manifest(name: str, start: str) -> bytes:
    """Return the manifest of the page at this path (Web Application Manifest, W3C)."""
    types = {"svg": "image/svg+xml", "png": "image/png"}
    icons = [
        {
            "src": f"/static/{file}",
            "sizes": sizes,
            "type": types[file.rpartition(".")[2]],
            "purpose": purpose,
        }
        for file, sizes, purpose in ICONS
    ]
    told = {"id": start, "name": name, "short_name": name, "start_url": start, "scope": "/"}
    return json.dumps(
        told | {"display": "standalone", **LOOKS, "icons": icons}, ensure_ascii=False, indent=1
    ).encode()
