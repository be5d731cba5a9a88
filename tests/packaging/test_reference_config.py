"""The reference configuration tells the truth: every key, every default, every limit."""

import re
import tomllib
from dataclasses import fields
from pathlib import Path

from jadoube.config.settings import (
    KEYS,
    LIST_KEYS,
    LIVECHESS,
    LIVECHESS_PLACE,
    TABLES,
    LinkSettings,
    default_settings,
    load_settings,
)

REFERENCE = Path(__file__).parents[2] / "systemd" / "jadoube.toml"
#: A key with its default, commented out, and the explanation under it.
KEY = re.compile(r"^#(?P<default>(?P<key>\w+) = .+)\n(?P<explained>(?:#   .+\n)+)", re.MULTILINE)


def uncommented() -> str:
    """The reference with the `#` taken off each key, as its owner would."""
    return KEY.sub(r"\g<default>\n\g<explained>", REFERENCE.read_text())


def one_line(explained: str) -> str:
    """The explanation without its comment signs and line ends."""
    return " ".join(explained.replace("#", " ").split())


def test_the_reference_as_it_is_installed_gives_the_defaults() -> None:
    """All keys commented out, the file loads and changes nothing."""
    assert load_settings(REFERENCE) == default_settings()


def test_every_default_uncommented_gives_the_defaults(tmp_path: Path) -> None:
    """Taking the `#` off every key changes nothing: the defaults in the file are the program's."""
    file = tmp_path / "jadoube.toml"
    file.write_text(uncommented())
    assert load_settings(file) == default_settings()


def test_every_key_stands_in_the_reference_once_and_in_order() -> None:
    """The reference sets exactly the keys of the settings, table by table, in their order."""
    content = tomllib.loads(uncommented())
    assert [(table, key) for table, keys in content.items() for key in keys] == list(KEYS)


def test_every_key_is_explained_with_its_meaning_and_limits() -> None:
    """Under each key stand its meaning and what it may be, in the words of the checks."""
    explained = [one_line(found["explained"]) for found in KEY.finditer(REFERENCE.read_text())]
    declared = [key.metadata for part in TABLES.values() for key in fields(part)]
    for text, key in zip(explained, declared, strict=True):
        assert f"{text[0].lower()}{text[1:]}".startswith(key["meaning"])
        assert key["kind"].limits in text


def test_every_table_is_introduced_by_its_own_words() -> None:
    """Above each table stands what its class says of itself."""
    reference = REFERENCE.read_text()
    for table, part in TABLES.items():
        assert f"\n# {part.__doc__}\n[{table}]\n" in reference


def test_the_links_of_the_reference_can_be_switched_on(tmp_path: Path) -> None:
    """Their lines load without their `#`; what may stand there is said above them."""
    before, _, after = REFERENCE.read_text().partition("#[[link]]\n")
    lines = f"#[[link]]\n{after}".splitlines()
    file = tmp_path / "jadoube.toml"
    file.write_text("\n".join(line.removeprefix("#") for line in lines))
    serial, browsers = load_settings(file).link
    assert serial == LinkSettings("auto", "/dev/ttyGS0")
    assert browsers == LinkSettings(LIVECHESS, listen=LIVECHESS_PLACE)
    said = " ".join(before.rpartition("\n\n")[2].replace("#", " ").split())
    assert str(LIST_KEYS["link", "protocol"].limits) in said
    assert all(f"`{key}`" in said for _, key in LIST_KEYS)
