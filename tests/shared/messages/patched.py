"""What a JSON Patch makes of a document, as RFC 6902 says it, step by step: apart from the program."""

from typing import Any

from jadoube.web.spectators.broadcaster import Spectator


async def told_to(spectator: Spectator) -> bytes:
    """What somebody who looks is told next."""
    came = await spectator.next()
    assert came
    return came


def whole(before: Any, came: Any) -> Any:
    """The message that somebody has: what came, or what it changes in the one before."""
    return patched(before, came) if isinstance(came, list) else came


def patched(document: Any, patch: list[dict[str, Any]]) -> Any:
    """Apply the operations `add`, `remove` and `replace` in their order, to the document itself."""
    whole = {"": document}
    for operation in patch:
        assert operation.keys() == (
            {"op", "path"} if operation["op"] == "remove" else {"op", "path", "value"}
        )
        *names, last = [name.replace("~1", "/").replace("~0", "~") for name in operation["path"].split("/")]
        at: Any = whole
        for name in names:
            at = at[int(name)] if isinstance(at, list) else at[name]
        if isinstance(at, list):
            _change_list(at, last, operation)
        else:
            _change_object(at, last, operation)
    return whole[""]


def _change_list(at: list[Any], last: str, operation: dict[str, Any]) -> None:
    index = len(at) if last == "-" else int(last)
    match operation["op"]:
        case "add":
            assert 0 <= index <= len(at)
            at.insert(index, operation["value"])
        case "remove":
            del at[index]
        case "replace":
            at[index] = operation["value"]


def _change_object(at: dict[str, Any], last: str, operation: dict[str, Any]) -> None:
    match operation["op"]:
        case "add":
            at[last] = operation["value"]
        case "remove":
            del at[last]
        case "replace":
            assert last in at
            at[last] = operation["value"]
