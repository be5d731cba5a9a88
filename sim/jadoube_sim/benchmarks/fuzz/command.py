"""`jadoube bench fuzz`: bad bytes for every reader of foreign bytes, and a table of what became of them."""

from argparse import ArgumentTypeError, Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from jadoube.cli.common.parser import Parser
from jadoube.config.problems import BadInput
from jadoube_sim.benchmarks.fuzz.readers import READERS
from jadoube_sim.benchmarks.fuzz.trial import Tally, inputs, try_reader

INPUTS: Final = 2000
HEAD: Final = f"{'reader':16} {'inputs':>8} {'refused':>8} {'accepted':>8} {'findings':>8} {'slowest':>10}"


def main(argv: Sequence[str]) -> int:
    """Try the readers; 1 if any of them neither accepted nor refused an input."""
    given = _parser().parse_args(argv)
    chosen = [each for each in READERS if given.reader is None or each.name in given.reader]
    if given.show:
        return _show(given)
    numbers = range(given.inputs) if given.only is None else range(given.only, given.only + 1)
    if given.seconds is not None and given.inputs == INPUTS:
        numbers = range(1 << 62)
    print(HEAD, flush=True)
    found = 0
    for reader in chosen:
        tally = try_reader(reader, given.seed, numbers, given.seconds, given.kept)
        found += tally.findings
        print("\n".join(_lines(tally)), flush=True)
    return 1 if found else 0


def _lines(tally: Tally) -> list[str]:
    row = (
        f"{tally.reader:16} {tally.inputs:8} {tally.refused:8} {tally.accepted:8} {tally.findings:8} "
        f"{tally.slowest_ms:7.1f} ms"
    )
    return [row, *(f"    {each.what}\n    {each.command}" for each in tally.kinds.values())]


def _show(given: Namespace) -> int:
    """Print one input as Python writes bytes."""
    if given.only is None or given.reader is None or len(given.reader) != 1:
        raise BadInput("--show", "no single input found, expected --reader NAME and --only N beside it")
    (reader,) = (each for each in READERS if each.name == given.reader[0])
    print(ascii(inputs(reader, given.seed, given.kept)[given.only]))
    return 0


def _parser() -> Parser:
    parser = Parser(
        prog="jadoube bench fuzz",
        description="Give every reader of foreign bytes what is nearly valid. A reader accepts an input or "
        "refuses it in one line; anything else is a finding, with the command that gives the input again. "
        "The exit status is 1 if there is any.",
    )
    names = [each.name for each in READERS]
    parser.add_argument("--reader", nargs="+", metavar="NAME", choices=names, help=", ".join(names))
    parser.add_argument(
        "--inputs", metavar="N", type=_whole, default=INPUTS, help=f"of each reader; by default {INPUTS}"
    )
    parser.add_argument(
        "--seconds", metavar="S", type=_whole, help="at most for each reader; alone, as many inputs as fit"
    )
    parser.add_argument("--seed", metavar="K", type=int, default=0, help="of all that is drawn by lot")
    parser.add_argument("--only", metavar="N", type=_whole, help="the input of this number only")
    parser.add_argument("--show", action="store_true", help="print that input, and try nothing")
    parser.add_argument("--kept", metavar="DIR", type=Path, help="more examples: the folder tests/kept")
    return parser


def _whole(text: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise ArgumentTypeError(f"{text!a} found, expected a whole number from 0")
    return int(text)
