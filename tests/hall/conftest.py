"""What the tests of a hall share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from jadoube_sim.hall.broker import LocalBroker
from shared.hall.broker import broker_here


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[LocalBroker]:
    """A broker of this test's own."""
    with broker_here(tmp_path) as found:
        yield found
