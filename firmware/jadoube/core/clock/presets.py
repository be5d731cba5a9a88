"""The usual time controls of clubs and leagues, by name.

This file decides which controls have a name, which of them the menu offers, and in which order. It refuses to
know how a control is read (`time_control.py`) and what an owner adds to them (`game.presets`).

A name is read for ever: what a file or a person calls by a name of an earlier version has it still.
"""

from typing import Final

from jadoube.core.clock.time_control import TimeControl, parse_time_control

PRESETS: Final = {
    name: control
    for name, text in (
        ("bullet 1+0", "60"),
        ("bullet 1+1", "60+1"),
        ("bullet 2+1", "120+1"),
        ("blitz 3+0", "180"),
        ("blitz 3+2", "180+2"),
        ("blitz 5+0", "300"),
        ("blitz 5+3", "300+3"),
        ("rapid 10+0", "600"),
        ("rapid 10+3", "600+3"),
        ("rapid 10+5", "600+5"),
        ("rapid 15+10", "900+10"),
        ("rapid 25+10", "1500+10"),
        ("classical 45+15", "2700+15"),
        ("classical 60+15", "3600+15"),
        ("classical 60+30", "3600+30"),
        ("classical 90+30", "5400+30"),
        ("classical 120+30", "7200+30"),
        ("classical 40/90+15+30", "40/5400+30:900+30"),
        ("classical 40/90+30+30", "40/5400+30:1800+30"),
        ("classical 40/100+50+30", "40/6000+30:3000+30"),
        ("classical 40/100+20/50+15+30", "40/6000+30:20/3000+30:900+30"),
        ("classical 40/120:20/60:15", "40/7200:20/3600:900"),
        ("match", "40/7200:1800+30"),
        ("old classical", "40/7200:20/3600"),
        ("two stages by zero", "3600:900"),
        ("us 30 d5", "1800d5"),
        ("us 90 d5", "5400d5"),
        ("bronstein 5 b3", "300b3"),
        ("bronstein 25 b10", "1500b10"),
        ("hourglass 3", "*180"),
        ("byo-yomi 10 3x30", "600y3x30"),
        ("count-up", "^"),
    )
    if (control := parse_time_control(text))
}
"""The presets by name; in each class the shortest comes first."""

_FORMER_NAMES: Final = {"fide": "classical 40/90+30+30"}
"""Names of earlier versions: `fide` is a rule set, too, and is now no control's name."""

_LATER: Final = frozenset(
    {
        "rapid 10+3",
        "classical 45+15",
        "classical 60+15",
        "classical 120+30",
        "classical 40/90+15+30",
        "classical 40/100+50+30",
        "classical 40/100+20/50+15+30",
        "classical 40/120:20/60:15",
    }
)
"""Presets that came with version 2 of the menu."""

BIG: Final = tuple(PRESETS[name] for name in ("blitz 3+2", "rapid 10+5", "rapid 15+10", "classical 90+30"))
"""The four that most people play: first in the menu, and large on the page's sheet "New game"."""

QUICK: Final = tuple(
    control
    for name, control in PRESETS.items()
    if control not in BIG and name.split()[0] in ("bullet", "blitz", "rapid")
)
"""The other quick ones, the shortest first."""

SLOW: Final = tuple(
    control
    for name, control in PRESETS.items()
    if control not in BIG and (name.split()[0] == "classical" or name in ("match", "old classical"))
)[::-1]
"""The other long ones, the longest first: `minus` leads to them from the first preset."""

_OF_OTHER_KINDS: Final = tuple(each for each in PRESETS.values() if each not in (*BIG, *QUICK, *SLOW))

OFFERS: Final = {
    1: tuple(control for name, control in PRESETS.items() if name not in _LATER),
    2: tuple(PRESETS.values()),
    3: tuple(PRESETS.values()),
    4: tuple(PRESETS.values()),
    5: tuple(PRESETS.values()),
    6: tuple(PRESETS.values()),
    7: (*BIG, *QUICK, *_OF_OTHER_KINDS, *SLOW),
}
"""The controls that each version of the menu offers by itself, in their order. The keys in a journal of that
version mean these: whoever adds a preset gives the menu a new version."""


def find_preset(name: str) -> TimeControl | None:
    """Return the control of this name, in small letters with single spaces; None if there is none."""
    return PRESETS.get(_FORMER_NAMES.get(name, name))


def name_of(control: TimeControl) -> str | None:
    """Return the name of a control; None if it has none."""
    return _NAMES.get(control)


def read_time_control(text: str) -> TimeControl | None:
    """Parse what a transcript says: a preset's name, or a time control in seconds."""
    name = " ".join(text.lower().split())
    control = find_preset(name)
    if control is None and name[:1].isalpha():
        raise ValueError(f"found {text[:80]!a}, expected a time control or a preset, such as 'blitz 3+2'")
    return control or parse_time_control(text)


_NAMES: Final = {control: name for name, control in PRESETS.items()}
