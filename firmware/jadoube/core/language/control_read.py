"""Parses a time control that a person types; `clock/control_text.py` has the grammar and writes it.

The law: every text gives a control, no clock, or a `ControlError`. The error says in one line what was found
and what was expected, in every language. A text with two usual readings is refused, and the refusal names
both: a number that may be minutes or seconds, and `1:30`, which may be a time or two periods.

A control in seconds, as programs write it, needs `CANONICAL` before it. No person types that.
"""

from itertools import pairwise
from typing import Final, NamedTuple, NoReturn

from jadoube.core.clock.control_text import (
    COUNT_UP,
    HOURGLASS,
    MINUTE_S,
    NO_CLOCK,
    SURELY_MINUTES,
    control_text,
    is_unsure,
    text_in_unit,
)
from jadoube.core.clock.presets import find_preset
from jadoube.core.clock.time_control import (
    BYO_YOMI_PERIODS,
    CANONICAL,
    DELAY_S,
    INCREMENT_S,
    MAIN_BEFORE_BYO_YOMI_S,
    MAIN_S,
    MOVES,
    PERIODS,
    Kind,
    Period,
    Side,
    TimeControl,
    parse_time_control,
)
from jadoube.core.language.render import put_in_words
from jadoube.core.messages.phrases import Part, Phrase, Sentence, UnfitText, sentence

LONGEST: Final = 450
"""Maximum characters of a text; the longest that `control_text.py` writes has under 400."""

FEWEST_COUNTED: Final = 20
"""Fewer moves than this make no usual period: `3/2` may be another notation of `3+2`."""

_SHOWN: Final = 40
"""Maximum characters of the text that a refusal quotes."""

_UNITS: Final = {
    **dict.fromkeys(("h", "hour", "hours", "heure", "heures"), 3600),
    **dict.fromkeys(("m", "min", "mins", "mn", "minute", "minutes"), MINUTE_S),
    **dict.fromkeys(("s", "sec", "secs", "second", "seconds", "seconde", "secondes"), 1),
}
_DELAYS: Final = {"d": Kind.DELAY, "delay": Kind.DELAY, "b": Kind.BRONSTEIN, "bronstein": Kind.BRONSTEIN}
_SIGNS: Final = str.maketrans(
    {"½": ".5", "¼": ".25", "¾": ".75", "|": "+", "\N{MULTIPLICATION SIGN}": "x"}
    | dict.fromkeys("'\N{RIGHT SINGLE QUOTATION MARK}\N{PRIME}", "m")
    | dict.fromkeys('"\N{RIGHT DOUBLE QUOTATION MARK}\N{DOUBLE PRIME}', "s")
)
_LETTERS: Final = frozenset("abcdefghijklmnopqrstuvwxyz")
_DIGITS: Final = frozenset("0123456789")
_IN_NUMBERS: Final = _DIGITS | {"."}


class ControlError(UnfitText):
    """A text is no time control, or has two readings."""

    def __init__(self, why: Sentence) -> None:
        super().__init__(put_in_words(why), why)


class _TooLongError(ControlError):
    """A main time has too many minutes; the number may be meant in seconds."""


class _Item(NamedTuple):
    """The part between two signs: a time, with or without a move count, or byo-yomi periods."""

    number: str = ""
    """A number without a unit, as typed."""
    seconds: int = 0
    """A time with a unit, in seconds; for byo-yomi the length of a period."""
    in_seconds: bool = False
    """True if seconds are the only unit."""
    moves: int = 0
    byo_yomi: int = 0


class _Chunk(NamedTuple):
    """The part between two `:`: one period, or several joined by `+`, with one increment or delay."""

    items: tuple[_Item, ...]
    kind: Kind = Kind.FISCHER
    extra_s: int = 0
    byo_yomi: int = 0


def read_control(text: str) -> TimeControl | None:
    """Parse what a person types; None is no clock. Raises `ControlError`."""
    words = " ".join(text.lower().split())
    if words in NO_CLOCK:
        return None
    if preset := find_preset(words):
        return preset
    if words.startswith(CANONICAL):
        return _read_canonical(words)
    is_name = words[:1].isalpha() and not words.startswith((*COUNT_UP, *HOURGLASS))
    if not words or is_name or len(words) > LONGEST:
        _refuse(Phrase.CONTROL_NO_PRESET, text=_quote(text))
    shown = _quote(text.strip())
    first, _, second = (each.strip() for each in words.partition("/"))
    if _is_number(first) and _is_number(second) and 0 < int(first) < FEWEST_COUNTED:
        _refuse(Phrase.CONTROL_MOVES_OR_INCREMENT, text=shown, first=first, second=second)
    return _read_in_minutes(_with_decimal_points(words.translate(_SIGNS)), shown)


def _is_number(text: str) -> bool:
    return bool(text) and set(text) <= _DIGITS and len(text) <= len("999")


def _with_decimal_points(words: str) -> str:
    """Write a point for each comma between two digits."""
    return "".join(
        "." if sign == "," and {words[at - 1 : at], words[at + 1 : at + 2]} <= _DIGITS else sign
        for at, sign in enumerate(words)
    )


def _read_canonical(words: str) -> TimeControl | None:
    """Parse a control in seconds, which has `CANONICAL` before it."""
    try:
        return parse_time_control(words.removeprefix(CANONICAL))
    except ValueError as problem:
        raise ControlError(sentence(Phrase.VALUE, entry=_quote(words), value=str(problem))) from problem


def _read_in_minutes(words: str, shown: str) -> TimeControl:
    """Parse in minutes; refuse a number that may be seconds, or can only be seconds."""
    try:
        control, unsure = _read_with_unit(words, shown, MINUTE_S)
    except _TooLongError as problem:
        seconds = _read_in_seconds(words)
        if seconds is None:
            raise
        written, short = text_in_unit(seconds, "s"), control_text(seconds)
        why = sentence(Phrase.CONTROL_IN_SECONDS, why=problem.why, seconds=written, short=short)
        raise ControlError(why) from problem
    if unsure:
        _refuse_both(shown, unsure, control, _read_in_seconds(words))
    return control


def _read_in_seconds(words: str) -> TimeControl | None:
    """The control, if numbers without a unit are seconds; None if that is not a control."""
    try:
        return _read_with_unit(words, "", 1)[0]
    except ControlError:
        return None


def _refuse_both(shown: str, number: str, minutes: TimeControl, seconds: TimeControl | None) -> NoReturn:
    """Refuse a number that may be minutes or seconds; name both notations."""
    written = text_in_unit(minutes, "min")
    if seconds is None:
        _refuse(Phrase.CONTROL_MANY_MINUTES, text=shown, number=number, minutes=written)
    _refuse(
        Phrase.CONTROL_TWO_READINGS,
        text=shown,
        number=number,
        minutes=written,
        seconds=text_in_unit(seconds, "s"),
        short=control_text(seconds),
    )


def _read_with_unit(words: str, shown: str, unit_s: int) -> tuple[TimeControl, str]:
    """Parse both sides; numbers without a unit are in `unit_s`.

    Returns also the first number that may be in another unit, or an empty text.
    """
    sides = [_Reader(each, shown, unit_s).side() for each in words.split(";")]
    if len(sides) > len(("White", "Black")):
        _refuse(Phrase.CONTROL_UNREAD, text=shown, found=";")
    (white, _), (black, _) = sides[0], sides[-1]
    if len({side[0].kind is Kind.HOURGLASS for side in (white, black)}) > 1:
        _refuse(Phrase.CONTROL_HOURGLASS, text=shown)
    return TimeControl(white, black), next((unsure for _, unsure in sides if unsure), "")


class _Reader:
    """Parses one side, token by token; `shown` is the whole text as a refusal quotes it."""

    def __init__(self, text: str, shown: str, unit_s: int) -> None:
        self._shown = shown
        self._tokens = _tokens(text)
        self._unit_s = unit_s

    def side(self) -> tuple[Side, str]:
        """Return the periods, and the first number that may be in another unit (empty: none)."""
        if self._takes(*COUNT_UP):
            self._end()
            return (Period(0, kind=Kind.COUNT_UP),), ""
        if self._takes(*HOURGLASS):
            item = self._time(self._number())
            self._end()
            made = [(item, Period(self._main_s(item, MAIN_S), kind=Kind.HOURGLASS))]
        else:
            made = self._periods()
        side = tuple(period for _, period in made)
        return side, next((item.number for item, each in made if item.number and is_unsure(each, side)), "")

    # Signs

    @property
    def _next(self) -> str:
        return self._tokens[0] if self._tokens else ""

    def _takes(self, *signs: str) -> bool:
        if self._next in signs:
            del self._tokens[0]
            return True
        return False

    def _number(self) -> str:
        if self._next[:1] not in _IN_NUMBERS:
            self._stumble()
        return self._tokens.pop(0)

    def _unit(self) -> int:
        """Consume a unit and return it in seconds; 0 if there is none."""
        return _UNITS[self._tokens.pop(0)] if self._next in _UNITS else 0

    def _seconds(self) -> None:
        """Consume an optional unit `s`; refuse any other unit."""
        if _UNITS.get(self._next, 1) > 1:
            self._stumble()
        self._unit()

    def _end(self) -> None:
        if self._tokens:
            self._stumble()

    def _stumble(self) -> NoReturn:
        """Refuse the next token."""
        if not self._tokens:
            _refuse(Phrase.CONTROL_UNFINISHED, text=self._shown)
        _refuse(Phrase.CONTROL_UNREAD, text=self._shown, found=_quote(self._next))

    # Parts

    def _item(self) -> _Item:
        number = self._number()
        if self._takes("x"):
            length_s = self._within(self._number(), DELAY_S, " s")
            self._seconds()
            return _Item(seconds=length_s, byo_yomi=self._within(number, BYO_YOMI_PERIODS))
        if self._takes("/"):
            return self._time(self._number())._replace(moves=self._within(number, MOVES))
        return self._time(number)

    def _time(self, number: str) -> _Item:
        """Parse a time: one number without a unit, or several with units; the last may lack its unit."""
        unit_s = self._unit()
        if not unit_s:
            return _Item(number)
        seconds, in_seconds = self._scaled(number, unit_s), unit_s == 1
        while unit_s > 1 and self._next[:1] in _DIGITS:
            number, above_s = self._number(), unit_s
            unit_s = self._unit() or above_s // MINUTE_S
            if unit_s >= above_s:
                _refuse(Phrase.CONTROL_UNREAD, text=self._shown, found=_quote(number))
            seconds += self._scaled(number, unit_s)
        return _Item(seconds=seconds, in_seconds=in_seconds)

    def _chunk(self) -> _Chunk:
        items = [self._item()]
        while self._takes("+"):
            items.append(self._item())
        *before, last = items
        if self._next in _DELAYS:
            kind = _DELAYS[self._tokens.pop(0)]
            delay_s = self._within(self._number(), INCREMENT_S, " s")
            self._seconds()
            return _Chunk(tuple(items), kind if delay_s else Kind.FISCHER, delay_s)
        if last.byo_yomi:
            return _Chunk(tuple(before) or (_Item("0"),), Kind.BYO_YOMI, last.seconds, last.byo_yomi)
        if before and not last.moves and (last.number or last.in_seconds):
            extra_s = self._within(last.number or str(last.seconds), INCREMENT_S, " s")
            return _Chunk(tuple(before), Kind.FISCHER, extra_s)
        return _Chunk(tuple(items))

    def _periods(self) -> list[tuple[_Item, Period]]:
        """Parse all periods, each with the item that its main time was read from."""
        chunks = [self._chunk()]
        while self._takes(":"):
            chunks.append(self._chunk())
        self._end()
        for one, other in pairwise(chunks):
            self._refuse_time_of_day(one, other)
        if not all(item.moves for chunk in chunks for item in chunk.items[:-1]):
            _refuse(Phrase.CONTROL_JOINED, text=self._shown)
        made = [made for chunk in chunks for made in self._made(chunk)]
        periods = [period for _, period in made]
        counted = [period.moves > 0 for period in periods]
        if counted != sorted(counted, reverse=True):
            _refuse(Phrase.CONTROL_COUNT_LATE, text=self._shown)
        if any(period.kind is Kind.BYO_YOMI for period in periods[:-1]):
            _refuse(Phrase.CONTROL_BYO_YOMI, text=self._shown)
        self._within(str(len(periods)), PERIODS)
        return made

    def _made(self, chunk: _Chunk) -> list[tuple[_Item, Period]]:
        """Make the periods of a chunk."""
        *before, last = chunk.items
        if not chunk.byo_yomi:
            kind = chunk.kind if chunk.extra_s else Kind.FISCHER
            mains = [self._main_s(item, MAIN_S) for item in chunk.items]
            return [
                (item, Period(main_s, chunk.extra_s, kind, item.moves))
                for item, main_s in zip(chunk.items, mains, strict=True)
            ]
        if last.moves:
            _refuse(Phrase.CONTROL_BYO_YOMI, text=self._shown)
        counted = [(item, Period(self._main_s(item, MAIN_S), moves=item.moves)) for item in before]
        main_s = self._main_s(last, MAIN_BEFORE_BYO_YOMI_S)
        return [*counted, (last, Period(main_s, chunk.extra_s, Kind.BYO_YOMI, byo_yomi=chunk.byo_yomi))]

    def _refuse_time_of_day(self, one: _Chunk, other: _Chunk) -> None:
        """Refuse `1:30` and `40/1:30`: hours and minutes, minutes and seconds, or two periods."""
        first, second = one.items[-1], other.items[0]
        if one.extra_s or second.moves or not first.number or not second.number:
            return
        if self._scaled(first.number, MINUTE_S) > SURELY_MINUTES * MINUTE_S:  # may be seconds, but no hours
            return
        short = len(first.number) == 1 and len(second.number) == len("00") and second.number < str(MINUTE_S)
        if first.moves and not short:
            return
        parts = {"first": first.number, "second": second.number}
        found = f"{first.number}:{second.number}"
        why = sentence(Phrase.CONTROL_TIME_OF_DAY, text=self._shown, found=found, **parts)
        if second.number.strip("0"):
            why = sentence(Phrase.CONTROL_TIME_OR_PERIODS, why=why, **parts)
        raise ControlError(why)

    # Numbers

    def _main_s(self, item: _Item, limits: range) -> int:
        main_s = self._scaled(item.number, self._unit_s) if item.number else item.seconds
        if main_s in limits:
            return main_s
        in_minutes = bool(item.number) and self._unit_s == MINUTE_S
        found = f"{_quote(item.number)} min" if in_minutes else f"{_quote(str(main_s))} s"
        why = self._limit(found, f"{limits.start} s", "99:59:59")
        raise _TooLongError(why) if in_minutes and main_s else ControlError(why)

    def _within(self, number: str, limits: range, unit: str = "") -> int:
        value = self._scaled(number, 1)
        if value not in limits:
            most = f"{limits.stop - 1}{unit}"
            raise ControlError(self._limit(f"{_quote(number)}{unit}", str(limits.start), most))
        return value

    def _scaled(self, number: str, unit_s: int) -> int:
        """A number of `unit_s`, in seconds; refused if it is not a whole number of seconds."""
        whole, _, part = number.partition(".")
        if not set(part) <= _DIGITS or not whole + part:
            _refuse(Phrase.CONTROL_UNREAD, text=self._shown, found=_quote(number))
        shift: int = 10 ** len(part)
        seconds, rest = divmod(int(whole + part) * unit_s, shift)
        if rest:
            _refuse(Phrase.CONTROL_WHOLE, text=self._shown, found=_quote(number))
        return seconds

    def _limit(self, found: str, least: str, most: str) -> Sentence:
        return sentence(Phrase.CONTROL_LIMIT, text=self._shown, found=found, least=least, most=most)


def _tokens(text: str) -> list[str]:
    """Split a text into numbers, words and signs; a name of counting up is one word, even with a sign."""
    tokens: list[str] = []
    for word in text.replace("count up", COUNT_UP[0]).split():
        if word in COUNT_UP:
            tokens.append(word)
            continue
        before = ""
        for sign in word:
            same = next((each for each in (_IN_NUMBERS, _LETTERS) if sign in each), frozenset())
            if before and before in same:
                tokens[-1] += sign
            else:
                tokens.append(sign)
            before = sign
    return tokens


def _quote(text: str) -> str:
    """The text as a refusal quotes it: printable, and cut after `_SHOWN` characters."""
    safe = text if text.isprintable() else ascii(text)[1:-1]
    return safe if len(safe) <= _SHOWN else f"{safe[: _SHOWN - 3]}..."


def _refuse(phrase: Phrase, **parts: Part) -> NoReturn:
    raise ControlError(sentence(phrase, **parts))
