"""ChessLink, for any bytes in any pieces, and for any game by any hand."""

from itertools import pairwise

import chess
from hypothesis import given, settings
from hypothesis import strategies as st

from jadoube.links.chesslink.framing import LONGEST, characters, checksum, message, next_command
from jadoube.links.chesslink.link import ChessLink, begin
from jadoube.links.translation import Said
from jadoube_sim.benchmarks.played.reading import Job, Row
from jadoube_sim.hands import HABITS
from jadoube_sim.hands.games import Game
from shared.drawn.games import drawn_moves
from shared.links.shown_views import letters, view_after
from shared.links.views_of_hands import Audience, views_of

VIEW = view_after("e2e4", at_ms=1000, program="black")
BEGUN, _ = begin().hear(b"", VIEW)

COMMANDS = st.sampled_from(
    [
        "V",
        "S",
        "X",
        "T",
        "I",
        "R01",
        "W0203",
        "W0200",
        "W0001",
        "W0000",
        "W0207",
        "L20" + "00" * 81,
        "L20" + "FF" * 81,
    ]
).map(message)

BYTES = st.lists(COMMANDS | st.binary(max_size=8), max_size=12).map(b"".join)


def _heard(link: ChessLink, parts: list[bytes]) -> tuple[ChessLink, Said]:
    said: list[Said] = []
    for part in parts:
        link, each = link.hear(part, VIEW)
        said.append(each)
    return link, Said(
        tuple(line for each in said for line in each.to_program),
        tuple(wish for each in said for wish in each.wishes),
    )


@given(data=BYTES, cuts=st.lists(st.integers(0, 400), max_size=6))
def test_bytes_may_come_in_any_pieces(data: bytes, cuts: list[int]) -> None:
    """Whole, byte by byte, or cut anywhere: the same answers, wishes and link; little is kept for later."""
    bounds = sorted({0, len(data), *(cut for cut in cuts if cut < len(data))})
    pieces = [data[begin:end] for begin, end in pairwise(bounds)]
    whole = _heard(BEGUN, [data])
    assert _heard(BEGUN, pieces) == whole
    assert _heard(BEGUN, [bytes((each,)) for each in data]) == whole
    assert len(whole[0].held) < LONGEST


@given(junk=st.binary(max_size=400), checked=st.booleans())
def test_nothing_that_came_before_spoils_more_than_one_command(junk: bytes, *, checked: bool) -> None:
    """After any bytes, a sound command is heard, or at the latest the next one."""
    sound = message("V") if checked else b"V"
    data = junk + sound * 2
    at, heard = 0, []
    while True:
        command, at = next_command(data, at, checked=checked)
        if not command:
            break
        heard.append(command)
    assert heard[-1] == "V"


class BlindProgram:
    """A program that believes each report that is sound, and nothing else."""

    def __init__(self) -> None:
        self.placed = ""

    def take(self, said: tuple[bytes, ...]) -> None:
        """Take in what the board says."""
        for each in said:
            text = characters(each)
            assert text[-2:] == checksum(text[:-2])
            if text[0] == "s":
                assert len(text) == 67
                self.placed = text[1:65]


def _placed(letters: str) -> str:
    """The same 64 letters, rank 8 first."""
    return "".join(letters[rank * 8 : rank * 8 + 8] for rank in range(7, -1, -1))


@settings(max_examples=15)
@given(
    habit=st.sampled_from(sorted(HABITS)),
    mode=st.sampled_from(["W0203", "W0204", "W0207", "W0200", "W0202"]),
    plies=st.integers(1, 12),
    seeds=st.tuples(st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1)),
)
def test_who_believes_each_report_ends_in_the_position(
    habit: str, mode: str, plies: int, seeds: tuple[int, int]
) -> None:
    """Whatever the hands do, and in whichever mode, the last report is the board's last position."""
    game = Game(1, chess.STARTING_FEN, drawn_moves(chess.STARTING_FEN, plies, seeds[0], queens_only=True))
    views = views_of(Job(game, Row(habit, "pressed"), seeds[1]))
    program, audience = BlindProgram(), Audience(begin())
    program.take(audience.hear(message("S") + message(mode), views[0]))
    for _, said in audience.watch(views):
        program.take(said)
    view = views[-1]
    assert program.placed == _placed(view.pieces)
    if view.settled and view.phase != "over":  # then the pieces may be set up for another game
        assert program.placed == _placed(letters(chess.Board(view.fen)))
