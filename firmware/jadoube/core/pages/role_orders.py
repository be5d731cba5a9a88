"""The orders of a role: what it may ever order, by the names that a page knows.

The law: a page shows a role what is in `orders_available` and in `role_orders` both. The answer follows from
`roles.py` alone, so it is the same at every instant.

This file knows nothing of the table.
"""

from collections.abc import Callable
from functools import cache

import chess

from jadoube.core.messages import orders
from jadoube.core.messages.orders import Order
from jadoube.core.messages.roles import Role
from jadoube.core.messages.settings import SETTINGS
from jadoube.core.pages.available_orders import Can
from jadoube.core.permissions.roles import role_refusal


@cache
def role_orders(role: Role) -> Can:
    """Return what this role may order; `verdict` stands for all that is the arbiter's alone."""

    def may(order: Order) -> bool:
        return role_refusal(order, role) is None

    def sides(make: Callable[[chess.Color], Order]) -> tuple[str, ...]:
        return tuple(chess.COLOR_NAMES[side] for side in (chess.WHITE, chess.BLACK) if may(make(side)))

    return Can(
        resign=sides(orders.Resign),
        offer=sides(orders.OfferDraw),
        accept=sides(orders.AcceptDraw),
        decline=sides(orders.DeclineDraw),
        claim=sides(orders.ClaimDraw),
        new_game=may(orders.NewGame()),
        take_back=may(orders.TakeBack()),
        undo=may(orders.Undo()),
        pause=may(orders.Pause()),
        play=may(orders.Play()),
        hint=may(orders.Hint()),
        promote=may(orders.Promote(chess.QUEEN)),
        verdict=may(orders.Decide(penalty=True)),
        reopen=may(orders.Reopen()),
        alternative=may(orders.Alternative()),
        stands=may(orders.Stands()),
        settings=tuple(name for name in SETTINGS if may(orders.Choose(name, ""))),
    )
