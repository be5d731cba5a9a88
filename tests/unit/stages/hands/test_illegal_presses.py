"""Illegal moves that are pressed: who judges, what a page offers, what the PGN notes, what is taken back."""

from dataclasses import replace

import chess

from jadoube.config.settings import default_settings
from jadoube.core.display.scoresheet import scoresheet
from jadoube.core.pages.available_orders import orders_available
from jadoube.core.rules.rule_sets import Judge
from jadoube.core.state.play import Play
from jadoube.core.state.play_parts import Penalty
from jadoube.core.state.table import Table
from jadoube.daemon.service import terms_of_settings
from jadoube.formats.pgn import write_pgn
from jadoube.formats.sensorlog import FIRST_LINE, parse_sensor_log
from jadoube.games.replay import replay

ASKED = "1.0 press black; 1.1 release black; 2.0 press white; 2.1 release white"


def played(events: str, *header: str) -> Table:
    """The table at the end of a sensor log under FIDE's rules, whose events are joined by `;`."""
    top = (FIRST_LINE, "time-control 300", "rules fide", *header, "")
    return replay(parse_sensor_log("\n".join((*top, *events.split(";"))), "log")).table


def test_a_new_game_has_the_arbiters_verdict_unless_the_owner_says_otherwise() -> None:
    """The default of the configuration is the arbiter; `board` brings the penalty at once back."""
    settings = default_settings()
    game = replace(settings.game, illegal_verdict="board")
    assert terms_of_settings(settings).illegal_verdict is Judge.ARBITER
    assert terms_of_settings(replace(settings, game=game)).illegal_verdict is Judge.BOARD


def test_a_page_offers_the_verdict_while_it_is_asked_for() -> None:
    """And `play` only afterwards."""
    asked = played(f"{ASKED}; 3.0 end", "illegal-verdict arbiter")
    decided = played(f"{ASKED}; 3.0 press minus; 3.1 release minus; 4.0 end", "illegal-verdict arbiter")
    can = [orders_available(table, 4000) for table in (asked, decided)]
    assert [(each.verdict, each.play) for each in can] == [(True, False), (False, True)]


def test_the_pgn_notes_a_press_with_nothing_landed() -> None:
    """It costs nothing, and the arbiter may ask about it afterwards."""
    table = played(
        "1.0 press black; 1.1 release black; 2.0 open e2; 2.5 press white; 2.6 release white; 4.0 end"
    )
    assert "White's press is refused: a lifted piece stands on no square" in write_pgn(scoresheet(table), {})
    assert table.play.illegal_presses == (0, 0)


def test_penalties_are_taken_back_each_from_its_own_side() -> None:
    """The last one of the side, whoever was penalised after it; only one that counted counts less."""
    play = Play(None).penalise(chess.WHITE, 120, counts=True).penalise(chess.WHITE, 60, counts=False)
    play = play.penalise(chess.BLACK, 120, counts=True)
    once = play.pardon(chess.WHITE)
    twice = once.pardon(chess.WHITE)
    assert [each.illegal_presses for each in (play, once, twice)] == [(1, 1), (1, 1), (1, 0)]
    assert twice.last_penalty(chess.WHITE) is None
    assert twice.pardon(chess.WHITE) is twice
    assert twice.penalties == Penalty(chess.BLACK, 120, counts=True)
