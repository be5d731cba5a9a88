"""An arbiter at the hall's page in a browser."""

from playwright.sync_api import Page, expect


def act_as_arbiter(page: Page, pin: str) -> None:
    """Say who acts and the hall's PIN; what he may do is on the page then."""
    part = page.get_by_test_id
    part("act").click()
    part("arbiter-name").fill("Vera Menchik")
    part("pin").fill(pin)
    part("unlock").click()
    expect(part("pause-all")).to_be_visible()
