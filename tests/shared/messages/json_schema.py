"""Judges a value by a JSON Schema, as far as our own description of the messages uses it; no more, no less.

Stricter than the standard in one thing: of an object whose names are listed no other name is taken, unless
it says of what kind others are. What a schema says that is not understood here is an error.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

SAYS_NOTHING = {"description", "required", "$ref"}


def faults(value: object, schema: Mapping[str, Any], root: Mapping[str, Any], at: str = "$") -> list[str]:
    """List what is wrong with a value, each with its place; `root` is where references begin."""
    if "$ref" in schema:
        return faults(value, _referred(root, schema["$ref"]), root, at)
    words = [word for word in schema if word not in SAYS_NOTHING]
    wrong = [each for word in words if word == "type" for each in _type(value, schema[word], at)]
    if wrong:  # what is no text has no letters to judge
        return wrong
    return [
        fault
        for word in words
        if word != "type"
        for fault in _JUDGES[word](value, schema[word], schema, root, at)
    ]


def references(schema: object) -> Iterator[str]:
    """All references that stand anywhere in it."""
    if isinstance(schema, dict):
        if isinstance(schema.get("$ref"), str):
            yield schema["$ref"]
        for below in schema.values():
            yield from references(below)
    if isinstance(schema, list):
        for below in schema:
            yield from references(below)


def _referred(root: Mapping[str, Any], reference: str) -> Mapping[str, Any]:
    found: Any = root
    for name in reference.removeprefix("#/").split("/"):
        found = found[name]
    return dict(found)


_TYPES: dict[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "null": type(None),
}


def _type(value: object, said: str, at: str) -> list[str]:
    fits = type(value) is int if said == "integer" else isinstance(value, _TYPES[said])
    return [] if fits else [f"{at}: {value!r:.60}, expected {said}"]


def _properties(value: object, said: Any, schema: Any, root: Any, at: str) -> list[str]:
    if not isinstance(value, dict):
        return []
    asked = set(schema.get("required", ()))
    wrong = [f"{at}: without {name}" for name in sorted(asked - set(value))]
    more = set(value) - set(said) if not schema.get("additionalProperties") else set()
    wrong += [f"{at}: {name} is not described" for name in sorted(more)]
    below = ((name, value[name]) for name in said if name in value)
    return wrong + [each for name, part in below for each in faults(part, said[name], root, f"{at}.{name}")]


def _additional(value: object, said: Any, schema: Any, root: Any, at: str) -> list[str]:
    if said is False or not isinstance(value, dict):
        return []
    more = {name: part for name, part in value.items() if name not in schema.get("properties", {})}
    return [each for name, part in more.items() for each in faults(part, said, root, f"{at}.{name}")]


def _items(value: object, said: Any, _schema: Any, root: Any, at: str) -> list[str]:
    parts = value if isinstance(value, list) else []
    return [each for number, part in enumerate(parts) for each in faults(part, said, root, f"{at}[{number}]")]


def _any_of(value: object, said: Any, _schema: Any, root: Any, at: str) -> list[str]:
    tried = [faults(value, one, root, at) for one in said]
    return [] if [] in tried else tried[0]


def _unless(fits: bool, value: object, said: object, at: str) -> list[str]:
    return [] if fits else [f"{at}: {value!r:.60}, expected {said!r:.60}"]


_JUDGES: dict[str, Any] = {
    "properties": _properties,
    "additionalProperties": _additional,
    "items": _items,
    "anyOf": _any_of,
    "enum": lambda value, said, _schema, _root, at: _unless(value in said, value, said, at),
    "const": lambda value, said, _schema, _root, at: _unless(value == said, value, said, at),
    "minimum": lambda value, said, _schema, _root, at: _unless(value >= said, value, said, at),
    "maximum": lambda value, said, _schema, _root, at: _unless(value <= said, value, said, at),
    "minItems": lambda value, said, _schema, _root, at: _unless(len(value) >= said, value, said, at),
    "maxItems": lambda value, said, _schema, _root, at: _unless(len(value) <= said, value, said, at),
    "pattern": lambda value, said, _schema, _root, at: _unless(bool(re.search(said, value)), value, said, at),
}
