"""The companion: the board beside the real one, looked at by all, acted on by who has read the PIN."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from shared.board.simulator import Simulator
from shared.pages.desk import DeskPage
from shared.pages.watched import Watch

PHONE = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
    "locale": "fr-FR",
}


@pytest.fixture
def desk(start: Callable[..., Simulator], visit: Callable[..., Page]) -> Callable[..., DeskPage]:
    """Start a simulator with these options, and open the page of its desk."""

    def opened(*options: str) -> DeskPage:
        running = start(*options)
        return DeskPage.opened(running, visit(running.url))

    return opened


def companion(desk: DeskPage, visit: Callable[..., Page], **person: object) -> Page:
    """Open the companion of a desk, as somebody else."""
    return visit(f"{desk.running.url}/companion", **person)


def test_a_phone_in_french_sees_the_game(desk: Callable[..., DeskPage], visit: Callable[..., Page]) -> None:
    """Position, last move, clocks and scoresheet on 390 pixels, in French; nothing is cut off sideways."""
    board = desk("--time-control", "5+3")
    page = companion(board, visit, **PHONE)
    part = page.get_by_test_id
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(part("words")).to_contain_text(re.compile("trait aux Blancs", re.IGNORECASE))
    board.press("lever-black")
    board.plays("e2e4", "e7e5", "g1f3")
    expect(part("ply-3")).to_contain_text("f3")
    expect(part("sq-f3")).to_have_attribute("data-piece", "N")
    expect(part("sq-g1")).to_have_attribute("data-marks", re.compile("last-move"))
    expect(part("clock-white").locator(".time")).to_have_text(re.compile(r"[45]:\d\d"))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(part("live")).to_contain_text("cavalier f3")


def test_one_walks_back_through_the_game_and_is_left_there(
    desk: Callable[..., DeskPage], visit: Callable[..., Page]
) -> None:
    """With arrow keys alone: a past position stays, whatever is played, until one goes back to live."""
    board = desk("--time-control", "-")
    board.plays("e2e4", "e7e5")
    page = companion(board, visit)
    part = page.get_by_test_id
    expect(part("ply-2")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(part("sq-e4")).to_have_attribute("data-piece", "")
    expect(part("past")).to_be_visible()
    board.plays("g1f3")
    expect(part("ply-3")).to_be_attached()
    expect(part("sq-f3")).to_have_attribute("data-piece", "")
    page.keyboard.press("End")
    expect(part("sq-f3")).to_have_attribute("data-piece", "N")
    expect(part("past")).to_be_hidden()


def test_the_pin_lets_one_act(
    desk: Callable[..., DeskPage], visit: Callable[..., Page], watch: Watch
) -> None:
    """The faces show it through the panel's menu; wrong ones are refused, then slowed down."""
    board = desk("--time-control", "-")
    pin = board.pin()
    board.plays("e2e4")
    wrong = f"{(int(pin) + 1) % 10_000:04}"
    page = companion(board, visit)
    part = page.get_by_test_id
    watch.provoke("403", "429")
    part("act").click()
    for _ in range(3):
        with page.expect_response("**/unlock") as answer:
            part("pin").fill(wrong)
            part("unlock").click()
        assert answer.value.status == 403
    with page.expect_response("**/unlock") as answer:
        part("pin").fill(pin)
        part("unlock").click()
    assert answer.value.status == 429
    assert int(answer.value.headers["retry-after"]) >= 1
    part("pin").fill(pin)
    part("unlock").click()  # as soon as it may be pressed again
    part("order-resign-white").click()
    part("confirm-yes").click()
    expect(part("result")).to_contain_text(re.compile("0.+1"))
    board.reads("White resigns")


def test_a_takeback_by_mistake_is_undone(desk: Callable[..., DeskPage], visit: Callable[..., Page]) -> None:
    """For five seconds after the order a button gives the ply back; then there is none."""
    board = desk("--time-control", "-")
    page = companion(board, visit)
    part = page.get_by_test_id
    part("act").click()
    part("pin").fill(board.pin())
    part("unlock").click()
    expect(part("order-undo")).to_have_count(0)
    board.plays("e2e4", "e7e5")
    part("order-take-back").click()
    part("confirm-yes").click()
    expect(part("words")).to_contain_text("taken back")
    part("order-undo").click()
    expect(part("words")).to_contain_text("1... e5")
    expect(part("order-undo")).to_have_count(0)


@pytest.mark.parametrize(
    ("locale", "button", "answer"),
    [
        ("en-GB", "That was wrong", r"that was wrong: noted at ply 2, \d+:\d\d:\d\d"),
        ("fr-FR", "C.était faux", r"c.était faux\s: noté au demi-coup 2, \d+:\d\d:\d\d"),
    ],
)
def test_what_was_read_wrong_is_marked(
    desk: Callable[..., DeskPage], visit: Callable[..., Page], locale: str, button: str, answer: str
) -> None:
    """A press of the button is enough; the answer says what was noted, and the game is as it was."""
    board = desk("--time-control", "-")
    page = companion(board, visit, locale=locale)
    part = page.get_by_test_id
    part("act").click()
    part("pin").fill(board.pin())
    part("unlock").click()
    board.plays("e2e4", "e7e5")
    expect(part("order-take-back")).to_be_visible()
    expect(part("order-wrong")).to_have_text(re.compile(button))
    part("order-wrong").click()
    expect(page.locator("#act-answer")).to_have_text(re.compile(answer))
    expect(part("words")).to_contain_text("1... e5")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (320, 568)])
def test_after_the_end_a_phone_shows_the_scoresheet(
    desk: Callable[..., DeskPage], visit: Callable[..., Page], width: int, height: int
) -> None:
    """Some rows of it, at one scroll; how the game ended stands once, above it, on one line."""
    board = desk("--time-control", "5+3")
    moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 *"
    board.let_hands_play(moves, "tidy", "50")
    expect(board.ply(12)).to_be_visible()
    board.say("resign white")
    person = PHONE | {"viewport": {"width": width, "height": height}, "locale": "en-GB"}
    page = companion(board, visit, **person)
    part = page.get_by_test_id
    expect(part("result")).to_be_visible()
    expect(page.locator("#ending")).to_be_hidden()
    heights = page.evaluate(
        "['sheet', 'rows', 'result'].map((id) => document.getElementById(id).offsetHeight)"
    )
    row = heights[1] / 6
    assert heights[0] > 5 * row
    assert heights[2] < 40
    part("ply-12").scroll_into_view_if_needed()
    expect(part("sheet")).to_be_in_viewport(ratio=1)


def test_a_resignation_by_mistake_is_undone(
    desk: Callable[..., DeskPage], visit: Callable[..., Page]
) -> None:
    """For five seconds a button opens the game again, paused; then only *Reopen* is left."""
    board, page = acting(desk("--time-control", "5+3", "--rules", "fide"), visit)
    part = page.get_by_test_id
    board.press("lever-black")
    board.plays("e2e4")
    part("order-resign-black").click()
    part("confirm-yes").click()
    part("order-undo").click()
    expect(part("words")).to_contain_text("reopened")
    expect(part("result")).to_be_hidden()
    expect(part("side-black")).to_have_attribute("data-state", "paused")
    part("order-resign-black").click()
    part("confirm-yes").click()
    expect(part("order-undo")).to_be_visible()
    board.part("speed").select_option("20")  # of the board's time: its five seconds are to pass
    expect(part("order-undo")).to_have_count(0)
    expect(part("order-reopen")).to_be_visible()


def test_a_game_is_reopened(desk: Callable[..., DeskPage], visit: Callable[..., Page]) -> None:
    """After the end, also in the next game until its first ply; it asks once more."""
    board, page = acting(desk("--time-control", "-"), visit)
    part = page.get_by_test_id
    board.plays("e2e4", "e7e5")
    expect(part("order-resign-white")).to_be_visible()
    expect(part("order-reopen")).to_have_count(0)
    part("order-resign-white").click()
    part("confirm-yes").click()
    part("order-reopen").click()
    part("confirm-no").click()
    expect(part("result")).to_contain_text("1")
    part("order-new-game").click()
    part("confirm-yes").click()
    expect(part("result")).to_be_hidden()
    part("order-reopen").click()
    part("confirm-yes").click()
    expect(part("ply-2")).to_contain_text("e5")
    expect(part("order-reopen")).to_have_count(0)
    assert '[Result "*"]' in board.pgn()


def test_the_arbiter_goes_back_to_the_ply_that_is_looked_at(
    desk: Callable[..., DeskPage], visit: Callable[..., Page]
) -> None:
    """The live board has the hint how; one ply back a button names that ply, and its order works."""
    board, page = acting(desk("--time-control", "-"), visit)
    part = page.get_by_test_id
    restore = page.locator("[data-testid^=order-restore]")
    board.plays("e2e4", "e7e5")
    page.locator(".arbiter summary").click()
    expect(page.locator(".arbiter")).to_contain_text("walk to it on the page first")
    expect(restore).to_have_count(0)
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowLeft")
    expect(part("past")).to_be_visible()
    part("act").click()
    expect(part("order-restore-1")).to_have_text("Back to the position after 1. e4")
    part("order-restore-1").click()
    part("confirm-yes").click()
    expect(part("act-answer")).to_contain_text("✓")
    expect(part("ply-2")).to_have_count(0)
    board.reads("put back")


@pytest.mark.parametrize(("answer", "faces"), [("penalty", "0?7:0"), ("none", "0?5:0")])
def test_the_arbiter_gives_the_verdict(
    desk: Callable[..., DeskPage], visit: Callable[..., Page], answer: str, faces: str
) -> None:
    """On a phone: the question and its two answers stand first, large enough for a thumb."""
    board, page = acting(
        desk("--time-control", "5+3", "--rules", "fide"), visit, **PHONE | {"locale": "en-GB"}
    )
    part = page.get_by_test_id
    illegal_press(board)
    buttons = page.locator("#act-body button")
    for number, each in enumerate(("penalty", "none")):
        expect(buttons.nth(number)).to_have_attribute("data-testid", f"order-verdict-{each}")
        box = buttons.nth(number).bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
    expect(page.locator("#act-body section").first).to_contain_text("a pawn does not move so")
    part(f"order-verdict-{answer}").click()
    expect(part(f"order-verdict-{answer}")).to_have_count(0)
    expect(part("clock-white").locator(".time")).to_have_text(re.compile(faces))
    expect(part("order-play")).to_be_visible()


def test_the_desk_gives_the_verdict(desk: Callable[..., DeskPage]) -> None:
    """It shows the question beside the scoresheet; a key of the panel or a button answers it."""
    board = desk("--time-control", "5+3", "--rules", "fide")
    illegal_press(board)
    board.reads("plus for a penalty, minus for none")
    expect(board.part("candidates")).to_contain_text("Illegal move:")
    board.press("key-minus")
    board.reads("no penalty")
    expect(board.part("candidates")).to_be_empty()
    board.press("key-play")
    board.press("lever-black")
    board.press("order-verdict-penalty")
    board.reads("2:00 more for White")


def test_the_arbiter_sets_clock_moves_and_period(
    desk: Callable[..., DeskPage], visit: Callable[..., Page]
) -> None:
    """A time as hours, minutes and seconds, moves and period as numbers; it says who paused."""
    board, page = acting(desk("--time-control", "40/90+30", "--rules", "fide"), visit)
    part = page.get_by_test_id
    board.press("lever-black")
    board.plays("e2e4")
    part("order-pause").click()
    expect(part("words")).to_contain_text("paused by the owner")
    page.locator(".arbiter summary").click()
    for form, field, value in (
        ("setTime", "time-set", "1:23:45"),
        ("moves", "moves-number", "12"),
    ):
        part(field).fill(value)
        part(f"arbiter-{form}").click()
        expect(page.locator(".confirm")).to_contain_text(f"White: {value}")
        part("confirm-yes").click()
        expect(page.locator(".confirm")).to_have_count(0)
        expect(part("act-answer")).not_to_have_class(re.compile("refused"))
    expect(part("clock-white").locator(".time")).to_have_text(re.compile("1:23:45"))
    expect(part("side-white")).to_contain_text("28")


@pytest.mark.parametrize("field", ["moves-number", "time-set"])
def test_what_is_selected_in_a_field_stays_so(
    desk: Callable[..., DeskPage], visit: Callable[..., Page], field: str
) -> None:
    """The panel is drawn anew while the arbiter types: his keys still replace what he has selected."""
    board, page = acting(desk("--time-control", "40/90+30", "--rules", "fide"), visit)
    part = page.get_by_test_id
    page.locator(".arbiter summary").click()
    part(field).fill("7")
    part(field).select_text()
    expect(part("order-pause")).to_have_count(0)
    board.press("lever-black")  # the clock runs: the panel now offers a pause
    expect(part("order-pause")).to_be_visible()
    page.keyboard.type("12")
    expect(part(field)).to_have_value("12")
    page.keyboard.type("3")
    expect(part(field)).to_have_value("123")


def acting(board: DeskPage, visit: Callable[..., Page], **person: object) -> tuple[DeskPage, Page]:
    """A desk, and its companion with the orders open."""
    pin = board.pin()
    page = companion(board, visit, **person)
    part = page.get_by_test_id
    part("act").click()
    part("pin").fill(pin)
    part("unlock").click()
    expect(part("pin")).to_have_count(0)
    return board, page


def illegal_press(board: DeskPage) -> None:
    """White plays and presses, Black moves a pawn three squares and presses."""
    board.press("lever-black")
    board.plays("e2e4")
    board.press("lever-white")
    board.drag("a7", "a4")
    board.press("lever-black")
    board.reads("illegal move by Black?")


def test_nobody_acts_without_the_pin(desk: Callable[..., DeskPage], visit: Callable[..., Page]) -> None:
    """What can be ordered is not even offered before the PIN was said."""
    page = companion(desk("--time-control", "-"), visit)
    page.get_by_test_id("act").click()
    expect(page.get_by_test_id("unlock")).to_be_visible()
    expect(page.locator("[data-testid^=order-]")).to_have_count(0)


def test_the_focus_stays_in_the_panel(desk: Callable[..., DeskPage], visit: Callable[..., Page]) -> None:
    """Keys alone will do: unlocked, and after a yes, its title has it; after a no, what was asked for."""
    board = desk("--time-control", "5+3")
    pin = board.pin()
    page = companion(board, visit)
    part = page.get_by_test_id
    part("act").click()
    expect(part("pin")).to_be_focused()
    page.keyboard.type(pin)
    page.keyboard.press("Enter")
    expect(part("set-control").locator("option:checked")).to_have_text("5+3")
    expect(page.locator("#act-title")).to_be_focused()
    board.plays("e2e4")
    part("order-resign-white").press("Enter")
    expect(part("confirm-yes")).to_be_focused()
    part("confirm-no").press("Enter")
    expect(part("order-resign-white")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(part("act-answer")).to_contain_text("0-1: White resigns")
    expect(page.locator("#act-title")).to_be_focused()


def test_the_focus_stays_in_the_scoresheet(desk: Callable[..., DeskPage], visit: Callable[..., Page]) -> None:
    """A row that is drawn anew does not lose it; at the start Tab comes to the first ply."""
    board = desk("--time-control", "-")
    board.plays("e2e4", "e7e5", "g1f3")
    page = companion(board, visit)
    part = page.get_by_test_id
    part("ply-3").focus()
    board.plays("b8c6")
    expect(part("ply-4")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(part("ply-3")).to_be_focused()
    page.keyboard.press("Home")
    expect(part("ply-1")).to_have_attribute("tabindex", "0")


def test_a_new_game_is_not_said_to_be_taken_back(
    desk: Callable[..., DeskPage], visit: Callable[..., Page]
) -> None:
    """A ply that goes is one that was taken back; a game that goes makes room for the next."""
    board = desk("--time-control", "-")
    board.plays("e2e4", "e7e5")
    live = companion(board, visit).get_by_test_id("live")
    board.say("take back")
    expect(live).to_contain_text("taken back")
    board.drag("e5", "e7")
    board.drag("d7", "d5")
    expect(live).to_contain_text("pawn d5")
    board.say("new game")
    expect(live).to_contain_text("New game")


def test_what_is_no_message_is_passed_over(desk: Callable[..., DeskPage], visit: Callable[..., Page]) -> None:
    """Nonsense on the socket changes nothing, and the next message is shown."""
    board = desk("--time-control", "-")
    page = companion(board, visit)

    def tell(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        for nonsense in ("{", "null", "[]", '{"version": 1}', '{"version": 1, "game": {}}'):
            socket.send(nonsense)

    page.route_web_socket("**/api/v1/socket", tell)
    page.reload()
    expect(page.get_by_test_id("words")).to_contain_text(re.compile("White to move", re.IGNORECASE))
    board.plays("e2e4")
    expect(page.get_by_test_id("ply-1")).to_be_visible()


@pytest.mark.parametrize(
    ("board_says", "page_shows"),
    [
        ("« fide » : l'aide ?", "«\u00a0fide\u00a0»\u00a0: l\u2019aide\u00a0?"),
        (["l'un", "l'autre ; oui"], ["l\u2019un", "l\u2019autre\u00a0; oui"]),
    ],
)
def test_french_is_typeset(
    start: Callable[..., Simulator], visit: Callable[..., Page], board_says: object, page_shows: object
) -> None:
    """No line ends beside a double sign, and apostrophes are curved; also where several texts are said."""
    page = visit(f"{start().url}/companion?lang=fr")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    said = "async (fr) => (await import('/static/kit/i18n.js')).said({ fr })"
    assert page.evaluate(said, board_says) == page_shows


def test_one_ply_is_no_plies(start: Callable[..., Simulator], visit: Callable[..., Page]) -> None:
    """In each language by its own law: in French none is singular, too."""
    page = visit(f"{start().url}/companion")
    counted = """async (code) => { const kit = await import('/static/kit/i18n.js');
      await kit.setLanguage(code); return [0, 1, 2].map(kit.plyCount); }"""
    assert page.evaluate(counted, "en") == ["0 plies", "1 ply", "2 plies"]
    assert page.evaluate(counted, "fr") == ["0 demi-coup", "1 demi-coup", "2 demi-coups"]
    assert page.evaluate(counted, "de") == ["0 Halbzüge", "1 Halbzug", "2 Halbzüge"]


@pytest.mark.parametrize("path", ["/", "/companion"])
def test_light_and_dark(start: Callable[..., Simulator], visit: Callable[..., Page], path: str) -> None:
    """A page is as light or dark as its reader's system, and what a reader chose is remembered."""
    url = start().url + path
    light, dark = (visit(url, color_scheme=scheme) for scheme in ("light", "dark"))
    assert ink(light) < 90
    assert ink(dark) > 160
    if path == "/":
        dark.get_by_test_id("theme").click()
    else:
        dark.get_by_test_id("more").click()
        dark.get_by_test_id("theme-light").click()
    colour = light.evaluate("getComputedStyle(document.body).color")
    expect(dark.locator("body")).to_have_css("color", colour)
    dark.reload()
    expect(dark.locator("body")).to_have_css("color", colour)


def ink(page: Page) -> float:
    """How light the letters of a page are, of 255; its ground is the other."""
    colour = page.evaluate("getComputedStyle(document.body).color")
    return sum(float(level) for level in re.findall(r"[\d.]+", colour)[:3]) / 3


def test_what_stands_on_the_board_becomes_the_game(
    desk: Callable[..., DeskPage], visit: Callable[..., Page]
) -> None:
    """A knight strays and nobody notices; the page offers the position, and marks the irregular ply."""
    board = desk("--time-control", "-")
    pin = board.pin()
    board.plays("e2e4", "e7e5")
    board.drag("g1", "g4")
    page = companion(board, visit)
    part = page.get_by_test_id
    part("act").click()
    part("pin").fill(pin)
    part("unlock").click()
    part("stands-now").click()
    part("confirm-yes").click()
    expect(part("ply-3")).to_contain_text("irregular")
    expect(part("sq-g4")).to_have_attribute("data-piece", "N")
    board.plays("g8f6")
    expect(part("ply-4")).to_contain_text("f6")
    assert board.pgn().count("[Continues ") == 1
