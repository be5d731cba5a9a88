"""The neighbours: what pages of other servers of this network get.

The law: a page that comes from this network may look, as anybody in this network may look without a page.
It gets the spectators' feed (`FEED`) and nothing else: no order, no PIN, no stored game. A page from the
internet gets nothing, whatever name or address it was given: its origin is what the browser asked for.

It refuses to know HTTP, and which servers are of this network (`local/near_network.py`).
"""

from typing import Final

FEED: Final = frozenset(("/api/v1/socket", "/api/v1/view"))
"""What spectators see, by its paths: the messages as they come, and the one of now."""
