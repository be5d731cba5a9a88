"""A stored game is corrected whole or not at all, and says what was read."""

import re

import pytest

from jadoube.formats.corrected_pgn import (
    Corrected,
    Correction,
    Uncorrectable,
    correct_again,
    corrected,
    corrections_in,
)
from shared.disk.archived_games import IRREGULAR, pgn_of

DRAWN = pgn_of(
    moves="1. e4 {[%clk 0:14:58]} e5 {doubt: e6, Nc6} {[%clk 0:14:50]} 2. Nf3 Nc6 (2... d6 3. d4) 3. Bb5 a6 "
    "(3... Nf6 4. O-O) 4. Ba4 Nf6 5. O-O Be7",
    ECO="C84",
    Opening="Ruy Lopez: Closed",
)


def said(**sans: str) -> dict[int, Correction]:
    """What the arbiter says of plies: `p2="e6"`; empty where he only knows that it was wrong."""
    return {int(name[1:]): Correction(san, "the arbiter") for name, san in sans.items()}


def moves_of(done: Corrected) -> str:
    """The moves alone."""
    text = re.sub(r"\{[^}]*\}|\([^)]*\)|^\[.*\]$", "", done.text, flags=re.MULTILINE)
    return " ".join(re.sub(r"\d+\.\.\.", "", text).split())


def test_the_plies_after_it_are_played_again() -> None:
    """Each with the piece of its own square; times, doubts and what has no other position stay."""
    done = corrected(DRAWN, said(p4="d6", p6="Bd7", p8="Nc6"))
    assert done.stuck is None
    assert moves_of(done) == "1. e4 e5 2. Nf3 d6 3. Bb5+ Bd7 4. Ba4 Nc6 5. O-O Be7 1-0"
    assert "e5 { doubt: e6, Nc6 } { [%clk 0:14:50] }" in done.text
    assert "{ corrected: Nc6 was read, by the arbiter } ( 2... d6 3. d4 )" in done.text
    assert "3... Nf6" not in done.text
    assert {number: (each.san, each.read) for number, each in done.changed.items()} == {
        4: ("d6", "Nc6"),
        6: ("Bd7", "a6"),
        8: ("Nc6", "Nf6"),
    }


def test_tags_say_what_was_corrected_and_name_the_opening_that_was_played() -> None:
    """The tag is for people and programs; other tags stay."""
    knight = pgn_of(moves="1. e4 e5 2. Nf3 Nc6", ECO="C44", Opening="King's Knight Opening: Normal Variation")
    done = corrected(knight, said(p2="c5"))
    assert '[Corrected "1... c5 (e5 was read), by the arbiter"]' in done.text
    assert '[ECO "B30"]' in done.text
    assert '[White "Carlsen, Magnus"]' in done.text
    named_by_others = corrected(pgn_of(moves="1. e4 e5", ECO="X00"), said(p2="c5"))
    assert '[ECO "X00"]' in named_by_others.text


def test_a_ply_that_does_not_fit_any_more_is_asked_for() -> None:
    """Up to there the game is told; what shares a square with the ply stands first."""
    done = corrected(DRAWN, said(p1="d4"))
    assert done.stuck
    assert (done.stuck.ply, done.stuck.read) == (5, "Bb5")
    assert moves_of(done) == "1. d4 e5 2. Nf3 Nc6 1-0"
    assert not any(each.likely for each in done.stuck.choices)
    stuck = corrected(DRAWN, said(p3="Nh3", p5="Be2")).stuck
    assert stuck
    assert (stuck.ply, stuck.read) == (7, "Ba4")
    assert [each.san for each in stuck.choices if each.likely] == ["a4"]


def test_what_is_only_known_to_be_wrong_has_choices() -> None:
    """First the readings that the board had, then what shares a square, then the others."""
    stuck = corrected(DRAWN, said(p2="")).stuck
    assert stuck
    assert [each.san for each in stuck.choices][:2] == ["Nc6", "e6"]
    assert len(stuck.choices) == 19
    assert {each.san for each in stuck.choices if each.likely} == {"Nc6", "e6"}


def test_a_move_that_is_written_alike_is_told_as_a_change() -> None:
    """The bishop has gone there from another square than was read."""
    done = corrected(pgn_of(), said(p3="Bc4"))
    assert moves_of(done) == "1. e4 e5 2. Bc4 Nc6 3. Bb5 a6 1-0"
    assert {number: each.read for number, each in done.changed.items()} == {3: "Nf3", 5: "Bb5"}
    assert done.text.count("corrected:") == 1


def test_a_promoted_piece_goes_on_as_what_it_is() -> None:
    """The squares of the later plies are the same."""
    queen = pgn_of(moves="1. a8=Q+ Kg7 2. Qa1+ Kg8", FEN="6k1/P7/8/8/8/8/6K1/8 w - - 0 1", SetUp="1")
    done = corrected(queen, said(p1="a8=R+"))
    assert moves_of(done) == "1. a8=R+ Kg7 2. Ra1 Kg8 1-0"
    assert sorted(done.changed) == [1]


def test_the_move_that_was_read_makes_the_game_as_it_was() -> None:
    """No comment and no tag are left."""
    there = corrected(DRAWN, said(p2="e6"))
    assert "[Corrected " in there.text
    assert corrections_in(there.text) == {2: Correction("e6", "the arbiter", "e5")}
    back = corrected(there.text, said(p2="e5"))
    assert back.text == re.sub(r" \( 3\.\.\. [^)]*\)| \( 2\.\.\. [^)]*\)", "", corrected(DRAWN, {}).text)
    again = corrected(there.text, said(p2="d5", p6="Bd7"))
    assert again.changed[2].read == "e5"


def test_the_text_is_as_the_board_writes_it() -> None:
    """A correction that is taken back leaves no trace, in one part or in several."""
    for text in (pgn_of(), IRREGULAR):
        assert corrected(text, {}).text == text.strip()


def test_an_irregular_ply_is_counted_and_stays() -> None:
    """It leads from another position then."""
    after_nf6 = "r1bqkb1r/pppp1ppp/2n2n2/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"
    done = corrected(IRREGULAR, said(p6="Nf6", p9="d6"))
    assert done.stuck is None
    assert "3. Bb5 Nf6" in done.text
    assert "1. d4 d6" in done.text  # ply 7 is the irregular one
    assert f'[Continues "{after_nf6}"]' in done.text
    with pytest.raises(Uncorrectable, match="7"):
        corrected(IRREGULAR, said(p7="e4"))


@pytest.mark.parametrize("wanted", [said(p99="e4"), said(p0="e4"), said(p1="Ke2"), said(p1="x")])
def test_what_is_not_there_and_what_is_not_legal_is_refused(wanted: dict[int, Correction]) -> None:
    """And nothing is changed."""
    with pytest.raises(Uncorrectable):
        corrected(DRAWN, wanted)


def test_a_newer_state_of_the_game_is_corrected_again() -> None:
    """Where the board reads that ply otherwise by now, its reading stands."""
    before = corrected(pgn_of(moves="1. e4 e5 2. Nf3"), said(p2="e6")).text
    named = pgn_of(white="Menchik, Vera", moves="1. e4 e5 2. Nf3 Nc6")
    again = correct_again(named, before)
    assert "1. e4 e6 { corrected: e5 was read, by the arbiter } 2. Nf3 Nc6" in again
    assert "Menchik" in again
    read_anew = pgn_of(moves="1. e4 c5 2. Nf3")
    assert correct_again(read_anew, before).strip() == read_anew.strip()
    unfit = pgn_of(moves="1. e4 e5 2. Nf3 Bc5 3. Nc3 Bb4 4. d4 exd4")
    assert correct_again(unfit, before) == unfit
