"""A power cut at any operation on the disk: the next start finds what the players relied on.

`make test` plays 12 plies, `make soak` plays 80.
"""

from collections.abc import Iterator

import chess

from jadoube.core.display.scoresheet import scoresheet
from jadoube.core.messages.events import Restarted
from jadoube.games.journal.text import parse_journal
from shared.disk.modelled import Loss, ModelledDisk
from shared.disk.told_games import BLITZ, FOLDER, modelled, recorded
from shared.drawn.examples import SOAKED

PLIES = 80 if SOAKED else 12


def cuts() -> Iterator[tuple[int, list[ModelledDisk]]]:
    """Before every operation of the game: the plies that were completed, and what each loss would leave.

    It is played once. A program whose power is gone does nothing more, so what a cut leaves is what there is.
    """
    left: list[list[ModelledDisk]] = []
    disk = ModelledDisk(lambda: left.append([disk.after_power_cut(loss) for loss in Loss]))
    keeper = modelled(disk, print)
    completed = told = 0
    for then_completed in recorded(PLIES, BLITZ).told(keeper):
        told += len(left)
        yield from ((completed, disks) for disks in left)
        left.clear()
        completed = then_completed
    keeper.close()
    yield from ((completed, disks) for disks in left)
    assert (completed, told + len(left)) == (PLIES, disk.counts.operations)


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

    Whether what was not flushed is lost, kept or torn. The same bytes are looked at once: often all three
    leave those that they left before the operation, too.
    """
    moves = recorded(PLIES, BLITZ).moves
    before: dict[object, tuple[chess.Move, ...]] = {}
    for cut_at, (completed, disks) in enumerate(cuts(), start=1):
        here: dict[object, tuple[chess.Move, ...]] = {}
        for loss, disk in zip(Loss, disks, strict=True):
            left = disk.files()
            if left not in here:
                here[left] = before[left] if left in before else plies_found(disk)
            assert here[left] == moves[: len(here[left])], (cut_at, loss)
            assert len(here[left]) >= completed, (cut_at, loss)
        before = here
