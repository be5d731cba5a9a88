"""English: every phrase of the board.

A sentence has no capital and no full stop, as it stands in a line with others. Braces mark the parts that are
filled in. The values of the enumerations are their English names.
"""

import chess

from jadoube.core.messages.effects import Fault, Note, Refusal
from jadoube.core.messages.lamps import LOOKS, Pattern
from jadoube.core.messages.phrases import Language, Phrase
from jadoube.core.messages.roles import Role
from jadoube.core.messages.settings import Entry, Value
from jadoube.core.rules.illegality import Kind
from jadoube.core.rules.outcome import Termination
from jadoube.core.state.control_questions import Asked
from jadoube.core.state.health import Trouble

_NAMED = (Termination, Refusal, Note, Fault, Trouble, Entry, Value, Asked, Pattern, Role)

ENGLISH = Language(
    phrases={
        Phrase.TO_MOVE: "{side} to move",
        Phrase.TO_MOVE_IN_CHECK: "{side} to move, in check",
        Phrase.CLAIMABLE: "{why}: a draw may be claimed",
        Phrase.PAUSED: "paused: play resumes",
        Phrase.STARTS_THE_CLOCK: "{side}'s lever starts the clock",
        Phrase.REED: "the reed of {square} {fault}",
        Phrase.REED_TOO: "of {square} {fault}",
        Phrase.LINE_AT: "{name} ({connector}, {wire}, pin {pin})",
        Phrase.LINE_OPEN: "{line} reads open: look for a loose wire",
        Phrase.LINE_GROUNDED: "{line} touches ground",
        Phrase.LINE_POWERED: "{line} touches 3.3 V",
        Phrase.LINE_MENDED: "{line} can be read again",
        Phrase.PRESS_REFUSED: "{side}'s press is refused: {why}",
        Phrase.VERDICT_ASKED: "illegal move by {side}? {why}",
        Phrase.VERDICT_KEYS: "arbiter: plus for a penalty, minus for none",
        Phrase.CHOOSE_PIECE: "{san}: plus and minus choose the piece, the lever or ok accepts it",
        Phrase.STILL_MATE: "{why}: can {side} still mate?",
        Phrase.SWITCHED_OFF: "switched off",
        Phrase.KINGS_SAY: "the kings on the centre say {result}",
        Phrase.SET_UP_AGAIN: "set the position up again: missing {missing}, too much {extra}",
        Phrase.SET_UP_ONE: "set up the pieces: 1 square differs from the start position",
        Phrase.SET_UP: "set up the pieces: {number} squares differ from the start position",
        Phrase.PUT_RIGHT: "{why}: {what}",
        Phrase.PUT_RIGHT_FOR: "{why}; {what}",
        Phrase.NO_LEGAL_MOVE: "no legal move",
        Phrase.TAKEN_BACK: "taken back",
        Phrase.TAKE_AWAY: "take away {squares}",
        Phrase.PUT_BACK: "put back {squares}",
        Phrase.CLOSED: "the game is closed without a result",
        Phrase.ENDED: "{result}: {why}",
        Phrase.FLAG_FELL: "{side}'s flag fell",
        Phrase.RESIGNS: "{side} resigns",
        Phrase.ILLEGAL_MOVES: "illegal moves by {side}",
        Phrase.CHECKMATED: "{side} is checkmated",
        Phrase.FLAG_SAVED: "a flag fell, but {why}",
        Phrase.RESIGNATION_SAVED: "a resignation, but {why}",
        Phrase.ILLEGAL_SAVED: "illegal moves, but {why}",
        Phrase.ONLY_KING: "the opponent has only his king",
        Phrase.CANNOT_MATE: "the opponent cannot mate",
        Phrase.WHICH: "{first} or {last}? hold back to choose",
        Phrase.TAKE_IT: "{plies}? ok takes it",
        Phrase.TAKE_INSTEAD: "instead of {ours}: {plies}? ok takes it",
        Phrase.NO_OTHER: "no other reading explains the board",
        Phrase.NO_MOVE: "no move",
        Phrase.WHICH_PIECE: "as it stands: {square} has {side}'s {piece}? ok takes it",
        Phrase.MENU: "menu: {entry}; plus and minus walk, ok enters, back leaves",
        Phrase.VALUE: "{entry}: {value}",
        Phrase.CHOOSE: "{entry}: {value}? ok takes it",
        Phrase.BY_HAND: "time control by hand: {asked}: {answer}? ok takes it",
        Phrase.BY_HAND_NUMBER: "time control by hand: {asked}: {number}, digit {digit}",
        Phrase.SURE: "{entry}? ok does it, back does not",
        Phrase.LEVER_DOES: "{entry}? {side}'s lever does it, back does not",
        Phrase.OWN_LEVER_DOES: "{entry}? the player's own lever does it, back does not",
        Phrase.NOBODY: "{entry}: nobody can now",
        Phrase.PAGE: "page {address}, PIN {pin}",
        Phrase.SWITCHES_OFF: "the board switches itself off",
        Phrase.OFFERS: "{side} offers a draw",
        Phrase.DECLINES: "{side} declines the draw",
        Phrase.CLAIMS: "{side} claims a draw: {why}",
        Phrase.CLAIMS_BY: "{side} claims a draw by {san}: {why}",
        Phrase.CLAIMS_WRONGLY: "{side} claims a draw, wrongly",
        Phrase.ILLEGAL_MOVE: "illegal move {number} by {side}: {why}",
        Phrase.NOTED: "{side}: {square} {note}",
        Phrase.ARBITER: "arbiter: {act}",
        Phrase.CLOCKS_STOPPED: "the clocks are stopped",
        Phrase.CLOCK_STARTED: "the clock is started",
        Phrase.MORE_TIME: "{time} more for {side}",
        Phrase.LESS_TIME: "{time} less for {side}",
        Phrase.PENALTY: "penalty for {side}: {amount}",
        Phrase.PENALTY_GIVEN: "penalty for {side}, counted as illegal move {number}",
        Phrase.PENALTY_REMOVED: "the last penalty for {side} is taken back",
        Phrase.NO_PENALTY: "no penalty for {side}",
        Phrase.COUNTER_SET: "the move counter is set to {move}",
        Phrase.RESTORED: "the position after ply {ply} is set up again",
        Phrase.RESULT_IS: "the result is {result}",
        Phrase.AS_IT_STANDS: "the position on the board is the game's",
        Phrase.IRREGULAR: "{san} (irregular)",
        Phrase.ROLE_MAY_NOT: "{role} may not order this; who may: {roles}",
        Phrase.IS_OVER: "the game is over",
        Phrase.FLAG_HAS_FALLEN: "a flag has fallen",
        Phrase.NOT_BEGUN: "no game has begun",
        Phrase.PLY_ENDS: "the last ply ends the game: {why}",
        Phrase.NO_OFFER: "{side} has offered no draw",
        Phrase.OFFERED_ALREADY: "{side} has offered a draw already",
        Phrase.AGREED_LATER: "a draw can be agreed after a move by each side",
        Phrase.NO_CLAIMS: "under the rules '{rules}' no draw is claimed",
        Phrase.NOT_THE_MOVE: "{side} does not have the move",
        Phrase.NO_SUCH_MOVE: "'{found}' found, expected a legal move of {side}",
        Phrase.NO_CLOCK: "there is no clock",
        Phrase.NOT_RUNNING: "no clock runs",
        Phrase.RUNS_ALREADY: "a clock runs already",
        Phrase.NOT_STANDING: "the pieces do not stand as they should",
        Phrase.VERDICT_FIRST: "the arbiter decides about {side}'s illegal move first",
        Phrase.NO_VERDICT: "no illegal move waits for a verdict",
        Phrase.NO_PENALTIES: "the rules '{rules}' have no penalty; name the seconds",
        Phrase.NOT_PENALISED: "{side} has no penalty",
        Phrase.COUNTS_UP: "{side}'s time counts up",
        Phrase.TOO_LITTLE_LEFT: "{side} has only {seconds} s left",
        Phrase.NO_SUCH_PLY: "ply {ply} found, expected 0 to {most}",
        Phrase.AT_PLY_ALREADY: "the game is at ply {ply} already",
        Phrase.STANDS_ALREADY: "the board shows the position of the game already",
        Phrase.STANDS_ASKS: "the board cannot tell the piece on {square}: add one of {answers}",
        Phrase.STANDS_EMPTY: "a piece named on {squares}, which the board shows empty",
        Phrase.STANDS_UNKNOWN: "more pieces than the game has left: name those on {squares}, such as e5=N",
        Phrase.STANDS_PAWN: "a pawn on {squares}: name the piece that stands there, such as e8=Q",
        Phrase.STANDS_KINGS: "{side} has no king, or two",
        Phrase.STANDS_PIECES: "{side} has more pieces than a set",
        Phrase.STANDS_CHECK: "{side} stands in check and {other} is to move",
        Phrase.A_CLOCK_RUNS: "a clock runs",
        Phrase.BEFORE_A_GAME: "{entry}: to be agreed on before a game",
        Phrase.NO_HINTS: "under the rules '{rules}' there are no hints",
        Phrase.NO_TAKEBACKS: "under the rules '{rules}' the players take nothing back",
        Phrase.NO_MOVE_MADE: "no move has been made",
        Phrase.NO_PROMOTION: "no promotion waits for its piece",
        Phrase.NONE_SHOWN: "no reading is shown; to be taken: {readings}",
        Phrase.NO_SUCH_READING: "'{found}' found, expected one of: {readings}",
        Phrase.NO_TIME_KEPT: "no clock",
        Phrase.EACH_HAS: "each side has {what}",
        Phrase.BOTH_HAVE: "{white} has {first}; {black} has {second}",
        Phrase.NO_LIMIT: "no limit, the time used is counted",
        Phrase.HOURGLASS_TIME: "{time}, and gets what the other side uses",
        Phrase.TIME_TO_MOVE: "{time} up to move {move}",
        Phrase.TIME_AGAIN: "{time} for every {moves} moves",
        Phrase.THEN: "{first}, then {next}",
        Phrase.THEN_AT_ZERO: "{first}, and when it is used up {next}",
        Phrase.WITH_INCREMENT: "{what}, and {seconds} s a move",
        Phrase.WITH_DELAY: "{what}, with a delay of {seconds} s a move",
        Phrase.WITH_BRONSTEIN: "{what}, and gets back up to {seconds} s of each move",
        Phrase.BYO_YOMI_PERIODS: "byo-yomi of {number} x {seconds} s",
        Phrase.CONTROL_NO_PRESET: (
            "found '{text}', expected minutes and seconds a move, such as 3+2 or 90 min + 30 s, or a preset, "
            "such as blitz 3+2"
        ),
        Phrase.CONTROL_UNREAD: (
            "{text}: found '{found}', expected minutes and seconds a move, such as 3+2 or 90 min + 30 s"
        ),
        Phrase.CONTROL_UNFINISHED: (
            "{text}: found the end, expected minutes and seconds a move, such as 3+2 or 90 min + 30 s"
        ),
        Phrase.CONTROL_TWO_READINGS: (
            "{text}: found {number} minutes or {number} seconds, "
            "expected '{minutes}' or '{seconds}' ({short})"
        ),
        Phrase.CONTROL_MOVES_OR_INCREMENT: (
            "{text}: found {first} minutes and {second} s a move, or {first} moves in {second} minutes, "
            "expected '{first}+{second}' or '{first}/{second}+0'"
        ),
        Phrase.CONTROL_MANY_MINUTES: "{text}: found {number} minutes, expected '{minutes}' if they are meant",
        Phrase.CONTROL_IN_SECONDS: "{why}; in seconds it is '{seconds}' ({short})",
        Phrase.CONTROL_TIME_OF_DAY: (
            "{text}: found {found}, expected '{first} h {second} min' or '{first} min {second} s'"
        ),
        Phrase.CONTROL_TIME_OR_PERIODS: "{why}, or for two periods '{first} min : {second} min'",
        Phrase.CONTROL_JOINED: (
            "{text}: found a period behind '+', expected a move count before it (40/90+15+30), "
            "seconds (5+3), or ':' between periods (60 min : 15 min)"
        ),
        Phrase.CONTROL_COUNT_LATE: (
            "{text}: found a move count behind a period without one, expected it before (40/120+60+30)"
        ),
        Phrase.CONTROL_BYO_YOMI: (
            "{text}: found byo-yomi with a move count or a period behind it, expected it last (40/90+10+3x30)"
        ),
        Phrase.CONTROL_HOURGLASS: (
            "{text}: found one hourglass, expected it for both sides (hourglass 5 ; hourglass 3) or neither"
        ),
        Phrase.CONTROL_LIMIT: "{text}: found {found}, expected {least} to {most}",
        Phrase.CONTROL_WHOLE: "{text}: found {found}, expected whole seconds (2.5 min is 150 s)",
    },
    reasons={
        Kind.NO_PIECE: "no piece stands on {source}",
        Kind.NOT_YOUR_TURN: "it is not {side}'s turn",
        Kind.SAME_SQUARE: "a move goes to another square",
        Kind.KING_NOT_CAPTURED: "a king is never captured",
        Kind.CASTLING_NO_ROOK: "castling: no rook stands on {square}",
        Kind.CASTLING_KING_MOVED: "castling: the king has moved",
        Kind.CASTLING_ROOK_MOVED: "castling: {men} has moved",
        Kind.CASTLING_LOST: "castling: the king or the rook has moved",
        Kind.CASTLING_BETWEEN: "castling: {men} stands between the king and the rook",
        Kind.CASTLING_OUT_OF_CHECK: "castling: the king is in check from {men}",
        Kind.CASTLING_THROUGH: "castling: the king may not cross {through}, attacked by {men}",
        Kind.CASTLING_INTO: "castling: the king may not go to {target}, attacked by {men}",
        Kind.PAWN_BACK: "a pawn does not move backwards",
        Kind.PAWN_TWO_SQUARES: "a pawn moves two squares only from where it starts",
        Kind.PAWN_STRAIGHT: "a pawn captures diagonally only, and {men} is straight ahead",
        Kind.PAWN_DIAGONAL: "a pawn moves diagonally only to capture, and {square} is empty",
        Kind.EN_PASSANT_LATE: "en passant is too late: {men} moved two squares before the last move",
        Kind.EN_PASSANT_ONE_STEP: "no en passant: {men} did not move two squares",
        Kind.EN_PASSANT_NOT_NOW: "no en passant: {men} has not just moved two squares",
        Kind.WAY: "{a_piece} does not move so",
        Kind.BLOCKED: "the path is blocked by {men}",
        Kind.OWN_PIECE: "{own_piece} stands on {square}",
        Kind.KINGS_MEET: "the king may not go next to {men}",
        Kind.KING_ATTACKED: "the king may not go to {target}, attacked by {men}",
        Kind.DOUBLE_CHECK: "double check from {men}: only the king may move",
        Kind.IN_CHECK: "the king is left in check from {men}",
        Kind.PINNED: "{the_piece} on {source} is pinned to the king by {men}",
        Kind.EN_PASSANT_UNCOVERS: "en passant would open the king to {men}",
    },
    names={each: {member: member.value for member in each} for each in _NAMED},
    lamps={lamp: look.meaning for lamp, look in LOOKS.items()},
    sides={chess.WHITE: "White", chess.BLACK: "Black"},
    a_piece={piece: f"a {chess.piece_name(piece)}" for piece in chess.PIECE_TYPES},
    the_piece={piece: f"the {chess.piece_name(piece)}" for piece in chess.PIECE_TYPES},
    own_piece={piece: f"your own {chess.piece_name(piece)}" for piece in chess.PIECE_TYPES},
    on="on",
    both=" and ",
    then="; ",
    agrees=dict.fromkeys(chess.PIECE_TYPES, ""),
)
