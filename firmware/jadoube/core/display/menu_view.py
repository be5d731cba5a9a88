"""What the menu shows: four letters on each face, and one status line.

It decides the letters. White's face has the entry's name, Black's its value. The part that `plus` and `minus`
change is bright. A question for a lever stands on the face of each side that may press. A text longer than
four letters is shown in parts, one second each. This file refuses to know the keys and how a digit is drawn.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple

import chess

from jadoube.core.clock.control_text import control_text
from jadoube.core.clock.time_control import Period, TimeControl
from jadoube.core.display import arbiter_view, face_text, seek_view
from jadoube.core.display.face_text import Face
from jadoube.core.display.seven_segment import segments
from jadoube.core.messages.events import Page
from jadoube.core.messages.names import UNKNOWN, Player
from jadoube.core.messages.phrases import Part, Phrase, Sentence, sentence
from jadoube.core.messages.settings import ARBITERS, CHOSEN, SEATS, SETTINGS, Comfort, Entry, setting_at
from jadoube.core.permissions.arbiter_entries import decisions, number_asked
from jadoube.core.permissions.menu_entries import confirmers
from jadoube.core.rules import rule_sets
from jadoube.core.rules.outcome import Termination
from jadoube.core.state.as_it_stands import asked_piece
from jadoube.core.state.others.seek import chosen_opponent
from jadoube.core.state.panel import control_questions
from jadoube.core.state.panel.menu import Level, Menu
from jadoube.core.state.settings import (
    BY_HAND,
    MINUTES,
    NONE,
    Offered,
    chosen,
    offered_controls,
    offered_players,
    offered_speeds,
    put,
)
from jadoube.core.state.table import Table, find_open_menu

PART_MS: Final = 1000
"""How long each part of a longer text is shown (a guess): one can read and note four digits in a second."""

WHITE_HAS_THE_NAME: Final = chess.WHITE
"""The side whose face shows the name; the other face shows the value."""

LETTERS: Final[dict[Entry, tuple[str, str]]] = {
    **{setting.entry: (setting.letters, "") for setting in SETTINGS.values()},
    Entry.WHITE_PLAYER: ("U PL", ""),
    Entry.BLACK_PLAYER: ("b PL", ""),
    Entry.SWAP_PLAYERS: ("CHAn", "U-b "),
    Entry.NEW_GAME: ("nEU ", "GAnE"),
    Entry.REMATCH: ("rEnA", "tCH "),
    Entry.LICHESS: ("LICH", "ESS "),
    Entry.RESIGN: ("rESI", "LOSE"),
    Entry.OFFER: ("drAU", "OFFr"),
    Entry.ACCEPT: ("drAU", "YES "),
    Entry.DECLINE: ("drAU", "no  "),
    Entry.CLAIM: ("drAU", "CLAI"),
    Entry.STANDS: ("POS ", "HErE"),
    Entry.HINT: ("bESt", "----"),
    Entry.PAGE: ("PAGE", "Pin "),
    Entry.OFF: ("OFF ", "----"),
    Entry.ARBITER: ("Arbi", "tEr "),
    **arbiter_view.LETTERS,
}
"""An entry's name on one face and the text on the other; empty: the entry's value."""

_SURE, _PUSH = "YES ", "PUSH"

_SIDES: Final = {chess.WHITE: "U", chess.BLACK: "b"}

_SURNAME_MOST = 8

_KING = "+"
"""Seven segments have no K."""


class FaceText(NamedTuple):
    """The text of a face; several parts are shown one after the other."""

    parts: tuple[str, ...]
    bright: bool = True


def face(table: Table, side: chess.Color, now_ms: int) -> Face | None:
    """Return what the menu shows on a side's face; None while it is closed."""
    menu = find_open_menu(table)
    if menu is None:
        return None
    said = _side_text(table, menu, side)
    shown = face_text.words_face(said.parts[_part_number(menu, now_ms) % len(said.parts)])
    return shown if said.bright else replace(shown, bright=False)


def changes_at_ms(table: Table, now_ms: int) -> int | None:
    """Return when the menu next changes a face without an event, in ms; None if it will not or is closed."""
    menu = find_open_menu(table)
    if menu is None or all(len(_side_text(table, menu, side).parts) == 1 for side in chess.COLORS):
        return None
    return menu.since_ms + ((now_ms - menu.since_ms) // PART_MS + 1) * PART_MS


def comfort(table: Table) -> Comfort:
    """Return the comfort settings to show: some are previewed while they are being chosen."""
    menu = find_open_menu(table)
    if menu and menu.level is Level.CHOICE and setting_at(menu.entry).previewed:
        return put(table, menu.entry, _shown_value(menu)).comfort
    return table.comfort


def _shown_value(menu: Menu) -> str:
    """The value that is shown while one is being chosen."""
    return tuple(setting_at(menu.entry).choices)[menu.choice]


def menu_words(table: Table) -> Sentence | None:
    """Return what the menu shows and which keys work, as a sentence; None while it is closed."""
    menu = find_open_menu(table)
    return _SAYS[menu.level](table, menu) if menu else None


def _part_number(menu: Menu, now_ms: int) -> int:
    """The number of the part to show; on the page's screen `plus` and `minus` step from the part shown."""
    return max(0, now_ms - menu.since_ms) // PART_MS + (menu.choice if menu.level is Level.PAGE else 0)


def _side_text(table: Table, menu: Menu, side: chess.Color) -> FaceText:
    """The text of one side's face."""
    if menu.level is Level.LEVER:
        return _lever_text(table, menu, side)
    name, value = _name_and_value(table, menu)
    return name if side == WHITE_HAS_THE_NAME else value


def _name_and_value(table: Table, menu: Menu) -> tuple[FaceText, FaceText]:  # noqa: C901, PLR0911 - a row for each level
    """The name and the value, for the two faces."""
    name, beside = LETTERS[menu.entry]
    match menu.level:
        case Level.CONTROL:
            named, valued = _kind_and_times(offered_controls(table)[menu.choice])
            return FaceText((named,), bright=True), FaceText(valued)
        case Level.WHOM:
            return FaceText((name,), bright=False), FaceText((seek_view.whom_letters(chosen_opponent(menu)),))
        case Level.SPEED:
            named, valued = _kind_and_times(offered_speeds(table, chosen_opponent(menu))[menu.choice])
            return FaceText((named,), bright=False), FaceText(valued)
        case Level.BY_HAND:
            return _question_and_answer(menu)
        case Level.CHOICE:
            parts = setting_at(menu.entry).choices[_shown_value(menu)].parts
            return FaceText((name,), bright=False), FaceText(parts)
        case Level.PLAYER:
            return _seat_and_player(table, menu)
        case Level.SURE:
            return FaceText((name,), bright=False), FaceText((_SURE,))
        case Level.NUMBER:
            digits = arbiter_view.marked_digits(number_asked(table, menu.entry), menu)
            return FaceText((name,), bright=False), FaceText((digits,))
        case Level.DECISION:
            return FaceText((name,), bright=False), FaceText((decisions(menu.entry)[menu.choice].letters,))
        case Level.PIECE:
            return _square_and_piece(table, menu)
        case Level.PAGE:
            page = table.page or Page()
            return FaceText(_parts(page.address)), FaceText(_parts(page.pin))
        case Level.OFF:
            return FaceText((name,)), FaceText((name,))
    return FaceText((name,)), FaceText((beside,) if beside else _value(table, menu.entry), bright=False)


def _seat_and_player(table: Table, menu: Menu) -> tuple[FaceText, FaceText]:
    """The side and the player's number in the list, `U  3`; beside it the first letters of the surname."""
    there = offered_players(table)
    at = menu.choice % len(there)
    number = f"{at + 1:3}" if there[at].name else "  -"
    return FaceText((f"{_SIDES[SEATS[menu.entry]]}{number}",), bright=False), FaceText(_surname(there[at]))


def _surname(player: Player) -> tuple[str, ...]:
    """The first eight letters of the surname, in two parts; `-` for a letter that no face can show."""
    return _parts(player.shown.name.partition(",")[0][:_SURNAME_MOST])


def _square_and_piece(table: Table, menu: Menu) -> tuple[FaceText, FaceText]:
    """The square, and what may stand there: `U  n` is a white knight, `b  +` a black king."""
    asked = asked_piece(table, menu)
    if asked is None:
        return FaceText(("",)), FaceText(("",))
    piece = asked.pieces[menu.choice]
    side = _SIDES[piece.color]
    square = FaceText((f" {chess.SQUARE_NAMES[asked.square]} ",), bright=False)
    return square, FaceText(
        (f"{side}  {_KING if piece.piece_type == chess.KING else piece.symbol().lower()}",)
    )


def _value(table: Table, entry: Entry) -> tuple[str, ...]:
    """An entry's current value."""
    if entry is Entry.CONTROL:
        return _times(table.terms.control)
    if entry in ARBITERS:
        return (arbiter_view.present_text(table, entry),)
    if entry in SEATS:
        return _surname(table.names.player(SEATS[entry]))
    return setting_at(entry).choices[chosen(table, entry)].parts


def _lever_text(table: Table, menu: Menu, side: chess.Color) -> FaceText:
    """The question for a lever: where a side may press, the face alternates the entry's word and `PUSH`."""
    name, beside = LETTERS[menu.entry]
    asks = beside if menu.entry in (Entry.ACCEPT, Entry.DECLINE) else name
    return (
        FaceText((asks, _PUSH)) if side in confirmers(table, menu.entry) else FaceText((asks,), bright=False)
    )


# Time controls


def _kind_and_times(offered: Offered) -> tuple[str, tuple[str, ...]]:
    """The kind and the times of an offered control."""
    name, control = offered
    if control is None:
        return _SET_BY_HAND.get(name, ("nonE", _times(None)))
    return _kind(control), _times(control)


_SET_BY_HAND: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    BY_HAND: ("HAnd", ("SEt ",)),
    MINUTES: ("nin ", ("SEC ",)),
}


def _kind(control: TimeControl) -> str:
    """A control's kind in four letters."""
    if control.white != control.black:
        return "dIFF"
    if len(control.white) > 1:
        return f"PEr{len(control.white)}"
    kinds = {kind.answer: kind.face for kind in control_questions.KINDS}
    period = control.white[0]
    return kinds[str(period.kind) if period.extra_s or period.kind in ("*", "^") else ""]


def _times(control: TimeControl | None) -> tuple[str, ...]:
    """The times of all periods of a control, White's before Black's if they differ."""
    if control is None:
        return ("----",)
    sides = (control.white,) if control.white == control.black else (control.white, control.black)
    return tuple(part for side in sides for period in side for part in _period_times(period))


def _period_times(period: Period) -> Iterator[str]:
    """A period's times: `40-` moves, `15.10` minutes and seconds a ply; larger numbers each on their own."""
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
        yield _time(period.main_s) if period.main_s else control_questions.COUNT_UP.face


def _pair(count: int, seconds: int) -> Iterator[str]:
    """Two numbers below 100 as `15.10`; larger ones each on their own."""
    if count < 100 and seconds < 100:
        yield f"{count:2}.{seconds:02}"
    else:
        yield f"{count:4}"
        yield _time(seconds)


def _time(seconds: int) -> str:
    return face_text.time_text(seconds * 1000, 0)


def _question_and_answer(menu: Menu) -> tuple[FaceText, FaceText]:
    """The question and its current answer; the point is lit at the digit that is being set."""
    asked = control_questions.question(menu.answers)
    if asked is None:
        return FaceText(("",)), FaceText(("",))
    if asked.options:
        return FaceText((asked.face,), bright=False), FaceText((asked.options[menu.choice].face,))
    return FaceText((asked.face,), bright=False), FaceText((arbiter_view.marked_digits(asked, menu),))


# The page


@lru_cache(maxsize=16)
def _parts(text: str) -> tuple[str, ...]:
    """A text in parts of up to four letters, split at points and colons; `-` if no face can show a letter."""
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


def _entry_words(table: Table, menu: Menu) -> Sentence:
    value = _value_now(table, menu.entry)
    named = sentence(Phrase.VALUE, entry=menu.entry, value=value) if value else menu.entry
    return sentence(Phrase.MENU, entry=named)


def _value_now(table: Table, entry: Entry) -> Part:
    """An entry's current value; empty if it has none."""
    if entry is Entry.CONTROL:
        return control_text(table.terms.control) if table.terms.control else NONE
    if entry in ARBITERS:
        return arbiter_view.present_words(table, entry)
    if entry in CHOSEN:
        return _said(entry, chosen(table, entry))
    if entry in SEATS:
        return table.names.player(SEATS[entry]).shown.name or UNKNOWN
    return (rule_sets.claimable_draw(table.line) or Termination.AGREEMENT) if entry is Entry.CLAIM else ""


def _control_words(table: Table, menu: Menu) -> Sentence:
    """The control's name, with its notation in brackets unless the name contains it."""
    return sentence(Phrase.CHOOSE, entry=Entry.CONTROL, value=_told(offered_controls(table)[menu.choice]))


def _told(offered: Offered) -> str:
    name, control = offered
    written = control_text(control) if control else name
    return name if written in name else f"{name} ({written})"


def _whom_words(_table: Table, menu: Menu) -> Sentence:
    return sentence(Phrase.CHOOSE, entry=menu.entry, value=seek_view.whom_words(chosen_opponent(menu)))


def _speed_words(table: Table, menu: Menu) -> Sentence:
    sought = chosen_opponent(menu)
    return sentence(Phrase.CHOOSE, entry=menu.entry, value=_told(offered_speeds(table, sought)[menu.choice]))


def _question_words(_table: Table, menu: Menu) -> Sentence | None:
    asked = control_questions.question(menu.answers)
    if asked is None:
        return None
    if asked.options:
        answer = asked.options[menu.choice].words
        return sentence(Phrase.BY_HAND, asked=asked.words, answer=answer)
    number = control_questions.digits(asked, menu.choice)
    return sentence(Phrase.BY_HAND_NUMBER, asked=asked.words, number=number, digit=menu.cursor + 1)


def _said(entry: Entry, value: str) -> str:
    """What a value of a setting is called."""
    return setting_at(entry).choices[value].said or value


def _choice_words(_table: Table, menu: Menu) -> Sentence:
    return sentence(Phrase.CHOOSE, entry=menu.entry, value=_said(menu.entry, _shown_value(menu)))


def _player_words(table: Table, menu: Menu) -> Sentence:
    there = offered_players(table)
    name = there[menu.choice % len(there)].shown.name or UNKNOWN
    return sentence(Phrase.CHOOSE, entry=menu.entry, value=name)


def _sure_words(_table: Table, menu: Menu) -> Sentence:
    return sentence(Phrase.SURE, entry=menu.entry)


def _lever_words(table: Table, menu: Menu) -> Sentence:
    sides = confirmers(table, menu.entry)
    if not sides:
        return sentence(Phrase.NOBODY, entry=menu.entry)
    if len(sides) > 1:
        return sentence(Phrase.OWN_LEVER_DOES, entry=menu.entry)
    return sentence(Phrase.LEVER_DOES, entry=menu.entry, side=sides[0])


def _page_words(table: Table, _menu: Menu) -> Sentence:
    page = table.page or Page()
    return sentence(Phrase.PAGE, address=page.address, pin=page.pin)


def _piece_words(table: Table, menu: Menu) -> Sentence | None:
    asked = asked_piece(table, menu)
    if asked is None:
        return None
    piece = asked.pieces[menu.choice]
    letter, square = piece.symbol().upper(), chess.SQUARE_NAMES[asked.square]
    return sentence(Phrase.WHICH_PIECE, side=piece.color, piece=letter, square=square)


def _off_words(_table: Table, _menu: Menu) -> Sentence:
    return sentence(Phrase.SWITCHES_OFF)


_SAYS: Final[dict[Level, Callable[[Table, Menu], Sentence | None]]] = {
    Level.ENTRIES: _entry_words,
    Level.CONTROL: _control_words,
    Level.BY_HAND: _question_words,
    Level.CHOICE: _choice_words,
    Level.PLAYER: _player_words,
    Level.WHOM: _whom_words,
    Level.SPEED: _speed_words,
    Level.SURE: _sure_words,
    Level.LEVER: _lever_words,
    Level.PIECE: _piece_words,
    Level.PAGE: _page_words,
    Level.ARBITER: _entry_words,
    Level.NUMBER: arbiter_view.number_words,
    Level.DECISION: arbiter_view.decision_words,
    Level.OFF: _off_words,
}
