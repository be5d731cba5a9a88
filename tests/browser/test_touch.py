"""Hands on glass: a phone has a desk of its own, taps do what drags do, a swipe walks through the game."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from shared.board.simulator import Simulator
from shared.pages.desk import DeskPage, Spot, middle
from shared.pages.fingers import Fingers

UPRIGHT, SMALL, LYING = (390, 844), (360, 740), (844, 390)
LEAST = 44
"""How high and wide what a finger presses has to be, in CSS pixels."""

OFF = 10
"""How far a thumb is off what it means, in both directions."""

FINGER = 60
"""How far above the finger a carried piece is drawn."""

THUMBS = (("b1", "N", 1, 1), ("c1", "B", -1, 1), ("d1", "Q", 1, -1), ("e1", "K", -1, -1))
"""What thumbs mean, and to which side they are off it."""

KEYS = ("key-ok", "key-plus", "key-play", "key-minus", "key-back", "lever-white", "lever-black")

GLIDED = """() => Promise.all(document.getAnimations().filter((each) => each instanceof CSSTransition)
    .map((each) => each.finished.catch(() => {})))"""
"""Until no piece glides any more. Playwright's own wait scrolls the page meanwhile, away from the board."""

FOLLOWS_SWIPES = """async () => performance.getEntriesByName(new URL("/static/kit/swipe.js", location)).length
    && import("/static/kit/swipe.js").then(() => true)"""
"""When the companion has loaded what follows fingers: it does so after its first paint."""

Open = Callable[..., DeskPage]


def phone(size: tuple[int, int]) -> dict[str, object]:
    """Who looks, on a phone whose window is so large."""
    width, height = size
    return {"viewport": {"width": width, "height": height}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def desk(start: Callable[..., Simulator], visit: Callable[..., Page]) -> Open:
    """Start a simulator with these options, and open its page."""

    def opened(*options: str, **person: object) -> DeskPage:
        running = start(*options)
        return DeskPage.opened(running, visit(running.url, **person))

    return opened


def large(part: Locator) -> bool:
    """Whether a finger can press it without a miss."""
    box = part.bounding_box()
    return box is not None and min(box["width"], box["height"]) >= LEAST


def narrow_targets(board: DeskPage) -> list[str]:
    """What is to be pressed on the desk, and is too small for that."""
    expect(board.part("key-ok")).to_be_visible()
    squares = [f"sq-{file}{rank}" for file in "abcdefgh" for rank in (1, 4, 8)]
    others = (*KEYS, "lid-black", "lid-white", "new-game-open", "companion", "help")
    return [name for name in (*squares, *others) if not large(board.part(name))]


def words_are_seen(board: DeskPage) -> bool:
    """Whether the words stand whole on the first screen."""
    expect(board.words).not_to_be_empty()
    box, size = board.words.bounding_box(), board.page.viewport_size
    assert box is not None
    assert size is not None
    return box["y"] >= 0 and box["y"] + box["height"] <= size["height"] + 1


@pytest.mark.parametrize("size", [UPRIGHT, SMALL, LYING])
def test_a_phone_has_squares_and_keys_for_fingers(desk: Open, size: tuple[int, int]) -> None:
    """44 pixels each way, the words without scrolling, nothing beside the window."""
    board = desk(**phone(size))
    assert narrow_targets(board) == []
    assert words_are_seen(board)
    assert board.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_phone_that_is_turned_has_the_other_layout(desk: Open) -> None:
    """At once, with the same pieces; and a window that becomes wide has the desk with trays at its sides."""
    board = desk(**phone(UPRIGHT))
    expect(board.part("board")).to_have_attribute("data-layout", "tall")
    board.page.set_viewport_size({"width": LYING[0], "height": LYING[1]})
    expect(board.part("board")).to_have_attribute("data-layout", "lying")
    assert narrow_targets(board) == []
    assert words_are_seen(board)
    board.page.set_viewport_size({"width": 1200, "height": 680})
    expect(board.part("board")).to_have_attribute("data-layout", "wide")
    expect(board.part("lid-white")).to_have_count(0)
    board.plays("e2e4")


def test_a_thumb_that_is_off_takes_what_it_means(desk: Open) -> None:
    """The whole square takes the finger, its corners too."""
    board = desk(**phone(UPRIGHT))
    fingers = Fingers(board.page)
    for square, kind, right, down in THUMBS:
        x, y = board.spot(square)
        thumb = Spot(x + right * OFF, y + down * OFF)
        fingers.tap(thumb)
        board.in_the_air(1)
        expect(board.page.locator(".piece.up")).to_have_attribute("data-kind", kind)
        fingers.tap(thumb)
        board.in_the_air(0)
    expect(board.sheet.locator("[data-testid^=ply-]")).to_have_count(0)


@pytest.mark.parametrize("touches", [False, True])
def test_a_tap_and_a_tap_is_a_move(desk: Open, touches: bool) -> None:
    """The first takes the piece in the hand and rings its square, the second sets it down."""
    board = desk("--time-control", "-", has_touch=True)
    fingers = Fingers(board.page)

    def tap(square: str) -> None:
        if touches:
            fingers.tap(board.spot(square))
        else:
            board.page.mouse.click(*board.spot(square))

    tap("e2")
    board.in_the_air(1)
    board.is_drawn_over("e2")
    expect(board.part("landing")).to_have_count(1)
    tap("e4")
    expect(board.ply(1)).to_have_text("e4")
    expect(board.part("landing")).to_have_count(0)
    tap("d7")
    board.in_the_air(1)
    tap("d7")
    board.in_the_air(0)
    board.plays("d7d5")
    tap("e4")
    board.in_the_air(1)
    tap("d5")
    expect(board.ply(3)).to_have_text("exd5")
    board.in_the_air(0)


def test_a_drag_leaves_in_the_hand_what_a_tap_took(desk: Open) -> None:
    """The king waits while the rook is drawn round it: two hands castle."""
    board = desk("--time-control", "-", "--fen", "4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    board.page.mouse.click(*board.spot("e1"))
    board.in_the_air(1)
    board.drag("h1", "f1")
    board.in_the_air(1)
    board.page.mouse.click(*board.spot("g1"))
    expect(board.ply(1)).to_have_text("O-O")


def test_a_carried_piece_is_seen_above_the_finger(desk: Open) -> None:
    """Sixty pixels higher than the finger, and the square under the finger is ringed; it lands there."""
    board = desk("--time-control", "-", **phone(UPRIGHT))
    fingers = Fingers(board.page)
    target = board.spot("d4")
    fingers.touch(1, board.spot("d2"))
    fingers.carry(1, Spot(target.x + OFF, target.y + OFF))
    board.in_the_air(1)
    figure = middle(board.page.locator(".piece.up .grip").bounding_box())
    assert (target.y + OFF) - figure.y == pytest.approx(FINGER, abs=3)
    ring = middle(board.part("landing").bounding_box())
    assert (ring.x, ring.y) == pytest.approx((target.x, target.y), abs=2)
    fingers.lift(1)
    expect(board.ply(1)).to_have_text("d4")


def test_a_game_by_touch_alone(desk: Open) -> None:
    """A fool's mate with levers, by taps and by drags, on a phone."""
    board = desk("--time-control", "5+3", **phone(UPRIGHT))
    fingers = Fingers(board.page)

    def press(name: str) -> None:
        fingers.tap(middle(board.part(name).bounding_box()))

    expect(board.part("lever-black")).to_be_visible()
    press("lever-black")
    board.faces("white", r"^0?4:5\d")
    for number, (start, end) in enumerate([("f2", "f3"), ("e7", "e5"), ("g2", "g4"), ("d8", "h4")], 1):
        if number % 2:
            fingers.tap(board.spot(start))
            board.in_the_air(1)
            fingers.tap(board.spot(end))
        else:
            fingers.draw(board.spot(start), board.spot(end))
        expect(board.ply(number)).to_be_attached()
        press("lever-white" if number % 2 else "lever-black")
    expect(board.ply(4)).to_have_text("Qh4#")
    expect(board.part("result")).to_contain_text("0-1")


@pytest.mark.parametrize("size", [UPRIGHT, SMALL, LYING])
def test_the_box_of_a_phone(desk: Open, size: tuple[int, int]) -> None:
    """What is set down beside the board goes into the folded box; from the open one a queen is fetched.

    The words stay on the first screen.
    """
    board = desk("--time-control", "-", "--fen", "8/4P2k/8/8/8/8/8/4K3 w - - 0 1", **phone(size))
    fingers = Fingers(board.page)
    queen = board.page.locator(".piece.boxed[data-kind=Q]").first
    expect(queen).to_be_attached()
    fingers.tap(board.spot("e7"))
    board.in_the_air(1)
    board.page.evaluate("window.clicks = 0; addEventListener('click', () => (window.clicks += 1), true)")
    fingers.tap(middle(board.part("lid-white").bounding_box()))
    board.in_the_air(0)
    expect(board.part("lid-white")).to_have_attribute("aria-expanded", "false")
    assert board.page.evaluate("window.clicks") == 0, "a click that comes late would open the box"
    expect(board.page.locator(".piece.boxed[data-kind=P]")).to_have_count(8)
    fingers.tap(middle(board.part("lid-white").bounding_box()))
    expect(board.part("lid-white")).to_have_attribute("aria-expanded", "true")
    assert words_are_seen(board)
    board.page.evaluate(GLIDED)
    fingers.tap(middle(queen.locator(".grip").bounding_box()))
    board.in_the_air(1)
    fingers.tap(board.spot("e8"))
    expect(board.ply(1)).to_have_text("e8=Q")


def test_a_swipe_walks_through_the_game(desk: Open, visit: Callable[..., Page]) -> None:
    """To the right a ply back, to the left a ply on; up and down the page scrolls; and the page stays."""
    board = desk("--time-control", "-")
    board.plays("e2e4", "e7e5")
    page = visit("about:blank", **phone(UPRIGHT))
    page.goto(f"{board.running.url}/companion")
    part = page.get_by_test_id
    expect(part("ply-2")).to_be_visible()
    page.wait_for_function(FOLLOWS_SWIPES)
    fingers = Fingers(page)
    x, y = middle(part("board").bounding_box())
    left, right = Spot(x - 120, y), Spot(x + 120, y)
    fingers.draw(left, right)
    expect(part("sq-e5")).to_have_attribute("data-piece", "")
    fingers.draw(left, right)
    expect(part("sq-e4")).to_have_attribute("data-piece", "")
    fingers.draw(left, right)  # already at the start
    fingers.draw(Spot(x, y + 120), Spot(x, y - 120))
    expect(part("past")).to_be_visible()
    fingers.draw(right, left)
    expect(part("sq-e4")).to_have_attribute("data-piece", "P")
    fingers.draw(right, left)
    expect(part("past")).to_be_hidden()
    expect(page).to_have_url(re.compile("/companion$"))
