"""A new game by one sheet, on both pages: who plays, how much time, which rules, and one button."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from shared.board.simulator import Simulator
from shared.pages.desk import DeskPage
from shared.pages.watched import Watch

DASH = "\N{EN DASH}"

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def desk(start: Callable[..., Simulator], visit: Callable[..., Page]) -> DeskPage:
    """A simulator's desk, before a game of fifteen minutes and ten seconds a move."""
    running = start()
    return DeskPage.opened(running, visit(running.url))


def unlocked(desk: DeskPage, visit: Callable[..., Page], **person: object) -> Page:
    """The companion on a phone, with the PIN given in the sheet of a new game."""
    pin = desk.pin()
    page = visit(f"{desk.running.url}/companion", **PHONE | person)
    page.get_by_test_id("new-game-open").click()
    page.get_by_test_id("pin").fill(pin)
    page.get_by_test_id("unlock").click()
    return page


def test_two_clicks_and_a_drag(desk: DeskPage) -> None:
    """From the page to a first move with a running clock."""
    desk.part("new-game-open").click()
    desk.part("new-game").click()
    expect(desk.part("new-game-dialog")).to_be_hidden()
    desk.drag("e2", "e4")
    expect(desk.ply(1)).to_have_text("e4")
    desk.faces("white", "15:0")


def test_a_game_that_runs_is_ended_only_after_a_question(desk: DeskPage) -> None:
    """A no leaves it and what was chosen on the sheet; before the first ply nothing is asked."""
    for _ in range(2):
        desk.part("new-game-open").click()
        desk.part("new-game").click()
        expect(desk.part("new-game-dialog")).to_be_hidden()
    desk.plays("e2e4")
    desk.part("new-game-open").click()
    desk.part("new-white").fill("Vera")
    desk.part("new-game").click()
    expect(desk.part("confirm-dialog")).to_contain_text("This ends the game that is running.")
    desk.page.keyboard.press("Escape")
    expect(desk.part("confirm-dialog")).to_be_hidden()
    expect(desk.part("new-white")).to_have_value("Vera")
    expect(desk.ply(1)).to_be_visible()
    desk.part("new-game").click()
    desk.part("confirm-yes").click()
    expect(desk.part("new-game-dialog")).to_be_hidden()
    expect(desk.sheet).to_contain_text("Vera")
    expect(desk.ply(1)).to_have_count(0)


def test_a_name_that_is_refused_begins_no_game_on_the_desk(desk: DeskPage) -> None:
    """The sheet stays, with the board's words and what was typed; no clock runs."""
    desk.part("new-game-open").click()
    desk.part("new-white").fill("Vera | GM | 99999")
    desk.part("new-black").fill("Akiba")
    desk.part("new-game").click()
    expect(desk.part("new-answer")).to_contain_text("✕")
    expect(desk.part("new-game-dialog")).to_be_visible()
    desk.reads("White to move; Black's lever starts the clock")
    desk.part("new-white").fill("Vera")
    desk.part("new-game").click()
    expect(desk.part("new-game-dialog")).to_be_hidden()
    expect(desk.sheet).to_contain_text(f"Vera {DASH} Akiba")


def test_no_game_begins_on_a_board_that_was_away(
    start: Callable[..., Simulator], visit: Callable[..., Page], watch: Watch
) -> None:
    """While the desk is not reached the button cannot be pressed; what comes back has begun nothing."""
    watch.provoke("ERR_CONNECTION_REFUSED", "WebSocket")
    first = start()
    desk = DeskPage.opened(first, visit(first.url))
    desk.part("new-game-open").click()
    desk.part("new-white").fill("Vera")
    expect(desk.part("new-game")).to_be_enabled()
    first.leave()
    expect(desk.part("new-game")).to_be_disabled()
    second = start(port=first.port)
    expect(desk.part("new-game")).to_be_enabled()
    again = DeskPage.opened(second, desk.page)
    again.reads("White to move; Black's lever starts the clock")
    desk.part("new-game").click()
    expect(again.sheet).to_contain_text("Vera")


def test_lichess_is_chosen_on_the_desk(desk: DeskPage, watch: Watch) -> None:
    """Its panel is on the board's page, which opens for the owner."""
    watch.provoke("503")  # nothing answers for Lichess beside this board
    desk.part("new-game-open").click()
    with desk.page.context.expect_page() as opened:
        desk.part("new-lichess").click()
    expect(opened.value.get_by_test_id("lichess-dialog")).to_be_visible()
    expect(opened.value.get_by_test_id("pin")).to_have_count(0)
    expect(desk.part("new-game-dialog")).to_be_hidden()


def test_names_time_and_rules_are_taken_on_the_desk(desk: DeskPage) -> None:
    """Names, one of the big presets and a rule set; the scoresheet, the faces and the PGN have them."""
    desk.part("new-game-open").click()
    desk.part("new-white").fill("Menchik, Vera")
    desk.part("new-black").fill("Rubinstein, Akiba")
    desk.part("new-preset-3+2").click()
    desk.part("new-rules").select_option("fide-blitz")
    desk.part("new-game").click()
    expect(desk.sheet).to_contain_text(f"Menchik, Vera {DASH} Rubinstein, Akiba")
    desk.faces("black", "3:02")
    assert '[RuleSet "fide-blitz"]' in desk.pgn()


def test_a_long_name_leaves_room_for_the_other(desk: DeskPage) -> None:
    """Both can be read on the scoresheet, as far as there is room, and stand in full in its title."""
    long = "Nepomniachtchi-Vachier-Lagrave, Maximilian Alexandrowitsch"
    desk.part("new-game-open").click()
    desk.part("new-white").fill(long)
    desk.part("new-black").fill("Akiba Rubinstein")
    desk.part("new-game").click()
    names = desk.sheet.locator(".players")
    expect(names).to_have_attribute("title", f"{long} {DASH} Akiba Rubinstein")
    hidden = "(both) => [...both.children].map((each) => each.scrollWidth > each.clientWidth)"
    assert names.evaluate(hidden) == [True, False, False]
    expect(names.locator("span").last).to_be_in_viewport(ratio=1)


def test_the_next_game_keeps_what_was_chosen(desk: DeskPage) -> None:
    """Names and hints of the game before stand on the sheet; left alone, they are those of the next game."""
    desk.part("new-game-open").click()
    desk.part("new-white").fill("Vera")
    expect(desk.part("new-game")).to_have_text(re.compile("^Begin: White.s clock runs$"))
    desk.part("new-none").click()
    expect(desk.part("new-game")).to_have_text("Begin")
    desk.part("new-hints").check()
    for _ in range(2):
        desk.part("new-game").click()
        expect(desk.part("new-game-dialog")).to_be_hidden()
        expect(desk.sheet).to_contain_text("Vera")
        expect(desk.part("hints")).to_have_attribute("aria-pressed", "true")
        desk.part("new-game-open").click()


def test_a_rematch_has_the_other_colours(desk: DeskPage) -> None:
    """After the end: one button, the same time, and whoever had White has Black."""
    desk.part("new-game-open").click()
    desk.part("new-white").fill("Vera")
    desk.part("new-black").fill("Akiba")
    desk.part("new-none").click()
    desk.part("new-game").click()
    expect(desk.sheet).to_contain_text(f"Vera {DASH} Akiba")
    desk.plays("e2e4", "e7e5")
    desk.part("tab-game").click()
    desk.part("order").fill("resign white")
    desk.part("say").click()
    desk.part("rematch").click()
    expect(desk.part("new-white")).to_have_value("Akiba")
    expect(desk.part("new-none")).to_have_attribute("aria-pressed", "true")
    desk.part("new-game").click()
    expect(desk.sheet).to_contain_text(f"Akiba {DASH} Vera")
    expect(desk.part("rematch")).to_be_hidden()


def test_a_rematch_by_keys_goes_on_at_the_board(desk: DeskPage) -> None:
    """The button that asked for it has gone with the game that was over; the focus is on the board."""
    desk.plays("e2e4", "e7e5")
    desk.say("resign white")
    expect(desk.part("rematch")).to_be_visible()  # `press` does not wait for that
    desk.part("rematch").press("Enter")
    expect(desk.part("new-game")).to_be_focused()
    desk.page.keyboard.press("Enter")
    expect(desk.part("new-game-dialog")).to_be_hidden()
    expect(desk.part("board")).to_be_focused()


def test_a_rematch_with_an_engine_leaves_nobodys_name_to_it(desk: DeskPage) -> None:
    """Who had the side that the engine gets has the other one now; the engine names itself."""
    before = {"settings": {"opponent": "black"}, "names": {"white": {"name": "Ada"}, "black": {"name": "x"}}}
    game = {"white": {"name": "x"}, "black": {"name": "Ada"}, "opponent": "white", "hints": False}
    ask = "async ([game, message]) => (await import('/static/kit/new_game.js')).orders(game, message)"
    asked = desk.page.evaluate(ask, [game, before])
    assert [each for each in asked if each.startswith(("name", "opponent"))] == [
        "name white -",
        "name black Ada",
        "opponent white",
    ]
    same = desk.page.evaluate(ask, [{**game, "opponent": "black", "white": {"name": "Ada"}}, before])
    assert not [each for each in same if each.startswith(("name", "opponent"))]


def test_a_phone_sets_a_game_up(desk: DeskPage, visit: Callable[..., Page]) -> None:
    """The PIN, names, swap, minutes and seconds, hints; then the board's own message has all of it."""
    page = unlocked(desk, visit)
    part = page.get_by_test_id
    part("new-white").fill("Vera")
    part("new-swap").click()
    expect(part("new-black")).to_have_value("Vera")
    part("new-minutes").fill("7")
    part("new-seconds").fill("3")
    expect(part("new-means")).to_have_text("each side has 7:00, and 3 s a move")
    part("new-rules").select_option("casual")
    part("new-hints").check()
    part("new-game").click()
    expect(part("new-game-dialog")).to_be_hidden()
    expect(part("name-black")).to_have_text("Vera")
    expect(part("clock-white").locator(".time")).to_have_text(re.compile("0?7:03"))
    expect(page.locator("#about")).to_contain_text("casual")


def test_a_phone_counts_the_pieces_that_are_missing(desk: DeskPage, visit: Callable[..., Page]) -> None:
    """After a game the next one waits for its pieces, and says how many squares differ meanwhile."""
    pin = desk.pin()
    desk.plays("e2e4", "e7e5")
    page = unlocked_later(desk, pin, visit)
    part = page.get_by_test_id
    part("new-none").click()
    part("new-game").click()
    expect(part("words")).to_contain_text("4 squares differ")
    desk.drag("e4", "e2")
    expect(part("words")).to_contain_text("2 squares differ")
    desk.drag("e5", "e7")
    expect(part("words")).to_contain_text("White to move")


def unlocked_later(desk: DeskPage, pin: str, visit: Callable[..., Page]) -> Page:
    """The companion after White has resigned: the result in words, and what can follow."""
    desk.part("tab-game").click()
    desk.part("order").fill("resign white")
    desk.part("say").click()
    page = visit(f"{desk.running.url}/companion", **PHONE)
    part = page.get_by_test_id
    expect(part("result")).to_have_text(f"0 {DASH} 1 \N{MIDDLE DOT} Black wins")
    expect(part("words")).to_have_text("White resigns")
    expect(part("share-open")).to_be_visible()
    part("rematch").click()
    part("pin").fill(pin)
    part("unlock").click()
    return page


def test_what_the_board_refuses_is_said_on_the_sheet(
    desk: DeskPage, visit: Callable[..., Page], watch: Watch
) -> None:
    """A clock that was started meanwhile: the sheet stays, with the board's words."""
    watch.provoke("409")
    page = unlocked(desk, visit)
    part = page.get_by_test_id
    expect(part("new-preset-3+2")).to_be_visible()
    desk.part("lever-black").click()
    desk.faces("white", "15:0")
    part("new-preset-3+2").click()
    part("new-game").click()
    expect(part("new-answer")).to_contain_text("✕")
    expect(part("new-game-dialog")).to_be_visible()
