"""`jadoube order WORDS`: sends an order to the running board."""

from argparse import RawDescriptionHelpFormatter
from collections.abc import Sequence
from pathlib import Path

from jadoube.cli.common.give_order import give_order
from jadoube.cli.common.parser import Parser
from jadoube.config.problems import BadInput
from jadoube.config.settings import load_settings
from jadoube.core.clock.time_control import parse_time_control
from jadoube.core.language.control_words import control_explanation
from jadoube.core.language.render import put_in_words
from jadoube.core.language.typed_orders import read_ordered
from jadoube.core.messages.orders import Choose, Order
from jadoube.core.messages.settings import SETTINGS


def _setting_examples() -> str:
    """An order for each setting that has a list of values, three in a line."""
    texts = [f"{name} {setting.example}" for name, setting in SETTINGS.items() if setting.choices]
    lines = ("".join(f"{text:22}" for text in texts[at : at + 3]) for at in range(0, len(texts), 3))
    return "\n".join(f"{'':25}{line}".rstrip() for line in lines)


EXAMPLES = f"""\
orders of the players:   resign white          draw offer black      draw accept white
                         draw decline white    draw claim black      draw claim black Nf6
the arbiter's hand:      pause                 play                  restore 24
                         time white +60        penalty black 120     counter 41
                         time white 1:23:45    moves white 23        period white 2
                         penalty black         penalty black none    verdict penalty
                         verdict none          reopen
                         result 1-0            (or 0-1, 1/2-1/2, "*")
                         stands                stands black          stands e5=N
what the panel does:     take back             promote knight        new game
                         alternative           take                  take Nf3
                         wrong                 (marks what the board has read wrong)
                         control 3+2           control blitz 3+2     control none
{_setting_examples()}
who says it:             by white resign white
                         by arbiter time white +60
                         (nobody named: the owner, who may order everything)"""


def main(argv: Sequence[str]) -> int:
    """Send one order and print what was done; exit status 2 if it was refused."""
    parser = Parser(
        prog="jadoube order",
        description="Tell the running board what players and arbiter say in words.",
        formatter_class=RawDescriptionHelpFormatter,
        epilog=EXAMPLES,
    )
    parser.add_argument("--config", metavar="FILE", type=Path, help="the board's configuration")
    parser.add_argument("words", metavar="WORD", nargs="+", help="the order")
    arguments = parser.parse_args(argv)
    try:
        ordered = read_ordered(" ".join(arguments.words))
    except ValueError as problem:
        raise BadInput("jadoube order", str(problem)) from problem
    _say_understood(ordered.order)
    print(give_order(load_settings(arguments.config), ordered.text, "jadoube order"))
    return 0


def _say_understood(order: Order) -> None:
    """Print what a time control means before it is sent."""
    match order:
        case Choose("control", text):
            print(put_in_words(control_explanation(parse_time_control(text))), flush=True)
