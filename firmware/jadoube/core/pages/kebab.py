"""The names of enumerations and classes as they stand in messages."""


def kebab_name(name: str) -> str:
    """An enumeration's name as in messages: `LAST_MOVE` is `last-move`."""
    return name.lower().replace("_", "-")


def kind_name(name: str) -> str:
    """A class's name too: `ClockStarted` is `clock-started`."""
    if "_" in name or name.isupper():
        return kebab_name(name)
    return "".join(f"-{sign.lower()}" if sign.isupper() else sign for sign in name).lstrip("-")
