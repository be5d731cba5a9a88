"""Phones with a role: each scans a code, sees what is its own, and can send nothing of another's."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from shared.board.simulator import Simulator
from shared.pages.desk import DeskPage
from shared.pages.read_codes import read_code
from shared.pages.watched import Watch

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
PLAYERS_ORDERS = re.compile("order-(resign|draw-.*)-(white|black)")

Visit = Callable[..., Page]


@pytest.fixture
def desk(start: Callable[..., Simulator], visit: Visit) -> DeskPage:
    """A desk on which two plies were played, and whose clock is stopped."""
    running = start("--seed", "7")
    page = DeskPage.opened(running, visit(running.url))
    page.let_hands_play("1. e4 e5 *", "tidy", "50")
    expect(page.ply(2)).to_be_visible()
    page.say("pause")
    page.reads("paused")
    return page


def scanned(showing: Page, role: str, folder: Path) -> str:
    """What a phone's camera reads from a page that lets it join in this role."""
    showing.get_by_test_id(f"invite-{role}").click()
    expect(showing.get_by_test_id(f"invite-{role}")).to_have_attribute("aria-pressed", "true")
    code = showing.get_by_test_id("invite-code")
    expect(code).to_be_in_viewport(ratio=1)
    picture = folder / f"{role}.png"
    code.screenshot(path=picture)
    return read_code(picture)


def let_in(desk: DeskPage) -> Page:
    """The page that the desk opens to let phones in: it needs no PIN."""
    with desk.page.context.expect_page() as opened:
        desk.part("phones").click()
    expect(opened.value.get_by_test_id("invite-white")).to_be_visible()
    return opened.value


def offers(phone: Page, *orders: str) -> None:
    """Wait until a phone offers exactly these of what players say."""
    expect(phone.get_by_test_id(PLAYERS_ORDERS)).to_have_count(len(orders))
    for order in orders:
        expect(phone.get_by_test_id(f"order-{order}")).to_be_visible()


def sent(phone: Page, order: str) -> int:
    """The status of an order that a phone sends with its own token, whatever its page offers."""
    return int(
        phone.evaluate(
            """async (order) => (await fetch("/api/v1/orders", { method: "POST",
              headers: { "Content-Type": "application/json",
                         Authorization: `Bearer ${sessionStorage.getItem("jadoube-token")}` },
              body: JSON.stringify({ order }) })).status""",
            order,
        )
    )


def confirm(phone: Page, order: str) -> None:
    """Tap an order, and yes."""
    phone.get_by_test_id(f"order-{order}").click()
    phone.get_by_test_id("confirm-yes").click()


def test_two_phones_play_for_their_own_sides(
    desk: DeskPage, visit: Visit, watch: Watch, tmp_path: Path
) -> None:
    """They join by scanned codes, offer, accept and resign; neither sees or sends what is the other's."""
    showing = let_in(desk)
    white, black = (visit(scanned(showing, role, tmp_path), **PHONE) for role in ("white", "black"))
    for phone, words in ((white, "You are White."), (black, "You are Black.")):
        expect(phone.get_by_test_id("who")).to_have_text(words)
        assert "#" not in phone.url
        expect(phone.get_by_test_id("set-brightness")).to_have_count(0)
        expect(phone.locator("details.arbiter")).to_have_count(0)
    offers(white, "resign-white", "draw-offer-white")
    offers(black, "resign-black", "draw-offer-black")

    watch.provoke("409", "403")
    assert [sent(white, "resign black"), sent(white, "by black resign black")] == [409, 403]
    assert [sent(black, "result 0-1"), sent(black, "by owner result 0-1")] == [409, 403]

    confirm(white, "draw-offer-white")
    expect(black.get_by_test_id("order-draw-accept-black")).to_be_visible()
    offers(white, "resign-white")
    confirm(black, "draw-accept-black")
    expect(white.get_by_test_id("result")).to_contain_text("½")

    desk.say("reopen")
    confirm(white, "resign-white")
    expect(black.get_by_test_id("result")).to_contain_text("0")
    assert '[Result "0-1"]' in desk.pgn()


def test_a_code_lets_one_phone_in(desk: DeskPage, visit: Visit, watch: Watch, tmp_path: Path) -> None:
    """Who comes second is told why he has no role, and looks on; another code does; its right ends alone."""
    showing = let_in(desk)
    code = scanned(showing, "arbiter", tmp_path)
    first = visit(code, **PHONE)
    expect(first.get_by_test_id("who")).to_have_text("You are the arbiter.")
    expect(first.locator("details.arbiter")).to_have_count(1)
    offers(first)
    watch.provoke("403")
    second = visit(code, **PHONE)
    expect(second.get_by_test_id("toast")).to_contain_text("this code is used or too old")
    second.goto(scanned(showing, "arbiter", tmp_path))
    expect(second.get_by_test_id("who-number")).to_have_text("This device is No. 3.")
    expect(showing.get_by_test_id("phone-3")).to_contain_text("No. 3 · The arbiter")
    showing.get_by_test_id("phone-end-3").click()
    showing.get_by_test_id("confirm-yes").click()
    expect(showing.get_by_test_id("phone-3")).to_have_count(0)
    watch.provoke("401", "409")
    assert [sent(phone, "by arbiter pause") for phone in (first, second)] == [409, 401]
    first.get_by_test_id("forget").click()
    expect(first.get_by_test_id("pin")).to_be_visible()


def test_who_has_the_pin_chooses_who_he_is(desk: DeskPage, visit: Visit, tmp_path: Path) -> None:
    """Everybody at first; as White what is White's alone, signed so; and back."""
    phone = visit(f"{desk.running.url}/companion", **PHONE)
    phone.get_by_test_id("more").click()
    phone.get_by_test_id("invite").click()
    assert scanned(phone, "spectator", tmp_path) == f"{desk.running.url}/companion"
    phone.get_by_test_id("another-role").click()
    phone.get_by_test_id("pin").fill(desk.pin())
    phone.get_by_test_id("unlock").click()
    expect(phone.get_by_test_id("invite-arbiter")).to_be_visible()
    phone.keyboard.press("Escape")
    phone.get_by_test_id("act").click()
    expect(phone.get_by_test_id("who")).to_have_text("You may order everything.")
    expect(phone.locator("details.arbiter")).to_have_count(1)
    phone.get_by_test_id("act-as").select_option("white")
    expect(phone.get_by_test_id("who")).to_have_text("You are White.")
    offers(phone, "resign-white", "draw-offer-white")
    phone.get_by_test_id("order-play").click()
    phone.get_by_test_id("order-pause").click()
    expect(phone.get_by_test_id("order-play")).to_be_visible()
    pgn = desk.pgn()
    assert re.search(r'\[Pauses "[^"]* by White, ', pgn)
    assert "arbiter" not in pgn
    phone.reload()
    phone.get_by_test_id("more").click()
    expect(phone.get_by_test_id("broadcast")).to_be_hidden()
    phone.keyboard.press("Escape")
    phone.get_by_test_id("act").click()
    phone.get_by_test_id("act-as").select_option("owner")
    expect(phone.locator("details.arbiter")).to_have_count(1)
