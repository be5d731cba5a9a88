"""What the tests of a hall share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from broker_here import broker_here
from jadoube_sim.hall.broker import LocalBroker


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[LocalBroker]:
    """A broker of this test's own."""
    with broker_here(tmp_path) as found:
        yield found
