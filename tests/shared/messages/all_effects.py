"""Every effect that there is."""

from jadoube.core.messages import effects
from jadoube.core.messages.effects import Effect

EFFECTS: tuple[type[Effect], ...] = tuple(
    kind
    for kind in vars(effects).values()
    if isinstance(kind, type) and issubclass(kind, Effect) and kind is not Effect
)
"""In the order of the file."""
