"""The one text of a player, and what is no name."""

import pytest
from hypothesis import given

from jadoube.core.messages.names import (
    NOBODY,
    REMEMBERED,
    Names,
    Player,
    clean_name,
    forget,
    parse_name,
    parse_player,
    player_text,
    remember,
)
from jadoube.formats.pgn_tags import names_of_tags, whole_tags
from shared.drawn.orders import PLAYERS

CARLSEN = Player("Carlsen, Magnus", "GM", 2839, "1503014", "NOR")


@given(PLAYERS)
def test_a_player_comes_back_from_his_text(player: Player) -> None:
    """Whatever is known of him, and whether he is to be shown."""
    assert parse_player(player_text(player)) == player


@pytest.mark.parametrize(
    ("text", "player"),
    [
        ("Carlsen, Magnus | GM | 2839 | 1503014 | NOR", CARLSEN),
        ("  Carlsen,  Magnus|GM|2839|1503014|NOR ", CARLSEN),
        ("Zoë | - | 1840", Player("Zoë", rating=1840)),
        ("Zoë || 1840", Player("Zoë", rating=1840)),
        ("Zoë | private", Player("Zoë", private=True)),
        ("private", Player("private")),
        ("-", NOBODY),
    ],
)
def test_a_text_is_read_as_it_is_meant(text: str, player: Player) -> None:
    """Blanks do not count, parts at the end may be left out, and `-` is unknown."""
    assert parse_player(text) == player


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("- | GM", "'- | GM' found, expected a name before the first |, as in Carlsen, Magnus"),
        ("A | gm", "'gm' found, expected a title such as GM"),
        ("A | - | 4000", "'4000' found, expected a rating from 1 to 3999"),
        ("A | - | 0", "'0' found, expected a rating from 1 to 3999"),
        ("A | - | - | x1", "'x1' found, expected a FIDE id of at most 10 digits"),
        ("A | - | - | - | Norway", "'Norway' found, expected a federation of three capitals such as NOR"),
        ("A | GM | 1 | 1 | NOR | x", "found, expected 5 parts at most"),
        ("A\x00B", "'A\\x00B' found, expected printable characters in one line, without |"),
        ('A "B"', "found, expected printable characters in one line, without |"),
        ("A\u202eB", "'A\\u202eB' found, expected printable characters in one line, without |"),
        ("A" * 81, f"{'A' * 77}...' found, expected 80 characters at most"),
    ],
)
def test_what_is_no_player_is_refused_in_one_line(text: str, said: str) -> None:
    """It says what was found and what was expected, in printable characters."""
    with pytest.raises(ValueError, match="found, expected") as refused:
        parse_player(text)
    assert said in str(refused.value)
    assert str(refused.value).isprintable()


def test_a_line_break_is_a_blank() -> None:
    """No name breaks a line of a journal or a PGN."""
    assert parse_name("Smith,\r\nJohn") == "Smith, John"
    assert clean_name("Smith,\r\nJohn\x00 | II") == "Smith, John / II"
    assert clean_name('John "Jack" Smith\\') == "John 'Jack' Smith/"
    assert clean_name(" ? ") == clean_name("-") == ""


def test_who_is_private_is_nobody_to_others() -> None:
    """Name, title, rating, id and federation are all hidden."""
    assert CARLSEN._replace(private=True).shown == Player("N. N.", private=True)
    assert CARLSEN.shown is CARLSEN


def test_the_last_used_player_stands_first_and_the_oldest_goes() -> None:
    """A player of the same name is replaced: his rating may be a new one."""
    players: tuple[Player, ...] = ()
    for number in range(REMEMBERED + 2):
        players = remember(players, Player(f"P{number}"))
    assert len(players) == REMEMBERED
    assert [players[0].name, players[-1].name] == [f"P{REMEMBERED + 1}", "P2"]
    again = remember(players, Player("P2", rating=1500))
    assert again[0] == Player("P2", rating=1500)
    assert len(again) == REMEMBERED
    assert "P2" not in {each.name for each in forget(again, "P2")}
    assert remember(players, NOBODY) == players


@pytest.mark.parametrize("text", ["?", "N. N. | GM | 2839", "N. N. | private", "- | - | -", "?? | FM"])
def test_a_player_by_order_is_the_same_after_a_restart(text: str) -> None:
    """The next game's header has him as tags: what stands for nobody there is nobody in an order, too."""
    player = parse_player(text)
    there = names_of_tags(whole_tags(Names(white=player))).white
    assert there._replace(private=player.private) == player
