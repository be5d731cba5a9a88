"""docs/panel.md says what the panel does: diagram, faces, questions and examples are drawn from the program.

`make tests ARGS="-k panel_doc --accept"` rewrites what differs.
"""

import re
from collections.abc import Callable, Iterator
from itertools import groupby
from pathlib import Path

import chess
import pytest

from jadoube.core.clock.time_control import parse_time_control
from jadoube.core.display import seven_segment
from jadoube.core.display.menu_view import LETTERS
from jadoube.core.display.view import view
from jadoube.core.messages.events import Ordered, Page, Reachable
from jadoube.core.messages.names import Player
from jadoube.core.messages.orders import Choose, EndElsewhere, Join, NamePlayer, Penalise, Resign, Serve
from jadoube.core.messages.settings import ARBITERS, Entry
from jadoube.core.rules.rule_sets import FIDE, Judge
from jadoube.core.state.panel import control_questions
from jadoube.core.state.panel.menu import TRANSITIONS, Answer, Cause, Level, Menu
from jadoube.core.state.table import Terms
from shared.hands.panel import Hands, at_start, hands_at, paused

ROOT = Path(__file__).parents[2]
FILE = ROOT / "docs" / "panel.md"
SCENARIOS = ROOT / "tests" / "scenarios"


def menu_diagram() -> str:
    """The menu's levels and the ways between them; the ways out that all levels share are drawn once."""
    inner = [level for level in Level if level is not Level.CLOSED]
    out = ((level, cause) for (level, cause), after in TRANSITIONS.items() if after is Level.CLOSED)
    opened = [(after, cause) for (level, cause), after in TRANSITIONS.items() if level is Level.CLOSED]
    ways = [f"[*] --> {after.name}" + f": {cause}" * (cause is not Cause.OPENED) for after, cause in opened]
    ways += _arrows()
    ways += [f"{level.name} --> [*]: {cause}" for level, cause in out if cause is not Cause.LEFT]
    lines = ["```mermaid", "stateDiagram-v2", f"    [*] --> menu: {Cause.OPENED}", "    state menu {"]
    lines += [f"        {line}" for line in (*(f"{level.name}: {level}" for level in inner), *ways)]
    return "\n".join([*lines, "    }", f"    menu --> [*]: {Cause.LEFT}", "```"])


def _arrows() -> Iterator[str]:
    """The ways from level to level; `ok` on several entries that lead to the same is one."""
    rows = [(before, after, means) for (before, means), after in TRANSITIONS.items()]
    inner = [row for row in rows if Level.CLOSED not in row[:2]]
    for (before, after), group in groupby(sorted(inner, key=_by_levels), key=lambda row: row[:2]):
        means = [row[2] for row in group]
        entries = ", ".join(each for each in means if isinstance(each, Entry))
        texts = [f"ok on {entries}"] if entries else []
        texts += [each for each in means if isinstance(each, Cause)]
        yield from (f"{before.name} --> {after.name}: {text}" for text in texts)


def _by_levels(row: tuple[Level, Level, Entry | Cause]) -> tuple[int, int]:
    order = list(Level)
    return order.index(row[0]), order.index(row[1])


def offered() -> Hands:
    """Hands at a paused game in which White offers a draw."""
    hands = paused()
    hands.enter(Entry.OFFER)
    hands.tap("white")
    return hands


def repeated() -> Hands:
    """Hands at a paused game in which a position stands for the third time."""
    return paused("|".join(["e2 e4", "e7 e5", *("g1 f3", "g8 f6", "f3 g1", "f6 g8") * 2]))


def reachable() -> Hands:
    """Hands at a board that a browser finds."""
    hands = at_start()
    hands.feed(Reachable(Page("192.168.1.20:8080", "471138")))
    return hands


def strayed() -> Hands:
    """Hands at a paused game in which a knight stands where it may not, with the menu open."""
    hands = paused()
    hands.touch("g1 g4")
    hands.hold("ok", 1200)
    return hands


def asked_for_a_verdict() -> Hands:
    """Hands at a board that asks the arbiter about White's illegal move."""
    control = parse_time_control("300+3")
    hands = hands_at(Terms(control=control, rules=FIDE, illegal_verdict=Judge.ARBITER))
    hands.tap("black")
    hands.touch("g1 g4")
    hands.tap("white")
    return hands


def penalised() -> Hands:
    """Hands at a paused game in which each side had a penalty."""
    hands = paused()
    for side in chess.COLORS:
        hands.feed(Ordered(Penalise(side, 60)))
    return hands


def resigned() -> Hands:
    """Hands at a game that is over."""
    hands = paused()
    hands.feed(Ordered(Resign(chess.WHITE)))
    return hands


def known() -> Hands:
    """Hands at a board before a game, which remembers two players and knows both."""
    hands = at_start()
    for side, player in ((chess.WHITE, "Carlsen, Magnus"), (chess.BLACK, "Polgár, Judit")):
        hands.feed(Ordered(NamePlayer(side, Player(player))))
    return hands


def against_engine() -> Hands:
    """Hands at a board before a game, with an engine as Black."""
    hands = at_start()
    hands.feed(Ordered(Choose("opponent", "black")))
    return hands


def served() -> Hands:
    """Hands at a board before a game, with an account of Lichess."""
    hands = at_start()
    hands.feed(Ordered(Serve(True)))
    return hands


def over_on_a_server() -> Hands:
    """Hands at a board whose game on Lichess is over."""
    hands = served()
    hands.feed(Ordered(Join("lichess:AbCdEfGh", chess.BLACK, "900+10")))
    hands.feed(Ordered(EndElsewhere("1-0", "resign")))
    return hands


BOARDS: dict[Entry, Callable[[], Hands]] = {
    **dict.fromkeys(Entry, at_start),
    **dict.fromkeys((Entry.NEW_GAME, Entry.RESIGN, Entry.OFFER), paused),
    **dict.fromkeys((Entry.ACCEPT, Entry.DECLINE), offered),
    **dict.fromkeys((Entry.ARBITER, *ARBITERS), paused),
    **dict.fromkeys((Entry.PERIOD_OF_WHITE, Entry.PERIOD_OF_BLACK), lambda: paused(control="40/300+3:300")),
    **dict.fromkeys((Entry.PARDON_OF_WHITE, Entry.PARDON_OF_BLACK), penalised),
    Entry.VERDICT: asked_for_a_verdict,
    Entry.REOPEN: resigned,
    Entry.CLAIM: repeated,
    Entry.STANDS: strayed,
    Entry.PAGE: reachable,
    Entry.LEVEL: against_engine,
    Entry.LICHESS: served,
    Entry.REMATCH: over_on_a_server,
    **dict.fromkeys((Entry.WHITE_PLAYER, Entry.BLACK_PLAYER, Entry.SWAP_PLAYERS), known),
}
"""For each entry a board on which it is there."""


def faces_drawn() -> str:
    """Both faces at every entry, and at what `ok` leads to."""
    lines = ["```text"]
    for entry in Entry:
        hands = BOARDS[entry]()
        hands.enter(entry)
        inside = _picture(hands)
        if entry is not Entry.SWAP_PLAYERS:  # the menu stays where it is
            hands.tap("back")
        lines += [
            entry,
            *(f"  {left}  |  {right}".rstrip() for left, right in zip(_picture(hands), inside, strict=True)),
        ]
    return "\n".join([*lines, "```"])


def _picture(hands: Hands) -> list[str]:
    """Three lines of both faces, White's first."""
    seen = view(hands.table, hands.now_ms)
    rows = zip(
        *(seven_segment.picture(face.segments).split("\n") for face in (seen.white, seen.black)), strict=True
    )
    return ["   ".join(row) for row in rows]


def questions() -> str:
    """What can be asked while a control is set by hand, by the letters of a face."""
    lines = ["| question | on the face | answers |", "|---|---|---|"]
    seen: set[tuple[str, str]] = set()
    for asked in _asked():
        if (asked.face, asked.words) not in seen:
            seen.add((asked.face, asked.words))
            lines.append(f"| {asked.words} | `{asked.face}` | {_answers(asked)} |")
    return "\n".join(lines)


#: Answers that lead past every question there is.
WAYS: tuple[tuple[Answer, ...], ...] = (
    ("+", 40, 90, 0, 30, "more", "y", 10, 0, 3, 30, "different", "^"),
    ("d", 0, 30, 0, 5, "last"),
    ("b", 0, 30, 0, 5, "last"),
)


def _asked() -> Iterator[control_questions.Ask]:
    for way in WAYS:
        for number in range(len(way)):
            asked = control_questions.question(way[:number])
            assert asked is not None
            yield asked


def _answers(asked: control_questions.Ask) -> str:
    if asked.options:
        return ", ".join(f"`{option.face}` {option.words}" for option in asked.options)
    least, most = (
        control_questions.digits(asked, each) for each in (asked.limits.start, asked.limits.stop - 1)
    )
    return f"{least} to {most}"


def scenario(name: str) -> Callable[[], str]:
    """A transcript as it stands in its file."""
    return lambda: f"```text\n{(SCENARIOS / name).read_text(encoding='utf-8').rstrip()}\n```"


DRAWN: dict[str, Callable[[], str]] = {
    "menu": menu_diagram,
    "faces": faces_drawn,
    "questions": questions,
    "by-hand": scenario("menu/a-time-control-is-set-by-hand.txt"),
    "resigns": scenario("menu/white-resigns-by-his-own-lever.txt"),
}


@pytest.mark.parametrize("mark", DRAWN)
def test_it_is_drawn_from_the_program(mark: str, request: pytest.FixtureRequest) -> None:
    """What stands between two marks is what the program says."""
    text = FILE.read_text(encoding="utf-8")
    between = re.compile(rf"(?<=<!-- {mark} -->\n).*?(?=<!-- /{mark} -->)", re.DOTALL)
    assert between.search(text)
    redrawn = between.sub(lambda _: DRAWN[mark]() + "\n", text)
    if request.config.getoption("--accept"):
        FILE.write_text(redrawn, encoding="utf-8")
    else:
        assert text == redrawn


def test_every_link_leads_to_a_transcript_or_a_document() -> None:
    """No claim of the table names a file that is not there."""
    links = re.findall(r"\]\(([^)]+)\)", FILE.read_text(encoding="utf-8"))
    assert len(links) > 20
    assert [link for link in links if not (FILE.parent / link).exists()] == []


def test_every_transcript_of_the_menu_is_told_of_in_four_letters() -> None:
    """Each entry has letters of its own beside its value: no two look alike."""
    assert set(LETTERS) == set(Entry)
    assert len(set(LETTERS.values())) == len(LETTERS)
    assert all(len(letters) in (0, 4) for pair in LETTERS.values() for letters in pair)


def test_the_menu_that_is_drawn_has_every_level() -> None:
    """No level of the program is missing from the diagram, and every one can be reached and left."""
    assert set(TRANSITIONS.values()) == set(Level)
    assert {level for level, _ in TRANSITIONS} == set(Level)
    assert Menu._field_defaults["level"] is Level.ENTRIES
