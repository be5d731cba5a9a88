"""The start of a round: which boards are not to start, and why; and which keep another time control.

The law: pure. What is said of a board tells what helps: seatings are to be sent only where that changes
something. A game that is over, a result that counts, and a game of another round that is still played are
left alone. A clock that has begun keeps its control, so that only its times can be set.
"""

from jadoube.core.clock.control_text import NO_CLOCK
from jadoube.core.language.render import worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.core.messages.phases import Phase
from jadoube.hall.exchange.board_fold import BoardState
from jadoube.hall.rounds.pairings import UNSAID, is_of_another, is_of_event_before
from jadoube.hall.rounds.played.seated import Seat, has_control, is_same_control, is_told, seat_of
from jadoube.local.desk_lines import Words
from jadoube.mqtt.payloads import PairedBoard, PlayedGame, Round, Seating
from jadoube.online.game_text import RUNS


def why_not(found: Round, pairing: PairedBoard, board: BoardState, result: str) -> Words | None:
    """Return why a board is not to start the game of a pairing by what it shows; None: it is.

    `result` is the one that counts; `*`: there is none yet.
    """
    game = board.game
    is_other = game is not None and is_of_another(found, pairing, game)
    if result != RUNS:
        if game and game.over and not is_other:
            return worded(EdgePhrase.HALL_OVER)
        return worded(EdgePhrase.HALL_HAS_RESULT, number=pairing.number, result=result)
    if game is None or not is_other:
        return None
    shown, is_unsaid = {"round": game.round, "number": game.board or "-"}, game.round in UNSAID
    if seat_of(board, found, pairing) == Seat.LATER:
        return worded(EdgePhrase.HALL_PLAYS_UNSAID if is_unsaid else EdgePhrase.HALL_STILL_PLAYS, **shown)
    if is_of_event_before(found, game.round, game.event):
        return worded(EdgePhrase.HALL_BOARD_OF_EVENT, board=board.id, event=game.event, own=found.event)
    return worded(EdgePhrase.HALL_SHOWS_UNSAID if is_unsaid else EdgePhrase.HALL_NOT_SEATED, **shown)


def why_untold(
    found: Round, pairing: PairedBoard, board: BoardState, seating: Seating | None, *, is_sent: bool
) -> Words | None:
    """Return why a board is not to start by what it was told; None: it is.

    `is_sent`: whether the seatings of the round were sent.
    """
    if seating is None or not is_told(seating, found, pairing):
        return worded(EdgePhrase.HALL_NOT_TOLD, number=pairing.number) if is_sent else None
    if has_control(board):
        return None
    stays = board.game is not None and _has_begun(board.game)
    phrase = EdgePhrase.HALL_CONTROL_STAYS if stays else EdgePhrase.HALL_OTHER_CONTROL
    return worded(phrase, found=_control_of(board), control=seating.control)


def kept_control(found: Round, pairing: PairedBoard, board: BoardState, control: str) -> Words | None:
    """Return that a board keeps another time control than the one that is sent to it; None: it does not.

    That is so once the clock of the pairing's game has begun.
    """
    game = board.game
    if not control or game is None or game.over or is_of_another(found, pairing, game):
        return None
    if not (game.san or _has_begun(game)) or is_same_control(_control_of(board), control):
        return None
    return worded(EdgePhrase.HALL_KEEPS_CONTROL, found=_control_of(board), control=control)


def has_begun(found: Round, pairing: PairedBoard, board: BoardState) -> bool:
    """Return whether a board shows a game of a pairing that has begun, by a ply or its clock, and goes on."""
    game = board.game
    if game is None or game.over or is_of_another(found, pairing, game):
        return False
    return bool(game.san) or _has_begun(game)


def _has_begun(game: PlayedGame) -> bool:
    """Whether the clock of a game has begun."""
    return game.phase in (Phase.PLAYING, Phase.PAUSED)


def _control_of(board: BoardState) -> str:
    return board.clock.control if board.clock else NO_CLOCK[0]
