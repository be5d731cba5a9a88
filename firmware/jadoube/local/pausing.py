"""How something that works again and again lets time pass.

The law: `asyncio.sleep` does it; a test gives what it likes in its place. It refuses to know the time.
"""

from collections.abc import Awaitable, Callable

Pause = Callable[[float], Awaitable[None]]
"""Waits so many seconds."""
