"""The one text of each order, and how it is read.

    resign white            draw offer black        draw accept white       draw decline white
    draw claim white        draw claim white Nf3    (with the move that the player intends)
    pause                   play
    time white +60          add or take away seconds
    time white 1:23:45      what White's clock shows from now on: hours, minutes, seconds
    moves white 23          White has made 23 moves
    period white 2          White is in the second period of the time control
    counter 41              the next move is the 41st
    restore 24              go back to the position after 24 plies; the lamps lead to it
    stands                  the position on the board is the game's; see `Stands`
    penalty white 120       two minutes for Black, by White's fault
    penalty white           the rule set's penalty for an illegal move of White
    penalty white none      takes White's last penalty back
    verdict penalty         the board asked about an illegal move: it is one
    verdict none            it is none that counts
    result 1-0              the arbiter's decision: 1-0, 0-1, 1/2-1/2 or *
    reopen                  the game that is over goes on from its end, paused
    take back               the last ply
    undo                    the last order; see `state/undo.py`
    promote knight          the piece of the waiting promotion
    alternative             show the next other reading of the board
    take        take Nf3    take the reading that is shown, or the one with this move (-- is no move)
    told 12 e7e5            the opponent from elsewhere makes this move, the game's ply of this number
    join lichess:AbCdEfGh black pgn:300+3      play this game of a server; the opponent has Black
    clocks 300000 298500 white                 what the server's clocks show, in ms, and whose runs (or none)
    shorten 24              the server's game has 24 plies only: the others were taken back
    asks back yes           the opponent asks for a takeback, or (no) does so no longer
    declined                what the player asked of the server was declined
    gone 30     here        the opponent has left, victory can be claimed in 30 s; he is back
    cut off 3   cut off     the server cannot be reached, and lacks the plies from the 3rd on, or none
    reached                 the server can be reached again
    ended 1-0 resign        the server's game has ended, for a reason in the server's word
    seek somebody           look for somebody on a server, with the time control that is chosen
    seek computer 3         the server's computer at this level;   seek again   the last opponent there
    seek off                look for nobody any more
    sought                  the program that speaks with the server looks for him
    not found no-network    nobody was found there, for this reason (`Unfound`)
    serves yes              opponents can be looked for on a server, or (no) they cannot any more
    new game                close this one
    wrong                   the board has read something wrong: mark this instant
    name white Smith, John | GM | 2500 | 1503014 | NOR   who plays White (`names.py`); `-`: unknown
    event   site   round   board, each with a text       what the game is called; `-`: unknown
    swap names              the players have the other colours
    remember Smith, John    a player whom keys can choose
    forget Smith, John
    control 3+2             agree on a time control, in minutes or by a preset's name; `-` or `none`: no clock
    rules fide              and on a rule set
    hints on                and so each setting by its name (`settings.py`)

The journal holds this text. People type the same, except for a time control: they type minutes
(`language/typed_orders.py`). The one text has seconds, after a prefix that no person types: `control
pgn:180+2`. In whose name an order is given stands before it (`roles.py`).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import chess

from jadoube.core.clock.presets import read_time_control
from jadoube.core.clock.time_control import CANONICAL, time_control_text
from jadoube.core.messages.expected import Expected, Misread
from jadoube.core.messages.names import (
    NAME_MOST,
    PLAYER_LOOKS,
    UNKNOWN,
    GameName,
    parse_game_name,
    parse_name,
    parse_player,
    player_text,
)
from jadoube.core.messages.opponents import SERVER_LEVELS, Seat, Sought, Unfound, Whom, parse_server_game
from jadoube.core.messages.orders import (
    RESULTS,
    AcceptDraw,
    Advise,
    Alternative,
    AskBack,
    Assess,
    Away,
    ChangeTime,
    Choose,
    ClaimDraw,
    CutOff,
    Decide,
    Declare,
    Declined,
    DeclineDraw,
    EndElsewhere,
    Forget,
    Hint,
    Join,
    LightSquares,
    Linking,
    NameGame,
    NamePlayer,
    Naming,
    NewGame,
    NotFound,
    OfferDraw,
    Order,
    Pardon,
    Pause,
    Penalise,
    Play,
    Promote,
    Remember,
    Reopen,
    Resign,
    Restore,
    SeatProgram,
    Seeking,
    SeekOpponent,
    Serve,
    SetClocks,
    SetCounter,
    SetMoves,
    SetPeriod,
    SetTime,
    Shorten,
    Stands,
    StopSeeking,
    SwapNames,
    Take,
    TakeBack,
    TakeUp,
    Tell,
    Undo,
    WriteText,
    Wrong,
)
from jadoube.core.messages.settings import SETTINGS, Setting, Value
from jadoube.core.rules.game_line import PROMOTIONS
from jadoube.core.squares import names

SECONDS_MOST = 24 * 3600 - 1
"""The longest correction of a clock: under a day."""

MOVES_MOST = 9999
"""The highest move number: the longest possible game has under 9,000 moves."""

SAN_MOST = 10
"""The most letters of a move: Qa1xb2+ has 7, and two more may rate it."""

CONTROL_WORDS = 4
"""The most words of a time control in an order's one text: `two stages by zero`, `pgn:300 ; 60+1`."""

PERIODS_MOST = 99
"""The highest number of a period: a last one that repeats has new numbers."""


def order_text(order: Order) -> str:  # noqa: C901, PLR0911, PLR0912 - a row for each order
    """Return the one text of an order."""
    match order:
        case Pause() | Play() | Reopen() | TakeBack() | Undo() | Alternative() | NewGame() | Wrong() | Hint():
            return _PLAIN[type(order)]
        case Resign(side):
            return f"resign {_side_name(side)}"
        case OfferDraw(side) | AcceptDraw(side) | DeclineDraw(side):
            return f"draw {_ABOUT_DRAWS[type(order)]} {_side_name(side)}"
        case ClaimDraw(side, san):
            return f"draw claim {_side_name(side)} {san}".rstrip()
        case ChangeTime(side, seconds):
            return f"time {_side_name(side)} {seconds:+}"
        case SetTime(side, seconds):
            return f"time {_side_name(side)} {clock_time(seconds)}"
        case SetMoves(side, number):
            return f"moves {_side_name(side)} {number}"
        case SetPeriod(side, number):
            return f"period {_side_name(side)} {number}"
        case SetCounter(move):
            return f"counter {move}"
        case Restore(ply):
            return f"restore {ply}"
        case Stands(side, pieces):
            return " ".join(("stands", *_stands_words(side, pieces)))
        case Penalise() | Pardon() | Decide() | Declare():
            return _judgement_text(order)
        case Promote() | Take() | Advise() | Assess():
            return _move_text(order)
        case Tell() | Join() | SetClocks() | Shorten() | EndElsewhere():
            return _told_text(order)
        case AskBack() | Declined() | Away() | CutOff():
            return _people_text(order)
        case SeekOpponent() | StopSeeking() | TakeUp() | NotFound() | Serve():
            return _seeking_text(order)
        case LightSquares() | WriteText() | SeatProgram():
            return _linking_text(order)
        case NamePlayer() | NameGame() | SwapNames() | Remember() | Forget():
            return _naming_text(order)
        case Choose(setting, value):
            return f"{setting} {CANONICAL if setting == CONTROL else ''}{value}"


def _move_text(order: Promote | Take | Advise | Assess) -> str:
    match order:
        case Promote(piece):
            return f"promote {chess.piece_name(piece)}"
        case Take(san):
            return f"take {san}".rstrip()
        case Advise(ply, move):
            return f"advise {ply} {move}".rstrip()
        case Assess(ply, better):
            return f"assess {ply} {better}".rstrip()


def _told_text(order: Tell | Join | SetClocks | Shorten | EndElsewhere) -> str:
    match order:
        case Tell(ply, move):
            return f"told {ply} {move}"
        case Join(game, side, control):
            return f"join {game} {_side_name(side)} {CANONICAL}{control}"
        case SetClocks(white_ms, black_ms, running):
            return f"clocks {white_ms} {black_ms} {NOBODYS if running is None else _side_name(running)}"
        case Shorten(ply):
            return f"shorten {ply}"
        case EndElsewhere(result, status):
            return f"ended {result} {status}"


def _people_text(order: AskBack | Declined | Away | CutOff) -> str:
    match order:
        case AskBack(asks):
            return f"asks back {'yes' if asks else 'no'}"
        case Declined():
            return "declined"
        case Away(seconds):
            return "here" if seconds is None else f"gone {seconds}"
        case CutOff(ply):
            return "reached" if ply is None else f"cut off {ply or ''}".rstrip()


def _seeking_text(order: Seeking) -> str:
    match order:
        case SeekOpponent(sought):
            return f"seek {sought.text}"
        case StopSeeking() | TakeUp():
            return _PLAIN[type(order)]
        case NotFound(why):
            return f"not found {why.text}"
        case Serve(serves):
            return f"serves {'yes' if serves else 'no'}"


def _linking_text(order: Linking) -> str:
    match order:
        case LightSquares(lit):
            return f"lights {' '.join(names(lit)) or OFF}"
        case WriteText(text):
            return f"writes {text or OFF}"
        case SeatProgram(seat):
            return f"program {seat}"


def _naming_text(order: Naming) -> str:
    match order:
        case NamePlayer(side, player):
            return f"name {_side_name(side)} {player_text(player)}"
        case NameGame(what, text):
            return f"{what} {text or UNKNOWN}"
        case SwapNames():
            return _PLAIN[SwapNames]
        case Remember(player):
            return f"remember {player_text(player)}"
        case Forget(name):
            return f"forget {name}"


def _judgement_text(order: Penalise | Pardon | Decide | Declare) -> str:
    match order:
        case Declare(result):
            return f"result {result}"
        case Penalise(side, None):
            return f"penalty {_side_name(side)}"
        case Penalise(side, seconds):
            return f"penalty {_side_name(side)} {seconds}"
        case Pardon(side):
            return f"penalty {_side_name(side)} {NO_PENALTY}"
        case Decide(penalty):
            return f"verdict {PENALTY if penalty else NO_PENALTY}"


def parse_order(text: str) -> Order:
    """Read an order's one text, as in journals and transcripts: a time control is in seconds.

    Older texts have no prefix before the control; they are read as they were meant. A ValueError says what
    was found and what was expected.
    """
    words = text.split()
    two = " ".join(words[:2])
    verb = two if two in _FORMS or words[:1] == ["draw"] else " ".join(words[:1])
    form = _FORMS.get(verb)
    if form is None:
        raise Misread(verb, Expected.ONE_OF, choices=", ".join(_FORMS))
    arguments = words[len(verb.split()) :]
    if len(arguments) not in form.counts:
        raise Misread(text.strip(), Expected.AS_HERE, looks=form.looks)
    return form.make(*arguments)


@dataclass(frozen=True, slots=True)
class _Form:
    """The text of an order: the allowed numbers of words after its verb, an example, and its constructor."""

    counts: tuple[int, ...]
    looks: str
    make: Callable[..., Order]


def _parse_side(word: str) -> chess.Color:
    if word not in chess.COLOR_NAMES:
        raise Misread(word, Expected.SIDE)
    return word == chess.COLOR_NAMES[chess.WHITE]


def _parse_number(word: str, least: int, most: int) -> int:
    digits = word.removeprefix("-") if least < 0 else word
    digits = digits.removeprefix("+") if least < 0 and digits == word else digits
    if not (digits.isascii() and digits.isdigit()) or len(digits) > len(str(most)):
        raise Misread(word, Expected.NUMBER, least=least, most=most)
    number = -int(digits) if word.startswith("-") else int(digits)
    if not least <= number <= most:
        raise Misread(word, Expected.NUMBER, least=least, most=most)
    return number


def clock_time(seconds: int) -> str:
    """A time in hours, minutes and seconds: 5025 is `1:23:45`."""
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def _parse_time_order(side_name: str, word: str) -> ChangeTime | SetTime:
    """Read `+60` as a change and `1:23:45` as the time itself; what may be either or neither is refused."""
    side = _parse_side(side_name)
    if ":" in word:
        return SetTime(side, _parse_clock_time(word))
    seconds = _parse_number(word, -SECONDS_MOST, SECONDS_MOST)
    if word[0] not in "+-":
        raise Misread(word, Expected.MORE_OR_SHOWN, more=f"+{word}", shown=clock_time(seconds))
    return ChangeTime(side, seconds)


def _parse_clock_time(word: str) -> int:
    """Read hours, minutes and seconds; two numbers alone may be hours and minutes, or minutes and seconds."""
    fields, seconds = word.split(":"), 0
    match fields:
        case [_, _] if _is_clock_time(fields):
            raise Misread(word, Expected.MINUTES_OR_HOURS, minutes=f"0:{word:0>5}", hours=f"{word}:00")
        case [hours, minutes, rest] if _is_clock_time(fields):
            seconds = int(hours) * 3600 + int(minutes) * 60 + int(rest)
    if not 0 < seconds <= SECONDS_MOST:
        raise Misread(word, Expected.TIME, least=clock_time(1), most=clock_time(SECONDS_MOST))
    return seconds


def _is_clock_time(fields: list[str]) -> bool:
    """Whether these are numbers of one or two digits, and two each behind the first, below 60."""
    digits = all(field.isascii() and field.isdigit() and len(field) in _DIGITS for field in fields)
    return digits and all(len(field) == _DIGITS[-1] and int(field) < 60 for field in fields[1:])


def _parse_san(word: str) -> str:
    """Return the word if it can be a move, legal or not; it must not break a line of the journal."""
    if len(word) > SAN_MOST or not (word.isascii() and word.isprintable()):
        raise Misread(word, Expected.MOVE, looks="Nf3")
    return word


def _parse_uci(word: str) -> str:
    """Return the word if it names two squares and perhaps a promotion piece; the move may be illegal."""
    squares = word[:2] in chess.SQUARE_NAMES and word[2:4] in chess.SQUARE_NAMES
    if not squares or word[4:] not in ("", *_PROMOTED):
        raise Misread(word, Expected.MOVE, looks="e7e5, e7e8q")
    return word


def _parse_penalty(side: str, what: str = "") -> Penalise | Pardon:
    if what == NO_PENALTY:
        return Pardon(_parse_side(side))
    return Penalise(_parse_side(side), _parse_number(what, 1, SECONDS_MOST) if what else None)


def _parse_verdict(word: str) -> Decide:
    if word not in (PENALTY, NO_PENALTY):
        raise Misread(word, Expected.ONE_OF, choices=f"{PENALTY}, {NO_PENALTY}")
    return Decide(word == PENALTY)


def _read_result(word: str) -> str:
    if word not in RESULTS:
        raise Misread(word, Expected.ONE_OF, choices=", ".join(RESULTS))
    return word


def _parse_join(game: str, side: str, control: str) -> Join:
    return Join(parse_server_game(game), _parse_side(side), _parse_control(control))


def _parse_clocks(white: str, black: str, running: str) -> SetClocks:
    white_ms, black_ms = (_parse_number(word, 0, SECONDS_MOST * 1000) for word in (white, black))
    return SetClocks(white_ms, black_ms, None if running == NOBODYS else _parse_side(running))


def _parse_yes(word: str) -> bool:
    if word not in ("yes", "no"):
        raise Misread(word, Expected.YES_OR_NO)
    return word == "yes"


def _parse_seek(word: str, level: str = "") -> SeekOpponent | StopSeeking:
    if word == Whom.COMPUTER:
        return SeekOpponent(
            Sought(Whom.COMPUTER, _parse_number(level, SERVER_LEVELS.start, SERVER_LEVELS.stop - 1))
        )
    if word not in _SOUGHT or level:
        raise Misread(
            f"{word} {level}".rstrip(), Expected.ONE_OF, choices=", ".join((*_SOUGHT, "computer 3"))
        )
    return StopSeeking() if word == _NOBODY_SOUGHT else SeekOpponent(Sought(Whom(word)))


def _parse_unfound(word: str) -> NotFound:
    reasons = {why.text: why for why in Unfound}
    if word not in reasons:
        raise Misread(word, Expected.ONE_OF, choices=", ".join(reasons))
    return NotFound(reasons[word])


def _parse_lights(*words: str) -> LightSquares:
    if words == (OFF,):
        return LightSquares(0)
    lit = 0
    for word in words:
        if word not in chess.SQUARE_NAMES:
            raise Misread(word, Expected.SQUARES)
        lit |= chess.BB_SQUARES[chess.parse_square(word)]
    return LightSquares(lit)


def _parse_written(*words: str) -> WriteText:
    text = " ".join(words)
    if len(text) > WRITTEN_MOST:
        raise Misread(text, Expected.CHARACTERS, most=WRITTEN_MOST)
    if not (text.isascii() and text.isprintable()):
        raise Misread(text, Expected.ON_A_FACE)
    return WriteText("" if text == OFF else text)


def _parse_seat(word: str) -> SeatProgram:
    if word not in tuple(Seat):
        raise Misread(word, Expected.ONE_OF, choices=", ".join(Seat))
    return SeatProgram(Seat(word))


def _parse_status(word: str) -> str:
    """Return the server's word for an end; the words are the server's, and new ones may come."""
    if not (word.isascii() and word.isalpha()) or len(word) > _STATUS_MOST:
        raise Misread(word, Expected.WORD)
    return word


def _stands_words(side: chess.Color | None, pieces: tuple[tuple[chess.Square, str], ...]) -> list[str]:
    named = [f"{chess.SQUARE_NAMES[square]}={letter}" for square, letter in sorted(pieces)]
    return named if side is None else [_side_name(side), *named]


def _parse_stands(*words: str) -> Stands:
    sides = [word for word in words if "=" not in word]
    pieces: dict[chess.Square, str] = {}
    for word in words:
        square, _, letter = word.partition("=")
        if word in sides:
            continue
        if square not in chess.SQUARE_NAMES or letter not in _PIECES or not letter:
            raise Misread(word, Expected.PIECE_OF_SQUARE)
        if chess.parse_square(square) in pieces:
            raise Misread(f"{square} {square}", Expected.EACH_SQUARE_ONCE)
        pieces[chess.parse_square(square)] = letter
    if len(sides) > 1:
        raise Misread(" ".join(sides), Expected.ONE_SIDE)
    return Stands(_parse_side(sides[0]) if sides else None, tuple(sorted(pieces.items())))


def _parse_naming(side: str, *words: str) -> NamePlayer:
    return NamePlayer(_parse_side(side), parse_player(" ".join(words)))


def _parse_remember(*words: str) -> Remember:
    player = parse_player(" ".join(words))
    if not player.name:
        raise Misread(UNKNOWN, Expected.PLAYER, looks=PLAYER_LOOKS)
    return Remember(player)


def _parse_forget(*words: str) -> Forget:
    name = parse_name(" ".join(words))
    if not name:
        raise Misread(UNKNOWN, Expected.REMEMBERED)
    return Forget(name)


def _game_name_form(what: GameName) -> _Form:
    """The form of an event, a site, a round or a board: one text, or `-`."""
    return _Form(
        _WORDS, f"{what} TEXT", lambda *words: NameGame(what, parse_game_name(what, " ".join(words)))
    )


def _parse_piece(word: str) -> Promote:
    pieces = {chess.piece_name(piece): piece for piece in PROMOTIONS}
    if word not in pieces:
        raise Misread(word, Expected.ONE_OF, choices=", ".join(pieces))
    return Promote(pieces[word])


def _parse_control(text: str) -> str:
    """Return the one text of a control: in seconds, or a preset's name."""
    control = text.removeprefix(CANONICAL)
    return time_control_text(None if control == Value.NONE else read_time_control(control))


def _helping_form(verb: str, make: Callable[[int, str], Order]) -> _Form:
    """The form of an adviser's answer: a ply, and a move or none."""

    def read(ply: str, move: str = "") -> Order:
        return make(_parse_number(ply, 1, 2 * MOVES_MOST), _parse_uci(move) if move else "")

    return _Form((1, 2), f"{verb} 12 [e7e5]", read)


def _make_reader(*values: str) -> Callable[[str], str]:
    def read(word: str) -> str:
        if word not in values:
            raise Misread(word, Expected.ONE_OF, choices=", ".join(values))
        return word

    return read


def _setting_form(name: str, setting: Setting) -> _Form:
    """The form of a setting: its name and its value; a time control may have several words."""
    choices = setting.choices
    most, read = (1, _make_reader(*choices)) if choices else (CONTROL_WORDS, _parse_control)
    return _Form(
        tuple(range(1, most + 1)),
        f"{name} {setting.example}",
        lambda *value: Choose(name, read(" ".join(value))),
    )


def _side_name(side: chess.Color) -> str:
    return chess.COLOR_NAMES[side]


CONTROL = "control"
PENALTY, NO_PENALTY = "penalty", "none"
OFF: Final = "off"
"""No square is lit, or nothing is written."""

WRITTEN_MOST: Final = 16
"""Characters of a program's text: a DGT 3000 shows eight, and a ply in long notation has nine."""

NOBODYS: Final = "none"
"""Stands for no side where a side whose clock runs may stand."""

_NOBODY_SOUGHT: Final = "off"
_SOUGHT: Final = (Whom.SOMEBODY, Whom.AGAIN, _NOBODY_SOUGHT)

_STATUS_MOST: Final = 32
"""Letters of a server's word for an end: Lichess' longest has 25."""

_DIGITS = (1, 2)
"""How many digits a number of a clock's time may have."""

_PIECES = "PNBRQKpnbrqk"

_PROMOTED = "qrbn"

_ABOUT_DRAWS: Final[dict[type[Order], str]] = {
    OfferDraw: "offer",
    AcceptDraw: "accept",
    DeclineDraw: "decline",
}
"""What a player says of a draw."""

_PLAIN: dict[type[Order], str] = {
    Pause: "pause",
    Play: "play",
    Reopen: "reopen",
    TakeBack: "take back",
    Undo: "undo",
    Hint: "hint",
    Alternative: "alternative",
    NewGame: "new game",
    Wrong: "wrong",
    SwapNames: "swap names",
    StopSeeking: "seek off",
    TakeUp: "sought",
}
"""The orders of which there is one only."""

_WORDS = tuple(range(1, NAME_MOST))
"""How many words a name may have: with its parts less than so many, or it is too long."""

_FORMS: dict[str, _Form] = {
    "resign": _Form((1,), "resign white", lambda side: Resign(_parse_side(side))),
    "draw offer": _Form((1,), "draw offer white", lambda side: OfferDraw(_parse_side(side))),
    "draw accept": _Form((1,), "draw accept white", lambda side: AcceptDraw(_parse_side(side))),
    "draw decline": _Form((1,), "draw decline white", lambda side: DeclineDraw(_parse_side(side))),
    "draw claim": _Form(
        (1, 2), "draw claim white [MOVE]", lambda side, san="": ClaimDraw(_parse_side(side), _parse_san(san))
    ),
    "time": _Form((2,), "time white +60 or time white 1:23:45", _parse_time_order),
    "moves": _Form(
        (2,), "moves white 23", lambda side, n: SetMoves(_parse_side(side), _parse_number(n, 0, MOVES_MOST))
    ),
    "period": _Form(
        (2,),
        "period white 2",
        lambda side, n: SetPeriod(_parse_side(side), _parse_number(n, 1, PERIODS_MOST)),
    ),
    "counter": _Form((1,), "counter 41", lambda move: SetCounter(_parse_number(move, 1, MOVES_MOST))),
    "restore": _Form((1,), "restore 24", lambda ply: Restore(_parse_number(ply, 0, 2 * MOVES_MOST))),
    "stands": _Form(tuple(range(len(chess.SQUARES) + 2)), "stands [SIDE] [SQUARE=PIECE ...]", _parse_stands),
    "penalty": _Form((1, 2), "penalty white [SECONDS or none]", _parse_penalty),
    "verdict": _Form((1,), "verdict penalty", _parse_verdict),
    "result": _Form((1,), "result 1-0", lambda word: Declare(_read_result(word))),
    "promote": _Form((1,), "promote knight", _parse_piece),
    "told": _Form(
        (2,), "told 12 e7e5", lambda ply, move: Tell(_parse_number(ply, 1, 2 * MOVES_MOST), _parse_uci(move))
    ),
    "join": _Form((3,), "join lichess:AbCdEfGh black pgn:300+3", _parse_join),
    "clocks": _Form((3,), "clocks 300000 298500 white", _parse_clocks),
    "shorten": _Form((1,), "shorten 24", lambda ply: Shorten(_parse_number(ply, 0, 2 * MOVES_MOST))),
    "asks back": _Form((1,), "asks back yes", lambda word: AskBack(_parse_yes(word))),
    "declined": _Form((0,), "declined", Declined),
    "gone": _Form((1,), "gone 30", lambda seconds: Away(_parse_number(seconds, 0, SECONDS_MOST))),
    "here": _Form((0,), "here", lambda: Away(None)),
    "cut off": _Form((0, 1), "cut off 3", lambda ply="0": CutOff(_parse_number(ply, 0, 2 * MOVES_MOST))),
    "reached": _Form((0,), "reached", lambda: CutOff(None)),
    "ended": _Form(
        (2,), "ended 1-0 resign", lambda word, why: EndElsewhere(_read_result(word), _parse_status(why))
    ),
    "seek": _Form((1, 2), "seek somebody", _parse_seek),
    "not found": _Form((1,), "not found no-network", _parse_unfound),
    "serves": _Form((1,), "serves yes", lambda word: Serve(_parse_yes(word))),
    "lights": _Form(tuple(range(1, 65)), "lights e2 e4", _parse_lights),
    "writes": _Form(tuple(range(1, WRITTEN_MOST)), "writes TEXT", _parse_written),
    "program": _Form((1,), "program black", _parse_seat),
    "advise": _helping_form("advise", Advise),
    "assess": _helping_form("assess", Assess),
    "take": _Form((0, 1), "take [MOVE]", lambda san="": Take(_parse_san(san))),
    "name": _Form(_WORDS[1:], f"name white {PLAYER_LOOKS}", _parse_naming),
    "remember": _Form(_WORDS, f"remember {PLAYER_LOOKS}", _parse_remember),
    "forget": _Form(_WORDS, "forget NAME", _parse_forget),
    **{str(what): _game_name_form(what) for what in GameName},
    **{text: _Form((0,), text, make) for make, text in _PLAIN.items() if make is not StopSeeking},
    **{name: _setting_form(name, setting) for name, setting in SETTINGS.items()},
}
