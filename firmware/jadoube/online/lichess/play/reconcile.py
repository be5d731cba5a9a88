"""What board and server have to be told, so that they have one game.

The law:

- **The server is right.** What it has and the board lacks is told to the board, one ply at a time; what it
  has no more is taken away from the board. The board's player's plies that it lacks are sent.
- It looks at how both stand, never at what has changed: called again, it says again what is still to be done.
  A ply that is sent is not sent a second time before the game, read again from its beginning, lacks it.
- A command is sent once for each time that the board asks for it. One whose end nobody knows stops all
  others until the game was read again.
- **A ply that the server took away is never sent back**, although the board still has it: it remembers what
  the server had, until the board has followed.

It refuses to know sockets and clocks: instants are arguments, and who asks carries out what it says.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import chess

from jadoube.local.desk_lines import Words
from jadoube.online.lichess.answers import Answer, Answered, NotSent, error_text
from jadoube.online.lichess.play import words
from jadoube.online.lichess.play.server_game import Gone, ServerGame, is_id, turn_at

CUT_OFF_MS: Final = 3000
"""When people are told that the server is not reached, or lacks a ply: a guess; most plies take 0.3 s."""

SHOWS_MS: Final = 5000
"""A ply that was taken shows in the game within this, else the game is read again: a guess."""

MOVE: Final = "move"
LICHESS: Final = "lichess:"
"""With this begins what the board calls a game of Lichess."""


class BoardGame(NamedTuple):
    """What the board says of a game that is played at a server."""

    game: str = ""
    """`lichess:AbCdEfGh`, nothing if no game of a server is on the board."""
    side: chess.Color = chess.BLACK
    """The side of the opponent, who plays at the server."""
    moves: tuple[str, ...] = ()
    """The plies that stand and that the opponent may know, in UCI."""
    told: str = ""
    """The opponent's move that a hand is to make."""
    offer: chess.Color | None = None
    """Who offers a draw on the board."""
    accepts_draw: bool = False
    resigned: bool = False
    asks_back: bool = False
    """The player asks for a takeback, or agrees to the one that the opponent asks for."""
    opponent_asks_back: bool = False
    cut_off: int | None = None
    """The first ply that the server lacks, 0: none, as far as the board knows; None: it is reached."""
    claims: str = ""
    """`draw` or nothing."""
    result: str = ""
    """Nothing while the game runs."""


class Command(NamedTuple):
    """What Lichess is to do in the game: `move`, `draw/yes`, `takeback/no`, `resign` .."""

    kind: str
    move: str = ""
    ply: int = 0


class Order(NamedTuple):
    """An order for the board; `about` and `value` are what it makes known there."""

    text: str
    about: str = ""
    value: object = None

    @property
    def meaning(self) -> object:
        """The same for orders that say the same, whatever a clock shows by now."""
        return (self.about, self.value) if self.about else self.text


class Plan(NamedTuple):
    """What is to be done, the most urgent first."""

    orders: tuple[Order, ...] = ()
    commands: tuple[Command, ...] = ()


class Reconciler:
    """Holds the newest of both sides of one game, and what was said and sent."""

    def __init__(self) -> None:
        self.board = BoardGame()
        self.server: ServerGame | None = None
        self.trouble: Words | None = None
        """What people should know."""
        self.needed = 0
        """The number of the first look of the whole game that ends the last doubt; 0 without doubt."""
        self.reached = True
        """Whether the server can be heard and asked now."""
        self.failures = 0
        """How many commands in a row have failed."""
        self._troubled_ms: int | None = None  # since when it is not reached, or lacks a ply
        self._begun = 0  # how many looks of the whole game have begun
        self._looked = 0  # the newest of them that has come
        self._heard: tuple[str, ...] = ()  # what the server had; shorter only when the board has followed
        self._doing: Command | None = None
        self._played: Command | None = None  # a ply that was sent, and does not show yet
        self._played_ms: int | None = None  # when it was taken
        self._played_from = 0  # the number of the first look that shows it if it was taken
        self._done: set[str] = set()  # commands that are asked for, and have had their answer
        self._obeyed: set[str] = set()  # orders since the board last said how it stands
        self._known: dict[str, object] = {}  # what the board was told, beside its game
        self._our_offer_showed = self._our_ask_showed = False
        self._refused: set[str] = set()  # of the commands that are done, those that Lichess has refused

    # How both stand

    def board_is(self, board: BoardGame) -> None:
        """The board stands like this now. Tell each state: one that is left out may be a takeback."""
        if board.game != self.board.game:
            self._known.clear()
            self._done.clear()
        self.board = board
        self._obeyed.clear()
        if board.offer == board.side:
            self._known["offer shown"] = True
        if board.opponent_asks_back:
            self._known["asks shown"] = True
        self._settle()

    def begin_look(self) -> int:
        """The whole game is asked for from now on; return the number of this look."""
        self._begun += 1
        return self._begun

    def server_is(self, game: ServerGame, look: int = 0) -> None:
        """Lichess tells this now; `look` is the number of the look that it is the first message of."""
        before = self.server
        if before is None or before.game_id != game.game_id:
            self._forget()
        elif len(game.moves) < len(before.moves):
            self._done.add("takeback/yes")  # it has had its effect; the board may not have followed yet
            self._our_ask_showed = False
        self.server = game
        self._looked = max(self._looked, look)
        self._look_for_played(game, look)
        self._our_offer_showed |= game.side in game.offers_draw
        self._our_ask_showed |= game.side in game.asks_back
        self._settle()
        if not game.playable:
            self.trouble = None if game.over else words.NOT_PLAYABLE
        elif look and not self.in_doubt and self.trouble != words.CONTRADICTION:
            self.trouble = None

    def _look_for_played(self, game: ServerGame, look: int) -> None:
        """A ply that was sent shows; or it was not taken, or was taken away again."""
        played = self._played
        if played and game.moves[played.ply - 1 : played.ply] == (played.move,):
            self._played = self._played_ms = None
            self.failures, self.trouble = 0, None
        elif played and self._doing is None and look >= self._played_from:
            if self._played_ms is not None:
                self._heard = (*game.moves[: played.ply - 1], played.move)
            self._played = self._played_ms = None

    def _forget(self) -> None:
        self._heard, self._doing, self._played, self._played_ms = (), None, None, None
        self._known.clear()
        self._done.clear()
        self._refused.clear()
        self._our_offer_showed = self._our_ask_showed = False
        self.trouble, self.needed = None, 0

    def _settle(self) -> None:
        """Remember what the server has, unless the board still has what it has no more.

        And forget that a command has had its answer as soon as the board asks for it no more.
        """
        game = self.server
        if game is None:
            return
        if not self._is_dead():
            self._heard = game.moves
        showing = {"draw/yes": game.offers_draw, "takeback/yes": game.asks_back}
        self._done |= {kind for kind, sides in showing.items() if game.side in sides}
        self._done &= {*self._wanted(game), *(("takeback/yes",) if self.board.asks_back else ())}
        self._refused &= self._done

    def _is_dead(self) -> bool:
        """Whether the board has plies that the server had, and has no more."""
        line = self._line()
        return _common(line, self._heard) > _common(line, self._server_moves())

    def _line(self) -> tuple[str, ...]:
        board = self.board
        return (*board.moves, board.told) if board.told else board.moves

    def _server_moves(self) -> tuple[str, ...]:
        return self.server.moves if self.server else ()

    @property
    def in_doubt(self) -> bool:
        """Whether the game has to be read again before anything is sent."""
        return self._looked < self.needed

    @property
    def joined(self) -> bool:
        """Whether the board plays this game."""
        return self.server is not None and self.board.game == name_of(self.server)

    def look_again(self) -> None:
        """Something may have been missed: the game has to be read again."""
        self.needed = self._begun + 1

    def look_due_ms(self) -> int | None:
        """When the game has to be read again, because a ply that was taken does not show."""
        return None if self._played_ms is None or self.in_doubt else self._played_ms + SHOWS_MS

    # What is to be done

    def plan(self, now_ms: int) -> Plan:
        """What is to be done now; `CUT_OFF_MS` counts from the first plan that meets such trouble."""
        game = self.server
        if game is None:
            return Plan(self._new([*self._cut_off_orders(None, now_ms)]))
        if not game.playable:
            return Plan()
        if not self.joined:
            return Plan() if game.over else Plan(self._new([Order(_join(game))]))
        orders = [*self._line_orders(game)]
        if game.over:
            return Plan(self._new([*orders, *self._end_orders(game, now_ms)]))
        if not self.board.result:
            orders += [*self._offer_orders(game), *self._asking_orders(game), *self._wish_orders(game)]
            orders += [*self._cut_off_orders(game, now_ms)]
            orders += [*self._gone_orders(game, now_ms), *self._clock_orders(game, now_ms)]
        return Plan(self._new(orders), self._commands(game))

    def _end_orders(self, game: ServerGame, now_ms: int) -> Iterator[Order]:
        """The last clocks, then the end, which nothing can follow: not before the whole game has come.

        The stream of events may tell the end before the game's own stream has told the last clocks.
        """
        if self.in_doubt:
            return
        if not self.board.result:
            yield from self._gone_orders(game, now_ms)
            yield from self._clock_orders(game, now_ms)
        if self.board.result != game.result:
            yield Order(f"ended {game.result} {game.status}")

    def _new(self, orders: Sequence[Order]) -> tuple[Order, ...]:
        return tuple(each for each in orders if each.text not in self._obeyed)

    def _unsent(self, game: ServerGame) -> bool:
        """Whether the first ply that the server lacks is one that the player has made."""
        line, plies = self._line(), len(game.moves)
        return (
            _common(line, game.moves) == plies < len(self.board.moves)
            and turn_at(plies) == game.side
            and not self._is_dead()
        )

    def _line_orders(self, game: ServerGame) -> Iterator[Order]:
        """What makes the board's line the server's."""
        board, line = self.board, self._line()
        common = _common(line, game.moves)
        if common < len(line):
            if not game.over and self._unsent(game):
                return
            if not self._is_dead() and not game.over:
                self.trouble = words.CONTRADICTION
            if not board.result or board.result != game.result:
                yield Order(f"shorten {common}")
        waits_for_a_hand = board.told and common == len(line)
        if common < len(game.moves) and not waits_for_a_hand and not board.result:
            yield Order(f"told {common + 1} {game.moves[common]}")

    def _offer_orders(self, game: ServerGame) -> Iterator[Order]:
        """The opponent's draw offer, and what he thinks of the player's."""
        board, opponent = self.board, not game.side
        name = chess.COLOR_NAMES[opponent]
        if opponent not in game.offers_draw:
            self._known["offer"] = self._known["offer shown"] = False
        elif not self._known.get("offer") and not self._known.get("offer shown"):
            yield Order(f"draw offer {name}", "offer", value=True)
        if self._our_offer_showed and game.side not in game.offers_draw:
            if board.offer == game.side:
                yield Order(f"draw decline {name}", "declined", value=True)
            else:
                self._our_offer_showed = False

    def _asking_orders(self, game: ServerGame) -> Iterator[Order]:
        """Whether the opponent asks for a takeback."""
        if (not game.side) not in game.asks_back:
            self._known["asks"] = self._known["asks shown"] = False
            if self.board.opponent_asks_back:
                yield Order("asks back no")
        elif not self._known.get("asks") and not self._known.get("asks shown"):
            yield Order("asks back yes", "asks", value=True)

    def _wish_orders(self, game: ServerGame) -> Iterator[Order]:
        """Whether the player's wish was declined, by the opponent or by Lichess."""
        board = self.board
        declined = self._our_ask_showed and game.side not in game.asks_back and not self._is_dead()
        if declined and not board.asks_back:
            self._our_ask_showed = declined = False
        wished = {
            "takeback/yes": board.asks_back,
            "draw/yes": board.accepts_draw or bool(board.claims),
            "claim-draw": bool(board.claims),
            "resign": board.resigned,
        }
        if declined or any(wished.get(kind) for kind in self._refused):
            yield Order("declined")

    def _gone_orders(self, game: ServerGame, now_ms: int) -> Iterator[Order]:
        gone: Gone | None = None if game.over else game.gone
        if gone == self._known.get("gone"):
            return
        if gone is None:
            yield Order("here", "gone")
        else:
            left_s = max(0, gone.claim_s - (now_ms - gone.heard_ms) // 1000)
            yield Order(f"gone {left_s}", "gone", gone)

    def cut_off_due_ms(self) -> int | None:
        """When people have to be told that the server is not reached; None: nothing is wrong."""
        return None if self._troubled_ms is None else self._troubled_ms + CUT_OFF_MS

    def _is_cut_off(self, game: ServerGame | None, now_ms: int) -> bool:
        """Whether the server is not reached, or lacks a ply, for so long that people have to know."""
        if self.reached and not (game and self._unsent(game)):
            self._troubled_ms = None
            return False
        self._troubled_ms = now_ms if self._troubled_ms is None else self._troubled_ms
        return now_ms - self._troubled_ms >= CUT_OFF_MS

    def _cut_off_orders(self, game: ServerGame | None, now_ms: int) -> Iterator[Order]:
        """Whether the server is reached, and which ply it lacks."""
        lacks = None
        if self._is_cut_off(game, now_ms):
            lacks = len(game.moves) + 1 if game and self._unsent(game) else 0
        if lacks != self.board.cut_off and self.board.game and not self.board.result:
            yield Order("reached" if lacks is None else f"cut off {lacks}" if lacks else "cut off")

    def _clock_orders(self, game: ServerGame, now_ms: int) -> Iterator[Order]:
        """What the clocks show; not while a ply is on its way that has stopped the player's clock here.

        If that lasts, his clock runs on, as at the server.
        """
        if game.control is None or game.white_ms is None or game.black_ms is None:
            return
        unsent = self._unsent(game) and not game.over
        if unsent and not self._is_cut_off(game, now_ms):
            return
        state = (game.heard_ms, game.white_ms, game.black_ms, len(game.moves), game.over, unsent)
        if self._known.get("clocks") == state:
            return
        running = None if game.over or len(game.moves) < 2 else game.mover
        left_ms = {chess.WHITE: game.white_ms, chess.BLACK: game.black_ms}
        if running is not None:
            left_ms[running] = max(0, left_ms[running] - max(0, now_ms - game.heard_ms))
        name = "none" if running is None else chess.COLOR_NAMES[running]
        yield Order(f"clocks {left_ms[chess.WHITE]} {left_ms[chess.BLACK]} {name}", "clocks", state)

    def _commands(self, game: ServerGame) -> tuple[Command, ...]:
        if self._doing or self.in_doubt:
            return ()
        wanted = set(self._wanted(game)) - self._done
        commands = [Command(kind) for kind in ("resign",) if kind in wanted]
        if self._unsent(game) and not self._played:
            plies = len(game.moves)
            commands.append(Command(MOVE, self.board.moves[plies], plies + 1))
        return (*commands, *(Command(kind) for kind in sorted(wanted - {"resign"})))

    def _wanted(self, game: ServerGame) -> Iterator[str]:
        """The kinds of command that the board asks for, as it stands."""
        board, opponent = self.board, not game.side
        offers, asks = opponent in game.offers_draw, opponent in game.asks_back
        if board.resigned:
            yield "resign"
        claims_draw = board.claims == "draw"
        if board.accepts_draw or board.offer == game.side or (claims_draw and game.gone is None):
            yield "draw/yes"  # Lichess takes it as a claim, too, where the position allows one (known)
        elif offers and self._known.get("offer shown") and board.offer != opponent and not board.result:
            yield "draw/no"
        if claims_draw and game.gone:
            yield "claim-draw"
        if board.asks_back and not self._is_dead():
            yield "takeback/yes"
        elif asks and self._known.get("asks shown") and not board.opponent_asks_back and not board.asks_back:
            yield "takeback/no"

    # What became of it

    def obeyed(self, order: Order) -> None:
        """The board has carried out an order."""
        self._obeyed.add(order.text)
        if order.about == "declined":
            self._our_offer_showed = False
        elif order.about:
            self._known[order.about] = order.value

    def sent(self, command: Command) -> None:
        """A command is on its way."""
        self._doing = command
        if command.kind == MOVE:
            self._played, self._played_ms = command, None

    def answered(self, command: Command, answer: Answer, now_ms: int) -> None:
        """A command has ended thus; the game may have shown it already."""
        self._doing = None
        if command.kind == MOVE:
            self._played_from = self._begun + 1
        match answer:
            case NotSent(why):
                self._failed(why)
                self._played = None if command.kind == MOVE else self._played
            case Answered(status) if 200 <= status < 300:
                self._done.add(command.kind)
                self._played_ms = now_ms if self._played and command.kind == MOVE else self._played_ms
                self.failures = 0
                if self.trouble != words.CONTRADICTION:
                    self.trouble = None
            case Answered(401 | 403 | 429 as status, body):  # not carried out: with another token it is
                said = words.refused(error_text(body) or f"status {status}")
                self._failed(words.TOO_MANY if status == 429 else said)
                self._played = None if command.kind == MOVE else self._played
            case Answered(status, body) if 400 <= status < 500 and status not in {408, 425}:
                self._failed(words.refused(error_text(body) or f"status {status}"))
                self._done.add(command.kind)
                self._refused.add(command.kind)
                if command.kind == MOVE:
                    self.look_again()
            case _:
                self._failed(words.SILENT)
                self.look_again()

    def _failed(self, why: Words) -> None:
        self.failures += 1
        self.trouble = why


def name_of(game: ServerGame) -> str:
    """What the board calls a game of Lichess."""
    return f"{LICHESS}{game.game_id}"


def id_of(name: str) -> str:
    """The id at Lichess of the game that the board calls so; nothing if it is none of Lichess."""
    game_id = name.removeprefix(LICHESS)
    return game_id if name.startswith(LICHESS) and is_id(game_id) else ""


def _join(game: ServerGame) -> str:
    control, pgn = game.control, "-"
    if control:
        # without main time the board has the first increment; the clocks follow at once
        main_ms = control.initial_ms or control.increment_ms
        pgn = f"{main_ms // 1000}+{control.increment_ms // 1000}"
    return f"join {name_of(game)} {chess.COLOR_NAMES[not game.side]} {pgn}"


def _common(first: Sequence[str], second: Sequence[str]) -> int:
    """With how many equal plies both begin."""
    pairs = zip(first, second, strict=False)
    return next((at for at, (one, other) in enumerate(pairs) if one != other), min(len(first), len(second)))
