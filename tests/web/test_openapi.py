"""The description of what programs may ask is true: every path, every answer, every message."""

import asyncio
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files
from typing import Any

import chess
import pytest
from drawn_games import *  # noqa: F403
