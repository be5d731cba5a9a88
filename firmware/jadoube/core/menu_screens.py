"""What the menu shows: four letters on each face, and a line for who can read it.

Decides the letters. One face has the name of what is shown, the other its value, and what `plus` and `minus`
change now is bright. Where a lever is asked for, each side's own face asks for it. What does not fit into
four letters is shown in parts, a second each. It refuses to know keys and how a digit is drawn.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple

import chess

from jadoube.core import by_hand, faces, rules
from jadoube.core.comfort import Comfort
from jadoube.core.effects import Termination
from jadoube.core.entries import confirmers
from jadoube.core.faces import Face
from jadoube.core.menu import Entry, Level, Menu, Page
from jadoube.core.orders import NO_CLOCK
from jadoube.core.segments import segments
from jadoube.core.settings import BY_HAND, CONTROLS, SETTINGS, control_name
from jadoube.core.table import Table, open_menu
from jadoube.core.timecontrol import PRESETS, Period, TimeControl

PART_MS: Final = 1000
"""How long each part is shown of what does not fit (a guess): four digits are read and noted in a second."""

WHITE_HAS_THE_NAME: Final = chess.WHITE
"""The side whose face has the name; the other's has the value."""

LETTERS: Final[dict[Entry, tuple[str, str]]] = {
    Entry.CONTROL: ("CLOC", ""),
    Entry.RULES: ("rULE", ""),
    Entry.NEW_GAME: ("nEU ", "GAnE"),
    Entry.RESIGN: ("rESI", "LOSE"),
    Entry.OFFER: ("drAU", "OFFr"),
    Entry.ACCEPT: ("drAU", "YES "),
    Entry.DECLINE: ("drAU", "no  "),
    Entry.CLAIM: ("drAU", "CLAI"),
    Entry.HINTS: ("HInt", ""),
    Entry.SOUND: ("bEEP", ""),
    Entry.BRIGHTNESS: ("LItE", ""),
    Entry.PAGE: ("PAGE", "Pin "),
    Entry.OFF: ("OFF ", "----"),
}
"""An entry's name, and what stands beside it; empty: its value."""

VALUES: Final = {
    "club": "CLUb",
    "fide": "FIdE",
    "fide-blitz": "bLIt",
    "casual": "CASU",
    "off": "OFF ",
    "on": "On  ",
    **{str(step): f"{step}   " for step in range(10)},
}
"""The values of the settings, in the letters of a face."""

_SURE, _PUSH = "YES ", "PUSH"


class Said(NamedTuple):
    """What a face shows: in parts, one after the other, where there are several."""

    parts: tuple[str, ...]
    bright: bool = True


def face(table: Table, side: chess.Color, now_ms: int) -> Face | None:
    """What the menu shows on a side's face; None while it is not open."""
    menu = open_menu(table)
    if menu is None:
        return None
    said = _said(table, menu, side)
    shown = faces.words_face(said.parts[_part(menu, now_ms) % len(said.parts)])
    return shown if said.bright else replace(shown, bright=False)


def changes_at_ms(table: Table, now_ms: int) -> int | None:
    """When a face of the menu changes although nothing happens; None if none will, or it is not open."""
    menu = open_menu(table)
    if menu is None or all(len(_said(table, menu, side).parts) == 1 for side in chess.COLORS):
        return None
    return menu.since_ms + ((now_ms - menu.since_ms) // PART_MS + 1) * PART_MS


def comfort(table: Table) -> Comfort:
    """The comfort as it is shown: what is being chosen can be seen before it is taken."""
    menu = open_menu(table)
    if menu and menu.level is Level.CHOICE and menu.entry is Entry.BRIGHTNESS:
        brightness = SETTINGS[menu.entry]
        return brightness.put(table, brightness.values[menu.choice]).comfort
    return table.comfort


def words(table: Table) -> str:
    """Say in one line what the menu shows and which keys do something; empty while it is not open."""
    menu = open_menu(table)
    return _WORDS[menu.level](table, menu) if menu else ""


def _part(menu: Menu, now_ms: int) -> int:
    """Which of several parts is shown; `plus` and `minus` go on from the one that they were pressed at."""
    return max(0, now_ms - menu.since_ms) // PART_MS + (menu.choice if menu.level is Level.PAGE else 0)


def _said(table: Table, menu: Menu, side: chess.Color) -> Said:
    """What one side's face shows."""
    if menu.level is Level.LEVER:
        return _lever(table, menu, side)
    name, value = _both(table, menu)
    return name if side == WHITE_HAS_THE_NAME else value


def _both(table: Table, menu: Menu) -> tuple[Said, Said]:  # noqa: PLR0911 - a row for each level
    """The name and the value."""
    name, beside = LETTERS[menu.entry]
    match menu.level:
        case Level.CONTROL:
            named, valued = _control(CONTROLS[menu.choice])
            return Said((named,), bright=True), Said(valued)
        case Level.BY_HAND:
            return _question(menu)
        case Level.CHOICE:
            return Said((name,), bright=False), Said((VALUES[SETTINGS[menu.entry].values[menu.choice]],))
        case Level.SURE:
            return Said((name,), bright=False), Said((_SURE,))
        case Level.PAGE:
            page = table.page or Page()
            return Said(_parts(page.address)), Said(_parts(page.pin))
        case Level.OFF:
            return Said((name,)), Said((name,))
    return Said((name,)), Said((beside,) if beside else _value(table, menu.entry), bright=False)


def _value(table: Table, entry: Entry) -> tuple[str, ...]:
    """What an entry's value is now."""
    if entry is Entry.CONTROL:
        name = control_name(table.terms.control)
        return _times(table.terms.control) if name == BY_HAND else _control(name)[1]
    return (VALUES[SETTINGS[entry].chosen(table)],)


def _lever(table: Table, menu: Menu, side: chess.Color) -> Said:
    """Ask for the lever on the faces of the sides that may; what it will say stands there in turn."""
    name, beside = LETTERS[menu.entry]
    asks = beside if menu.entry in (Entry.ACCEPT, Entry.DECLINE) else name
    return Said((asks, _PUSH)) if side in confirmers(table, menu.entry) else Said((asks,), bright=False)


# Time controls


def _control(name: str) -> tuple[str, tuple[str, ...]]:
    """A control's kind and its times, for one that can be chosen by name."""
    if name in (NO_CLOCK, BY_HAND):
        return {NO_CLOCK: ("nonE", ("----",)), BY_HAND: ("HAnd", ("SEt ",))}[name]
    control = PRESETS[name]
    return _kind(control), _times(control)


def _kind(control: TimeControl) -> str:
    """In four letters what sort of a control it is."""
    if control.white != control.black:
        return "dIFF"
    if len(control.white) > 1:
        return f"PEr{len(control.white)}"
    kinds = {kind.answer: kind.face for kind in by_hand.KINDS}
    period = control.white[0]
    return kinds[str(period.kind) if period.extra_s or period.kind in ("*", "^") else ""]


def _times(control: TimeControl | None) -> tuple[str, ...]:
    """The times of a control: one after the other those of all its periods, White's before Black's."""
    if control is None:
        return ("----",)
    sides = (control.white,) if control.white == control.black else (control.white, control.black)
    return tuple(part for side in sides for period in side for part in _period(period))


def _period(period: Period) -> Iterator[str]:
    """A period's times: `40-` moves, `15.10` minutes and seconds a ply; what does not fit so one by one."""
    if period.moves:
        yield f"{period.moves}-"
    if period.byo_yomi:
        yield _time(period.main_s)
        yield from _pair(period.byo_yomi, period.extra_s)
    elif period.extra_s and not period.main_s % 60:
        yield from _pair(period.main_s // 60, period.extra_s)
    elif period.extra_s:
        yield from (_time(period.main_s), _time(period.extra_s))
    else:
        yield _time(period.main_s) if period.main_s else by_hand.COUNT_UP.face


def _pair(count: int, seconds: int) -> Iterator[str]:
    """Two small numbers with a point between, `15.10`; one by one where they are larger."""
    if count < 100 and seconds < 100:
        yield f"{count:2}.{seconds:02}"
    else:
        yield f"{count:4}"
        yield _time(seconds)


def _time(seconds: int) -> str:
    return faces.time_text(seconds * 1000, 0)


def _question(menu: Menu) -> tuple[Said, Said]:
    """What is asked, and the answer as it stands: the point is lit at the digit that is being set."""
    asked = by_hand.question(menu.answers)
    if asked is None:
        return Said(("",)), Said(("",))
    if asked.options:
        return Said((asked.face,), bright=False), Said((asked.options[menu.choice].face,))
    digits = by_hand.digits(asked, menu.choice)
    marked = digits[: menu.cursor + 1] + "." + digits[menu.cursor + 1 :]
    if asked.digits == by_hand.HOURS_MINUTES:
        at = 2 if menu.cursor > 1 else 3
        marked = f"{marked[:at]}:{marked[at:]}"
    return Said((asked.face,), bright=False), Said((marked,))


# The page


@lru_cache(maxsize=16)
def _parts(text: str) -> tuple[str, ...]:
    """A text in parts of four letters: numbers between points whole; `-` for what no face can show."""
    parts = [word[at : at + 4] for word in text.replace(":", ".").split(".") for at in range(0, len(word), 4)]
    shown = ("".join(letter if _has_letter(letter) else "-" for letter in part) for part in parts)
    return tuple(shown) or ("----",)


def _has_letter(letter: str) -> bool:
    try:
        segments(letter)
    except ValueError:
        return False
    return letter not in ".:"


# In words


def _entry_words(table: Table, menu: Menu) -> str:
    entry = menu.entry
    value = ""
    if entry is Entry.CONTROL:
        value = f": {table.terms.control.text if table.terms.control else NO_CLOCK}"
    elif entry in SETTINGS:
        value = f": {SETTINGS[entry].chosen(table)}"
    elif entry is Entry.CLAIM:
        value = f": {rules.claimable(table.line) or Termination.AGREEMENT}"
    return f"menu: {entry}{value}; plus and minus walk, ok enters, back leaves"


def _control_words(_table: Table, menu: Menu) -> str:
    name = CONTROLS[menu.choice]
    text = f" ({PRESETS[name].text})" if name in PRESETS else ""
    return f"time control: {name}{text}? ok takes it"


def _question_words(_table: Table, menu: Menu) -> str:
    asked = by_hand.question(menu.answers)
    if asked is None:
        return ""
    if asked.options:
        return f"time control by hand: {asked.words}: {asked.options[menu.choice].words}? ok takes it"
    number = by_hand.digits(asked, menu.choice)
    return f"time control by hand: {asked.words}: {number}, digit {menu.cursor + 1}"


def _choice_words(_table: Table, menu: Menu) -> str:
    return f"{menu.entry}: {SETTINGS[menu.entry].values[menu.choice]}? ok takes it"


def _sure_words(_table: Table, menu: Menu) -> str:
    return f"{menu.entry}? ok does it, back does not"


def _lever_words(table: Table, menu: Menu) -> str:
    sides = confirmers(table, menu.entry)
    who = "the player's own lever" if len(sides) > 1 else f"{chess.COLOR_NAMES[sides[0]].title()}'s lever"
    return f"{menu.entry}? {who} does it, back does not" if sides else f"{menu.entry}: nobody can now"


def _page_words(table: Table, _menu: Menu) -> str:
    page = table.page or Page()
    return f"page {page.address}, PIN {page.pin}"


def _off_words(_table: Table, _menu: Menu) -> str:
    return "the board switches itself off"


_WORDS: Final[dict[Level, Callable[[Table, Menu], str]]] = {
    Level.ENTRIES: _entry_words,
    Level.CONTROL: _control_words,
    Level.BY_HAND: _question_words,
    Level.CHOICE: _choice_words,
    Level.SURE: _sure_words,
    Level.LEVER: _lever_words,
    Level.PAGE: _page_words,
    Level.OFF: _off_words,
}
