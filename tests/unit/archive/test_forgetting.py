"""Forgetting a person in the archive: no name, no rating, no id, nothing from which they could be guessed."""

from hashlib import sha256
from io import BytesIO
from pathlib import Path

from jadoube.archive.entries import derived_id
from jadoube.archive.imports import import_games
from jadoube.archive.pgn_games import read_games
from shared.disk.archived_games import archive_in, pgn_of

WHO = {"WhiteTitle": "GM", "WhiteElo": "2839", "WhiteFideId": "1503014", "WhiteFederation": "NOR"}


def everything_in(folder: Path) -> bytes:
    """Each byte of the archive's files."""
    return b"".join(path.read_bytes() for path in sorted(folder.iterdir()))


def test_a_forgotten_person_leaves_nothing(tmp_path: Path) -> None:
    """As White, as Black, written otherwise, in a comment, as annotator: no byte of the file has the name."""
    games = [
        pgn_of("Carlsen, Magnus", "Zoë", GameId="game-1", **WHO),
        pgn_of("Zoë", "MAGNUS CARLSEN", GameId="game-2", BlackElo="2839", Annotator="Carlsen, Magnus"),
        pgn_of("Zoë", "Müller", GameId="game-3", moves="1. e4 {as Magnus\nCarlsen played} e5"),
    ]
    with archive_in(tmp_path) as archive:
        for number, pgn in enumerate(games, 1):
            archive.add(pgn, number)
        assert archive.forget("magnus carlsen") == 3
        assert [known.person.name for known in archive.players()] == ["Zoë", "Müller"]
        (row,) = (row for row in archive.search().rows if row.entry.game_id == "game-1")
        assert row.entry.white == ("N. N.", "", None, "", "")
        assert archive.forget("Carlsen, Magnus") == 0
        data = everything_in(tmp_path).lower()
    for trace in (b"carlsen", b"magnus", b"2839", b"1503014"):
        assert trace not in data
    assert "Zoë".encode() in everything_in(tmp_path)


def test_the_files_of_a_game_do_not_bring_the_name_back(tmp_path: Path) -> None:
    """What is noted is the game and the side: another game of the same person comes in as ever."""
    pgn = pgn_of("Carlsen, Magnus", "Zoë", GameId="game-1", moves="1. e4 {by Magnus Carlsen} e5", **WHO)
    with archive_in(tmp_path) as archive:
        archive.add(pgn, 1)
        archive.forget("Carlsen, Magnus")
        archive.add(pgn.replace("e5", "c5"), 1)
        row = archive.game("1")
        assert "Carlsen" not in archive.pgn(row)
        assert "c5" in archive.pgn(row)
        assert row.entry.white.name == "N. N."
        archive.add(pgn_of(GameId="game-2"), 2)
        assert archive.game("2").entry.white.name == "Carlsen, Magnus"


def test_no_checksum_of_the_name_is_left(tmp_path: Path) -> None:
    """The id of a game of others was made of its tags: it gets another one. That of the board's never was."""
    pgn = pgn_of()
    (read,) = read_games(BytesIO(pgn.encode()), "")
    with archive_in(tmp_path) as archive:
        import_games(archive, BytesIO(pgn.encode()), "file", print)
        archive.add(pgn_of(Round="2"), 1)
        before = archive.game("1").entry.game_id
        archive.forget("Carlsen, Magnus")
        archive.delete("1")
        assert {derived_id(read, None), before} & {
            row.entry.game_id for row in archive.search().rows
        } == set()
        data = everything_in(tmp_path)
    assert derived_id(read, None).encode() not in data
    assert sha256(b"Carlsen, Magnus").hexdigest().encode() not in data


def test_a_damaged_archive_that_was_set_aside_goes(tmp_path: Path) -> None:
    """It has the name, and nobody can tell where."""
    aside = tmp_path / "archive.db.damaged-1"
    aside.write_text("Carlsen")
    with archive_in(tmp_path) as archive:
        archive.forget("Carlsen")
    assert not aside.exists()
