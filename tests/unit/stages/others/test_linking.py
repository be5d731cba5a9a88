"""A program on a link: it points at squares, writes, plays a side, and sets the clocks."""

import chess
import pytest

from jadoube.core.clock.time_control import parse_time_control
from jadoube.core.display.status_line import words
from jadoube.core.display.view import view
from jadoube.core.messages.effects import (
    ArbiterWrote,
    Effect,
    MoveCompleted,
    MoveTold,
    OrderRefused,
    ProgramSeated,
)
from jadoube.core.messages.events import Ordered, Restarted
from jadoube.core.messages.lamps import Lamp
from jadoube.core.messages.opponents import Seat
from jadoube.core.messages.order_text import parse_order
from jadoube.core.messages.phases import Phase
from jadoube.core.messages.roles import Role
from jadoube.core.pages.link_view import link_view
from jadoube.core.state.others.linked import NOT_LINKED
from jadoube.core.state.others.opponent_question import ask_for_move, expected_move
from jadoube.core.state.table import Terms
from shared.hands.panel import Hands, hands_at

BLITZ = Terms(control=parse_time_control("300+3"))


def order(hands: Hands, text: str, role: Role = Role.PROGRAM) -> list[Effect]:
    """Give an order; return what was told."""
    hands.told.clear()
    hands.feed(Ordered(parse_order(text), role))
    return list(hands.told)


def refused(hands: Hands, text: str, role: Role = Role.PROGRAM) -> bool:
    """Whether an order is refused."""
    return any(isinstance(each, OrderRefused) for each in order(hands, text, role))


def lit(hands: Hands) -> dict[str, Lamp]:
    """The lamps that are lit, by square."""
    lamps = view(hands.table, hands.now_ms).lamps
    return {chess.SQUARE_NAMES[square]: lamp for square, lamp in enumerate(lamps) if lamp is not Lamp.DARK}


def test_a_program_points_at_squares() -> None:
    """A piece to lift, and where it comes; nothing in play changes."""
    hands = hands_at(Terms())
    order(hands, "lights e2 e4")
    assert lit(hands) == {"e2": Lamp.TO_LIFT, "e4": Lamp.TO_PLACE}
    hands.touch("e2")
    assert lit(hands)["e2"] is Lamp.LIFTED
    order(hands, "lights off")
    hands.touch("e2")
    assert lit(hands) == {}
    assert not hands.table.line.ply


def test_a_program_writes_on_the_faces_that_show_no_running_time() -> None:
    """A longer text in parts; in words on the page."""
    hands = hands_at(Terms())
    order(hands, "writes Nf6")
    assert hands.faces == (" nF6", " nF6")
    assert words(hands.table).endswith("the program writes: Nf6")
    order(hands, "writes Kxe4 now")
    hands.wait(3000 - hands.now_ms % 3000 + 100)
    assert hands.faces[0] == "+-E4"
    hands.wait(1500)
    assert hands.faces[0] == " noU"
    order(hands, "writes off")
    assert hands.faces == ("----", "----")


def test_the_arbiter_writes_on_the_faces() -> None:
    """In parts, as a program does; and in words, before all else that is to be said."""
    hands = hands_at(BLITZ)
    assert order(hands, "writes Round 2", Role.ARBITER) == [ArbiterWrote("Round 2")]
    assert words(hands.table).startswith("the arbiter writes: Round 2; ")
    hands.wait(3000 - hands.now_ms % 3000 + 100)
    assert hands.faces == ("roun", "roun")
    hands.wait(1500)
    assert hands.faces == (" d 2", " d 2")
    hands.tap("black")
    assert hands.faces[0].startswith("05:0")
    assert order(hands, "writes off", Role.ARBITER) == [ArbiterWrote("")]
    assert "arbiter" not in words(hands.table)


def test_the_newest_text_counts() -> None:
    """Whoever wrote it; but a program that goes takes back no text of the arbiter."""
    hands = hands_at(Terms())
    order(hands, "writes Nf6")
    order(hands, "writes Come", Role.ARBITER)
    assert words(hands.table).startswith("the arbiter writes: Come; ")
    assert "program" not in words(hands.table)
    assert link_view(hands.table, hands.now_ms).shows  # links write anew once nothing is shown
    order(hands, "writes off")
    assert hands.table.link.text == "Come"
    order(hands, "writes Nc6")
    assert words(hands.table).endswith("the program writes: Nc6")
    assert "arbiter" not in words(hands.table)
    order(hands, "writes off", Role.ARBITER)
    assert hands.table.link.text == ""
    order(hands, "writes Come", Role.ARBITER)
    order(hands, "writes off", Role.OWNER)
    assert hands.table.link.text == ""


def test_what_the_arbiter_writes_after_the_game_and_the_result_take_turns() -> None:
    """The next round is called at boards that have finished; the result can still be read."""
    hands = hands_at(BLITZ)
    hands.tap("black")
    order(hands, "resign white", Role.WHITE)
    result = hands.faces
    order(hands, "writes Nf6")
    assert hands.faces == result
    order(hands, "writes 14-30 h", Role.ARBITER)
    hands.wait(4500 - hands.now_ms % 4500 + 100)
    seen = []
    for _ in range(4):
        seen.append(hands.faces)
        next_ms = view(hands.table, hands.now_ms).changes_at_ms
        assert next_ms is not None
        assert next_ms - hands.now_ms <= 1500
        hands.wait(1500)
    assert seen == [("14-3", "14-3"), (" 0 h", " 0 h"), result, ("14-3", "14-3")]
    assert words(hands.table).startswith("the arbiter writes: 14-30 h; 0-1")
    order(hands, "writes off", Role.ARBITER)
    assert hands.faces == result


def test_the_next_game_and_a_restart_end_what_the_arbiter_wrote() -> None:
    """He says it again if it still holds."""
    hands = hands_at(Terms())
    order(hands, "writes Come", Role.ARBITER)
    hands.feed(Restarted())
    assert hands.table.link == NOT_LINKED
    hands.touch("e2 e4")
    order(hands, "writes Come", Role.ARBITER)
    order(hands, "new game", Role.OWNER)
    hands.touch("e4 e2")
    hands.wait(3000)
    assert hands.table.link == NOT_LINKED


def test_where_a_server_keeps_the_game_the_arbiter_writes() -> None:
    """What he writes is no help from outside; nobody else may write there."""
    hands = hands_at(Terms())
    order(hands, "join lichess:AbCdEfGh black -", Role.OPPONENT)
    for role in (Role.PROGRAM, Role.OWNER):
        assert refused(hands, "writes e4", role)
    assert not refused(hands, "writes Come", Role.ARBITER)
    assert hands.faces == ("ConE", "ConE")
    assert words(hands.table).startswith("the arbiter writes: Come; ")
    assert not refused(hands, "writes off", Role.ARBITER)
    assert hands.table.link == NOT_LINKED


def test_the_running_time_is_not_hidden() -> None:
    """The other face has the text."""
    hands = hands_at(BLITZ)
    hands.tap("black")
    order(hands, "writes Nf6")
    assert hands.faces[0].startswith("05:0")
    assert hands.faces[1] == " nF6"


def test_a_program_plays_a_side() -> None:
    """Its move is shown, a hand makes it, and the clock follows; no engine is asked."""
    hands = hands_at(BLITZ)
    hands.tap("black")
    hands.touch("e2 e4")
    hands.tap("white")
    assert refused(hands, "told 2 e7e5")  # it has no side yet
    assert ProgramSeated(Seat.BLACK) in order(hands, "program black")
    assert expected_move(hands.table, hands.now_ms) is not None
    assert ask_for_move(hands.table, hands.now_ms) is None
    assert MoveTold(2, "e5") in order(hands, "told 2 e7e5")
    assert lit(hands)["e7"] is Lamp.TO_LIFT
    assert link_view(hands.table, hands.now_ms).told == "e7e5"
    order(hands, "told 2 c7c5")  # it thinks better of it
    assert lit(hands)["c5"] is Lamp.TO_PLACE
    hands.told.clear()
    hands.touch("c7 c5")
    assert any(isinstance(each, MoveCompleted) for each in hands.told)
    assert link_view(hands.table, hands.now_ms).moves == ("e2e4", "c7c5")
    assert hands.table.play.clock is not None
    assert hands.table.play.clock.running is chess.WHITE


def test_a_program_that_has_gone_holds_nothing_up() -> None:
    """It has a side until a hand has made its move; afterwards both play at the board."""
    hands = hands_at(Terms())
    hands.touch("e2 e4")
    order(hands, "program black")
    order(hands, "told 2 e7e5")
    hands.touch("e7 e5")
    hands.wait(1000)
    assert hands.table.seen.agreed is None
    assert not hands.table.terms.program
    hands.touch("g1 f3 b8 c6 f1 b5")
    assert link_view(hands.table, hands.now_ms).moves == ("e2e4", "e7e5", "g1f3", "b8c6", "f1b5")


@pytest.mark.parametrize("control", ["300+3", "-"])
def test_a_hand_that_insists_overrules_what_was_a_hint(control: str) -> None:
    """Another legal move that has stood for three seconds is the game's, and the clock goes on."""
    hands = hands_at(Terms(control=parse_time_control(control)))
    if control != "-":
        hands.tap("black")
    order(hands, "program white")
    order(hands, "told 1 g1f3")
    hands.touch("d2 d4")
    hands.wait(1000)
    assert link_view(hands.table, hands.now_ms).moves == ()
    hands.wait(3000)
    assert link_view(hands.table, hands.now_ms).moves == ("d2d4",)
    assert hands.table.seen.agreed is None
    if hands.table.play.clock:
        hands.tap("white")
        assert hands.table.play.clock.running is chess.BLACK


@pytest.mark.parametrize("side", ["white", "black"])
def test_a_program_that_comes_at_a_promotion_knows_the_piece_that_is_chosen(side: str) -> None:
    """Whichever side it plays: the pawn stood on its last rank before the program came."""
    hands = hands_at(Terms(start_fen="8/4P3/8/k7/8/8/P7/4K3 w - - 0 1"))
    hands.touch("e7 e8")
    order(hands, f"program {side}")
    order(hands, "promote knight", Role.OWNER)
    assert link_view(hands.table, hands.now_ms).moves == ("e7e8n",)


def test_a_program_answers_a_ply_that_nobody_has_pressed() -> None:
    """Its answer presses for the player, with his increment."""
    hands = hands_at(BLITZ)
    hands.tap("black")
    hands.touch("g1 f3")
    order(hands, "program black")
    assert MoveTold(2, "Nc6") in order(hands, "told 2 b8c6")
    clock = link_view(hands.table, hands.now_ms).clock
    assert clock is not None
    assert clock.running == ""
    assert clock.white_ms > 302_000
    hands.touch("b8 c6")
    hands.wait(500)
    clock = link_view(hands.table, hands.now_ms).clock
    assert clock is not None
    assert clock.running == "white"


def test_the_clock_of_two_players_is_theirs() -> None:
    """A program that connects while it runs sets nothing; one that has set it before may go on."""
    hands = hands_at(BLITZ)
    hands.tap("black")
    assert refused(hands, "clocks 300000 300000 none")
    assert refused(hands, "clocks 300000 1000 black")
    hands = hands_at(BLITZ)
    assert refused(hands, "clocks 300000 0 black")
    assert not refused(hands, "clocks 300000 290000 none")
    hands.tap("black")
    assert not refused(hands, "clocks 299000 290000 white")


def test_a_restart_and_a_game_on_a_server_end_what_is_shown() -> None:
    """Nothing is lit or written after a power cut, nor after the server's game."""
    hands = hands_at(Terms())
    order(hands, "lights e2 e4")
    order(hands, "writes Nf6")
    hands.feed(Restarted())
    hands.wait(100)
    assert not link_view(hands.table, hands.now_ms).shows
    order(hands, "lights e2 e4")
    order(hands, "program white")
    order(hands, "told 1 e2e4")
    order(hands, "join lichess:AbCdEfGh white -", Role.OPPONENT)
    assert not hands.table.terms.program
    assert not link_view(hands.table, hands.now_ms).shows


def test_another_move_than_the_programs_is_shown_as_wrong() -> None:
    """And put right."""
    hands = hands_at(Terms())
    hands.touch("e2 e4")
    hands.wait(3000)
    order(hands, "program black")
    order(hands, "told 2 e7e5")
    hands.touch("d7 d5")
    hands.wait(1000)
    assert link_view(hands.table, hands.now_ms).moves == ("e2e4",)
    hands.touch("d5 d7 e7 e5")
    assert link_view(hands.table, hands.now_ms).moves == ("e2e4", "e7e5")


def test_the_next_game_has_no_program() -> None:
    """It may play the other side then; who chooses an engine wants no program."""
    hands = hands_at(Terms())
    hands.touch("e2 e4")
    order(hands, "program black")
    order(hands, "new game", Role.OWNER)
    hands.touch("e4 e2")
    hands.wait(3000)
    assert hands.table.terms.opponent.side is None
    assert not hands.table.terms.program
    order(hands, "program white")
    order(hands, "opponent black", Role.OWNER)
    assert hands.table.terms.opponent.side is chess.BLACK
    assert not hands.table.terms.program
    assert refused(hands, "program white")
    assert refused(hands, "clocks 1000 1000 none")


@pytest.mark.parametrize("control", ["300+3", "-"])
def test_a_program_sets_the_clocks(control: str) -> None:
    """Before the game, where none is agreed too; it starts one side, and stops both."""
    hands = hands_at(Terms(control=parse_time_control(control)))
    assert not refused(hands, "clocks 600000 590500 none")
    assert link_view(hands.table, hands.now_ms).phase == "setting up"
    hands.touch("e2 e4")
    order(hands, "clocks 598000 590500 black")
    shown = link_view(hands.table, hands.now_ms).clock
    assert shown is not None
    assert (shown.white_ms, shown.black_ms, shown.running) == (598000, 590500, "black")
    hands.wait(1000)
    order(hands, "clocks 598000 589500 none")
    shown = link_view(hands.table, hands.now_ms).clock
    assert shown is not None
    assert (shown.black_ms, shown.running) == (589500, "")
    assert hands.table.play.phase is Phase.PAUSED


def test_where_a_server_keeps_the_game_no_program_shows_anything() -> None:
    """That would be help from outside."""
    hands = hands_at(Terms())
    order(hands, "lights e2 e4")
    order(hands, "join lichess:AbCdEfGh black -", Role.OPPONENT)
    assert lit(hands) == {}
    for text in ("lights e2", "writes e4", "program black", "told 1 e2e4", "clocks 1 1 none"):
        assert refused(hands, text)
    assert refused(hands, "lights e2", Role.OWNER)
