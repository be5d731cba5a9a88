"""What the arbiter decided, in words: every effect has its line, and the numbers of moves are right."""

import chess
import pytest

from jadoube.core.clock.time_control import parse_time_control
from jadoube.core.display.effect_text import clock_text, effect_text, game_text, readings_text, seconds
from jadoube.core.messages import effects as said
from jadoube.core.messages.effects import Effect
from jadoube.core.messages.opponents import Seat, Sought, Unfound, Whom, Wish
from jadoube.core.messages.phrases import Phrase, sentence
from jadoube.core.rules.illegality import Kind, Reason
from jadoube.core.rules.outcome import Outcome, Termination
from jadoube.core.signals.debounce import settled_contacts
from jadoube.core.signals.lines import LineFault
from jadoube.core.squares import Occupancy
from jadoube.core.state.play_parts import Stamp
from jadoube.core.state.table import Table, Terms, new_table
from shared.messages.all_effects import EFFECTS

E6: Occupancy = chess.BB_E6
E2: Occupancy = chess.BB_E2

NOT_WHITES = Reason(
    Kind.NOT_YOUR_TURN, chess.WHITE, chess.PAWN, chess.E2, chess.E4, because=E2, pieces=(chess.PAWN,)
)

A_MINUTE = sentence(Phrase.MORE_TIME, time="1:00", side=chess.WHITE)

LINES: list[tuple[Effect, str]] = [
    (said.Lifted(chess.E2), "lifted e2"),
    (said.Placed(chess.E4), "placed e4"),
    (said.Glitched(E2 | E6), "glitch e2 e6"),
    (said.Adjusted(), "adjusted"),
    (said.BoardReady(), "board ready"),
    (said.BoardTurned(turned=True), "board turned"),
    (said.BoardTurned(turned=False), "board not turned"),
    (said.MoveMade(1, "Nxd5"), "move made 12... Nxd5"),
    (said.MoveMade(2, "Rd1", ("Ra4", "Rb1")), "move made 13. Rd1, doubt: Ra4, Rb1"),
    (said.MoveUnmade(3, "Rd8"), "move unmade 13... Rd8"),
    (said.MoveTold(2, "Rd1"), "move told 13. Rd1"),
    (said.MoveSent(1, "Nxd5"), "move sent 12... Nxd5"),
    (said.GameJoined("lichess:AbCdEfGh", chess.BLACK), "joined lichess:AbCdEfGh: Black is played from there"),
    (said.ServerAsked(Wish.BACK), "asked of the server: takeback"),
    (said.WishDeclined(Wish.CLAIM), "declined: claim of a draw"),
    (said.TakebackAsked(asks=True), "takeback asked: yes"),
    (said.OpponentLeft(30), "opponent has left; victory can be claimed in 30 s"),
    (said.OpponentLeft(None), "opponent is back"),
    (said.ServerCutOff(3), "server is cut off, and lacks the plies from 3 on"),
    (said.ServerCutOff(0), "server is cut off"),
    (said.ServerCutOff(None), "server is reached"),
    (said.ServerServes(True), "opponents on a server: yes"),
    (said.SquaresLit(E2 | E6), "program points at: e2 e6"),
    (said.TextWritten("Nf6"), "program writes: Nf6"),
    (said.ArbiterWrote("Round 2"), "arbiter writes: Round 2"),
    (said.ArbiterWrote(""), "arbiter writes: nothing"),
    (said.ProgramSeated(Seat.BLACK), "program plays: Black"),
    (said.ProgramSeated(Seat.NOBODY), "program plays: nobody"),
    (said.SeekBegun(Sought(Whom.COMPUTER, 3)), "looks for: computer 3"),
    (said.SeekTakenUp(), "is looked for"),
    (said.SeekEnded(), "looks for nobody any more"),
    (said.SeekFailed(Unfound.NO_NETWORK), "nobody was found: Lichess cannot be reached"),
    (said.ClocksAgreed(), "clocks as on the server"),
    (said.HintAsked(2), "hint asked for move 13."),
    (said.Advised(2, "Rd1"), "advised 13. Rd1"),
    (said.NotAdvised(), "not advised"),
    (said.Blundered(2, "Rd1", "Rxd8"), "blunder 13. Rd1: better was Rxd8"),
    (said.MoveCompleted(1, 61_234), "move completed 12... at 61.234, 59.001 left"),
    (said.MoveCompleted(2, 61_234), "move completed 13. at 61.234"),
    (said.PressRefused(chess.WHITE, said.Refusal.NO_PLY), "press refused White: no legal ply on the board"),
    (said.PressIgnored(chess.BLACK), "press ignored Black: the clock is paused"),
    (said.IllegalMove(E6, E2), "illegal move: too much e6, missing e2"),
    (said.IllegalMove(E6, 0), "illegal move: too much e6, missing nothing"),
    (said.ReasonTold(NOT_WHITES), "reason: it is not White's turn"),
    (said.PutRight(), "put right"),
    (said.LineFaulty(4, LineFault.OPEN), "line e reads open"),
    (said.LineFaulty(10, LineFault.GROUNDED), "line 3 touches ground"),
    (said.LineMended(4), "line e is sound again"),
    (said.BadReed(chess.E4, said.Fault.STUCK_OPEN), "bad reed e4: does not close"),
    (said.ReedTrusted(chess.E4), "reed trusted e4"),
    (said.PromotionOffered(1, chess.QUEEN), "promotion offered: queen"),
    (said.PromotionAccepted(1, chess.KNIGHT), "promotion accepted: knight"),
    (said.AlternativeOffered(1, "Nxd5"), "alternative offered 12... Nxd5"),
    (said.AlternativeOffered(2, ""), "alternative offered 13. no ply"),
    (said.NoAlternative(), "no alternative"),
    (said.AlternativeTaken(1, "Nxd5"), "alternative taken 12... Nxd5"),
    (said.ClockStarted(chess.BLACK), "clock started Black at 5.000"),
    (said.ClockStarted(chess.WHITE), "clock started White"),
    (said.ClockPaused(), "clock paused"),
    (said.TimeLow(chess.WHITE, 10, 61_234), "time low White: 10 s at 61.234"),
    (said.PeriodBegun(chess.WHITE, 1), "period 2 begun White"),
    (said.TimeLow(chess.BLACK, 5, 65_001), "time low Black: 5 s at 65.001"),
    (said.ByoYomiBegun(chess.BLACK, 3), "byo-yomi Black: 3 left"),
    (said.FlagFell(chess.BLACK, 61_234), "flag fell Black at 61.234"),
    (said.GameOver(Outcome(Termination.CHECKMATE, chess.WHITE)), "game over 1-0: checkmate"),
    (said.DrawOffered(chess.BLACK), "draw offered by Black"),
    (said.OfferEnded(chess.BLACK), "offer ended: Black's"),
    (said.DrawClaimable(Termination.FIFTY), "draw claimable: fifty moves"),
    (said.ClaimRefused(chess.WHITE, 120), "claim refused White: 120 s for Black"),
    (said.ClaimRefused(chess.WHITE, 0), "claim refused White"),
    (said.IllegalPress(chess.BLACK, 1, 60), "illegal move 1 by Black: 60 s for White"),
    (said.VerdictAsked(chess.WHITE), "illegal move by White? the arbiter decides"),
    (said.PenaltyRemoved(chess.WHITE, 120), "penalty removed White: 120 s"),
    (
        said.Noted(chess.WHITE, said.Note.NOT_TAKEN, chess.E4),
        "noted White: e4 was touched first and not taken",
    ),
    (said.AnnouncedNotMade(chess.WHITE, "Ra1"), "noted White: Ra1 was announced and not made"),
    (said.Adjudicating(chess.BLACK), "adjudicating whether Black can mate"),
    (
        said.ArbiterActed(A_MINUTE),
        "arbiter: 1:00 more for White",
    ),
    (said.OrderRefused(sentence(Phrase.IS_OVER)), "order refused: the game is over"),
    (said.TakebackProposed(1), "takeback proposed: 12..."),
    (said.TakebackWithdrawn(), "takeback withdrawn"),
    (said.OrderUndone("take back"), "undone: take back"),
    (said.SettingChanged("rules", "fide"), "set rules: fide"),
    (
        said.MarkedWrong(sentence(Phrase.MARKED_WRONG, ply=23, time="1:02:33")),
        "that was wrong: noted at ply 23, 1:02:33",
    ),
    (said.NamesChanged(sentence(Phrase.BOARD_IS, name="12")), "names: board: 12"),
    (said.SwitchOff(), "switch off"),
    (said.GameReopened(), "game reopened"),
    (said.GameReopened(earlier=True), "game reopened; the one that had begun is void"),
    (
        said.GameBegun(Outcome(Termination.UNFINISHED)),
        "game begun; the one before is closed *: unfinished",
    ),
]


def _table() -> Table:
    """Black to move at move 12; his clock runs since 5 s, and his first press left him 59.001 s."""
    fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 12"
    terms = Terms(start_fen=fen, control=parse_time_control("60"))
    table = new_table(terms, settled_contacts(chess.Board(fen).occupied))
    assert table.play.clock
    return table._replace(
        play=table.play._replace(
            clock=table.play.clock.start(chess.BLACK, 5_000), stamps=Stamp(1, 59_001, None)
        )
    )


@pytest.mark.parametrize(("effect", "line"), LINES, ids=lambda each: type(each).__name__)
def test_an_effect_is_one_line(effect: Effect, line: str) -> None:
    """The line names what happened, in the glossary's words."""
    assert effect_text(effect, _table()) == line


def test_no_effect_is_without_words() -> None:
    """The list above has every effect that there is."""
    assert {type(effect) for effect, _ in LINES} == set(EFFECTS)


def test_readings_name_their_rank_and_the_squares_astray() -> None:
    """A reading without a ply says so."""
    table = _table()
    assert readings_text(table) == ("no ply, rank 0.0",)
    lifted = new_table(table.terms, settled_contacts(table.line.occupancy & ~E2))
    assert readings_text(lifted) == ("no ply, rank 2.0, astray e2", "no ply, rank 8.5, dead e2")


def test_both_clocks_are_told_to_the_millisecond() -> None:
    """White first, like every list of the sides; a game without a clock has none."""
    table = _table()
    assert clock_text(table, 6_001) == "White 60.000, Black 58.999"
    assert clock_text(table._replace(play=table.play._replace(clock=None)), 6_001) == "none"


def test_a_game_without_a_ply_is_its_result() -> None:
    """Nothing stands before the result."""
    assert game_text(_table()) == "*"


def test_seconds_have_three_decimals() -> None:
    """Whole milliseconds, none rounded away."""
    assert [seconds(ms) for ms in (0, 5, 61_234)] == ["0.000", "0.005", "61.234"]
