"""English: every phrase of the board.

A sentence has no capital and no full stop, as it stands in a line with others. Braces mark the parts that are
filled in. The values of the enumerations are their English names.
"""

import chess

from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.core.messages.effects import Fault, Note, Refusal
from jadoube.core.messages.expected import Expected
from jadoube.core.messages.lamps import LOOKS, Pattern
from jadoube.core.messages.opponents import Unfound, Wish
from jadoube.core.messages.phrases import Language, Phrase
from jadoube.core.messages.roles import Role
from jadoube.core.messages.settings import Entry, Value
from jadoube.core.rules.illegality import Kind
from jadoube.core.rules.outcome import Termination
from jadoube.core.state.announced.health import Trouble
from jadoube.core.state.panel.control_questions import Asked

_NAMED = (Termination, Refusal, Note, Fault, Trouble, Entry, Value, Asked, Pattern, Role, Unfound, Wish)

ENGLISH = Language(
    phrases={
        Phrase.TO_MOVE: "{side} to move",
        Phrase.TO_MOVE_IN_CHECK: "{side} to move, in check",
        Phrase.CLAIMABLE: "{why}: a draw may be claimed",
        Phrase.PAUSED: "paused: play resumes",
        Phrase.PAUSED_BY: "paused by {who}: play resumes",
        Phrase.PAUSED_FOR_ARBITER: "paused by {who}, to call the arbiter: play resumes",
        Phrase.A_PLAYER: "a player",
        Phrase.STARTS_THE_CLOCK: "{side}'s lever starts the clock",
        Phrase.LIES_TURNED: "the board lies turned: White sits at the eighth rank",
        Phrase.REED: "the reed of {square} {fault}",
        Phrase.REED_TOO: "of {square} {fault}",
        Phrase.LINE_AT: "{name} ({connector}, {wire}, pin {pin})",
        Phrase.LINE_OPEN: "{line} reads open: look for a loose wire",
        Phrase.LINE_GROUNDED: "{line} touches ground",
        Phrase.LINE_POWERED: "{line} touches 3.3 V",
        Phrase.LINE_MENDED: "{line} can be read again",
        Phrase.CHATTERS: "chattering, and not believed: {contacts}; look for a loose joint",
        Phrase.LEVER_OF: "{side}'s lever",
        Phrase.SO_MANY_MORE: "{number} more",
        Phrase.PRESS_REFUSED: "{side}'s press is refused: {why}",
        Phrase.VERDICT_ASKED: "illegal move by {side}? {why}",
        Phrase.VERDICT_KEYS: "arbiter: plus for a penalty, minus for none",
        Phrase.CHOOSE_PIECE: "{san}: plus and minus choose the piece, the lever or ok accepts it",
        Phrase.MAKE_MOVE: "{side} plays {san}: make this move",
        Phrase.WISHED: "asked of the server: {wish}",
        Phrase.ASKS_BACK: "{side} asks for a takeback: back grants it",
        Phrase.HAS_LEFT: "{side} has left the game",
        Phrase.CUT_OFF: "Lichess cannot be reached; its clocks run on",
        Phrase.NOT_SENT: "{san} has not reached Lichess yet; {side}'s clock runs there",
        Phrase.SEEK_ASKED: "Lichess is asked for {whom}; back ends it",
        Phrase.SEEKS: "looking on Lichess for {whom}; back ends it",
        Phrase.WHOM_SOMEBODY: "somebody",
        Phrase.WHOM_COMPUTER: "the computer, level {level}",
        Phrase.WHOM_AGAIN: "the last opponent again",
        Phrase.WHOM_AT: "{whom}, {control}",
        Phrase.NOT_FOUND: "nobody was found: {why}",
        Phrase.WITHOUT_CLOCK: "without a clock",
        Phrase.SEND_WHICH: "{played} or {others}? ok takes the first, hold back to choose",
        Phrase.THINKS: "{side} is thinking",
        Phrase.ADVICE_ASKED: "looking for a good move",
        Phrase.ADVICE: "a good move: {san}",
        Phrase.NO_ADVICE: "no hint: no chess engine answers; on Debian it is the package stockfish",
        Phrase.BLUNDER: "{san} is a blunder, better was {better}",
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
        Phrase.AS_ON_SERVER: "as on the server",
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
        Phrase.TAKE_BACK_PROPOSED: "take back {plies}? {what}; a lever or ok: no",
        Phrase.TAKE_INSTEAD: "instead of {ours}: {plies}? ok takes it",
        Phrase.NO_OTHER: "no other reading explains the board",
        Phrase.NOTHING_TO_UNDO: "nothing to undo: that lasts five seconds, or until something else happens",
        Phrase.MARKED_WRONG: "that was wrong: noted at ply {ply}, {time}",
        Phrase.NO_MOVE: "no move",
        Phrase.WHICH_PIECE: "as it stands: {square} has {side}'s {piece}? ok takes it",
        Phrase.MENU: "menu: {entry}; plus and minus walk, ok enters, back leaves",
        Phrase.VALUE: "{entry}: {value}",
        Phrase.CHOOSE: "{entry}: {value}? ok takes it",
        Phrase.BY_HAND: "time control by hand: {asked}: {answer}? ok takes it",
        Phrase.BY_HAND_NUMBER: "time control by hand: {asked}: {number}, digit {digit}",
        Phrase.SET_NUMBER: "{entry}: {number}, digit {digit}",
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
        Phrase.NOT_MADE: "{side}: {san} was announced and not made",
        Phrase.ARBITER: "arbiter: {act}",
        Phrase.CLOCKS_STOPPED: "the clocks are stopped",
        Phrase.CLOCK_STARTED: "the clock is started",
        Phrase.TIME_SET: "{side}'s time is set to {time}",
        Phrase.MOVES_SET: "{side}'s number of moves is set to {moves}",
        Phrase.PERIOD_SET: "{side} is in period {period}",
        Phrase.MORE_TIME: "{time} more for {side}",
        Phrase.LESS_TIME: "{time} less for {side}",
        Phrase.PENALTY: "penalty for {side}: {amount}",
        Phrase.PENALTY_GIVEN: "penalty for {side}, counted as illegal move {number}",
        Phrase.PENALTY_REMOVED: "the last penalty for {side} is taken back",
        Phrase.NO_PENALTY: "no penalty for {side}",
        Phrase.COUNTER_SET: "the move counter is set to {move}",
        Phrase.RESTORED: "the position after ply {ply} is set up again",
        Phrase.RESULT_IS: "the result is {result}",
        Phrase.REOPENED: "the game is reopened",
        Phrase.AS_IT_STANDS: "the position on the board is the game's",
        Phrase.IRREGULAR: "{san} (irregular)",
        Phrase.PLAYS: "{side}: {name}",
        Phrase.EVENT_IS: "event: {name}",
        Phrase.SITE_IS: "site: {name}",
        Phrase.ROUND_IS: "round: {name}",
        Phrase.BOARD_IS: "board: {name}",
        Phrase.NAMES_SWAPPED: "the players have the other colours",
        Phrase.REMEMBERED: "remembered: {name}",
        Phrase.FORGOTTEN: "the player is forgotten",
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
        Phrase.IN_THE_HAND: "{side} has lifted the piece of {squares}, and cannot claim on this move",
        Phrase.NO_SUCH_MOVE: "'{found}' found, expected a legal move of {side}",
        Phrase.NO_CLOCK: "there is no clock",
        Phrase.NOT_RUNNING: "no clock runs",
        Phrase.RUNS_ALREADY: "a clock runs already",
        Phrase.WITHIN_DELAY: "that is no more than {side}'s delay",
        Phrase.NO_SUCH_PERIOD: "{side} has no such period: the last is {most}",
        Phrase.IN_PERIOD_ALREADY: "{side} is in period {period} already",
        Phrase.TIME_IS_UP: "{side}'s time is used up: set it first",
        Phrase.NOTHING_TO_REOPEN: "no game has ended",
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
        Phrase.FAIR_PLAY: "no help in a game against people on a server",
        Phrase.SERVER_KEEPS: "a server keeps this game and its clocks",
        Phrase.GAME_ON_BOARD: "a game is on the board, or its pieces are not set up",
        Phrase.NOT_SERVED: "no account of Lichess is connected",
        Phrase.NOT_SOUGHT: "nobody is looked for",
        Phrase.NOTHING_AGAIN: "no game on Lichess is over here",
        Phrase.TOO_QUICK: (
            "Lichess lets boards play strangers from 8 minutes a side on, and its computer from 3; "
            "whole minutes, with or without seconds a move"
        ),
        Phrase.PRESS_IS_OPEN: "a press is being judged",
        Phrase.NO_SERVER_GAME: "no game on a server is played here",
        Phrase.NO_TAKEBACKS: "under the rules '{rules}' the players take nothing back",
        Phrase.NO_MOVE_MADE: "no move has been made",
        Phrase.NO_PROMOTION: "no promotion waits for its piece",
        Phrase.NONE_SHOWN: "no reading is shown; to be taken: {readings}",
        Phrase.NO_SUCH_READING: "'{found}' found, expected one of: {readings}",
        Phrase.NO_OPPONENT: "no side is played from elsewhere",
        Phrase.TOLD_ALREADY: "{side} has told a move already",
        Phrase.TELL_PLY: "{side} cannot tell ply {ply} now; the next that it tells is ply {next}",
        Phrase.NO_ADVICE_ASKED: "no hint is asked for ply {ply}",
        Phrase.NOT_TO_ASSESS: "ply {ply} is not to be assessed",
        Phrase.ENGINE_PLAYS: "an engine plays {side}, no program on a link",
        Phrase.NOT_AS_EXPECTED: "'{found}' found, expected {expected}",
        EdgePhrase.BOARD_SILENT: "the board does not answer",
        EdgePhrase.BOARD_LACKS_GAME: "the board has no such game",
        EdgePhrase.BOARD_ID_TWICE: "another machine publishes as board {board}, expected an id for each",
        EdgePhrase.BROKER_TAKES_NOT: "the broker does not take what is published ({what}): check its rights",
        EdgePhrase.BROKER_GIVES_NOT: "the broker does not give what is asked for ({what}): check its rights",
        EdgePhrase.COMMAND_LATE: "it came too late, and was not carried out",
        EdgePhrase.NAME_NOT_TAKEN: "the board does not take a player's name of the seating",
        Phrase.NOTHING_FOUND: "nothing found, expected {expected}",
        Phrase.CLOCK_RUNS: "{side}'s clock runs",
        Phrase.OFFER_ENDED: "{side}'s draw offer has ended",
        Phrase.NEW_GAME: "a new game begins",
        Phrase.MOVE_TAKEN_BACK: "{san} is taken back",
        Phrase.MOVE_IS_NOW: "the move is now {san}",
        Phrase.UNDONE: "the last order is undone",
        Phrase.CLOCKS_AS_ON_SERVER: "the clocks are as on the server",
        Phrase.JOINED: "the game on the server is played here",
        Phrase.SERVED: "opponents can be looked for on Lichess",
        Phrase.SEEK_ENDED: "nobody is looked for any more",
        Phrase.ASKS_NO_MORE: "{side} no longer asks for a takeback",
        Phrase.IS_BACK: "{side} is back",
        Phrase.REACHED: "Lichess is reached again",
        Phrase.WISH_DECLINED: "declined: {wish}",
        Phrase.POINTED_AT: "the program points at {squares}",
        Phrase.NOTHING_POINTED_AT: "the program points at nothing",
        Phrase.PROGRAM_WRITES: "the program writes: {text}",
        Phrase.NOTHING_WRITTEN: "the program writes nothing",
        Phrase.ARBITER_WRITES: "the arbiter writes: {text}",
        Phrase.ARBITER_WRITES_NOTHING: "the arbiter writes nothing",
        Phrase.PROGRAM_PLAYS: "the program on the link plays {side}",
        Phrase.PROGRAM_LEAVES: "the program on the link plays no side",
        **{expected: expected.value for expected in Expected},
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
        # The edges: pages, archive, Lichess
        EdgePhrase.BODY_LATE: "the body did not come",
        EdgePhrase.BODY_OF_ANOTHER_TYPE: "{found} found, expected application/json",
        EdgePhrase.BODY_OF_ANOTHER_SHAPE: "expected {shape} and nothing else",
        EdgePhrase.BODY_TOO_LONG: "more than 4 kB found",
        EdgePhrase.FILE_TOO_LONG: "more than 2 MB found, send a part",
        EdgePhrase.ANOTHER_FILE_IS_READ: "another file is being read, try again",
        EdgePhrase.BOARD_AWAY: "the board does not answer; its page tries again",
        EdgePhrase.TOO_MANY_REQUESTS: "too many requests from this address",
        EdgePhrase.NO_GAME_HERE: "there is no game at this address",
        EdgePhrase.NOT_ANALYSED: "this game is not analysed yet",
        EdgePhrase.EXPECTED_AT_MOST: "{found} found, expected {expected} at most",
        EdgePhrase.READABLE_BY_OTHERS: (
            "this connection can be read by others on the network: type the token on the board's "
            "machine, `sudo jadoube token set`, or open this page through an SSH tunnel, `ssh -L "
            "8064:127.0.0.1:8064 USER@BOARD`, at http://localhost:8064/"
        ),
        EdgePhrase.LIVE_IS_OFF: "this board shows no live games: live.enabled is false",
        EdgePhrase.LIVE_NOTHING: "nothing is shown there yet",
        EdgePhrase.LIVE_AWAY: "the live games cannot be read now",
        EdgePhrase.NOT_ASCII: "{name}: a byte over 0x7f found, expected ASCII",
        EdgePhrase.A_WEBSOCKET: "a WebSocket is here",
        EdgePhrase.EXPECTED_DELTAS: "expected ?deltas=1, or nothing",
        EdgePhrase.EXPECTED_CONTROL: "expected ?text=3%2B2",
        EdgePhrase.TOO_MANY_LOOK: "too many look already",
        EdgePhrase.TOO_MANY_LOOK_FROM_HERE: "too many look from this address",
        EdgePhrase.WRONG_PINS: "too many wrong PINs, wait {seconds} s",
        EdgePhrase.NOT_THE_PIN: "this is not the PIN",
        EdgePhrase.CODE_IS_VOID: "this code is used or too old: have another one shown",
        EdgePhrase.NO_SUCH_PHONE: "no device with this number may act: its right has ended already",
        EdgePhrase.ANOTHERS_ROLE: "this is another role's than this device's: the PIN opens all of them",
        EdgePhrase.NOT_THE_DESK: "the desk is for its own machine; the board's page is at /companion",
        EdgePhrase.PIN_FIRST: "the PIN has to be said first",
        EdgePhrase.FROM_ELSEWHERE: "a page or name from elsewhere, expected the board's own address",
        EdgePhrase.OUR_FAULT: "the board's own fault; its log says more",
        EdgePhrase.NOTHING_HERE: "there is nothing at this path",
        EdgePhrase.ANOTHER_METHOD: "this path has another method",
        EdgePhrase.REQUEST_REFUSED: "the request is refused: {status}",
        EdgePhrase.LIBRARY_AWAY: "the library does not answer; the game goes on without it",
        EdgePhrase.BOARD_FORGETS: (
            "The board forgets the name in its files within minutes; in its last two games, also in "
            "the live folder and the broadcast, once others follow. A pairing list with the name was "
            "removed."
        ),
        EdgePhrase.BOARD_CANNOT_FORGET: (
            "Forgotten in the archive. The board does not answer, and its files have the name still: "
            "`sudo jadoube games forget NAME` finishes it."
        ),
        EdgePhrase.NO_POWER: "the board has no power",
        EdgePhrase.IS_SWITCHED_OFF: "the board is switched off",
        EdgePhrase.TOO_MANY_PAGES: "too many pages already",
        EdgePhrase.SHARE_A_PART: (
            "Lichess takes legal play only: plies {first} to {last} of {total}, as the game has an "
            "irregular one. The PGN has them all."
        ),
        EdgePhrase.SHARE_THE_FIRST: "Lichess imports the first {most} plies of {total}.",
        EdgePhrase.SHARE_NOTHING: "No move has been played yet.",
        EdgePhrase.SHARE_NO_NETWORK: (
            "No code can lead to the game, as the board is on no network: download the PGN."
        ),
        EdgePhrase.NOT_HERE: "the board has nothing for that",
        EdgePhrase.A_FAULT: "a fault in the program; the log has it",
        EdgePhrase.NO_QUESTION: "{problem}",
        EdgePhrase.CANNOT_BE_USED: "{problem}",
        EdgePhrase.AT_PLACE: "{place}: {problem}",
        EdgePhrase.SYSTEM_SAYS: "{problem}",
        EdgePhrase.DISK_FULL: "no space left on the disk",
        EdgePhrase.QUOTA_FULL: "no space left for this user",
        EdgePhrase.READ_ONLY: "may not be written",
        EdgePhrase.NO_PERMISSION: "permission denied",
        EdgePhrase.NOT_PERMITTED: "operation not permitted",
        EdgePhrase.NO_SUCH_FILE: "no such file or directory",
        EdgePhrase.NO_DIRECTORY: "not a directory",
        EdgePhrase.A_DIRECTORY: "is a directory",
        EdgePhrase.DISK_BROKEN: "the disk does not read or write",
        EdgePhrase.IN_USE: "in use by another program",
        EdgePhrase.CANNOT_OPEN: "cannot be opened",
        EdgePhrase.IN_USE_BY_JADOUBE: "{folder} is in use by another jadoube",
        EdgePhrase.FOUND_EXPECTED: "{found} found, expected {expected}",
        EdgePhrase.NO_PAIRING: "nothing in it can be read as a pairing",
        EdgePhrase.IN_LINE: "line {line}: {problem}",
        EdgePhrase.LIST_SIZE: "{count} bytes",
        EdgePhrase.LIST_WORKBOOK: "a workbook",
        EdgePhrase.LIST_GAME: "a game with {tags}",
        EdgePhrase.LIST_GAME_BARE: "a game with no tag",
        EdgePhrase.LIST_AND: "{one} and {other}",
        EdgePhrase.LIST_PLAYER: "player {number}",
        EdgePhrase.LIST_PAIRING: "pairing {number}",
        EdgePhrase.LIST_TWICE: "{name} twice",
        EdgePhrase.LIST_MORE: "{count} more",
        EdgePhrase.LIST_START: "start number {number}",
        EdgePhrase.LIST_OPPONENT: "round {round}: opponent {number}",
        EdgePhrase.LIST_COLOURS: "round {round}: the colours '{one}' and '{other}'",
        EdgePhrase.LIST_ROUND: "round {round}: {text}",
        EdgePhrase.ARCHIVE_DAMAGED: (
            "damaged, expected a sound archive; `jadoube games rebuild` makes it anew from the journals"
        ),
        EdgePhrase.ARCHIVE_DAMAGED_SO: "damaged ({found}), expected a sound archive",
        EdgePhrase.ARCHIVE_DISK_FULL: (
            "no space left on the disk, expected room for the change; it was not made, nothing is lost"
        ),
        EdgePhrase.ARCHIVE_READ_ONLY: (
            "may not be written, expected an archive of this user; nothing was changed"
        ),
        EdgePhrase.ARCHIVE_IN_USE: (
            "in use by another program for too long, expected that it ends; nothing was changed"
        ),
        EdgePhrase.ARCHIVE_CANNOT_OPEN: (
            "cannot be opened, expected an archive or a folder that may be written"
        ),
        EdgePhrase.ARCHIVE_DISK_BROKEN: (
            "the disk does not read or write, expected one that works; the change was not made"
        ),
        EdgePhrase.ARCHIVE_A_FOLDER: "a folder found, expected an archive",
        EdgePhrase.ARCHIVE_NOT_OPENED: "{problem}, expected an archive",
        EdgePhrase.ARCHIVE_NO_GAME: (
            "no such game found, expected the number, the id, or the beginning of the id of one"
        ),
        EdgePhrase.ARCHIVE_NO_PLAYER: (
            "no game of this player found, expected a name as `jadoube games list` shows it"
        ),
        EdgePhrase.ARCHIVE_MISSING: (
            "no such file found, expected an archive; `jadoube games rebuild` makes one"
        ),
        EdgePhrase.ARCHIVE_EMPTY: (
            "an empty file found, expected an archive; `jadoube games rebuild` makes one"
        ),
        EdgePhrase.ARCHIVE_OF_VERSION: (
            "version {version} found, expected {expected}; any change of it brings it to that"
        ),
        EdgePhrase.ARCHIVE_FOREIGN: "a database of another program found, expected an archive of games",
        EdgePhrase.ARCHIVE_TOO_NEW: (
            "an archive of version {version} found, expected version {expected} or older"
        ),
        EdgePhrase.ARCHIVE_GAME: "game {name}",
        EdgePhrase.ARCHIVE_PLAYER: "player {name}",
        EdgePhrase.GAME_WITHOUT_MOVE: "no move found, expected a game with one",
        EdgePhrase.GAME_EMPTY: "no tag and no move found, expected a game",
        EdgePhrase.GAME_NOT_LEGAL: "'{found}' at ply {ply} found, expected a legal move",
        EdgePhrase.GAME_UNREADABLE: "{problem} at ply {ply}, expected a legal move or position",
        EdgePhrase.GAME_TOO_LONG: "a game of over {most} MiB found, expected games of at most that",
        EdgePhrase.GAME_VARIANT: "the variant '{variant}' found, expected a game of chess",
        EdgePhrase.GAMES_BINARY: "binary data found, expected PGN",
        EdgePhrase.GAMES_ENDLESS: "an endless line found, expected PGN",
        EdgePhrase.GAMES_NOT_ONE: "{count} games found, expected one",
        EdgePhrase.TOKEN_NOTHING: (
            "nothing found, expected 1 to 512 letters, digits or _, as Lichess shows a token"
        ),
        EdgePhrase.TOKEN_CHARACTERS: (
            "{count} characters found, expected 1 to 512 letters, digits or _, as Lichess shows a token"
        ),
        EdgePhrase.TOKEN_STRANGE: (
            "{count} characters, not all of them letters, digits or _, found, expected 1 to 512 "
            "letters, digits or _, as Lichess shows a token"
        ),
        EdgePhrase.CORRECT_NO_PLY: "there is no ply {ply}: the game has {count}",
        EdgePhrase.CORRECT_IRREGULAR: (
            "ply {ply} is no legal move: the pieces were put so, and it cannot be corrected"
        ),
        EdgePhrase.CORRECT_NOT_LEGAL: "{where} {found} is no legal move there",
        EdgePhrase.ANALYSIS_BROKEN: "the analysis broke off",
        EdgePhrase.ANALYSIS_BROKEN_BY: "{problem}",
        EdgePhrase.ANALYSIS_WHILE_PLAYED: "this game is still played; it can be analysed when it is over",
        EdgePhrase.ANALYSIS_AGAINST_PEOPLE: (
            "the board plays against people elsewhere; no game is analysed before that one is over"
        ),
        EdgePhrase.ANALYSIS_NO_ENGINE: (
            "no chess engine is installed; on the board's machine: sudo apt install {package}"
        ),
        EdgePhrase.ANALYSIS_OF_ANOTHER: (
            "another game is being analysed ({done} of {of} positions), one at a time"
        ),
        EdgePhrase.PICTURE_STRANGER: "something stands here that is not in the position",
        EdgePhrase.PICTURE_UNPLUGGED: "face unplugged",
        EdgePhrase.PICTURE_CLOCK_RUNS: "clock runs",
        EdgePhrase.PICTURE_PAUSED: "paused",
        EdgePhrase.FEN_TOO_LONG: "{found} letters in the FEN found, expected {most} at most",
        EdgePhrase.FEN_FIELDS: "{found} fields in the FEN found, expected 6 (or 4, without the counters)",
        EdgePhrase.FEN_CASTLING: "castling {found} found, expected letters of KQkq in that order, or -",
        EdgePhrase.FEN_UNREAD: "{problem}",
        EdgePhrase.FEN_FAULTS: "{faults} found, expected a position of standard chess",
        EdgePhrase.FEN_NO_PIECES: "no pieces",
        EdgePhrase.FEN_NO_WHITE_KING: "no white king",
        EdgePhrase.FEN_NO_BLACK_KING: "no black king",
        EdgePhrase.FEN_KINGS: "too many kings",
        EdgePhrase.FEN_WHITE_PAWNS: "more than 8 white pawns",
        EdgePhrase.FEN_BLACK_PAWNS: "more than 8 black pawns",
        EdgePhrase.FEN_WHITE_PIECES: "more than 16 white pieces",
        EdgePhrase.FEN_BLACK_PIECES: "more than 16 black pieces",
        EdgePhrase.FEN_PAWN_ON_BACKRANK: "a pawn on the first or last rank",
        EdgePhrase.FEN_CASTLING_RIGHTS: "a castling right without king and rook on their squares",
        EdgePhrase.FEN_EN_PASSANT: "an en passant square that no pawn has just crossed",
        EdgePhrase.FEN_OPPOSITE_CHECK: "a check against the side that has just moved",
        EdgePhrase.FEN_CHECKERS: "more checks than one move can give",
        EdgePhrase.FEN_IMPOSSIBLE_CHECK: "a check that no move can give",
        EdgePhrase.FEN_PIECES: "pieces",
        EdgePhrase.PGN_NO_GAME: "no game found in it, expected PGN",
        EdgePhrase.PGN_NO_SUCH_GAME: "game {number} asked for, expected 1 to {count}",
        EdgePhrase.PGN_NOT_LEGAL: "game {number} cannot be played: '{found}' is no legal move there",
        EdgePhrase.PGN_CANNOT_BE_PLAYED: "this game cannot be played: {problem}",
        EdgePhrase.DESK_NOT_FREE: "the pieces are being moved by a hand: take over first",
        EdgePhrase.DESK_NOTHING_PLAYED: "nothing is being played",
        EdgePhrase.DESK_HELD_ALREADY: "{button} is held down already",
        EdgePhrase.DESK_NOT_HELD: "{button} is not held down",
        EdgePhrase.DESK_NO_PIECE: "there is no piece {number}, only 0 to {most}",
        EdgePhrase.DESK_IN_THE_AIR: "this piece is in the air",
        EdgePhrase.DESK_STANDS: "this piece stands on the board or the table",
        EdgePhrase.DESK_IN_A_HAND: "this piece is in another hand",
        EdgePhrase.DESK_ONE_OF: "'{found}' found, expected one of: {choices}",
        EdgePhrase.BROADCAST_NO_TOKEN: (
            "No Lichess token is stored. Create one on Lichess with the scopes study:read and "
            "study:write, and enter it."
        ),
        EdgePhrase.BROADCAST_WRONG_TOKEN: (
            "Lichess does not accept the token: it was revoked or mistyped. Enter a new one; nothing "
            "is sent until then."
        ),
        EdgePhrase.BROADCAST_WRONG_SCOPE: (
            "The token lacks a scope: it needs study:read and study:write. Enter a new one; nothing "
            "is sent until then."
        ),
        EdgePhrase.BROADCAST_FORBIDDEN: (
            "This Lichess account may not write to the round. Choose a round of this account, or be "
            "invited to it."
        ),
        EdgePhrase.BROADCAST_NO_ROUND: (
            "Lichess does not know the round: it was deleted, or the id is wrong. Choose a round."
        ),
        EdgePhrase.BROADCAST_SOURCE_URL: (
            "The round takes its games from a source URL and accepts none from the board. On Lichess, "
            "set the source of the round to push, then choose the round again."
        ),
        EdgePhrase.BROADCAST_TOO_MANY: (
            "Lichess has received too many requests from this account or address. The board waits, "
            "then sends the newest state."
        ),
        EdgePhrase.BROADCAST_NOT_REACHED: (
            "Lichess cannot be reached. The board tries again; the games are kept."
        ),
        EdgePhrase.BROADCAST_NOT_CERTIFIED: (
            "The connection to Lichess is not secure: the certificate is not valid. Is the date of "
            "the board right? Does the network ask for a login?"
        ),
        EdgePhrase.BROADCAST_NO_ANSWER: (
            "Lichess does not answer in time. The board sends the newest state again."
        ),
        EdgePhrase.BROADCAST_NOT_UNDERSTOOD: (
            "Lichess, or something on the way to it, gave an answer that is none. The board tries again."
        ),
        EdgePhrase.BROADCAST_SERVER_TROUBLE: (
            "Lichess has a problem of its own. The board tries again; the games are kept."
        ),
        EdgePhrase.BROADCAST_LEFT_OVER: (
            "This part of the game was taken back. Lichess keeps its board; only a reset of the round "
            "removes it."
        ),
        EdgePhrase.BROADCAST_NO_SUCH_ROUND: "A round's id has 8 letters or digits.",
        EdgePhrase.BROADCAST_BAD_DELAY: "A delay is from 0 to 240 minutes, or from 0 to 100 plies.",
        EdgePhrase.BROADCAST_BAD_PARTS: 'The parts of a game are "boards" or "legal".',
        EdgePhrase.BROADCAST_STORED_BADLY: "The stored token is not used: {problem}",
        EdgePhrase.BROADCAST_REFUSED: "Lichess refuses this game: {said}. It is sent again when it changes.",
        EdgePhrase.BROADCAST_ROUND_REFUSED: (
            "Lichess refuses games for this round: {said}. Choose a round to try again."
        ),
        EdgePhrase.BROADCAST_SHOWS_MORE: (
            "Lichess still shows {plies} plies that were taken back, until the next ply is played; it "
            "never removes plies."
        ),
        EdgePhrase.PLAY_NO_TOKEN: (
            "No Lichess token is stored. Create one on Lichess with the scope board:play, and enter it."
        ),
        EdgePhrase.PLAY_WRONG_TOKEN: (
            "Lichess does not accept the token: it was revoked or mistyped. Enter a new one."
        ),
        EdgePhrase.PLAY_WRONG_SCOPE: "The token lacks the scope board:play. Enter a new one.",
        EdgePhrase.PLAY_NO_NETWORK: (
            "Lichess cannot be reached. The game is kept, and goes on when the network is back; the "
            "clock at Lichess runs on."
        ),
        EdgePhrase.PLAY_SILENT: "Lichess is silent; the connection is made anew. The game is kept.",
        EdgePhrase.PLAY_NOT_UNDERSTOOD: (
            "Lichess sent something that is not understood. The game is read again."
        ),
        EdgePhrase.PLAY_TOO_MANY: (
            "Lichess has received too many requests from this account or address. The board waits a minute."
        ),
        EdgePhrase.PLAY_CONTRADICTION: (
            "Board and Lichess have different moves. Lichess is right: set the board back to the "
            "position that it shows."
        ),
        EdgePhrase.PLAY_NOT_PLAYABLE: (
            "This game has other rules, another starting position or days for a move; the board plays "
            "standard chess in one go only. Play it on Lichess, or abort it."
        ),
        EdgePhrase.PLAY_TOO_FAST_SEEK: (
            "Lichess allows boards only slower games against random opponents: minutes and 40 times "
            "the increment must make at least 8 minutes, such as 10+0 or 5+5."
        ),
        EdgePhrase.PLAY_TOO_FAST: (
            "Lichess allows boards no game this fast: time and 40 times the increment must make at "
            "least 3 minutes, such as 3+0 or 2+2."
        ),
        EdgePhrase.PLAY_BAD_CONTROL: (
            "Lichess takes 0 to 180 whole minutes and an increment of 0 to 60 seconds."
        ),
        EdgePhrase.PLAY_NO_MAIN_TIME: (
            "The board plays no game that begins without time: choose at least 1 minute."
        ),
        EdgePhrase.PLAY_BAD_LEVEL: "The level of Lichess' computer is from 1 to 8.",
        EdgePhrase.PLAY_BAD_NAME: "A Lichess name has letters, digits, _ and -, up to 30.",
        EdgePhrase.PLAY_BAD_ID: "A Lichess id has letters and digits.",
        EdgePhrase.PLAY_BAD_CHAT: "A line of chat has 1 to 140 characters.",
        EdgePhrase.PLAY_NO_GAME: "No game is played over Lichess.",
        EdgePhrase.PLAY_PLAYING: "A game over Lichess is being played. End it first.",
        EdgePhrase.PLAY_UNKNOWN_GAME: (
            "Lichess does not know the game on the board, or it is another account's. With that "
            "account's token it goes on."
        ),
        EdgePhrase.PLAY_NO_REMATCH: (
            "This game cannot be asked for again: the board challenges people with a clock of whole "
            "minutes only."
        ),
        EdgePhrase.PLAY_SEARCH_LOST: (
            "The connection was lost, and with it the search for an opponent. Begin it again."
        ),
        EdgePhrase.PLAY_NOT_ACCEPTED: "The challenge was not accepted.",
        EdgePhrase.PLAY_REFUSED: "Lichess refuses: {said}.",
        EdgePhrase.PLAY_BOARD_REFUSES: "The board cannot follow the game at Lichess: {said}.",
        EdgePhrase.HALL_BOARD_LOST: "Board {board} was lost: nothing is heard of it.",
        EdgePhrase.HALL_BOARD_BACK: "Board {board} is back.",
        EdgePhrase.HALL_BOARD_OFF: "Board {board} was switched off.",
        EdgePhrase.HALL_TWO_MACHINES: "Two machines say that they are board {board}: switch one of them off.",
        EdgePhrase.HALL_EXCHANGED: "Board {board} was exchanged: another machine is there now.",
        EdgePhrase.HALL_CLOCK_WRONG: (
            "The date of board {board} is wrong by {minutes} minutes; nothing depends on it."
        ),
        EdgePhrase.HALL_DATE_WRONG: (
            "The date of the hall's computer seems wrong: most boards agree on one that differs by "
            "{minutes} minutes. Set it right before the next list is read."
        ),
        EdgePhrase.HALL_WENT_BACK: (
            "Board {board} published an older state of its game ({seq} after {last}): it was "
            "dropped, and the whole game is asked for."
        ),
        EdgePhrase.HALL_UNREADABLE: "What board {board} published cannot be read ({kind}): {problem}.",
        EdgePhrase.HALL_ANOTHERS_GAME: (
            "Board {board} says that game {game} of board {other} is its own: what it says is kept apart."
        ),
        EdgePhrase.HALL_PAIRING_MOVED: (
            "Pairing {number} went on at board {board} instead of {old}: both parts of its game are kept."
        ),
        EdgePhrase.HALL_GAME_IN_PARTS: (
            "The game of pairing {number} goes on in another one: {games} are kept, and belong together."
        ),
        EdgePhrase.HALL_NUMBER_TWICE: (
            "The list has board {number} twice: the second pairing is {other} here."
        ),
        EdgePhrase.HALL_PLAYER_TWICE: (
            "Round {round} of the list has {player} twice: at board {number} and at board {other}."
        ),
        EdgePhrase.HALL_ROUND_UNSAID: (
            "Pairings of the list that name no round: {count}, taken as of round {round}."
        ),
        EdgePhrase.HALL_ANOTHER_EVENT: (
            "The list is of another event, {event}, and rounds of {old} have games or results. Have {event} "
            "in its place? What was played stays, for jadoube hall export --event."
        ),
        EdgePhrase.HALL_EVENT_LEFT: (
            "The list is of another event: {event} is in the place of {old}. Rounds with games or results "
            "stay for jadoube hall export --event: {rounds}."
        ),
        EdgePhrase.HALL_EVENT_NEXT: "The list is of another event: {event} is in the place of {old}.",
        EdgePhrase.HALL_NO_EVENT: "There is no event {event} here, expected one of {events}.",
        EdgePhrase.HALL_OTHERS: (
            "Round {round} has other players now than before, pairings {numbers}: games and results of those "
            "before do not count for them."
        ),
        EdgePhrase.HALL_CORRECTED: (
            "Round {round} has corrected names, pairings {numbers}: their games and results stay."
        ),
        EdgePhrase.HALL_OTHER_RESULTS: (
            "The list of round {round} gives other results than before, pairings {numbers}: those of the "
            "list count."
        ),
        EdgePhrase.HALL_LIST_DIFFERS: (
            "The list of round {round} gives other results than count here, pairings {numbers}: those of the "
            "games stay, and what an arbiter has said of them. Choose the right ones under Round."
        ),
        EdgePhrase.HALL_GAMES_DIFFER: (
            "The list of round {round} gives pairings {numbers} the games of their boards, with other "
            "results than were given: those of the games count. Choose the right ones under Round."
        ),
        EdgePhrase.HALL_GAME_ENDED: (
            "The game of pairing {number} has ended, {result}, and the board has begun another one. Choose "
            "its result under Round."
        ),
        EdgePhrase.HALL_FORFEITS: (
            "The list of round {round} has forfeits, pairings {numbers}: they are taken as results like "
            "others, and no file says that these games were not played."
        ),
        EdgePhrase.HALL_GONE: (
            "The list of round {round} has pairings {numbers} no more: their games and results come back "
            "with a list that has their players."
        ),
        EdgePhrase.HALL_TAKES_AWAY: (
            "The list takes games or results from round {round}, which is played: pairings {numbers}. Take "
            "it all the same? They come back with a list that has their players."
        ),
        EdgePhrase.HALL_TAKES_BOARD: (
            "Board {board} plays pairing {number}, {pair}, whose game has begun and has no result. Take it "
            "from them for pairing {other}, {others}?"
        ),
        EdgePhrase.HALL_AGAIN: (
            "Round {rounds} of {event} was begun on an earlier day, and the list does not say all of "
            "its results. Does it begin anew, as of {anew}? What was played stays, for jadoube hall "
            "export --event. Or does the same round go on?"
        ),
        EdgePhrase.HALL_AGAIN_OR_NEXT: (
            "The list names no round. Is it round {following}? Round {rounds} of {event} was begun on an "
            "earlier day: does it begin anew, as of {anew}? What was played stays, for jadoube hall export "
            "--event. Or does the same round go on?"
        ),
        EdgePhrase.HALL_NEXT: (
            "The list of {event} names no round. Is it round {following}? Or round {round} all the same? "
            "From that it takes the games and results of these pairings: {numbers}."
        ),
        EdgePhrase.HALL_PLAYED_AGAIN: (
            "Board {board} plays pairing {number}, whose game has ended already: this one does not "
            "count. If it is of another day, read its list again, with another event."
        ),
        EdgePhrase.HALL_PLAYED_AFTER_ALL: (
            "Board {board} plays pairing {number}, which has the result {result} without a move: this game "
            "does not count. If it should, take the result back at the board or under Round."
        ),
        EdgePhrase.HALL_PLAYED_BESIDE: (
            "Board {board} plays another game of pairing {number}. The one before has {plies} plies and no "
            "result, and counts as long as it is longer: enter its result."
        ),
        EdgePhrase.HALL_TAKEN_AWAY: (
            "Board {board}, from which pairing {number} was taken, says {result}: that does not "
            "count, the game goes on at {other}."
        ),
        EdgePhrase.HALL_TAKEN_FROM_ALL: (
            "Board {board}, from which pairing {number} was taken, says {result}: that does not "
            "count. Give the board back, or enter the result."
        ),
        EdgePhrase.HALL_NOT_ITS_BOARD: (
            "Board {board} brings a game of the players of pairing {number}, which board {own} plays: it "
            "does not count. If they have played there, give it that board."
        ),
        EdgePhrase.HALL_BOARD_OF_OTHERS: (
            "Board {board} plays {white} - {black}, and pairing {number} has other players: the game does "
            "not count for it. Send the seatings, or correct the list, or the names at the board."
        ),
        EdgePhrase.HALL_BOARD_OF_NONE: (
            "Board {board} plays {white} - {black}, and no pairing of round {round} has them: the game is "
            "kept, and counts once a list has them."
        ),
        EdgePhrase.HALL_BOARD_OF_EVENT: (
            "Board {board} plays a game of {event}, not of {own}: it is kept, and counts for no pairing here."
        ),
        EdgePhrase.HALL_ROUND_TOO_LONG: (
            "Round {round} has {boards} boards: that is too much for other hall programs, which are not told "
            "of it."
        ),
        EdgePhrase.HALL_CLAIMED_TWICE: "Boards {board} and {other} both say that they play pairing {number}.",
        EdgePhrase.HALL_BROKER_AWAY: (
            "The broker is away ({problem}). The boards play on, and are shown again when it is back."
        ),
        EdgePhrase.HALL_ANOTHER_HOLDS: (
            "Hall program {holder} names games and sends them on; this one keeps and shows all the same."
        ),
        EdgePhrase.HALL_NOT_WRITTEN: (
            "The games cannot be written now: {problem}. They are kept in memory, and written later."
        ),
        EdgePhrase.HALL_NOT_READ: (
            "Games cannot be read from the hall's file now: {problem}. Those that are played go on."
        ),
        EdgePhrase.HALL_FILE_GONE: (
            "The hall's file {file} was removed or emptied while the hall runs: nothing is written any "
            "more. Save results and games from the page before you start the hall anew."
        ),
        EdgePhrase.HALL_FILE_DAMAGED: (
            "The hall's file was damaged, and is kept as {aside}. A new one begins: the round that is "
            "played and games come back from broker and boards. For other rounds, read the list of "
            "pairings again."
        ),
        EdgePhrase.HALL_FILE_NEW: (
            "The hall's file {file} was gone or empty. A new one begins: the round that is played and "
            "games come back from broker and boards. For other rounds, read the list of pairings again."
        ),
        EdgePhrase.HALL_NOT_SHOWN: "Live folder or broadcast cannot be written: {problem}. Tried again soon.",
        EdgePhrase.HALL_NOT_AT_LICHESS: "Lichess does not get all games: {problem}",
        EdgePhrase.HALL_NO_LICHESS_ROUND: (
            "Round {round} is not sent to Lichess: no round of Lichess was named for it."
        ),
        EdgePhrase.HALL_LICHESS_MOST: (
            "The round has {boards} boards. Lichess takes {most} in a round; the others are not shown there."
        ),
        EdgePhrase.HALL_LICHESS_TAKEN: (
            "Round {round} is sent to {lichess} on Lichess. Name another one, or stop sending round {round} "
            "first."
        ),
        EdgePhrase.HALL_NO_ROUND: "There is no round {round} here, expected one of {rounds}.",
        EdgePhrase.HALL_NO_ROUND_CHOSEN: "No round is chosen.",
        EdgePhrase.HALL_NO_NUMBER: "This round has no pairing {number}.",
        EdgePhrase.HALL_ANOTHER_PAIRING: (
            "Nothing was done: the round that is played now has no such pairing. Look at it again."
        ),
        EdgePhrase.HALL_ANOTHER_ROUND: (
            "Nothing was done: round {round} of {event} is not played now. Look at the round again."
        ),
        EdgePhrase.HALL_OTHER_ROUNDS: (
            "Nothing was done: the rounds that can be chosen are now those of {event}. Look at them again."
        ),
        EdgePhrase.HALL_NO_BOARD: "No board {board} is known here.",
        EdgePhrase.HALL_NOT_SEATED: (
            "Not started: the board shows a game of round {round}, table {number}. Send the seatings."
        ),
        EdgePhrase.HALL_NOT_TOLD: (
            "Not started: nobody was told to sit here for pairing {number}. Send the seatings."
        ),
        EdgePhrase.HALL_HAS_RESULT: "Not started: pairing {number} has a result already, {result}.",
        EdgePhrase.HALL_OTHER_CONTROL: (
            "Not started: the board has the time control {found}, and was told {control}. Send the seatings."
        ),
        EdgePhrase.HALL_CONTROL_STAYS: (
            "Not started: its clock has begun with the time control {found}, not {control}, and keeps it. "
            "Set its times, then start its clocks alone."
        ),
        EdgePhrase.HALL_KEEPS_CONTROL: (
            "Its clock has begun with the time control {found} and keeps it; {control} was sent."
        ),
        EdgePhrase.HALL_STILL_PLAYS: (
            "Not started: the board still plays round {round}, table {number}. It takes its seating when "
            "that game is over."
        ),
        EdgePhrase.HALL_PLAYS_UNSAID: (
            "Not started: the board still plays a game that says no round, such as an analysis. Have the "
            "pieces set up, or that game ended: then the board takes its seating."
        ),
        EdgePhrase.HALL_SHOWS_UNSAID: (
            "Not started: the board shows a game that says no round. Send the seatings."
        ),
        EdgePhrase.HALL_OVER: "The game is over.",
        EdgePhrase.HALL_NO_BROKER: "Nothing was done: the broker is away.",
        EdgePhrase.HALL_NOWHERE: "No board plays these pairings: {numbers}.",
        EdgePhrase.HALL_ACTS_LOST: (
            "Another hall program has published the round meanwhile. This was done here and is not in it: "
            "{acts}. Do again what is to hold."
        ),
        EdgePhrase.HALL_NO_LEASE: "Another hall program has not let go in time. Try again.",
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
