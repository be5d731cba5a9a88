"""The archive as its callers use it: games come in, are found, and go."""

import sqlite3
from contextlib import closing
from io import BytesIO
from pathlib import Path

import pytest

from jadoube.archive.imports import Imported, import_games
from jadoube.archive.query import parse_query
from jadoube.archive.store import Archive
from jadoube.archive.troubles import ArchiveTrouble, DamagedArchive
from jadoube.config.problems import BadInput
from jadoube.core.language.render import put_in_words
from jadoube.core.messages.phrases import Sentence
from jadoube.formats.corrected_pgn import Correction
from shared.disk.archived_games import IRREGULAR, archive_in, pgn_of

ID = "0123456789ab"


def ids(archive: Archive, search: str = "") -> list[str]:
    """The ids of the games that are found."""
    return [row.entry.game_id for row in archive.search(parse_query(search)).rows]


def test_a_game_stands_once_in_its_newest_state(tmp_path: Path) -> None:
    """The same `GameId` again replaces what stood there; the same text again changes nothing."""
    with archive_in(tmp_path) as archive:
        assert archive.add(pgn_of(GameId=ID, Result="*"), 7)
        assert archive.add(pgn_of(GameId=ID, Result="1-0"), 7)
        assert not archive.add(pgn_of(GameId=ID, Result="1-0"), 7)
        assert archive.revision == 2
        (row,) = archive.search().rows
        assert (row.entry.number, row.entry.result, row.entry.plies) == (7, "1-0", 6)
        assert archive.pgn(row) == pgn_of(GameId=ID)


def test_an_older_file_of_a_game_changes_nothing(tmp_path: Path) -> None:
    """A game that lost its journal went on under a higher number: the file of the lower one is older."""
    with archive_in(tmp_path) as archive:
        archive.add(pgn_of(GameId=ID), 8)
        assert not archive.add(pgn_of(GameId=ID, Result="*", moves="1. e4 e5"), 7)
        assert archive.game("8").entry.plies == 6


def test_the_parts_of_a_game_with_an_irregular_ply_are_one_row(tmp_path: Path) -> None:
    """Its text has both parts, its plies are counted together, its result is the last part's."""
    with archive_in(tmp_path) as archive:
        archive.add(IRREGULAR, 3)
        (row,) = archive.search().rows
        assert (row.entry.game_id, row.entry.plies) == ("aa00bb11cc22", 8)
        assert (row.entry.result, row.entry.termination) == ("0-1", "normal")
        assert archive.pgn(row) == IRREGULAR


def test_a_corrected_game_stays_corrected(tmp_path: Path) -> None:
    """Also when its files bring it again, with other names; they are read, and never written."""
    with archive_in(tmp_path) as archive:
        archive.add(pgn_of(GameId=ID, ECO="C70", Opening="Ruy Lopez: Morphy Defense"), 7)
        wanted = {3: Correction("Nc3", "the arbiter")}
        assert archive.correct(ID, wanted, save=False).changed[3].read == "Nf3"
        assert archive.revision == 1
        assert archive.correct(ID, wanted, save=True).stuck is None
        (row,) = archive.search().rows
        assert (row.entry.number, row.entry.eco) == (7, "C25")
        assert "2. Nc3 { corrected: Nf3 was read, by the arbiter }" in archive.pgn(row)
        assert not archive.add(pgn_of(GameId=ID, ECO="C70", Opening="Ruy Lopez: Morphy Defense"), 7)
        assert archive.add(pgn_of(white="Menchik, Vera", GameId=ID), 7)
        (row,) = archive.search().rows
        assert row.entry.white.name == "Menchik, Vera"
        assert "2. Nc3 { corrected: Nf3 was read, by the arbiter }" in archive.pgn(row)


def test_what_does_not_fit_is_not_saved(tmp_path: Path) -> None:
    """A ply that has to be said first, and what is refused."""
    with archive_in(tmp_path) as archive:
        archive.add(pgn_of(GameId=ID), 7)
        done = archive.correct(ID, {1: Correction("d4", "the owner")}, save=True)
        assert done.stuck
        assert done.stuck.ply == 5
        for number, san in ((1, "Ke2"), (7, "e4")):
            with pytest.raises(ArchiveTrouble):
                archive.correct(ID, {number: Correction(san, "the owner")}, save=True)
        assert archive.revision == 1
        (row,) = archive.search().rows
        assert archive.pgn(row) == pgn_of(GameId=ID)


def test_a_deleted_game_does_not_come_back_from_its_file(tmp_path: Path) -> None:
    """Neither with a `GameId` nor without one; a person who imports it has it again."""
    with archive_in(tmp_path) as archive:
        for number, pgn in ((1, pgn_of(GameId=ID)), (2, pgn_of(Round="2"))):
            archive.add(pgn, number)
            archive.delete(str(number))
            assert not archive.add(pgn, number)
        assert ids(archive) == []
        assert archive.players() == []
        import_games(archive, BytesIO(pgn_of(GameId=ID).encode()), "file", print)
        assert ids(archive) == [ID]


def test_a_game_without_an_id_that_grows_keeps_its_row(tmp_path: Path) -> None:
    """The PGN of an earlier version has no `GameId`: its number and date tell which game it is."""
    with archive_in(tmp_path) as archive:
        archive.add(pgn_of(moves="1. e4 e5", Result="*"), 5)
        (before,) = ids(archive)
        archive.add(pgn_of(), 5)
        assert ids(archive) == [before]
        assert archive.game(before).entry.plies == 6


def test_games_of_others_keep_all_their_tags_and_get_a_stable_id(tmp_path: Path) -> None:
    """The text stays as it was found; the same file again takes nothing."""
    text = pgn_of(Annotator="Somebody", moves="1. e4 $1 {good} (1. d4) e5") + pgn_of(
        Round="2", GameId="x1y2z3"
    )
    with archive_in(tmp_path) as archive:
        for expected in (Imported(2, 0, 0), Imported(0, 2, 0)):
            assert import_games(archive, BytesIO(text.encode()), "file", print) == expected
        assert "".join(archive.export()) == text


def test_a_file_changes_no_game_of_this_board(tmp_path: Path) -> None:
    """Whoever imports what was exported earlier does not bring back the older state."""
    with archive_in(tmp_path) as archive:
        archive.add(pgn_of(GameId=ID), 1)
        old = pgn_of(GameId=ID, Result="*").encode()
        assert import_games(archive, BytesIO(old), "file", print) == Imported(0, 1, 0)
        assert archive.game(ID).entry.result == "1-0"


def test_a_bad_game_is_named_with_its_line_and_the_rest_is_taken(tmp_path: Path) -> None:
    """An illegal move, a wrong position, no move, prose: one line each."""
    bad = [
        pgn_of(moves="1. e4 e5 2. Ke3"),
        pgn_of(FEN="what", SetUp="1"),
        pgn_of(moves=""),
        "hello world\n\n",
    ]
    text = pgn_of() + "".join(bad) + pgn_of(Round="9")
    said: list[tuple[int, str, str]] = []

    def refuse(line: int, why: Sentence) -> None:
        said.append((line, put_in_words(why), put_in_words(why, "de")))

    with archive_in(tmp_path) as archive:
        done = import_games(archive, BytesIO(text.encode()), "my.pgn", refuse)
        assert done == Imported(2, 0, 4)
    assert [line for line, _, _ in said] == [11, 21, 33, 43]
    assert said[0][1:] == (
        "'Ke3' at ply 3 found, expected a legal move",
        "„Ke3“ bei Halbzug 3 gefunden, erwartet ein legaler Zug",
    )
    assert not any(english == german for _, english, german in said)


def test_tags_within_a_comment_do_not_begin_a_game(tmp_path: Path) -> None:
    """Nor do they keep the reader for ever; tags without a blank line before them do begin one."""
    text = pgn_of(moves='1. e4 {see\n[White "x"]\n[Black "y"]\nthere} e5').rstrip() + "\n" + pgn_of(Round="2")
    with archive_in(tmp_path) as archive:
        assert import_games(archive, BytesIO(text.encode()), "file", print) == Imported(2, 0, 0)
        assert [row.entry.plies for row in archive.search().rows] == [6, 2]


ODD = {
    "an endless line": pgn_of(moves="1. e4 {" + "long " * 14_000 + "} e5"),
    "binary data": pgn_of(moves="1. e4 {\0} e5"),
    "a NUL in a tag": pgn_of(Site="\0"),
    "binary data without tags": "1. e4 \0\n",
    "over 1 MiB": pgn_of(moves="1. e4 {" + "line\n" * 250_000 + "} e5"),
}
"""Games that cannot be read as a text, by what is wrong with them."""


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
def test_a_game_that_is_no_text_keeps_no_other_from_being_taken(odd: str, tmp_path: Path) -> None:
    """Neither those before it, nor those after it; it is named with the line in which it begins."""
    games = [pgn_of(Round=str(number)) for number in range(120)]
    text = "".join([*games[:100], odd, *games[100:]])
    said: list[tuple[int, str]] = []
    with archive_in(tmp_path) as archive:
        done = import_games(
            archive, BytesIO(text.encode()), "file", lambda *why: said.append((why[0], put_in_words(why[1])))
        )
        assert done == Imported(120, 0, 1)
    ((line, why),) = said
    assert line == "".join(games[:100]).count("\n") + 1
    assert " found, expected " in why


@pytest.mark.parametrize("data", [b"\x89PNG\0\0", b"e4 \n\0\n", pgn_of().encode("utf-16")])
def test_what_is_no_pgn_is_refused(data: bytes, tmp_path: Path) -> None:
    """Binary data without a tag before it is one line, and nothing is taken."""
    with archive_in(tmp_path) as archive, pytest.raises(BadInput, match=r"^file:\d: .* found, expected "):
        import_games(archive, BytesIO(data), "file", print)


@pytest.mark.parametrize("data", [b"e4 " * 100_000, b"{ 1. e4 }\n" * 200_000])
def test_text_without_end_is_one_refused_game(data: bytes, tmp_path: Path) -> None:
    """However large it is."""
    with archive_in(tmp_path) as archive:
        assert import_games(archive, BytesIO(data), "file", lambda *_: None) == Imported(0, 0, 1)


@pytest.mark.parametrize("pgn", ["", "no game", pgn_of() + pgn_of(), pgn_of(moves="1. e5")])
def test_add_takes_one_sound_game(pgn: str, tmp_path: Path) -> None:
    """Anything else is refused, and nothing is changed."""
    with archive_in(tmp_path) as archive:
        with pytest.raises(BadInput, match="expected"):
            archive.add(pgn, 1)
        assert ids(archive) == []


def test_a_game_is_named_by_number_id_or_the_beginning_of_its_id(tmp_path: Path) -> None:
    """A beginning that two games share, and a name that none has, are refused."""
    with archive_in(tmp_path) as archive:
        archive.add(pgn_of(GameId="abcd01"), 12)
        archive.add(pgn_of(GameId="abcd02"), 13)
        assert archive.game("12") == archive.game("abcd01") == archive.game("abcd01"[:6])
        for name in ("abcd", "14", "zz", "", "x' OR 1=1 --", "%"):
            with pytest.raises(ArchiveTrouble, match="expected the number"):
                archive.game(name)


def test_games_come_newest_first_and_page_by_page(tmp_path: Path) -> None:
    """By date, then by number; what has no date comes last. Each game comes once."""
    with archive_in(tmp_path) as archive:
        for number, date in ((1, "2026.01.05"), (2, "????.??.??"), (3, "2025.??.??"), (4, "2026.01.05")):
            archive.add(pgn_of(GameId=f"game-{number}", Date=date), number)
        shown: list[str] = []
        more = True
        while more:
            found = archive.search(before=shown[-1] if shown else None, limit=1)
            more = found.more
            shown += [row.entry.game_id for row in found.rows]
        assert shown == ["game-4", "game-1", "game-3", "game-2"]


def test_a_player_is_as_his_newest_game_names_him(tmp_path: Path) -> None:
    """However he is written, and whatever the order in which the games came."""
    with archive_in(tmp_path) as archive:
        archive.add(pgn_of("Magnus CARLSEN", GameId="game-2", Date="2026.02.01", WhiteElo="2840"), 2)
        archive.add(pgn_of("Carlsen, Magnus", GameId="game-1", Date="2026.01.01", WhiteTitle="GM"), 1)
        (known,) = archive.players("carl")
        assert known.games == 2
        assert known.person[:3] == ("Magnus CARLSEN", "GM", 2840)
        archive.delete("game-2")
        (known,) = archive.players("mag car")
        assert known.person[:3] == ("Carlsen, Magnus", "GM", None)


@pytest.mark.parametrize("name", ["?", "N. N.", "-", "..."])
def test_nobody_is_no_player(name: str, tmp_path: Path) -> None:
    """A name that is not known, or not shown, is not among the players."""
    with archive_in(tmp_path) as archive:
        archive.add(pgn_of(name, name), 1)
        assert archive.players() == []


def _add_both(archive: Archive, *pgns: str) -> None:
    with archive.changing():
        for number, pgn in enumerate(pgns, 1):
            archive.add(pgn, number)


@pytest.mark.parametrize(
    ("tags", "expected"),
    [
        ({}, ("C70", "Ruy Lopez: Morphy Defense")),
        ({"ECO": "C70"}, ("C70", "Ruy Lopez: Morphy Defense")),
        ({"ECO": "A00"}, ("A00", "")),
        ({"ECO": "A00", "Opening": "Mine"}, ("A00", "Mine")),
        ({"Opening": "Mine"}, ("C70", "Mine")),
        ({"Variant": "Chess960"}, ("", "")),
    ],
)
def test_a_game_that_does_not_name_its_opening_gets_a_name(
    tags: dict[str, str], expected: tuple[str, str], tmp_path: Path
) -> None:
    """From its moves; what it says itself stands, and a name goes only with its own code."""
    with archive_in(tmp_path) as archive:
        archive.add(pgn_of(**tags), 1)
        entry = archive.game("1").entry
        assert (entry.eco, entry.opening) == expected
        assert archive.pgn(archive.game("1")) == pgn_of(**tags)


def test_a_change_that_fails_leaves_everything_as_it_was(tmp_path: Path) -> None:
    """Whatever interrupts a batch: nothing of it is there afterwards, and the archive goes on."""
    with archive_in(tmp_path) as archive:
        with pytest.raises(BadInput):
            _add_both(archive, pgn_of(), "no game")
        assert ids(archive) == []
        assert archive.add(pgn_of(), 1)


def test_two_programs_see_each_others_changes(tmp_path: Path) -> None:
    """Each has its own connection; a reader needs no rights to write."""
    with archive_in(tmp_path) as one, Archive(one.path, reads_only=True) as other:
        one.add(pgn_of(GameId=ID), 1)
        assert ids(other) == [ID]
        with pytest.raises(ArchiveTrouble, match="may not be written"):
            other.delete(ID)


def test_a_full_disk_is_one_line_and_nothing_is_lost(tmp_path: Path) -> None:
    """SQLite may take no more pages: the change is not made, what was there is there."""
    with archive_in(tmp_path) as archive:
        archive.add(pgn_of(GameId=ID), 1)
        (pages,) = archive.tables.execute("PRAGMA page_count").fetchone()
        archive.tables.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(ArchiveTrouble, match="no space left on the disk") as full:
            archive.add(pgn_of(Annotator="x" * 60_000), 2)
        assert "nothing is lost" in str(full.value)
        assert ids(archive) == [ID]


def test_a_newer_version_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    """The line names what was found and what was expected."""
    path = tmp_path / "archive.db"
    Archive(path).close()
    with closing(sqlite3.connect(path)) as tables, tables:
        tables.execute("PRAGMA user_version = 9")
    tables.close()
    for reads_only in (True, False):
        with pytest.raises(
            ArchiveTrouble, match="an archive of version 9 found, expected version 1 or older"
        ):
            Archive(path, reads_only=reads_only)


def test_another_programs_file_is_refused(tmp_path: Path) -> None:
    """A database with tables of its own is not ours; a text is no database; a folder cannot be opened."""
    other = tmp_path / "other.db"
    with closing(sqlite3.connect(other)) as tables, tables:
        tables.execute("CREATE TABLE mine(x)")
    tables.close()
    with pytest.raises(ArchiveTrouble, match="a database of another program"):
        Archive(other)
    text = tmp_path / "text.db"
    text.write_text("no database, but long enough for a header of one" * 40)
    with pytest.raises(DamagedArchive, match="damaged"):
        Archive(text)
    with pytest.raises(ArchiveTrouble, match="a folder found, expected an archive"):
        Archive(tmp_path)
