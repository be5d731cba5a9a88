"""Pairing lists, for any list and any bytes."""

import csv
import io
from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from jadoube.core.messages.names import Player, clean_name, parse_player, player_text
from jadoube.formats.pairings import Pairing, Pairings, read_pairings
from jadoube.formats.pairings.reading import TITLES, is_bye

LETTERS = st.characters(codec="utf-8", categories=("L", "N", "P", "S", "Zs"))
NAMES = (
    st.text(LETTERS, min_size=1, max_size=33)
    .map(lambda text: clean_name(text)[:33].strip())
    .filter(lambda name: name and name not in ("?", "-") and not is_bye(name))
)
PLAYERS = st.builds(
    Player,
    NAMES,
    st.sampled_from(["", *TITLES]),
    st.none() | st.integers(1, 3999),
    st.just("") | st.integers(1, 10**10 - 1).map(str),
    st.just("") | st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ", min_size=3, max_size=3),
    st.just(False),
)
RESULTS = st.sampled_from(["", "1-0", "0-1", "1/2-1/2"])
BITS = [
    b"001 ",
    b"012 ",
    b'[White "',
    b'"]\n',
    b"\r",
    b"\n",
    b";",
    b",",
    b"\t",
    b'"',
    b"White",
    b"Black",
    b"1-0",
]
PIECES = st.lists(st.sampled_from(BITS) | st.binary(max_size=12), max_size=60).map(b"".join)


@st.composite
def lists(draw: st.DrawFn) -> Pairings:
    """A list whose players have different names."""
    players = draw(st.lists(PLAYERS, min_size=2, max_size=12, unique_by=lambda player: player.name))
    players = players[: len(players) // 2 * 2]
    event, site = (draw(st.just("") | NAMES) for _ in range(2))
    name = str(draw(st.integers(1, 20)))
    pairings = tuple(
        Pairing(name, str(board), players[2 * board - 2], players[2 * board - 1], draw(RESULTS))
        for board in range(1, len(players) // 2 + 1)
    )
    return Pairings("a", event, site, pairings, tuple(players))


def texts(player: Player) -> list[str]:
    """A player in the order of the tags and columns."""
    rating = "" if player.rating is None else str(player.rating)
    return [player.name, player.title, rating, player.fide_id, player.federation]


def pgn(found: Pairings) -> str:
    """The list as PGN with headers."""

    def tags(each: Pairing) -> Iterable[tuple[str, str]]:
        yield from (("Event", found.event), ("Site", found.site), ("Round", f"{each.round}.{each.board}"))
        for side, player in (("White", each.white), ("Black", each.black)):
            for what, text in zip(("", "Title", "Elo", "FideId", "Federation"), texts(player), strict=True):
                yield f"{side}{what}", text
        yield "Result", each.result or "*"

    return "\n".join(
        "".join(
            '[{} "{}"]\n'.format(tag, value.replace("\\", "\\\\").replace('"', '\\"'))
            for tag, value in tags(each)
        )
        + f"\n{each.result or '*'}\n"
        for each in found.pairings
    )


def table(found: Pairings, separator: str) -> str:
    """The list as CSV."""
    file = io.StringIO()
    writer = csv.writer(file, delimiter=separator)
    sides = [
        [f"{side} {what}".strip() for what in ("", "Title", "Elo", "Fide ID", "Fed")]
        for side in ("White", "Black")
    ]
    writer.writerow(["Event", "Site", "Round", "Board", *sides[0], *sides[1], "Result"])
    for each in found.pairings:
        writer.writerow(
            [
                found.event,
                found.site,
                each.round,
                each.board,
                *texts(each.white),
                *texts(each.black),
                each.result,
            ]
        )
    return file.getvalue()


def trf(found: Pairings) -> str:
    """The list as TRF16; the players' lines in the order of the boards."""
    lines = [f"012 {found.event}", f"022 {found.site}"]
    at = 10 * (int(found.pairings[0].round) - 1)
    for board, each in enumerate(found.pairings):
        codes = {"1-0": "10", "0-1": "01", "1/2-1/2": "==", "": "  "}[each.result]
        sides = zip((each.white, each.black), "wb", codes, strict=True)
        for own, (player, colour, code) in enumerate(sides, start=1):
            name, title, rating, fide_id, federation = texts(player)
            line = (
                f"001 {2 * board + own:>4} m{title:>3} {name:<33} {rating:>4} {federation:<3} {fide_id:>11}"
            )
            lines.append(f"{line:91}{'':{at}}{2 * board + 3 - own:>4} {colour} {code}")
    return "\n".join(lines)


@given(found=lists())
def test_pgn_headers_are_read_back(found: Pairings) -> None:
    """Every name, round, board, rating and result."""
    assert read_pairings(pgn(found).encode(), "a") == found


@given(found=lists(), separator=st.sampled_from(",;\t"), ending=st.sampled_from(["\n", "\r\n", "\r"]))
def test_a_table_is_read_back(found: Pairings, separator: str, ending: str) -> None:
    """With each separator and each end of a line, with a byte order mark or without."""
    text = table(found, separator).replace("\r\n", ending)
    assert read_pairings(text.encode("utf-8-sig"), "a") == found
    assert read_pairings(text.encode(), "a") == found


@given(found=lists())
def test_a_trf_is_read_back(found: Pairings) -> None:
    """Every player and pairing; the boards are those that are proposed."""
    assert read_pairings(trf(found).encode(), "a") == found._replace(boards_proposed=True)


@given(data=PIECES | st.binary(max_size=400))
def test_any_bytes_have_an_answer(data: bytes) -> None:
    """Never an exception, never silence, and each text is one printable line."""
    found = read_pairings(data, "a")
    assert found.pairings or found.players or found.problems or b"bye" in data.lower()
    for problem in found.problems:
        assert problem.text.isprintable()
        assert 1 <= problem.line <= len(data) + 1
    for player in found.players:
        assert parse_player(player_text(player)) == player
