"""Tests that need lgpio, which has no wheels for every Python."""

import sys

import pytest

needs_lgpio = pytest.mark.skipif(sys.version_info >= (3, 13), reason="lgpio has no wheels for this Python")
