"""What a page is shown of boards on which something is the matter."""

from functools import partial

import chess
import pytest

from jadoube.core.clock.time_control import parse_time_control
from jadoube.core.language.control_read import read_control
from jadoube.core.messages.events import Ordered, Restarted
from jadoube.core.messages.order_text import parse_order
from jadoube.core.messages.settings import Comfort
from jadoube.core.pages.page_view import FullView, Offered, Promotion, ShownReed, full_view
from jadoube.core.rules.rule_sets import CASUAL, CLUB, FIDE
from jadoube.core.signals.debounce import settled_contacts
from jadoube.core.signals.lines import LineFault
from jadoube.core.state.announced.health import FaultyLine, Trouble, Wrong
from jadoube.core.state.settings import BY_HAND, MINUTES, offered_controls
from jadoube.core.state.table import Terms, new_table
from jadoube_sim.cost.showing import count_calls
from shared.hands.panel import Hands, at_start, paused
from shared.hands.panel_deeds import board


def shown(hands: Hands) -> FullView:
    """What is shown now."""
    return full_view(hands.table, hands.now_ms)


def ordered(hands: Hands, text: str) -> FullView:
    """What is shown when this has been ordered."""
    hands.feed(Ordered(parse_order(text)))
    return shown(hands)


def test_who_has_stopped_the_clocks() -> None:
    """A person, and neither a restart nor nobody."""
    hands = paused()
    assert shown(hands).paused_by_hand
    assert not ordered(hands, "play").paused_by_hand
    hands.feed(Restarted())
    seen = shown(hands)
    assert (seen.phase, seen.paused_by_hand) == ("paused", False)
    ordered(hands, "play")
    assert ordered(hands, "pause").paused_by_hand
    hands.feed(Restarted())
    assert shown(hands).paused_by_hand


def lit(seen: FullView, lamp: str) -> set[str]:
    """The board's own squares whose lamps say this."""
    return {chess.SQUARE_NAMES[at] for at, each in enumerate(seen.lamps) if each == lamp}


def test_before_a_game() -> None:
    """The start, no ply, and what is agreed on."""
    seen = shown(at_start("300+3"))
    assert (seen.phase, seen.game.plies, seen.game.result, seen.game.over) == ("setting up", (), "*", None)
    assert seen.game.start == seen.game.fen == chess.STARTING_FEN
    assert (seen.settings["control"], seen.settings["control_text"]) == ("300+3", "5+3")
    assert seen.can.settings == (
        "control",
        "rules",
        "hints",
        "opponent",
        "level",
        "teacher",
        "sound",
        "brightness",
        "click",
    )
    assert seen.clock is not None
    assert (seen.clock.control, seen.clock.control_text) == ("300+3", "5+3")
    assert (seen.clock.running, seen.clock.white.ms, seen.clock.white.rate) == (None, 303_000, 0)


def test_a_page_offers_the_controls_of_the_menu() -> None:
    """The big ones, no clock, those set by hand, the owner's, others; each is ordered as it is written."""
    own, by_hand = (control for text in ("1200+5", "300 ; 60+7") if (control := parse_time_control(text)))
    terms, reeds = Terms(own_controls=(own,)), settled_contacts(chess.Board().occupied)
    hands = Hands(new_table(terms, reeds, comfort=Comfort(by_hand=(by_hand,))))
    offered = shown(hands).choices["control"]
    assert offered[3:8] == ("classical 90+30", "none", "5+0 ; 1+7", "20+5", "bullet 1+0")
    there = [each for each in offered_controls(hands.table) if each.name not in (MINUTES, BY_HAND)]
    for name, (_, control) in zip(map(str, offered), there, strict=True):
        assert read_control(name) == control


def test_while_a_clock_runs() -> None:
    """Whose it is, what each ply left and used, and what can be said."""
    hands = paused()
    hands.tap("play")
    seen = shown(hands)
    assert seen.clock is not None
    assert (seen.clock.running, seen.clock.white.rate, seen.clock.black.rate) == ("white", -1, 0)
    assert [ply.san for ply in seen.game.plies] == ["e4", "e5"]
    assert all(ply.left_ms and ply.used_ms for ply in seen.game.plies)
    assert lit(seen, "last-move") == {"e7", "e5"}
    assert (seen.can.pause, seen.can.play, seen.can.new_game, seen.can.take_back) == (
        True,
        False,
        False,
        True,
    )
    assert seen.can.settings == ("level", "sound", "brightness", "click")
    assert seen.faces["white"].bright


def test_the_names_are_those_of_the_pgn() -> None:
    """They come from outside and are shown as they are."""
    hands = at_start()
    assert full_view(hands.table, hands.now_ms, tags={"White": "Ada"}).game.tags == {"White": "Ada"}


def test_an_offer_and_its_answer() -> None:
    """Who offers, who may answer; what was said stands behind the ply in each language."""
    hands = paused()
    seen = ordered(hands, "draw offer white")
    assert (seen.offer, seen.can.offer, seen.can.accept) == ("white", (), ("black",))
    assert seen.game.plies[-1].acts == {
        "en": ("White offers a draw",),
        "fr": ("les Blancs proposent la nulle",),
        "de": ("Weiß bietet Remis an",),
    }
    seen = ordered(hands, "draw accept black")
    assert (seen.phase, seen.game.result) == ("over", "1/2-1/2")
    assert seen.game.over is not None
    assert seen.game.over["en"] == "1/2-1/2: agreement"
    assert seen.can.new_game
    assert not seen.can.resign


def test_under_rules_without_takebacks() -> None:
    """A page does not offer what would be refused."""
    assert not shown(paused(rules=FIDE)).can.take_back
    assert "hints" not in shown(paused(rules=FIDE)).can.settings


def test_a_doubt_and_what_may_be_taken() -> None:
    """The candidates by their moves, the best first; one that is shown is offered."""
    hands = board("doubt")
    seen = shown(hands)
    assert seen.doubt.plies == (1,)
    assert seen.doubt.candidates[:2] == ("Nxd5", "Nxb5")
    assert seen.game.plies[0].doubts[:1] == ("Nxb5",)
    assert ordered(hands, "alternative").doubt.offered == Offered(1, "Nxb5")
    seen = ordered(hands, "take")
    assert [ply.san for ply in seen.game.plies] == ["Nxb5"]
    assert (seen.doubt.offered, seen.doubt.candidates) == (None, ())


def test_a_promotion_waits() -> None:
    """For its piece, which can be chosen in words."""
    hands = board("promotion")
    assert shown(hands).promotion == Promotion(1, "e8", "q")
    assert ordered(hands, "promote knight").promotion == Promotion(1, "e8", "n")
    assert shown(hands).game.plies[0].squares == {"e7": "", "e8": "N"}


def test_an_illegal_move_has_its_reason() -> None:
    """In words, and the square that is it: the rook's, which pins the knight."""
    hands = at_start("-", fen="4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1")
    hands.touch("e2 c3")
    hands.wait(2000)
    seen = shown(hands)
    assert seen.reason is not None
    assert seen.reason.said["en"] == "the knight on e2 is pinned to the king by the rook on e8"
    assert seen.reason.squares == ("e8",)
    assert lit(seen, "reason") == {"e8"}
    assert lit(seen, "too-much") == {"c3"}


def test_a_check() -> None:
    """The square of the king."""
    hands = at_start("-", rules=CASUAL, fen="4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
    hands.touch("a1 a8")
    assert shown(hands).game.check == "e8"


def test_troubles_come_first() -> None:
    """What is wrong with the machine, in words and by name."""
    hands = at_start("-")
    wrong = (Wrong(Trouble.WHITE_FACE, 0), Wrong(Trouble.VOLTAGE, 0))
    seen = full_view(hands.table, hands.now_ms, wrong)
    assert [each.id for each in seen.health.troubles] == ["white-face", "voltage"]
    assert seen.words["en"].startswith("White's face does not answer; the voltage")
    assert all(each.said["fr"] != each.said["en"] for each in seen.health.troubles)


def test_a_line_that_cannot_be_read() -> None:
    """Named with its connector, colour and pin, so that its wire can be found."""
    hands = at_start("-")
    line = FaultyLine("column_e", LineFault.OPEN, "J1.5", "green", 29)
    (trouble,) = full_view(hands.table, hands.now_ms, (Wrong(Trouble.LINE, 0, line),)).health.troubles
    assert trouble.id == "line"
    assert trouble.said["en"] == "column_e (J1.5, green, pin 29) reads open: look for a loose wire"


def test_a_bad_reed() -> None:
    """The square and what is wrong with it."""
    hands = at_start("-")
    hands.table = hands.table._replace(board=hands.table.board._replace(named=chess.BB_H8))
    reed = shown(hands).health.reeds[0]
    assert isinstance(reed, ShownReed)
    assert (reed.square, reed.fault, reed.said["en"]) == ("h8", "stuck-closed", "does not open")


def test_a_turned_board() -> None:
    """Lamps are the board's own squares, all else is as the players say it."""
    fen = chess.STARTING_FEN
    terms = Terms(fen, parse_time_control("300 ; 60"), CLUB, turned=True)
    hands = Hands(new_table(terms, settled_contacts(chess.Board(fen).occupied)))
    hands.wait(1500)
    hands.touch("d7 d5")
    seen = shown(hands)
    assert seen.turned
    assert seen.game.plies[0].squares == {"e2": "", "e4": "P"}
    assert lit(seen, "last-move") == {"d7", "d5"}
    assert (seen.faces["white"].text, seen.faces["black"].text) == ("05:00", "01:00")


def test_periods_and_moves_to_go() -> None:
    """Byo-yomi counts its periods once it has begun, and a period with a move count its moves."""
    seen = shown(at_start("0y3x30 ; 40/5400:1800"))
    assert seen.clock is not None
    assert (seen.clock.white.periods, seen.clock.white.moves_to_go) == (3, None)
    assert (seen.clock.black.periods, seen.clock.black.moves_to_go) == (None, 40)


def test_a_time_that_counts_up_does_so_when_it_stands() -> None:
    """It is rounded otherwise than what is left."""
    seen = shown(at_start("^ ; 300"))
    assert seen.clock is not None
    assert (seen.clock.white.rises, seen.clock.white.rate, seen.clock.white.tenths_below_s) == (True, 0, 0)
    assert (seen.clock.black.rises, seen.clock.black.tenths_below_s) == (False, 20)


@pytest.mark.parametrize("control", ["300+3", "600y3x30", "-"])
@pytest.mark.parametrize("deed", ["", "ok", "g1", "g1 g4", "resign"])
def test_a_message_takes_fewer_than_500_calls(deed: str, control: str) -> None:
    """In a pause, in the menu, with a piece in the air or astray, after the game; and before it.

    The page has looked on before: what it was shown of the game then is kept.
    """
    hands = paused(control=control)
    shown(hands)
    if deed == "resign":
        hands.feed(Ordered(parse_order("resign white")))
    elif deed == "ok":
        hands.hold("ok", 1500)
    else:
        hands.touch(deed)
    start = at_start(control)
    for each in (hands, start):
        assert count_calls(partial(full_view, each.table, each.now_ms)) < 500
