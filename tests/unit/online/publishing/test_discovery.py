"""Home Assistant's device: what its documentation asks for."""

import json

from jadoube.mqtt.topics import Kind, state_topic
from jadoube.online.publishing.discovery import discovery, discovery_topic


def test_a_board_is_a_device_with_parts() -> None:
    """Each part has a platform, an id of its own and a topic that is published; ids are stable."""
    found = json.loads(discovery("hall", "b01"))
    assert discovery_topic("b01") == "homeassistant/device/jadoube/b01/config"
    assert found["dev"]["ids"] == ["jadoube-b01"]
    assert found["avty_t"] == state_topic("hall", "b01", Kind.ONLINE)
    parts = found["cmps"].values()
    assert all(part["p"] in ("sensor", "binary_sensor") for part in parts)
    templates = [found["avty_tpl"], *[part["val_tpl"] for part in parts]]
    assert all("value_json is defined" in each for each in templates)  # an empty message is no JSON
    assert "value_json.state == 'on'" in found["avty_tpl"]  # a board that is lost is not there
    assert len({part["unique_id"] for part in parts}) == len(parts)
    published = {state_topic("hall", "b01", kind) for kind in (Kind.GAME, Kind.CLOCK)}
    assert {part["stat_t"] for part in parts} == published
    assert found["cmps"]["white"]["val_tpl"] == (
        "{% if value_json is defined %}{% set s = value_json.white_ms // 1000 %}"
        "{{ '%d:%02d:%02d' % (s // 3600, s % 3600 // 60, s % 60) }}{% endif %}"
    )
