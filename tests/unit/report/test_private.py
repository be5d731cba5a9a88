"""The configuration in a bug report: what it keeps and what it leaves out."""

import tomllib

from jadoube.report.private import refusal_without_secrets, without_secrets

TEXT = """\
# my phone is 555-0199
secret = "open sesame"
[game]
white = "Ada Lovelace"
site = "12 Privet Lane" # at home
time_control = "15+10"
[web]
pin = "1234"
port = 8065
names = ["ada.example"]
[broker]
host = "hall.example"
user = "board-007"
port = 1883
[power]
off_command = ["systemctl", "poweroff"]
[mail]
password = "hunter2"
"""


def test_names_secrets_and_comments_are_left_out() -> None:
    """Whatever is private, unknown or a comment is not in it, nor under an unknown table."""
    shown = without_secrets(TEXT)
    for private in ("555", "sesame", "Ada", "Privet", "home", "1234", "example", "hunter2", "board-007"):
        assert private not in shown


def test_what_matters_is_kept_as_toml() -> None:
    """The other keys are there with their values, and can be read again."""
    assert tomllib.loads(without_secrets(TEXT)) == {
        "game": {"time_control": "15+10"},
        "web": {"port": 8065},
        "broker": {"port": 1883},
        "power": {"off_command": ["systemctl", "poweroff"]},
        "mail": {},
    }


def test_what_is_no_toml_is_left_out_as_a_whole() -> None:
    """Only where it is wrong is said."""
    shown = without_secrets('[game]\nwhite = "Ada\n')
    assert shown.startswith("# not TOML, left out: ")
    assert "Ada" not in shown


def test_a_refusal_does_not_tell_a_private_value() -> None:
    """Of a private key the place and what was expected are said; of the others all."""
    found = 'a.toml:5: web.address is "ada, expected.example", expected "any" or an IP address'
    shown = 'a.toml:5: web.address is left out, expected "any" or an IP address'
    assert refusal_without_secrets(found) == shown
    other = "a.toml:2: board.debounce_ms is 0, expected 5 to 200"
    assert refusal_without_secrets(other) == other


def test_links_are_kept_without_where_they_listen() -> None:
    """Each with its protocol and its device; addresses and pages are left out, and so is what is no table."""
    shown = without_secrets(
        '[[link]]\nport = "/dev/ttyGS0"\n[[link]]\nprotocol = "livechess"\nlisten = "10.1.2.3:1982"\n'
        'pages = ["https://chess.example"]\nsecret = "sesame"\n'
    )
    assert tomllib.loads(shown) == {"link": [{"port": "/dev/ttyGS0"}, {"protocol": "livechess"}]}
    assert all(private not in shown for private in ("10.1.2.3", "example", "sesame"))
    assert without_secrets("link = [1]") == without_secrets("")
