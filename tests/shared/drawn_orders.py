"""Orders of every kind, drawn by lot."""

import chess
from hypothesis import strategies as st

from jadoube.core import orders
from jadoube.core.orders import Order

SIDES = st.sampled_from(chess.COLORS)
SECONDS = st.integers(1, orders.SECONDS_MOST)
ORDERS: st.SearchStrategy[Order] = st.one_of(
    st.builds(orders.Resign, SIDES),
    st.builds(orders.OfferDraw, SIDES),
    st.builds(orders.AcceptDraw, SIDES),
    st.builds(orders.DeclineDraw, SIDES),
    st.builds(orders.ClaimDraw, SIDES, st.sampled_from(["", "Nf3", "O-O-O", "exd8=N#"])),
    st.builds(orders.Pause),
    st.builds(orders.Play),
    st.builds(orders.ChangeTime, SIDES, st.integers(-orders.SECONDS_MOST, orders.SECONDS_MOST)),
    st.builds(orders.SetCounter, st.integers(1, orders.MOVES_MOST)),
    st.builds(orders.Restore, st.integers(0, 2 * orders.MOVES_MOST)),
    st.builds(orders.Penalise, SIDES, SECONDS),
    st.builds(orders.Declare, st.sampled_from(orders.RESULTS)),
)
