"""Tests that need lgpio, which has no wheels for every Python."""

import sys
from typing import Final

import pytest

NO_WHEEL: Final = "lgpio has no wheel for this Python"

needs_lgpio = pytest.mark.skipif(sys.version_info >= (3, 13), reason=NO_WHEEL)
