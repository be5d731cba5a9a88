"""What Home Assistant is told, so that it finds the board as a device.

The law: it is one retained message, after Home Assistant's documentation "MQTT", device discovery (since
2024.11). A state that is shown has under 255 characters, so none is a game. It refuses to know payloads'
values: it names the topics that are published anyway.
"""

import json
from typing import Any, Final

from jadoube import __version__
from jadoube.mqtt.topics import Kind, state_topic

STATUS: Final = "homeassistant/status"
"""Where Home Assistant says `online`, and wants to be told again."""

_CLOCK: Final = (
    "{{% if value_json is defined %}}{{% set s = value_json.{side}_ms // 1000 %}}"
    "{{{{ '%d:%02d:%02d' % (s // 3600, s % 3600 // 60, s % 60) }}}}{{% endif %}}"
)
"""A board without a clock has an empty message there."""

_DOUBT: Final = "{{ 'ON' if value_json is defined and value_json.doubt else 'OFF' }}"


def _of_game(text: str) -> str:
    """What shows this of a game; nothing of a board that was forgotten."""
    return f"{{% if value_json is defined %}}{{{{ {text} }}}}{{% endif %}}"


_PLAYERS: Final = _of_game("(value_json.white.name ~ ' - ' ~ value_json.black.name)[:250]")
_AVAILABLE: Final = "{{ 'on' if value_json is defined and value_json.state == 'on' else 'off' }}"


def discovery_topic(board: str) -> str:
    """Return where Home Assistant looks for a board; its id is a level, as brokers' rights want it."""
    return f"homeassistant/device/jadoube/{board}/config"


def discovery(hall: str, board: str) -> bytes:
    """Return what Home Assistant is told of a board. An empty message there removes the device."""
    game, clock = state_topic(hall, board, Kind.GAME), state_topic(hall, board, Kind.CLOCK)

    def part(name: str, label: str, topic: str, template: str, platform: str = "sensor") -> dict[str, Any]:
        return {
            "p": platform,
            "unique_id": f"jadoube-{board}-{name}",
            "name": label,
            "stat_t": topic,
            "val_tpl": template,
        }

    said = {
        "dev": {
            "ids": [f"jadoube-{board}"],
            "name": f"Board {board}",
            "mf": "jadoube",
            "sw": __version__,
        },
        "o": {"name": "jadoube", "sw": __version__},
        "avty_t": state_topic(hall, board, Kind.ONLINE),
        "avty_tpl": _AVAILABLE,
        "pl_avail": "on",
        "pl_not_avail": "off",
        "qos": 1,
        "cmps": {
            "players": part("players", "Players", game, _PLAYERS),
            "result": part("result", "Result", game, _of_game("value_json.result")),
            "state": part("state", "State", game, _of_game("value_json.phase")),
            "doubt": part("doubt", "Doubt", game, _DOUBT, "binary_sensor"),
            "white": part("white", "White's clock", clock, _CLOCK.format(side="white")),
            "black": part("black", "Black's clock", clock, _CLOCK.format(side="black")),
        },
    }
    return json.dumps(said, separators=(",", ":")).encode()
