"""The twin's lgpio for a driver that names no pull for its rows: they keep that of the reset."""

from typing import Any


class CarelessLgpio:
    """What stands in the place of the module lgpio; of a claim of outputs it leaves the pull away."""

    def __init__(self, lgpio: Any) -> None:
        self._lgpio = lgpio

    def __getattr__(self, name: str) -> Any:
        """Give what lgpio has."""
        return getattr(self._lgpio, name)

    def group_claim_output(self, handle: int, gpio: list[int], levels: list[int], flags: int) -> None:
        """Claim a group of outputs; the pulls stay as they are."""
        self._lgpio.group_claim_output(handle, gpio, levels, flags & ~self._lgpio.SET_PULL_UP)
