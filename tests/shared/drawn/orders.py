"""Orders of every kind, drawn by lot."""

import chess
from hypothesis import strategies as st

from jadoube.core.clock.presets import PRESETS
from jadoube.core.clock.time_control import time_control_text
from jadoube.core.messages import order_text, orders
from jadoube.core.messages.events import Ordered
from jadoube.core.messages.names import NOBODY, PRIVATE, RATING_MOST, UNKNOWN, GameName, Player
from jadoube.core.messages.opponents import Seat, Sought, Unfound, Whom
from jadoube.core.messages.orders import Order
from jadoube.core.messages.roles import PEOPLE, Role
from jadoube.core.messages.settings import SETTINGS
from jadoube.core.rules.game_line import PROMOTIONS
from jadoube.core.state.others.seek import OPPONENTS

SIDES = st.sampled_from(chess.COLORS)
VALUES: dict[str, st.SearchStrategy[str]] = {
    "control": st.sampled_from([time_control_text(control) for control in (None, *PRESETS.values())]),
    **{name: st.sampled_from(tuple(map(str, row.choices))) for name, row in SETTINGS.items() if row.choices},
}
CHOICES = st.one_of(*(st.builds(orders.Choose, st.just(name), values) for name, values in VALUES.items()))
SECONDS = st.integers(1, order_text.SECONDS_MOST)
NAMES = st.text(st.characters(codec="utf-8", categories=("L", "N", "P")), min_size=1, max_size=12).filter(
    lambda text: text not in (UNKNOWN, "?", PRIVATE) and not set(text) & set('|"\\')
)
PLAYERS = st.builds(
    Player,
    NAMES,
    st.sampled_from(["", "GM", "WFM"]),
    st.none() | st.integers(1, RATING_MOST),
    st.sampled_from(["", "0", "1503014"]),
    st.sampled_from(["", "NOR"]),
    st.booleans(),
)
ORDERS: st.SearchStrategy[Order] = st.one_of(
    st.builds(orders.Resign, SIDES),
    st.builds(orders.OfferDraw, SIDES),
    st.builds(orders.AcceptDraw, SIDES),
    st.builds(orders.DeclineDraw, SIDES),
    st.builds(orders.ClaimDraw, SIDES, st.sampled_from(["", "Nf3", "O-O-O", "exd8=N#"])),
    st.builds(orders.Pause),
    st.builds(orders.Play),
    st.builds(orders.ChangeTime, SIDES, st.integers(-order_text.SECONDS_MOST, order_text.SECONDS_MOST)),
    st.builds(orders.SetTime, SIDES, SECONDS),
    st.builds(orders.SetMoves, SIDES, st.integers(0, order_text.MOVES_MOST)),
    st.builds(orders.SetPeriod, SIDES, st.integers(1, order_text.PERIODS_MOST)),
    st.builds(orders.SetCounter, st.integers(1, order_text.MOVES_MOST)),
    st.builds(orders.Restore, st.integers(0, 2 * order_text.MOVES_MOST)),
    st.builds(
        orders.Stands,
        st.sampled_from((None, *chess.COLORS)),
        st.dictionaries(st.integers(0, 63), st.sampled_from("PNBRQKpnbrqk"), max_size=3).map(
            lambda pieces: tuple(sorted(pieces.items()))
        ),
    ),
    st.builds(orders.Penalise, SIDES, st.none() | SECONDS),
    st.builds(orders.Pardon, SIDES),
    st.builds(orders.Decide, st.booleans()),
    st.builds(orders.Declare, st.sampled_from(orders.RESULTS)),
    st.builds(orders.Reopen),
    st.builds(orders.TakeBack),
    st.builds(orders.Undo),
    st.builds(orders.Promote, st.sampled_from(PROMOTIONS)),
    st.builds(orders.Alternative),
    st.builds(orders.Take, st.sampled_from(["", "--", "Nf3", "exd8=N#"])),
    st.builds(
        orders.Tell,
        st.integers(1, 2 * order_text.MOVES_MOST),
        st.sampled_from(["e7e5", "e8h8", "a2a1n"]),
    ),
    st.builds(orders.Join, st.just("lichess:AbCdEfGh"), SIDES, st.sampled_from(["-", "300+3"])),
    st.builds(orders.SetClocks, st.integers(0, 600_000), st.integers(0, 600_000), st.none() | SIDES),
    st.builds(orders.Shorten, st.integers(0, 30)),
    st.builds(orders.AskBack, st.booleans()),
    st.builds(orders.Declined),
    st.builds(orders.Away, st.none() | st.integers(0, 300)),
    st.builds(orders.EndElsewhere, st.sampled_from(orders.RESULTS), st.sampled_from(["mate", "aborted"])),
    st.builds(orders.SeekOpponent, st.sampled_from([*OPPONENTS, Sought(Whom.AGAIN)])),
    st.builds(orders.StopSeeking),
    st.builds(orders.TakeUp),
    st.builds(orders.NotFound, st.sampled_from(Unfound)),
    st.builds(orders.Serve, st.booleans()),
    st.builds(orders.LightSquares, st.integers(0, 2**64 - 1)),
    st.builds(orders.WriteText, st.sampled_from(["", "Nf6", "1... Nf6", "Kxe4+"])),
    st.builds(orders.SeatProgram, st.sampled_from(Seat)),
    st.builds(orders.Hint),
    st.builds(orders.Advise, st.integers(1, 20), st.sampled_from(["", "e7e5", "g1f3"])),
    st.builds(orders.Assess, st.integers(1, 20), st.sampled_from(["", "e7e5", "g1f3"])),
    st.builds(orders.NewGame),
    st.builds(orders.Wrong),
    st.builds(orders.NamePlayer, SIDES, st.just(NOBODY) | PLAYERS),
    st.builds(orders.NameGame, st.sampled_from(GameName), st.just("") | NAMES),
    st.builds(orders.SwapNames),
    st.builds(orders.Remember, PLAYERS),
    st.builds(orders.Forget, NAMES),
    CHOICES,
)
ROLES = st.sampled_from(Role)
ORDERED = st.builds(Ordered, ORDERS, ROLES) | st.builds(Ordered, ORDERS, st.sampled_from(PEOPLE), NAMES)
"""Orders of every kind in every role, also those that it may not give; some with a person's name."""
