"""A power cut at any operation on the disk: the next start finds what the players relied on.

`make test` plays 12 plies, `make soak` plays 80.
"""

from collections.abc import Iterator

import chess
from hypothesis import settings

from jadoube.core.display.scoresheet import scoresheet
from jadoube.core.messages.events import Restarted
from jadoube.games.journal import parse_journal
from modelled_disk import Loss, ModelledDisk, PowerCutError
from told_games import BLITZ, FOLDER, modelled, recorded

SOAKED = settings().max_examples > 1000
PLIES = 80 if SOAKED else 12


def played_until_cut(disk: ModelledDisk) -> int:
    """Play until the power goes; the plies that were completed in the last call that came back."""
    completed = 0
    try:
        keeper = modelled(disk, print)
    except PowerCutError:
        return 0
    try:
        for completed in recorded(PLIES, BLITZ).told(keeper):  # noqa: B007 - the last one counts
            pass
        keeper.close()
    except PowerCutError:
        keeper.abandon()
    return completed


def cuts() -> Iterator[int]:
    """The number of every operation of the game."""
    disk = ModelledDisk()
    assert played_until_cut(disk) == PLIES
    yield from range(1, disk.counts.operations + 1)


def plies_found(disk: ModelledDisk) -> tuple[chess.Move, ...]:
    """The plies that the next start takes up, which then writes, and loses its power, too."""
    said: list[str] = []
    keeper = modelled(disk, said.append)
    folded = keeper.resume()
    assert all("were not written whole" in text for text in said)
    if folded is None:
        keeper.abandon()
        return ()
    keeper.append(Restarted(), folded.last_ms, folded.table)
    keeper.abandon()
    text = disk.after_power_cut(Loss.LOST).text(FOLDER / "000001.journal")
    assert parse_journal(text, "left").events[-1].event == Restarted()
    return tuple(ply.move for ply in scoresheet(folded.table).plies if ply.move)


def test_a_power_cut_at_any_operation_loses_no_ply_that_was_completed() -> None:
    """What is taken up is the game up to a ply, and no earlier one than the last press.

    Whether what was not flushed is lost, kept or torn.
    """
    moves = recorded(PLIES, BLITZ).moves
    for cut_at in cuts():
        disk = ModelledDisk(cut_at)
        completed = played_until_cut(disk)
        for loss in Loss:
            found = plies_found(disk.after_power_cut(loss))
            assert found == moves[: len(found)], (cut_at, loss)
            assert len(found) >= completed, (cut_at, loss)
