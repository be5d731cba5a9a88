"""What a page sees of the bench, as one message: the things, the light on the wire, and what is below.

The law: lamps and faces are what the electronics show: the bytes on the lamps' wire, the RAM of the display
chips. It decides nothing; it costs little, because what has not changed is not written anew.
"""

from typing import Any, Final

import chess

from jadoube.config.matrix import Matrix, Signal
from jadoube.core.messages.events import BUTTONS, Scanned
from jadoube.core.reading.doubts import Doubts, doubts
from jadoube.core.reading.hypotheses import Hypothesis
from jadoube.core.reading.weights import ASTRAY
from jadoube.core.rules.game_line import Line, numbered_san, parting_ply
from jadoube.core.squares import names
from jadoube.core.state.table import Table
from jadoube_sim.page.performing.playing import NAMES
from jadoube_sim.page.workbench import Bench
from jadoube_sim.page.world import Piece
from jadoube_sim.twin.ht16k33 import Ht16k33

HYPOTHESES: Final = 12
PLIES: Final = 4
"""So many of a reading's last plies are told."""

DARK: Final = "#000000"
NO_FACE: Final = {
    "segments": [0, 0, 0, 0],
    "colon": False,
    "bright": 0,
    "blink_hz": 0,
    "on": False,
}


class Looks:
    """Looks at a bench."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._matrix: Matrix = bench.plan.settings.pins.matrix
        self._seen: object = None
        self._hypotheses: list[dict[str, Any]] = []

    def message(self) -> dict[str, Any]:
        """Say all that a page shows, but for who looks."""
        bench = self._bench
        playing = bench.performer.playing
        return {
            "at_ms": bench.now_ms,
            "speed": bench.speed,
            "mode": bench.mode,
            "pieces": [_piece(number, piece) for number, piece in enumerate(bench.world.pieces)],
            **self._electronics(),
            "buttons": [name for name in BUTTONS if name in bench.held],
            "latency": bench.latency.message(),
            "faults": {**bench.faults.message(), "reach": bench.reach, "power": bench.has_power},
            "play": playing.message() if playing else None,
            "manners": NAMES,
            "notes": list(bench.notes),
        }

    def _electronics(self) -> dict[str, Any]:
        """What the board's wires carry; without power nothing shines, and nothing is read."""
        desk = self._bench.desk
        closed = self._bench.reeds.shown
        if desk is None:
            dark = {"white": NO_FACE, "black": NO_FACE}
            return {
                "lamps": [DARK] * 64,
                "faces": dark,
                "buzzer_hz": 0,
                "reeds": {"closed": f"{closed:016x}", "raw": "0" * 16, "settled": "0" * 16},
                "lines": self._lines(Scanned(0)),
                "hypotheses": [],
            }
        table, twin = desk.table, desk.twin
        return {
            "lamps": [f"#{red:02x}{green:02x}{blue:02x}" for red, green, blue in twin.lamps()],
            "faces": {chess.COLOR_NAMES[side]: _face(twin.chip(side)) for side in (chess.WHITE, chess.BLACK)},
            "buzzer_hz": twin.buzzer_hz(),
            "reeds": {
                "closed": f"{twin.reeds:016x}",
                "raw": f"{table.last_scan.reeds:016x}",
                "settled": f"{table.board.reeds.settled:016x}",
            },
            "lines": self._lines(table.last_scan),
            "hypotheses": self._readings(table),
        }

    def _lines(self, scanned: Scanned) -> dict[str, Any]:
        """The lines of the matrix, and what each row's columns read when it was driven last."""
        matrix = self._matrix
        read = [
            "".join("1" if _shows(scanned, switch) else "0" for switch in row) for row in matrix.crossings
        ]
        return {
            "rows": [_shown_line(line) for line in matrix.rows],
            "columns": [_shown_line(line) for line in matrix.columns],
            "read": read,
        }

    def _readings(self, table: Table) -> list[dict[str, Any]]:
        if table.seen is not self._seen:
            self._seen = table.seen
            doubtful = doubts(table.seen)
            best = table.best
            self._hypotheses = [
                {
                    "line": _line(each.line),
                    "rank": round(each.rank, 2),
                    "fits": each.fits,
                    "evidence": evidence(each),
                    "doubt": _is_doubt(each, best, doubtful),
                }
                for each in table.seen.hypotheses[:HYPOTHESES]
            ]
        return self._hypotheses


def evidence(hypothesis: Hypothesis) -> str:
    """Say what a reading costs and why, in one line."""
    parts = []
    if hypothesis.missing:
        parts.append(f"in the air or gone: {' '.join(names(hypothesis.missing))}")
    if hypothesis.placed:
        parts.append(f"too much: {' '.join(names(hypothesis.placed))}")
    if hypothesis.change:
        parts.append(f"astray {ASTRAY * hypothesis.change.bit_count():.1f}")
    if hypothesis.detours():
        parts.append(f"detours {hypothesis.detours():.1f}")
    if hypothesis.cost:
        parts.append(f"gestures {hypothesis.cost:.1f}")
    if guessed := hypothesis.guessed.bit_count():
        parts.append(f"{guessed} not seen")
    if hypothesis.prior:
        parts.append(f"as chess {hypothesis.prior:.1f}")
    if hypothesis.bad:
        parts.append(f"dead reeds: {' '.join(names(hypothesis.bad))}")
    return ", ".join(parts) or "all as expected"


def _shows(scanned: Scanned, switch: Scanned) -> bool:
    """Whether a scan shows this switch closed."""
    return bool(switch.reeds & scanned.reeds or switch.buttons & scanned.buttons)


def _shown_line(line: Signal) -> dict[str, Any]:
    return {"name": line.name, "bcm": line.bcm, "place": f"{line.connector}, {line.wire}"}


def _is_doubt(each: Hypothesis, best: Hypothesis, doubtful: Doubts) -> bool:
    if each is best:
        return False
    ply = parting_ply(best.line, each.line)
    return each.line.ply >= ply and each.line.back_to(ply).san in doubtful.get(ply, ())


def _line(line: Line) -> str:
    """The last plies of a game, numbered as one writes them."""
    plies = line.plies()[-PLIES:]
    said = [
        numbered_san(each) if each.mover == chess.WHITE or number == 0 else each.san
        for number, each in enumerate(plies)
    ]
    return " ".join(said) or "no ply"


def _piece(number: int, piece: Piece) -> dict[str, Any]:
    return {
        "id": number,
        "kind": piece.kind,
        "x": round(piece.x, 3),
        "y": round(piece.y, 3),
        "up": piece.up,
        "by": piece.by,
    }


def _face(chip: Ht16k33) -> dict[str, Any]:
    """What is lit, from the chip's RAM; `bright` from 0 to 15."""
    lit = chip.segments
    return {
        "segments": list(lit.digits),
        "colon": lit.colon,
        "bright": chip.brightness - 1,
        "blink_hz": chip.blink_hz,
        "on": chip.shines,
    }
