"""Defects that were found in the core by whole games, each as the game that showed it."""

import chess
import pytest

from jadoube.core.display.effect_text import game_text
from jadoube.core.display.scoresheet import scoresheet
from jadoube.core.messages.effects import Effect, PressRefused
from jadoube.core.rules.outcome import Outcome, Termination
from jadoube.core.state.play_parts import links_oldest_first
from jadoube.core.state.table import Table
from jadoube.formats.sensorlog import FIRST_LINE, SensorLog, parse_sensor_log
from jadoube.games.replay import replay

BUTTONS = {"w": "white", "b": "black"}
TURN = "4k3/8/5n2/3p2B1/4P3/8/8/4K3 w - - 0 1"
PAWN_TO_PROMOTE = "3r4/4P1k1/8/8/8/8/8/4K3 w - - 0 1"


def recorded(*lines: str) -> SensorLog:
    """A sensor log of these lines; an empty one ends the header."""
    return parse_sensor_log("\n".join((FIRST_LINE, *lines)), "log")


def hands(gestures: str, control: str = "-", start: str = chess.STARTING_FEN, *header: str) -> Table:
    """The table after hands that take half a second for everything, and three more at the end.

    `-e2` opens a reed, `+e4` closes one, another word presses a button, and `~70` waits for 70 s.
    """
    at_s, events = 1.0, list[str]()
    for word in gestures.split():
        if word[0] == "~":
            at_s += float(word[1:])
            continue
        events += _events(word, at_s)
        at_s += 0.5
    lines = (f"start {start}", f"time-control {control}", *header, "", *events, f"{at_s + 3:.3f} end")
    return replay(recorded(*lines)).table


def _events(word: str, at_s: float) -> list[str]:
    if word[0] in "+-":
        return [f"{at_s:.3f} {'close' if word[0] == '+' else 'open'} {word[1:]}"]
    name = BUTTONS.get(word, word)
    return [f"{at_s:.3f} press {name}", f"{at_s + 0.1:.3f} release {name}"]


def test_a_square_tried_before_a_check_is_no_mate() -> None:
    """White lets a piece down on g3 and takes it up again; Black's knight is then captured there."""
    start = "rn1r2k1/2pp1pp1/pN5p/4p3/4n3/1P6/P1PP1PPP/R3N1RK b - - 0 7"
    assert game_text(hands("w -e4 +g3 -g3 b -h2 +g3 w", "300", start)) == "7... Ng3+ 8. hxg3 *"


def test_a_late_press_leaves_no_doubt_about_a_recapture() -> None:
    """White presses only when Black has lifted the capturing piece."""
    start = "3rk3/p7/2N5/4p3/8/8/8/4K3 w - - 0 1"
    assert game_text(hands("b -c6 +d4 -d4 w -e5 +d4 b", "300", start)) == "1. Nd4 exd4 *"


def test_a_mate_is_pressed_while_the_king_is_in_the_air() -> None:
    """The loser has taken up his king; his flag falls much later."""
    moves = "b -f2 +f3 w -e7 +e5 b -g2 +g4 w -d8 +h4 -e1 b ~70"
    assert game_text(hands(moves, "60")) == "1. f3 e5 2. g4 Qh4# 0-1"


PUT_RIGHT = {
    "nothing follows": ("-d5 -e4 +d5 -d5 +e4 +d5", "*"),
    "another capture follows": ("-d5 -e4 +d5 -d5 +e4 +d5 -f6 -g5 +f6 w -e8 +d7 b", "1. Bxf6 Kd7 *"),
    "neither piece was set down": ("-d5 -e4 +d5 +e4", "*"),
}


@pytest.mark.parametrize(("gestures", "game"), PUT_RIGHT.values(), ids=PUT_RIGHT)
def test_a_capture_that_is_put_right_is_none(gestures: str, game: str) -> None:
    """Both pieces stand where they stood."""
    assert game_text(hands(gestures, start=TURN)) == game


def test_a_try_out_of_turn_leaves_a_later_capture_as_it_is() -> None:
    """White plays again after his press, puts it right, and then Black captures."""
    gestures = "b -d2 +d4 w -e5 -d4 +e5 -e5 +d4 +e5 -e4 -f6 +e4 b -e1 +e2 w"
    start = "4k3/8/5n2/4p3/4P3/8/3P4/4K3 w - - 0 1"
    assert game_text(hands(gestures, "300", start)) == "1. d4 Nxe4 2. Ke2 *"


def test_pieces_adjusted_before_a_promotion_are_no_promotion() -> None:
    """The victim that could be captured and the pawn that could capture it are put back."""
    assert game_text(hands("-d8 +d8 -e7 +e7", start=PAWN_TO_PROMOTE)) == "*"
    assert game_text(hands("-d8 +d8 -e7 +e8", start=PAWN_TO_PROMOTE)) == "1. e8=Q *"


#: Two games of second thoughts whose captures look alike on the board, and what was played first.
SECOND_THOUGHTS = {
    "another victim of the same pawn": (
        "-d7 -c6 +d7 -d7 +c6 +d7 -c6 -b7 +b7 -e8 +e7",
        "4k3/1p1p4/2P5/8/8/8/8/4K3 w - - 0 1",
        "cxb7",
    ),
    "one step instead of two": (
        "-b7 +b5 -b5 +b7 -b7 +b6 -c5 -b6 +b6 -e8 +d8",
        "4k3/1p6/8/2P5/8/8/8/4K3 b - - 0 1",
        "b6",
    ),
}


@pytest.mark.parametrize(("gestures", "start", "san"), SECOND_THOUGHTS.values(), ids=SECOND_THOUGHTS)
def test_second_thoughts_are_never_misread_in_silence(gestures: str, start: str, san: str) -> None:
    """What was played first is read, or named as a doubt."""
    first = scoresheet(hands(gestures, start=start)).plies[0]
    assert san in (first.san, *first.doubts)


def test_a_result_is_not_lost_to_an_old_start_position() -> None:
    """The knights are home again when the flag falls, and have been for longer than two seconds."""
    table = hands("b -g1 +f3 w -g8 +f6 b -f3 +g1 w -f6 +g8 b ~70", "60")
    assert game_text(table) == "1. Nf3 Nf6 2. Ng1 Ng8 0-1"


def test_a_result_is_not_lost_to_the_set_up() -> None:
    """The last piece is set up and White's clock started, but nobody moves."""
    without_e2 = f"closed {chess.Board().occupied & ~chess.BB_E2:016x}"
    assert game_text(hands("+e2 b ~70", "60", chess.STARTING_FEN, without_e2)) == "0-1"


def test_a_press_that_is_older_than_the_running_clock_does_nothing() -> None:
    """White's lever comes down before `play` goes up, but is judged after it, as a reed bounces."""
    bounces = (
        "4.99 open h7",
        "5.01 close h7",
        "5.025 open h7",
        "5.04 close h7",
        "5.055 open h7",
        "5.06 close h7",
    )
    keys = ("2.0 press play", "2.1 release play", "4.9 press play", "5.0 press white", "5.03 release play")
    ply = ("1.0 press black", "1.1 release black", "1.2 open e2", "1.5 close e4")
    events = sorted(
        (*ply, *keys, *bounces, "5.1 release white", "6.0 end"), key=lambda line: float(line.split()[0])
    )
    assert replay(recorded("time-control 300", "", *events)).table.line.san == "e4"


def test_a_key_released_before_the_lever_chooses() -> None:
    """`plus` goes up 10 ms before the lever that accepts comes down."""
    ply = ("1.0 open a7", "1.3 close a8")
    keys = ("1.9 press plus", "2.0 release plus", "2.01 press white", "2.1 release white")
    table = replay(recorded("start 8/P5k1/8/8/8/8/8/K6R w - - 0 1", "", *ply, *keys)).table
    assert table.line.san == "a8=R"


def test_both_levers_at_once_refuse_nobody() -> None:
    """White completes his ply; Black's clock stood when his lever came down with White's."""
    ply = ("1.0 press black", "1.1 release black", "1.2 open e2", "1.5 close e4")
    keys = ("2.0 press white", "2.0 press black", "2.1 release white", "2.1 release black", "3.0 end")
    told: list[Effect] = []
    replay(recorded("time-control 300", "", *ply, *keys), lambda _now, _table, effects: told.extend(effects))
    assert not [effect for effect in told if isinstance(effect, PressRefused)]


def test_a_flag_that_waits_for_a_reed_falls_at_the_end() -> None:
    """The log ends while a reed that changed before the flag fell is not settled."""
    events = ("1.0 press black", "1.1 release black", "1.99 open e2", "2.005 end")
    table = replay(recorded("time-control 1", "", *events)).table
    assert table.play.outcome == Outcome(Termination.FLAG_FELL, chess.BLACK)


def test_a_clock_is_not_written_for_another_ply() -> None:
    """Nf3 was pressed and taken back; for Bc4 nobody pressed."""
    table = hands("b -e2 +e4 w -e7 +e5 b -g1 +f3 w -f3 +g1 -f1 +c4 -g8 +f6 b", "300")
    plies = scoresheet(table).plies
    assert [ply.san for ply in plies][:3] == ["e4", "e5", "Bc4"]
    stamped = {stamp.ply for stamp in links_oldest_first(table.play.stamps)}
    assert {1, 2} <= stamped
    assert 3 not in stamped


def test_clearing_up_raises_no_doubt() -> None:
    """A pawn rested on e3 on its way; when the board is emptied that is still no rival of e4."""
    board = chess.Board()
    for move in ("e4", "e5"):
        board.push_san(move)
    sweep = " ".join(f"-{chess.square_name(square)}" for square in chess.SquareSet(board.occupied))
    assert game_text(hands(f"-e2 +e3 ~1.5 -e3 +e4 -e7 +e5 {sweep}")) == "1. e4 e5 *"
