"""docs/tournament.md: what it says to type is what the program takes, writes and says elsewhere."""

import re
import shlex
from pathlib import Path

import pytest

from jadoube.cli.hall.broker import main
from jadoube.config.settings import problems
from jadoube.core.language.typed_orders import read_ordered
from jadoube.hall.setup.rights import board_rights, home_topic, users_of
from jadoube.hall.setup.texts import BOARD_PLACE, HALL_PLACE, MOST_BYTES, guide
from jadoube.mqtt.topics import OWN_KINDS

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "tournament.md").read_text(encoding="utf-8")
TYPED = [line[4:] for line in TEXT.splitlines() if line.startswith("    ") and line.strip()]
(SET_UP,) = (line for line in TYPED if line.startswith("jadoube hall broker "))


def test_the_brokers_files_are_written_by_what_it_says(tmp_path: Path) -> None:
    """As it stands there, in another folder; the files that it names are there then."""
    _, _, _, folder, *options = shlex.split(SET_UP)
    assert main([str(tmp_path / folder), *options]) == 0
    named = set(re.findall(rf"\b{folder}/([\w./-]+\w)", TEXT))
    assert {"READ-ME.txt", "boards/board-007", "spectator"} <= named
    assert [name for name in named if not (tmp_path / folder / name).exists()] == []


def test_the_files_go_where_the_folder_itself_says() -> None:
    """Each command of READ-ME.txt is one of the page, but for the folder that is gone to before."""
    said = guide(("hall.local",), pages=False)
    commands = [line.strip() for line in said.splitlines() if line.startswith("    sudo ")]
    assert len(commands) >= 10
    elsewhere = "sudo sh set-up"  # on a board, over ssh
    assert [each for each in commands if each not in TYPED] == [elsewhere]
    assert "sudo sh board-007/set-up" in TEXT


def test_secrets_lie_where_it_says() -> None:
    """On a board and at the hall."""
    assert f"rm {BOARD_PLACE}/broker.password" in TEXT
    assert f"password {HALL_PLACE}/broker.password" in TEXT


def test_the_configuration_is_taken(tmp_path: Path) -> None:
    """All blocks together."""
    file = tmp_path / "jadoube-hall.toml"
    file.write_text("\n".join(re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL)), encoding="utf-8")
    assert [str(problem) for problem in problems(file)] == []


def test_its_orders_are_orders() -> None:
    """Those that it names by their words."""
    for words in ("stands", "result *", "play"):
        assert f"`{words}`" in TEXT
        read_ordered(f"by arbiter {words}")


def test_what_another_broker_allows_is_what_ours_allows() -> None:
    """The topics for a cluster are those of our access list, and so is what Home Assistant may read."""
    user = "${username}"
    rights = board_rights("hall", user)
    (allowed,) = re.findall(r"allow \*publish\* to (.*?); allow", TEXT, re.DOTALL)
    found = {f"topic {how} jadoube/v1/hall/boards/{user}/" for how in ("readwrite", "write")}
    written = {
        line.removeprefix(start) for line in rights.splitlines() for start in found if line.startswith(start)
    }
    assert set(re.findall(r"`(?:jadoube\S*/)?([\w+/]+)`", allowed)) == written
    assert {kind.value for kind in OWN_KINDS} <= written
    (block,) = re.findall(r"```\n(user homeassistant\n.*?)```", TEXT, re.DOTALL)
    assert users_of(block) == {"homeassistant"}
    assert home_topic("board-001").startswith("homeassistant/device/")
    assert f"packets of {MOST_BYTES >> 10} kB" in TEXT


def test_every_link_leads_somewhere() -> None:
    """To files that are there, and to headings of this page."""
    links = re.findall(r"\]\(([^)]+)\)", TEXT)
    assert len(links) > 20
    files = {link.partition("#")[0] for link in links} - {""}
    assert [name for name in files if not (ROOT / "docs" / name).exists()] == []
    heads = {_anchor(head) for head in re.findall(r"^#+ (.*)$", TEXT, re.MULTILINE)}
    assert [link for link in links if link.startswith("#") and link[1:] not in heads] == []


def _anchor(head: str) -> str:
    """What a heading is called in an address."""
    return re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-")
