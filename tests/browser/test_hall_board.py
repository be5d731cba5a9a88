"""One board on the hall's page: its moves, stepped through while it plays on."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from shared.hall.served import HallBeside, hall_beside, small_recording
from shared.pages.axe import faults
from shared.pages.watched import Watch

BOARD = "b001"
PLIES = 6


@pytest.fixture
def hall(watch: Watch) -> Iterator[HallBeside]:
    """A hall of three boards; the first has played six plies."""
    with hall_beside() as beside:
        watch.servers.add(beside.host)
        _play_until(beside, PLIES)
        yield beside


def _play_until(hall: HallBeside, plies: int) -> None:
    """Have the first board play until it has so many plies."""
    at_ms = small_recording().boards[BOARD][0].at_ms[plies - 1]
    hall.do(lambda played: played.advance(at_ms))


def _pieces(page: Page) -> dict[str, str]:
    """What stands where on the board that is shown alone."""
    return dict(
        page.locator(".one-board .square").evaluate_all(
            "(all) => all.filter((each) => each.dataset.piece).map((each) => ["
            "each.getAttribute('transform'), each.dataset.piece])"
        )
    )


def test_who_steps_through_the_moves_is_left_there(
    hall: HallBeside, visit: Callable[..., Page], blank: Page
) -> None:
    """Keys, buttons and a click on a move; a ply that is played is counted; live is the newest again."""
    page = visit(f"{hall.url}#{BOARD}", reduced_motion="reduce", viewport={"width": 1280, "height": 800})
    part = page.get_by_test_id
    rows = part("one-moves").locator(".ply")
    expect(rows).to_have_count(PLIES)
    live = _pieces(page)
    expect(part("one-next")).to_be_disabled()
    page.keyboard.press("ArrowLeft")
    expect(part("one-past")).to_contain_text("3.")
    expect(part("ply-5")).to_have_attribute("aria-current", "location")
    before = _pieces(page)
    assert before != live
    part("one-first").click()
    expect(part("one-first")).to_be_disabled()
    start = _pieces(page)
    assert len(start) == 32
    page.keyboard.press("ArrowRight")
    part("ply-5").click()
    assert _pieces(page) == before
    assert faults(page, blank) == []
    _play_until(hall, PLIES + 1)
    expect(rows).to_have_count(PLIES + 1)
    expect(part("one-past")).to_contain_text("1 new")
    assert _pieces(page) == before
    part("one-live").click()
    expect(part("one-past")).to_be_hidden()
    expect(part(f"ply-{PLIES + 1}")).to_have_attribute("aria-current", "step")
    assert _pieces(page) not in (before, live)
    page.keyboard.press("Home")
    assert _pieces(page) == start
    page.keyboard.press("End")
    expect(part("one-past")).to_be_hidden()


def test_the_next_game_is_not_looked_back_in(hall: HallBeside, visit: Callable[..., Page]) -> None:
    """Who looked at a ply of the game before sees the new one as it stands."""
    page = visit(f"{hall.url}#{BOARD}")
    part = page.get_by_test_id
    expect(part("one-moves").locator(".ply")).to_have_count(PLIES)
    page.keyboard.press("ArrowLeft")
    expect(part("one-past")).to_be_visible()
    [_, other, _] = hall.do(lambda played: played.all())
    hall.do(lambda played: played.change(BOARD, game=other.game))
    expect(part("one-past")).to_be_hidden()


def test_a_late_answer_does_not_show_the_board_that_was_left(
    hall: HallBeside, visit: Callable[..., Page]
) -> None:
    """Who opens another board meanwhile sees that one, and acts on it."""
    late = list[Route]()
    page = visit(hall.url)
    page.route(f"**/hall/boards/{BOARD}", lambda route: late.insert(0, route))
    head = page.locator("dialog.one h2")
    page.evaluate(f"location.hash = '{BOARD}'")
    expect(head).to_contain_text("Board 1")
    left = head.text_content() or ""
    page.keyboard.press("Escape")
    expect(page).not_to_have_url(re.compile("#"))
    page.evaluate("location.hash = 'b002'")
    expect(page.locator("dialog.one[open] h2")).not_to_have_text(left)
    with page.expect_response(f"**/hall/boards/{BOARD}") as answer:
        late[0].continue_()
    answer.value.finished()
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert head.text_content() != left
