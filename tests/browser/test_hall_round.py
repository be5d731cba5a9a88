"""What arbiters have on the hall's page: who has taken his seating, what was done, where rounds are sent."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from operator import methodcaller

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from jadoube.hall.file.schema import Act
from jadoube.hall.rounds.lichess_targets import Target
from jadoube.mqtt.payloads import Alarm, Call
from shared.hall.served import PIN, HallBeside, hall_beside
from shared.pages.arbiter import act_as_arbiter
from shared.pages.axe import faults
from shared.pages.watched import Watch


@pytest.fixture
def hall(watch: Watch) -> Iterator[HallBeside]:
    """A hall of three boards that have not begun."""
    with hall_beside() as beside:
        watch.servers.add(beside.host)
        yield beside


def open_round_to_act(page: Page) -> None:
    """Give name and PIN, and open the round."""
    act_as_arbiter(page, PIN)
    page.get_by_test_id("acts-close").click()
    page.get_by_test_id("round").click()


def test_who_has_taken_his_seating_is_seen(hall: HallBeside, visit: Callable[..., Page], blank: Page) -> None:
    """Beside each pairing and on the tile; a pairing without a board is a call, and leads to the round."""
    page = visit(hall.url)
    part = page.get_by_test_id
    open_round_to_act(page)
    part("assign-3").fill("")
    part("assign-3").press("Enter")
    expect(part("assign-3")).to_have_value("")
    expect(part("seated")).to_have_count(0)
    part("round-control").fill("5+3")
    part("round-seat").click()
    expect(part("round-dialog")).to_contain_text("time control 5+3 to 2 boards of round 1")
    part("confirm-yes").click()
    expect(part("seated")).to_have_text("Seatings taken: 2 of 2 boards.")
    other = hall.do(lambda played: played.board("b002"))
    hall.do(lambda played: played.change("b002", game=replace(other.game, board="9")))
    expect(part("seat-2")).to_have_text("not seated yet")
    expect(part("seat-1")).to_have_attribute("data-seat", "taken")
    expect(part("seated")).to_have_text("Seatings taken: 1 of 2 boards.")
    assert faults(page, blank) == []
    part("round-close").click()
    expect(part("tile-b002").locator(".tile-chip")).to_have_text("not seated yet")
    expect(part("call-hall")).to_contain_text("No board plays these pairings: 3.")
    assert faults(page, blank) == []
    part("call-hall").click()
    expect(part("round-dialog")).to_be_visible()
    expect(part("round-control")).to_have_value("5+3")
    part("round-start").click()
    expect(part("round-dialog")).to_contain_text("Start the clocks of round 1 at 2 boards?")
    part("round-close").click()
    page.reload()
    part("act").click()
    part("seat").click()
    part("confirm-yes").click()
    assert hall.do(lambda played: played.control) == "5+3"
    part("acts-close").click()
    part("see-hall").click()
    expect(part("call-hall")).to_contain_text("seen by Vera Menchik")


def test_what_was_done_is_read(hall: HallBeside, visit: Callable[..., Page], blank: Page) -> None:
    """The newest first, by whom, at which boards; what a board has refused stands below."""
    page = visit(hall.url, viewport={"width": 390, "height": 780}, color_scheme="dark")
    part = page.get_by_test_id
    act_as_arbiter(page, PIN)
    part("say-text").fill("2 MIN")
    part("say-all").click()
    part("confirm-yes").click()
    expect(part("answers")).to_contain_text("Done: 3 of 3 boards.")
    refused = Act(0, "Paul Keres", "result 1-0", "b003", "b003: No game is running.")
    hall.do(lambda played: played.noted.append(refused))
    part("log-open").click()
    rows = part("log").locator("li")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("Paul Keres")
    expect(rows.first).to_contain_text("b003: No game is running.")
    expect(rows.last).to_contain_text("say 15 2 MIN")
    expect(rows.last).to_contain_text("1, 2, 3")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert faults(page, blank) == []


def test_a_round_is_sent_to_lichess(
    hall: HallBeside, visit: Callable[..., Page], blank: Page, watch: Watch
) -> None:
    """By the address of the round there; what cannot be is said; one press ends it, once more asked about."""
    watch.provoke("409")
    page = visit(hall.url)
    part = page.get_by_test_id
    act_as_arbiter(page, PIN)
    part("broadcast-open").click()
    expect(part("broadcast-state")).to_have_text("Nothing is sent.")
    expect(part("broadcast-token")).to_contain_text("A token is stored")
    part("broadcast-id").fill("nowhere")
    part("broadcast-send").click()
    answers = part("broadcast-dialog").get_by_test_id("answers")
    expect(answers).to_contain_text("round")
    part("broadcast-id").fill("https://lichess.org/broadcast/open/round-1/AbCdEfGh/")
    part("broadcast-send").click()
    expect(part("broadcast-targets")).to_contain_text("AbCdEfGh")
    expect(part("broadcast-state")).to_contain_text("Nothing has been sent.")
    assert hall.do(lambda played: played.targets["1"].minutes) == 15
    assert faults(page, blank) == []
    hall.do(lambda played: played.targets.update({"2": Target("IjKlMnOp", 15, 0, 0)}))
    part("broadcast-off").click()
    question = part("broadcast-dialog").get_by_test_id("answers")
    expect(question).to_contain_text(
        "Stop sending round 1 to Lichess? Late results of other rounds still go there."
    )
    part("broadcast-dialog").get_by_test_id("confirm-yes").click()
    expect(part("broadcast-targets").locator("li")).to_have_count(1)
    expect(part("broadcast-targets")).to_contain_text("IjKlMnOp")
    part("broadcast-off-all").click()
    part("broadcast-dialog").get_by_test_id("confirm-yes").click()
    expect(part("broadcast-targets").locator("li")).to_have_count(0)


def test_a_part_of_the_page_that_does_not_come_is_said(
    hall: HallBeside, visit: Callable[..., Page], watch: Watch
) -> None:
    """Where it was asked for; the next click asks again."""
    watch.provoke("ERR_FAILED")
    page = visit(hall.url)
    part = page.get_by_test_id
    fails = True

    def answer(route: Route) -> None:
        route.abort() if fails else route.continue_()

    for name in ("round", "log"):
        page.route(f"**/hall/{name}.js", answer)
    part("round").click()
    expect(part("toast")).to_contain_text("did not come")
    act_as_arbiter(page, PIN)
    part("log-open").click()
    expect(part("answers")).to_contain_text("did not come")
    fails = False
    part("log-open").click()
    expect(part("log-dialog")).to_be_visible()


def test_an_act_is_of_the_round_that_is_seen(
    hall: HallBeside, visit: Callable[..., Page], watch: Watch
) -> None:
    """The table stays as it is while a field is open: what is chosen there is of no other round."""
    watch.provoke("409")
    page = visit(hall.url)
    part = page.get_by_test_id
    act_as_arbiter(page, PIN)
    hall.do(lambda played: played.assign("3", "", "Paul"))
    hall.do(lambda played: played.notice("no board"))
    part("acts-close").click()
    part("round").click()
    part("result-3").focus()
    hall.do(lambda played: played.choose_round("2", "Paul"))
    hall.do(lambda played: played.notice("round 2"))
    expect(part("rounds")).to_have_value("2")
    answers = part("round-dialog").get_by_test_id("answers")
    shown = part("result-3").element_handle()
    part("result-3").select_option("1-0")
    expect(answers).to_contain_text("Nothing was done: the round that is played now has no such pairing.")
    assert hall.do(lambda played: played.round().boards[2].result) == ""
    page.wait_for_function("shown => !shown.isConnected", arg=shown)
    part("result-3").select_option("1-0")
    expect(answers).to_have_text("")
    assert hall.do(lambda played: played.round().boards[2].result) == "1-0"


def test_seatings_are_those_of_the_round_that_was_asked_about(
    hall: HallBeside, visit: Callable[..., Page], watch: Watch
) -> None:
    """Somebody has chosen the next one before they were confirmed: none is sent."""
    watch.provoke("409")
    page = visit(hall.url)
    part = page.get_by_test_id
    open_round_to_act(page)
    part("round-seat").click()
    hall.do(lambda played: played.choose_round("2", "Paul"))
    hall.do(lambda played: played.notice("round 2"))
    expect(part("rounds")).to_have_value("2")
    part("confirm-yes").click()
    answers = part("round-dialog").get_by_test_id("answers")
    expect(answers).to_contain_text("Nothing was done: round 1 of")
    assert hall.do(lambda played: played.orders) == []


@pytest.mark.parametrize(
    ("event", "rounds"),
    [("B Open", ("1",)), ("B Open", ("1", "2")), ("", ("1",)), ("Open of the hall", ("7",))],
)
def test_a_round_of_a_list_is_chosen_by_hand(
    event: str, rounds: tuple[str, ...], hall: HallBeside, visit: Callable[..., Page], blank: Page
) -> None:
    """Also the only one, and one of the same name as the one of another event that is played."""
    page = visit(hall.url, viewport={"width": 390, "height": 780})
    part = page.get_by_test_id
    act_as_arbiter(page, PIN)
    part("acts-close").click()
    hall.do(lambda played: played.read_rounds(event, *rounds))
    part("round").click()
    expect(part("rounds").locator("option").first).to_have_text("now: Open of the hall · 1")
    expect(part("results-csv")).to_have_attribute("href", "/api/v1/hall/results.csv")
    part("files-round").select_option(rounds[0])
    expect(part("results-csv")).to_have_attribute("href", f"/api/v1/hall/results.csv?round={rounds[0]}")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert faults(page, blank) == []
    part("rounds").focus()
    page.keyboard.press("ArrowDown")
    expect(part("rounds").locator("option")).to_have_text(list(rounds))
    expect(part("rounds")).to_have_value(rounds[0])
    now = hall.do(lambda played: played.round())
    assert (now.event, now.round) == (event, rounds[0])


def _read_list(page: Page, event: str) -> Locator:
    """Read a list of an event in the dialog of the round; return where the page answers."""
    part = page.get_by_test_id
    open_round_to_act(page)
    text = f"event,round,board,white,black\n{event},1,1,A,B\n".encode()
    part("pairings-file").set_input_files({"name": "a.csv", "mimeType": "text/csv", "buffer": text})
    return part("round-dialog").get_by_test_id("answers")


def test_a_list_of_another_event_is_asked_about(
    hall: HallBeside, visit: Callable[..., Page], watch: Watch
) -> None:
    """It is read once somebody has said that it is meant."""
    watch.provoke("428")
    answers = _read_list(visit(hall.url), "Another")
    expect(answers).to_contain_text("The list is of another event, Another, and rounds of")
    assert [each.what for each in hall.do(lambda played: tuple(played.noted))] == []
    answers.get_by_test_id("confirm-yes").click()
    expect(answers).to_have_text("")
    assert [each.what for each in hall.do(lambda played: tuple(played.noted))] == [
        "pairings a.csv as of Another"
    ]


@pytest.mark.parametrize(
    ("event", "asks", "button", "noted"),
    [
        ("Again", "begun on an earlier day", "yes", "of Again 2026-05-12"),
        ("Again", "begun on an earlier day", "other", "round 1 of Again"),
        ("Again or next", "names no round", "yes", "round 2 of Again or next"),
        ("Again or next", "names no round", "other", "of Again or next 2026-05-12"),
        ("Again or next", "names no round", "other1", "round 1 of Again or next"),
        ("Next", "names no round", "yes", "round 2 of Next"),
        ("Next", "names no round", "other", "round 1 of Next"),
    ],
)
def test_what_a_list_is_of_is_asked(
    event: str, asks: str, button: str, noted: str, hall: HallBeside, visit: Callable[..., Page], watch: Watch
) -> None:
    """Its round begins anew, or goes on; it is of the next one, or of this one."""
    watch.provoke("428")
    answers = _read_list(visit(hall.url), event)
    expect(answers).to_contain_text(asks)
    answers.get_by_test_id(f"confirm-{button}").click()
    expect(answers).to_have_text("")
    assert [each.what for each in hall.do(lambda played: tuple(played.noted))] == [
        f"pairings a.csv as {noted}"
    ]


def test_a_result_of_a_game_is_corrected(hall: HallBeside, visit: Callable[..., Page], blank: Page) -> None:
    """In the table, once somebody has said that he means it; before, it stays as it was."""
    page = visit(hall.url)
    part = page.get_by_test_id
    act_as_arbiter(page, PIN)
    hall.do(lambda played: played.record("1", "1-0", "Vera", played.round()))
    hall.do(lambda played: played.notice("over"))
    part("acts-close").click()
    part("round").click()
    answers = part("round-dialog").get_by_test_id("answers")
    expect(part("result-1")).to_have_value("1-0")
    expect(part("result-2")).to_have_count(0)
    for button, result in (("no", "1-0"), ("yes", "1/2-1/2")):
        part("result-1").select_option("1/2-1/2")
        expect(answers).to_contain_text("Set the result ½-½?")
        answers.get_by_test_id(f"confirm-{button}").click()
        expect(part("result-1")).to_have_value(result)
    assert hall.do(lambda played: played.round().boards[0].result) == "1/2-1/2"
    assert faults(page, blank) == []


def test_a_result_of_an_earlier_round_is_corrected(
    hall: HallBeside, visit: Callable[..., Page], blank: Page
) -> None:
    """Where its files are chosen; who only looks on has the files alone."""
    hall.do(lambda played: played.earlier.update({"1": played.round()}))
    hall.do(lambda played: played.record("2", "0-1", "Vera", played.earlier["1"]))
    hall.do(lambda played: played.choose_round("2", "Vera"))
    hall.do(lambda played: played.notice("round 2"))
    page = visit(hall.url)
    part = page.get_by_test_id
    part("round").click()
    part("files-round").select_option("1")
    expect(part("earlier").locator("table")).to_have_count(0)
    part("round-close").click()
    open_round_to_act(page)
    part("files-round").select_option("1")
    expect(part("earlier-2")).to_have_value("0-1")
    assert faults(page, blank) == []
    part("earlier-2").select_option("1-0")
    part("round-dialog").get_by_test_id("confirm-yes").click()
    expect(part("earlier-2")).to_have_value("1-0")
    assert hall.do(lambda played: played.round("1").boards[1].result) == "1-0"
    assert hall.do(lambda played: played.round().boards[1].result) == ""


def test_a_board_that_is_not_known_is_not_left_in_its_field(
    hall: HallBeside, visit: Callable[..., Page], watch: Watch
) -> None:
    """The field shows the board that counts; the number on a label names its board."""
    page = visit(hall.url)
    part = page.get_by_test_id
    open_round_to_act(page)
    watch.provoke("409")
    part("assign-3").fill("77")
    part("assign-3").press("Enter")
    expect(part("round-dialog")).to_contain_text("No board 77 is known here.")
    expect(part("assign-3")).to_have_value("b003")
    part("assign-3").fill("2")
    part("assign-3").press("Enter")
    expect(part("assign-3")).to_have_value("b002")
    expect(part("assign-2")).to_have_value("")


def test_a_text_that_is_no_time_control_is_not_left_in_its_field(
    hall: HallBeside, visit: Callable[..., Page], watch: Watch
) -> None:
    """The field shows the one with which the seatings were sent; nothing is sent."""
    page = visit(hall.url)
    part = page.get_by_test_id
    open_round_to_act(page)
    watch.provoke("400")
    for text, shown in (("5+3", "5+3"), ("quick", "5+3")):
        part("round-control").fill(text)
        part("round-seat").click()
        part("confirm-yes").click()
        expect(part("round-dialog").get_by_test_id("answers")).to_contain_text(
            "quick" if text == "quick" else "Done"
        )
        expect(part("round-control")).to_have_value(shown)
    assert [order for _, order, _ in hall.do(lambda played: played.orders)] == ["seat 5+3"]


def test_a_board_at_which_others_play_is_asked_about(
    hall: HallBeside, visit: Callable[..., Page], watch: Watch, blank: Page
) -> None:
    """One wrong digit takes it from nobody: it goes to the other pairing once somebody has said yes."""
    page = visit(hall.url)
    part = page.get_by_test_id
    game = hall.do(lambda played: played.board("b002")).game
    hall.do(lambda played: played.change("b002", game=replace(game, san=("e4",))))
    open_round_to_act(page)
    watch.provoke("428")
    answers = part("round-dialog").get_by_test_id("answers")
    for button, boards in (("no", ["b002", "b003"]), ("yes", ["", "b002"])):
        part("assign-3").fill("2")
        part("assign-3").press("Enter")
        expect(answers).to_contain_text("Board b002 plays pairing 2, A - B, whose game has begun")
        assert faults(page, blank) == []
        answers.get_by_test_id(f"confirm-{button}").click()
        expect(answers).to_have_text("")
        for number, board in zip("23", boards, strict=True):
            expect(part(f"assign-{number}")).to_have_value(board)


def test_two_boards_of_one_number_are_told_from_each_other(
    hall: HallBeside, visit: Callable[..., Page], blank: Page
) -> None:
    """By the round of the game, or by the board; a call says board and need, then what the board says."""
    page = visit(hall.url, viewport={"width": 390, "height": 780})
    part = page.get_by_test_id
    game = hall.do(lambda played: played.board("b003")).game
    call = Call("help", {"en": "3... cxd4"}, 6)
    hall.do(lambda played: played.assign("3", "", ""))
    hall.do(lambda played: played.notice("moved"))
    here = replace(game, board="2", round="1")
    hall.do(lambda played: played.change("b003", game=here, alarm=Alarm((call,), "g")))
    expect(part("tile-b003").locator(".tile-mark")).to_have_text("Board b003")
    expect(part("tile-b002").locator(".tile-mark")).to_have_text("")
    hall.do(lambda played: played.change("b003", game=replace(game, board="2", round="7")))
    expect(part("tile-b003").locator(".tile-mark")).to_have_text("Round 7")
    expect(part("call-b003").locator("b, span")).to_contain_text(
        ["Board 2 (Round 7)", "Calls the arbiter", "3... cxd4"]
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert faults(page, blank) == []


def test_lines_of_the_hall_are_whole(hall: HallBeside, visit: Callable[..., Page], blank: Page) -> None:
    """It is said how many more there are; a projector has event and round, and none of the lines."""
    page = visit(hall.url)
    part = page.get_by_test_id
    for at in range(6):
        hall.do(methodcaller("notice", f"line {at}"))
    lines = part("troubles").locator("li:visible")
    expect(lines).to_have_text(["line 5", "line 4", "line 3"])
    part("troubles").get_by_text("and 3 more").click()
    expect(lines).to_have_count(6)
    hall.do(lambda played: played.notice("line 6"))
    expect(lines).to_have_count(7)
    assert faults(page, blank) == []
    call = Alarm((Call("help", {"en": "3... cxd4"}, 6),), "g")
    for board in ("b001", "b002", "b003"):
        hall.do(methodcaller("change", board, alarm=call))
    expect(part("call-b003")).to_be_visible()
    part("tv").click()
    expect(part("troubles")).to_be_hidden()
    button, calls = part("leave-tv").bounding_box(), part("calls").locator(".call").first.bounding_box()
    assert button
    assert calls
    assert 24 <= button["height"] <= calls["y"] - button["y"]
    expect(part("title")).to_have_text("Open of the hall · Round 1")
    expect(part("title")).to_be_visible()
    expect(part("round")).to_be_hidden()


def test_boards_that_say_the_same_share_a_line(
    hall: HallBeside, visit: Callable[..., Page], blank: Page
) -> None:
    """In the order of their numbers, after those that have done it; also of one that has done it."""
    page = visit(hall.url)
    part = page.get_by_test_id
    act_as_arbiter(page, PIN)
    over, kept = {"en": "The game is over."}, {"en": "Board board-2 keeps 5+3."}
    answers = {"b003": {"ok": False, "why": over}, "b002": {"ok": True, "why": kept}}
    told = {"answers": {**answers, "b001": {"ok": False, "why": over}}}
    page.route("**/api/v1/hall/start", lambda route: route.fulfill(json=told))
    part("start").click()
    part("confirm-yes").click()
    expect(part("answers").locator("p")).to_have_text("Done: 1 of 3 boards.")
    lines = ["2 boards (1, 3): The game is over.", "Board 2 board-2 keeps 5+3."]
    expect(part("answers").locator("li")).to_have_text(lines)
    assert faults(page, blank) == []
