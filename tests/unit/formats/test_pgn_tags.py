"""Names as PGN tags, and back."""

import io

import chess.pgn
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jadoube.core.display.scoresheet import Scoresheet
from jadoube.core.messages.names import NO_NAMES, Names, Player
from jadoube.core.rules.rule_sets import CLUB
from jadoube.formats.pgn import write_pgn
from jadoube.formats.pgn_tags import names_of_tags, tags_of_names, tags_with_names, whole_tags
from shared.drawn.orders import NAMES, PLAYERS

ANY_NAMES = st.builds(Names, PLAYERS, PLAYERS, *[st.just("") | NAMES.filter(lambda text: text != "?")] * 4)
HIDDEN = Player("Smith, John", "FM", 2200, "42", "ENG", private=True)


def sheet(names: Names) -> Scoresheet:
    """A game without plies that has these names."""
    return Scoresheet(chess.STARTING_FEN, (), None, CLUB, None, names=names)


def unhidden(names: Names) -> Names:
    """The same names, all to be shown."""
    return names._replace(
        white=names.white._replace(private=False), black=names.black._replace(private=False)
    )


@given(ANY_NAMES)
def test_names_come_back_from_the_journals_tags(names: Names) -> None:
    """All of them; only who is not to be shown is no tag."""
    if "?" not in (names.white.name, names.black.name):
        assert names_of_tags(whole_tags(names)) == unhidden(names)


def test_who_is_not_to_be_shown_is_in_no_tag() -> None:
    """Neither his title, nor his rating, nor his numbers; also where a tag of before has them."""
    names = Names(HIDDEN, Player("Ada", rating=1500), "Club")
    before = {"Date": "2026.11.23", **whole_tags(names)}
    for tags in (tags_of_names(names), tags_with_names(before, names)):
        assert not {"Smith, John", "FM", "2200", "42", "ENG"} & set(tags.values())
        assert (tags["White"], tags["BlackElo"]) == ("N. N.", "1500")
    assert "Smith" not in write_pgn(sheet(names), before)


def test_only_what_is_known_is_written_beyond_the_seven() -> None:
    """And the five of the seven that are names are `?` where they are unknown."""
    unknown = dict.fromkeys(("Event", "Site", "Round", "White", "Black"), "?")
    assert tags_of_names(NO_NAMES) == unknown
    headers = chess.pgn.read_headers(io.StringIO(write_pgn(sheet(Names(board="3")), {})))
    assert headers is not None
    assert {"WhiteElo", "GameId", "Opening"} & set(headers) == set()
    assert headers["Board"] == "3"


@pytest.mark.parametrize(("tag", "value"), [("WhiteElo", "-"), ("WhiteElo", "0"), ("WhiteTitle", "-")])
def test_what_says_nothing_of_a_player_is_unknown(tag: str, value: str) -> None:
    """Files of others write a rating of 0 and a title of `-`."""
    assert names_of_tags({"White": "Ada", tag: value}).white == Player("Ada")


def test_a_quote_in_a_name_is_written_as_pgn_wants_it() -> None:
    """Otherwise the tag would end there for most readers."""
    text = write_pgn(sheet(Names(Player('John "Jack" Smith'))), {})
    assert r'[White "John \"Jack\" Smith"]' in text


def test_the_order_of_the_tags() -> None:
    """The seven, then names and identity, then what the program adds."""
    tags = {"UTCTime": "18:30:00", "GameId": "0123456789ab", "Date": "2026.11.23"}
    names = Names(Player("A", "GM", 2000, "1", "FRA"), Player("B"), "E", "S", "1", "2")
    headers = chess.pgn.read_headers(io.StringIO(write_pgn(sheet(names), tags)))
    assert headers is not None
    assert list(headers)[:14] == [
        *("Event", "Site", "Date", "Round", "White", "Black", "Result", "Board"),
        *("WhiteTitle", "WhiteElo", "WhiteFideId", "WhiteFederation", "GameId", "UTCTime"),
    ]
