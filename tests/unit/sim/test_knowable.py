"""What could be known of a game with a line off or bad reeds: other games with the same record."""

from collections import Counter
from dataclasses import replace

import chess
import pytest

from jadoube.config.problems import BadInput
from jadoube.formats.sensorlog import Edge
from jadoube_sim.benchmarks.cli import BUILT_IN, main
from jadoube_sim.benchmarks.hard import known_table
from jadoube_sim.benchmarks.hard.knowable import leaves_it_otherwise, leaves_the_same, what_is_known
from jadoube_sim.benchmarks.hard.record import record_of
from jadoube_sim.benchmarks.hard.rows import HardJob
from jadoube_sim.hands.games import playable_games
from jadoube_sim.hands.gestures import MANNERS
from jadoube_sim.hands.hard.played import BadReed, Played
from jadoube_sim.hands.tidy import play


def _played(*moves: str, off: str = "", again: str = "", presses: bool = False) -> Played:
    """A game from the start; this line is off from the beginning, and is put on again before the last ply."""
    ucis = tuple(map(chess.Move.from_uci, moves))
    log = play(ucis, presses=presses)
    wires = [Edge(0, "cut", off)] if off else []
    if again:
        before = play(ucis[:-1], presses=presses)
        wires.append(Edge(before.edges[-1].at_us + 100_000, "mend", again))
    return Played(replace(log, edges=tuple(sorted((*log.edges, *wires)))), chess.STARTING_FEN, ucis)


def test_all_is_known_where_nothing_is_played_on_the_line() -> None:
    """Each ply of a game that the other reeds show can be known."""
    known = what_is_known(_played("e2e4", "e7e5", "g1f3", "b8c6", off="h"))
    assert (known.unknown, known.complete) == (frozenset(), True)


def test_how_far_a_pawn_went_within_the_line_cannot_be_known() -> None:
    """A press tells of a ply; e3 and e4 leave the same, and play that needs neither tells nothing."""
    assert what_is_known(_played("e2e4", "a7a6", off="e", presses=True)).unknown == {1}


def test_later_play_tells_how_far_it_went() -> None:
    """A pawn that takes on f5 has stood on e4."""
    assert what_is_known(_played("e2e4", "f7f5", "e4f5", off="e", presses=True)).unknown == frozenset()


def test_the_wire_that_is_back_tells_how_far_it_went() -> None:
    """The line is put on again before the last ply, and shows the pawn on e4."""
    played = _played("e2e4", "a7a6", "a2a3", off="e", again="e", presses=True)
    assert what_is_known(played).unknown == frozenset()


def test_two_captures_by_one_piece_leave_the_same() -> None:
    """On the fifth rank that is off, exd5 and exf5 both lift e4 only."""
    played = _played("e2e4", "d7d5", "a2a3", "f7f5", "e4d5", off="5", presses=True)
    assert 5 in what_is_known(played).unknown


def test_a_last_ply_that_leaves_nothing_cannot_be_known() -> None:
    """Without levers nothing tells that the king went to e2, on a file that is off; a press does."""
    start = "4k3/4p3/4P3/8/8/8/P7/4K3 b - - 0 1"
    moves = (chess.Move.from_uci("e8d8"), chess.Move.from_uci("e1e2"))
    for presses, unknown in ((False, {2}), (True, set())):
        log = play(moves, start, presses=presses)
        off = replace(log, edges=(Edge(0, "cut", "e"), *log.edges))
        assert what_is_known(Played(off, start, moves)).unknown == unknown


@pytest.mark.parametrize(
    ("moves", "leaves"),
    [
        (("e2e4", "a7a6", "b2b3"), True),
        (("e2e3", "a7a6", "b2b3"), True),
        (("d2d3", "a7a6", "b2b3"), False),
        (("e2e3", "a7a6", "b2b4"), False),
        (("e2e3", "a7a6"), False),
        (("e2e3", "a7a6", "b2b3", "e7e6"), False),
    ],
)
def test_a_game_leaves_the_whole_record_or_not(moves: tuple[str, ...], leaves: bool) -> None:
    """Every ply counts, nothing of the record is left after the last one, and no more plies are made."""
    played = _played("e2e4", "a7a6", "b2b3", off="e")
    assert leaves_the_same(played, tuple(map(chess.Move.from_uci, moves))) == leaves


def test_the_panel_tells_what_a_pawn_becomes() -> None:
    """A knight leaves what the queen leaves, but it was not chosen."""
    start, queen = "4k3/6P1/8/8/8/8/8/4K3 w - - 0 1", chess.Move.from_uci("g7g8q")
    played = Played(play([queen], start, presses=False), start, (queen,))
    assert leaves_the_same(played, [queen])
    assert not leaves_the_same(played, [chess.Move.from_uci("g7g8n")])


def test_a_game_that_does_not_leave_its_record_is_no_question() -> None:
    """The reeds show e4, and e3 is said to have been played."""
    played = replace(_played("e2e4"), moves=(chess.Move.from_uci("e2e3"),))
    with pytest.raises(ValueError, match="ply 1, e3, does not leave mark 0"):
        what_is_known(played)


def test_a_reed_that_has_stuck_is_not_read_from_then_on() -> None:
    """A pawn that comes to e4 is in the record if the reed sticks later, a pawn that leaves it is not."""
    played = _played("e2e4", "f7f5", "e4f5")
    later_us = _played("e2e4", "f7f5").log.edges[-1].at_us + 1
    words = [
        " ".join(mark.word for mark in record_of(played.log, [BadReed(chess.E4, from_us)]).marks)
        for from_us in (later_us, 0)
    ]
    assert words == ["open close open close cut open close", "cut open open close open close"]


def test_how_far_a_pawn_went_cannot_be_known_where_both_reeds_are_dead() -> None:
    """With one dead reed the other one tells."""
    played = _played("e2e4", "a7a6", presses=True)
    for dead, unknown in (((chess.E3, chess.E4), {1}), ((chess.E4,), set())):
        bad = tuple(BadReed(square, 0) for square in dead)
        assert what_is_known(replace(played, bad=bad)).unknown == unknown


def test_another_bad_reed_may_explain_the_same_record() -> None:
    """Nf3 with a dead f3, and Nh3 with a dead h3, leave the same: g1 opens, and a lever is pressed."""
    played = _played("g1f3", "a7a6", "a2a3", presses=True)
    edges = tuple(edge for edge in played.log.edges if edge.name != "f3")
    played = replace(played, log=replace(played.log, edges=edges), bad=(BadReed(chess.F3, 0),))
    knight = tuple(map(chess.Move.from_uci, ("g1h3", "a7a6", "a2a3")))
    assert leaves_it_otherwise(played, knight, chess.BB_H3)
    assert not leaves_it_otherwise(played, knight, chess.BB_H3 | chess.BB_F3)  # more than went bad
    assert not leaves_it_otherwise(played, knight, chess.BB_E5)


def test_each_of_two_other_bad_reeds_hides_its_own_square() -> None:
    """With f3 and a6 dead, Nh3 leaves the same if h3 and a6 are dead, and not if h3 and b6 are."""
    played = _played("g1f3", "a7a6", "a2a3", presses=True)
    edges = tuple(edge for edge in played.log.edges if edge.name not in ("f3", "a6"))
    bad = (BadReed(chess.F3, 0), BadReed(chess.A6, 0))
    played = replace(played, log=replace(played.log, edges=edges), bad=bad)
    knight = tuple(map(chess.Move.from_uci, ("g1h3", "a7a6", "a2a3")))
    assert leaves_it_otherwise(played, knight, chess.BB_H3 | chess.BB_A6)
    assert not leaves_it_otherwise(played, knight, chess.BB_H3 | chess.BB_B6)


def test_another_bad_reed_may_have_stuck_later() -> None:
    """The knight has been on h3 before: that reed has stuck since then."""
    there = ("g1h3", "a7a6", "h3g1", "b7b6")
    played = _played(*there, "g1f3", "c7c6", presses=True)
    edges = tuple(edge for edge in played.log.edges if edge.name != "f3")
    played = replace(played, log=replace(played.log, edges=edges), bad=(BadReed(chess.F3, 0),))
    again = tuple(map(chess.Move.from_uci, (*there, "g1h3", "c7c6")))
    assert leaves_it_otherwise(played, again, chess.BB_H3)


def test_the_record_has_no_hidden_settlings() -> None:
    """Of a ply into the line the record has only the lift."""
    record = record_of(_played("g1f3", off="f").log)
    assert [mark.word for mark in record.marks] == ["cut", "open"]
    assert record.hidden[-1] == chess.BB_FILE_F
    assert record.least == (1, 1, 0)


def test_a_wire_within_a_ply_is_no_ply_more() -> None:
    """A capture that promotes settles five times; a line that is off meanwhile adds nothing."""
    start, capture = "4k2r/6P1/8/8/8/8/8/4K3 w - - 0 1", chess.Move.from_uci("g7h8q")
    log = play([capture], start, MANNERS["tidy"], presses=False)
    middle_us = (log.edges[0].at_us + log.edges[-1].at_us) // 2
    wires = [Edge(middle_us, "cut", "a"), Edge(middle_us + 1, "mend", "a")]
    record = record_of(replace(log, edges=tuple(sorted((*log.edges, *wires)))))
    settlings = [mark.word[0] for mark in record.marks if mark.word in ("open", "close")]
    assert "".join(settlings) == "oococ"
    assert (len(record.marks), record.least[0]) == (7, 1)


def _score(number: int, row: str, levers: str, seed: int) -> Counter[str]:
    """What is counted of a built-in game, without what is not."""
    return +known_table.score(HardJob(playable_games(BUILT_IN)[number - 1], row, levers, seed))


def test_an_exact_game_is_a_guess_where_it_could_not_be_known() -> None:
    """Both doubts are due."""
    assert _score(2, "rank-off", "pressed", 0) == Counter(
        {"games": 1, "exact": 1, "guessed": 1, "plies": 2, "doubts": 2, "due doubts": 2}
    )
    assert _score(1, "rank-off", "pressed", 0) == Counter(games=1, exact=1)


def test_a_game_is_missed_where_the_record_speaks_against_what_was_read() -> None:
    """Every ply could be known, and one is not what was played."""
    played = HardJob(playable_games(BUILT_IN)[2], "two-stick", "none", 103).played()
    assert played
    assert not what_is_known(played).unknown
    total = _score(3, "two-stick", "none", 103)
    assert (total["exact"], total["missed"], total["unknowable"]) == (0, 1, 0)


def test_a_game_is_unknowable_where_what_was_read_leaves_the_record() -> None:
    """A ply within the file is another one; a doubt names what was played, or none does."""
    total = _score(4, "file-off", "none", 313)
    assert (total["missed"], total["unknowable"], total["unknowable silent"]) == (0, 1, 0)
    total = _score(4, "file-off", "none", 303)
    assert (total["missed"], total["unknowable"], total["unknowable silent"]) == (0, 1, 1)


@pytest.mark.parametrize(
    ("number", "row", "seed", "kind"),
    [(2, "rank-off", 0, "unknowable"), (4, "rank-off", 100, "missed"), (1, "file-off", 100, "missed")],
)
def test_too_many_doubts_are_excused_where_they_are_due(
    number: int, row: str, seed: int, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every ply comes back; both doubts are due, the one is not, two of three are not."""
    assert _score(number, row, "pressed", seed)["exact"] == 1
    monkeypatch.setattr(known_table, "LEAST_SURE", 1000)
    total = _score(number, row, "pressed", seed)
    assert (total["exact"], total[kind], total[f"{kind} silent"]) == (0, 1, 0)


def test_only_rows_of_squares_that_cannot_be_read_can_be_asked_about(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The oracle is told of lines and stuck reeds; a reed that lies is read now and then."""
    with pytest.raises(BadInput, match="lies-3s found"):
        main(["hands", "--hard", "lies-3s", "--could-be-known"])
    words = "hands --hard rank-off --could-be-known --levers pressed --games 1"
    assert main(words.split()) == 0
    assert "rank-off" in capsys.readouterr().out
