"""The View: all that the board shows, as one value, computed from the table and the instant.

Lamps, faces, the terminal and the pages show this value and nothing else. It decides what is shown:
`lamp_view.py` (lamps), `face_view.py` (faces), `status_line.py` (words). It refuses to know how a part shows
it.
"""

from dataclasses import dataclass, replace

from jadoube.core.display.face_text import Face, words_face
from jadoube.core.display.face_view import OFF, changes_at_ms, face
from jadoube.core.display.lamp_view import lamps
from jadoube.core.display.menu_view import comfort
from jadoube.core.display.prompts import question
from jadoube.core.display.status_line import status_parts
from jadoube.core.language.render import join_sentences, put_in_words
from jadoube.core.messages.lamps import Lamp
from jadoube.core.messages.phrases import Phrase, sentence
from jadoube.core.messages.settings import Comfort
from jadoube.core.state.announced.health import Wrong
from jadoube.core.state.announced.sounds import Heard, is_wanted
from jadoube.core.state.table import Table, read_clock


@dataclass(frozen=True, slots=True)
class View:
    """What the board shows at one instant."""

    lamps: tuple[Lamp, ...]
    """64 lamps by the board's own squares, a1 first."""
    white: Face
    """The face at White's own lever; on a turned board Black sits there."""
    black: Face
    words: str
    """The status line."""
    comfort: Comfort
    sound: Heard | None
    """The last sound and when it began; None if there was none or it is switched off."""
    changes_at_ms: int | None
    """When a face next changes without an event, in ms; None if none will."""


def view(table: Table, now_ms: int, wrong: tuple[Wrong, ...] = ()) -> View:
    """Return what the board shows at this instant; `wrong` lists the machine's troubles."""
    clock, asked, heard = read_clock(table, now_ms), question(table), table.notices.heard
    return View(
        lamps=lamps(table, asked),
        white=face(table, clock, asked, not table.turned, now_ms, wrong),
        black=face(table, clock, asked, table.turned, now_ms, wrong),
        words=join_sentences(
            [*[each.said for each in wrong], *status_parts(table, asked)], table.terms.language
        ),
        comfort=comfort(table),
        sound=heard if heard and is_wanted(heard.sound, table.comfort) else None,
        changes_at_ms=changes_at_ms(table, clock, now_ms, wrong),
    )


def off_view(last: View, language: str) -> View:
    """Return the view of a board that is switched off: it says so, silently, until its plug is pulled."""
    off = words_face(OFF)
    dark = (Lamp.DARK,) * len(last.lamps)
    words = put_in_words(sentence(Phrase.SWITCHED_OFF), language)
    return replace(last, lamps=dark, white=off, black=off, words=words, sound=None, changes_at_ms=None)
