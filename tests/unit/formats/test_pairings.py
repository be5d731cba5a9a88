"""Pairing lists: what is taken, what is left out, and what is said of it."""

import pytest

from jadoube.core.messages.names import Player
from jadoube.formats.pairings import MOST_BYTES, Pairing, Pairings, read_pairings
from jadoube.formats.pairings.reading import MOST_PLAYERS, MOST_PROBLEMS

A, B = Player("Ann"), Player("Bob")


def pairs(text: str) -> list[tuple[str, str, str, str, str]]:
    """The pairings of a list, by their names."""
    return [
        (each.round, each.board, each.white.name, each.black.name, each.result)
        for each in read_pairings(text.encode()).pairings
    ]


def said(text: str) -> list[str]:
    """What is said of a list."""
    return [f"{each.line}: {each.text}" for each in read_pairings(text.encode()).problems]


@pytest.mark.parametrize(
    "heads",
    [
        "Board,White,Black",
        "Bo.;White;Black",
        "Brett-Nr.\tWeiß\tSchwarz",
        "ÉCHIQUIER;Joueur blancs;Joueur noirs",
    ],
)
def test_heads_of_each_language_are_known(heads: str) -> None:
    """In English, German and French, with any separator, accents and capitals."""
    separator = next(each for each in "\t;," if each in heads)
    assert pairs(f"{heads}\n7{separator}Ann{separator}Bob\n") == [("", "7", "Ann", "Bob", "")]


@pytest.mark.parametrize("heads", ["WhiteElo,BlackElo", "White rating,Black rating", "Elo weiß,Elo schwarz"])
def test_a_rating_has_its_side(heads: str) -> None:
    """By a word of its own head."""
    found = read_pairings(f"White,Black,{heads}\nAnn,Bob,1500,1600\n".encode())
    assert [(each.white.rating, each.black.rating) for each in found.pairings] == [(1500, 1600)]


def test_a_rating_without_a_side_is_the_name_before_it() -> None:
    """As pairing programs write their tables."""
    found = read_pairings(b"Bo.;White;Rtg;Result;Black;Rtg\n1;Ann;1500;;Bob;1600\n")
    assert [(each.white.rating, each.black.rating) for each in found.pairings] == [(1500, 1600)]


@pytest.mark.parametrize(
    ("written", "result"),
    [
        ("1:0", "1-0"),
        ("0 - 1", "0-1"),
        ("½-½", "1/2-1/2"),
        ("0.5-0.5", "1/2-1/2"),
        ("+:-", "1-0"),
        ("-:+", "0-1"),
    ]
    + [(text, "") for text in ("", "*", "-", ":")],
)
def test_results_are_written_in_many_ways(written: str, result: str) -> None:
    """And nothing is none."""
    assert pairs(f"Board;White;Black;Result\n1;Ann;Bob;{written}\n") == [("", "1", "Ann", "Bob", result)]


def test_a_win_without_a_game_is_known_as_one() -> None:
    """In a table, in PGN and in a TRF."""
    table = "".join(f"{at};A{at};B{at};{each}\n" for at, each in enumerate(("1-0", "+ - -", "0-1F", "0-0")))
    headers = "".join(f'[White "A{each}"]\n[Black "B"]\n[Result "{each}"]\n\n' for each in ("1-0", "1-0F"))
    marks = (("1", "0"), ("+", "-"), ("-", "+"), ("-", "-"))
    line = "001 {:>4}      {:<77}{:>4} {} {}\n"
    trf = "".join(
        line.format(2 * at + 1, f"A{at}", 2 * at + 2, "w", one)
        + line.format(2 * at + 2, f"B{at}", 2 * at + 1, "b", other)
        for at, (one, other) in enumerate(marks)
    )
    texts = f"Board;White;Black;Result\n{table}", headers, trf
    found = [read_pairings(each.encode()).pairings for each in texts]
    assert [[each.result for each in of_list if each.is_forfeit] for of_list in found] == [
        ["1-0", "0-1"],
        ["1-0"],
        ["1-0", "0-1"],
    ]


def test_a_row_that_cannot_be_read_is_named_and_the_rest_is_taken() -> None:
    """With its line, what was found and what was expected."""
    text = "Board;White;Black\n1;Ann;Bob\n2;Cid;\n3;Dan;Dan\n4;Eve;Fay\n"
    assert [pair[1] for pair in pairs(text)] == ["1", "4"]
    assert said(text) == [
        "3: '2 | Cid |' found, expected the names of White and Black",
        "4: 'Dan twice' found, expected two different players",
    ]


BYES = (
    *("bye", "BYE", "spielfrei", "exempt", "(bye)", "bye 1", "bye (1/2)", "bye (½)", "1 point bye"),
    *("half-point bye", "Full Point Bye", "0.5 pt bye", "spielfrei 2", "BYE=", "+"),
)


@pytest.mark.parametrize("name", BYES)
def test_a_bye_is_no_pairing(name: str) -> None:
    """Nor a problem."""
    assert pairs(f"1,Ann,{name}\n2,Cid,Dan\n") == [("", "2", "Cid", "Dan", "")]
    assert said(f"1,Ann,{name}\n2,Cid,Dan\n") == []
    assert pairs(f'[Round "1.1"]\n[White "Ann"]\n[Black "{name}"]\n') == []


@pytest.mark.parametrize("name", ["Bye John", "Byers 2", "Points Bo", "Half Bye Bob", "1", "+ 1"])
def test_who_is_called_nearly_so_plays(name: str) -> None:
    """A name has more than a bye has."""
    assert len(pairs(f"Board,White,Black\n1,Ann,{name}\n")) == 1


def test_another_event_in_a_list_is_named() -> None:
    """Once each, and not all of them: a list has one event, the first that it names."""
    rows = (("A Open", 1), ("", 2), ("B Open", 3), ("B Open", 4), ("A Open", 5), ("C", 6), ("D", 7), ("E", 8))
    table = "Event,Board,White,Black\n" + "".join(f"{event},{at},W{at},B{at}\n" for event, at in rows)
    expected = [
        f"{at}: '{event}' found, expected one event in a list: all of it is taken as of A Open"
        for event, at in (("B Open", 4), ("C", 7))
    ]
    assert said(table) == expected
    assert len(pairs(table)) == len(rows)
    games = "".join(f'[Event "{event}"]\n[White "W{at}"]\n[Black "B{at}"]\n\n*\n\n' for event, at in rows[:3])
    assert [each.partition(": ")[2] for each in said(games)] == [expected[0].partition(": ")[2]]


def test_the_round_may_have_the_board() -> None:
    """As in PGN."""
    assert pairs("Round,White,Black\n3.12,Ann,Bob\n") == [("3", "12", "Ann", "Bob", "")]
    assert pairs('[Round "3.12"]\n[White "Ann"]\n[Black "Bob"]\n') == [("3", "12", "Ann", "Bob", "")]


def _placed(*rows: str) -> list[tuple[str, str]]:
    """Rounds and boards of the rows of a table, each with two players of its own."""
    games = "".join(f"{row},W{at},B{at}\n" for at, row in enumerate(rows))
    return [(pair[0], pair[1]) for pair in pairs(f"Round,Board,White,Black\n{games}")]


def _games(*tags: tuple[str, str], players: str = "WB") -> list[tuple[str, str]]:
    """Rounds and boards of PGN games with these tags; players have a figure behind them, if there are few."""
    texts = []
    for at, (round_, board) in enumerate(tags):
        white, black = [f"{each}{at if players == 'WB' else board}" for each in players]
        told = f'[Board "{board}"]\n' if board else ""
        texts.append(f'[Round "{round_}"]\n{told}[White "{white}"]\n[Black "{black}"]\n\n*\n\n')
    return [(pair[0], pair[1]) for pair in pairs("".join(texts))]


def test_a_board_that_is_said_apart_counts_more() -> None:
    """Whether the round has it, too, or another one."""
    assert _placed("3.1,1", "3.2,2", "3.3,3") == [("3", "1"), ("3", "2"), ("3", "3")]
    assert _placed("3.1,7", "3.2,8", "3.3,") == [("3", "7"), ("3", "8"), ("3", "3")]


def test_a_round_of_several_boards_keeps_its_name() -> None:
    """Two games at each table: the point is no board's, if the boards are said apart."""
    assert _placed("3.1,1", "3.1,2") == [("3.1", "1"), ("3.1", "2")]
    assert _placed("3.2,1", "3.2,2", "3.2,3") == [("3.2", "1"), ("3.2", "2"), ("3.2", "3")]
    tags = [(name, board) for name in ("3.1", "3.2") for board in "12"]
    assert _games(*tags, players="AB") == tags
    tie_break = [*((f"3.{game}", board) for game in "12" for board in "123"), ("3.3", "2")]
    assert _games(*tie_break, players="AB") == tie_break
    assert _games(("3.1", "1"), ("3.2", "1"), players="AB") == [("3.1", "1"), ("3.2", "1")]
    assert _placed("3.1,1", "3.1,2", "3.3,3") == [("3", "1"), ("3", "2"), ("3", "3")]  # one is wrong


def test_a_player_who_is_twice_in_a_round_makes_no_others_of_it() -> None:
    """That is a fault of the list, which is told elsewhere."""
    rows = "3.1,1,A,B\n3.2,2,A,C\n3.3,3,D,E\n"
    found = pairs(f"Round,Board,White,Black\n{rows}")
    assert [pair[:2] for pair in found] == [("3", "1"), ("3", "2"), ("3", "3")]


def test_matches_of_teams_are_of_one_round() -> None:
    """Round, match and board in one, or the board apart: nobody plays in two matches."""
    numbers = [("1", "1.1"), ("1", "1.2"), ("1", "2.1"), ("1", "2.10")]
    assert _games(("1.1.1", ""), ("1.1.2", ""), ("1.2.1", ""), ("1.2.10", "")) == numbers
    assert _games(("1.1.1", "1"), ("1.1.2", "2"), ("1.2.1", "1"), ("1.2.10", "10")) == numbers
    assert _games(("1.1", "1"), ("1.1", "2"), ("1.2", "1"), ("1.2", "10")) == numbers


@pytest.mark.parametrize(("dot", "between"), [(".", ","), (",", ";")])
def test_whole_numbers_may_have_a_fraction_of_nought(dot: str, between: str) -> None:
    """As a spreadsheet or a program writes a column of numbers with a gap."""
    head = between.join(["Round", "Board", "White", "White Elo", "White FIDE ID", "Black"])
    row = between.join([f"3{dot}0", f"12{dot}00", "Ann", f"1800{dot}0", f"1503014{dot}0", "Bob"])
    assert pairs(f"{head}\n{row}\n") == [("3", "12", "Ann", "Bob", "")]
    assert said(f"{head}\n{row}\n") == []
    (ann, _) = read_pairings(f"{head}\n{row}\n".encode()).players
    assert (ann.rating, ann.fide_id) == (1800, "1503014")
    assert pairs(f"Round{between}White{between}Black\n3{dot}0{between}Ann{between}Bob\n") == [
        ("3", "", "Ann", "Bob", "")
    ]
    assert pairs(f"1{dot}0{between}Ann{between}Bob\n") == [("", "1", "Ann", "Bob", "")]
    assert pairs(f"Board{between}White{between}Black\n2{dot}10{between}Ann{between}Bob\n") == [
        ("", f"2{dot}10", "Ann", "Bob", "")
    ]


def test_a_pgn_with_moves_is_a_list_too() -> None:
    """Comments that begin a line with a bracket are no tags."""
    text = '[White "Ann"]\n[Black "Bob"]\n[Result "1-0"]\n\n1. e4 { a\n[%clk 0:05:00] }\n[abc\n1-0\n'
    assert pairs(text) == [("", "", "Ann", "Bob", "1-0")]
    assert said(text) == []


def test_a_trf_whose_players_do_not_agree_is_named() -> None:
    """A pair is taken only where both say so, with different colours."""
    line = "001 {:>4}      {:<33}{:44}{:>4} {} {}"
    text = "\n".join(
        [
            "012 Open",
            line.format(1, "Ann", "", 2, "w", "1"),
            line.format(2, "Bob", "", 3, "b", "0"),
            line.format(3, "Cid", "", 4, "w", "1"),
            line.format(4, "Dan", "", 3, "w", "0"),
        ]
    )
    assert pairs(text) == []
    assert said(text) == [
        "2: 'round 1: opponent 2' found, expected that line 3 names 1 for it, too",
        "3: 'round 1: opponent 3' found, expected that line 4 names 2 for it, too",
        "4: 'round 1: the colours 'w' and 'w'' found, expected w of one player and b of the other",
    ]


def test_what_is_quoted_is_one_short_line() -> None:
    """Whatever stands in a round of a TRF, and however many tags a game has, and how long they are."""
    line = "001    1      {:<33}{:44}   2 w \xa0\x11 1".format("Ann", "")
    tags = "".join(f'[{"x" * 200}{at} "1"]\n' for at in range(100))
    for text in (f"012 Open\n{line}\n", tags):
        (words,) = said(text)
        assert words.isprintable()
        assert len(words) < 1000


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_every_encoding_of_such_programs_is_read(encoding: str) -> None:
    """UTF-8 with and without its mark, Windows' own, and what spreadsheets call Unicode text."""
    found = read_pairings("Board\tWeiß\tSchwarz\n1\tJürgen\tZoé\n".encode(encoding))
    assert [(each.white.name, each.black.name) for each in found.pairings] == [("Jürgen", "Zoé")]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "1: nothing found, expected a pairing list"),
        (b"\n\nhello\n", "3: 'hello' found, expected a pairing list"),
        (b"PK\x03\x04...", "1: a workbook found, expected its table, saved as CSV"),
        (b" " * (MOST_BYTES + 1), f"1: {MOST_BYTES + 1} bytes found, expected a pairing list of at most"),
    ],
)
def test_what_is_no_list_is_said(data: bytes, words: str) -> None:
    """In one line, and nothing is taken."""
    found = read_pairings(data)
    assert not found.pairings
    assert next(f"{each.line}: {each.text}" for each in found.problems).startswith(words)


def test_more_players_than_a_board_reads_are_left_out() -> None:
    """The first thousand are taken, and one line says how many problems are not named."""
    rows = "".join(f"{n},Ann {n},Bob {n}\n" for n in range(1, MOST_PLAYERS))
    found = read_pairings(rows.encode())
    assert (len(found.players), len(found.pairings)) == (MOST_PLAYERS, MOST_PLAYERS // 2)
    assert len(found.problems) == MOST_PROBLEMS + 1
    more = MOST_PLAYERS - 1 - MOST_PLAYERS // 2 - MOST_PROBLEMS
    assert found.problems[-1].text == f"{more} more found, expected none after so many"


def test_the_round_that_is_due_has_a_game_to_come() -> None:
    """Else it is the last one."""
    first, second = Pairing("1", "1", A, B, "1-0"), Pairing("2", "1", B, A)
    assert Pairings(pairings=(first, second)).due == "2"
    assert Pairings(pairings=(first, second._replace(result="1-0"))).due == "2"
    assert Pairings(pairings=(first,)).of_round("1") == (first,)
    assert Pairings().due == ""
