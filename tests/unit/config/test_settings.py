"""The configuration: what stands is taken, what cannot stand is refused in words for its owner."""

from dataclasses import FrozenInstanceError, fields
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jadoube.config.problems import BadInput
from jadoube.config.settings import KEYS, LISTS, TABLES, Settings, default_settings, load_settings, problems
from jadoube.core.clock.time_control import parse_time_control
from jadoube.daemon.service import terms_of_settings


def quoted(text: str) -> str:
    """A text as TOML can always hold it, every sign by its number."""
    return '"' + "".join(f"\\U{ord(sign):08x}" for sign in text) + '"'


STRUCTURES = ["true", "false", "[]", "{}", "[[1], 'a']", "2026-11-20T15:23:00Z", "07:32:00", '"""\na\nb"""']
#: A value as it stands in a TOML file.
VALUES = st.one_of(
    st.text().map(quoted), st.integers().map(str), st.floats().map(repr), st.sampled_from(STRUCTURES)
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where the test's configuration lies."""
    return tmp_path / "board.toml"


def loaded(file: Path, text: str) -> Settings:
    """The settings of a configuration with this text."""
    file.write_text(text)
    return load_settings(file)


def said(file: Path, text: str) -> list[str]:
    """What is said against a file with this text, as `LINE: problem`, or `problem` alone."""
    file.write_text(text)
    return [str(problem).removeprefix(f"{file}:").lstrip() for problem in problems(file)]


def test_an_empty_file_gives_the_defaults(file: Path) -> None:
    """Nothing has to be set."""
    assert loaded(file, "") == default_settings()


def test_every_default_can_stand_in_the_file() -> None:
    """Each default is a value that its own check gives out."""
    for table, part in TABLES.items():
        for key in fields(part):
            written = {
                "pinmap": "rev_a",
                "time_control": "15+10",
                "directory": str(key.default),
                "socket": str(key.default),
            }
            value = written.get(key.name, key.default)
            assert KEYS[table, key.name].take(value) == key.default


def test_the_tables_are_the_parts_of_the_settings() -> None:
    """Every part of the settings is read from the table of its name."""
    assert [part.name for part in fields(Settings) if part.name != "pins"] == [*TABLES, *LISTS]


def test_settings_do_not_change() -> None:
    """Settings are values: frozen, with slots."""
    settings = default_settings()
    with pytest.raises(FrozenInstanceError):
        settings.lamps.budget_ma = 1  # type: ignore[misc]
    assert not hasattr(settings.lamps, "__dict__")


def test_values_of_every_kind_are_taken(file: Path) -> None:
    """Each kind of value comes out as the program uses it."""
    settings = loaded(
        file,
        """
        [board]
        scan_period_ms = 10
        orientation = "black-below"
        language = "fr"
        [game]
        time_control = "5+3"
        white = "Menchik, Věra"
        [lamps]
        enabled = false
        brightness = 1
        [faces]
        tenths_below_s = 0
        [archive]
        directory = "/srv/games"
        """,
    )
    assert settings.board.scan_period_ms == 10
    assert settings.board.orientation == "black-below"
    assert settings.board.language == "fr"
    assert settings.game.time_control == parse_time_control("300+3")
    assert settings.game.white == "Menchik, Věra"
    assert settings.lamps.enabled is False
    assert isinstance(settings.lamps.brightness, float)
    assert settings.faces.tenths_below_s == 0
    assert settings.archive.directory == Path("/srv/games")


def test_dotted_keys_and_inline_tables_are_toml_too(file: Path) -> None:
    """A key may be written in any of TOML's ways."""
    assert loaded(file, "lamps.budget_ma = 900\nfaces = { dim = 3 }").lamps.budget_ma == 900


def test_a_byte_order_mark_is_passed_over(file: Path) -> None:
    """What some editors put in front of a text does no harm."""
    assert loaded(file, "\ufeff[lamps]\nbudget_ma = 900").lamps.budget_ma == 900


def test_no_clock_is_a_time_control(file: Path) -> None:
    """`-` plays without a clock."""
    assert loaded(file, '[game]\ntime_control = "-"').game.time_control is None


@pytest.mark.parametrize("names", ['[""]', '["http://board"]', '["board:8064"]', "[1]", '["."]', '["a b"]'])
def test_a_name_of_the_board_is_a_name(file: Path, names: str) -> None:
    """As it stands in a browser between `http://` and what follows."""
    expected = 'web.names is a list, expected a list of names in quotes, such as ["board.lan"]'
    assert said(file, f"web.names = {names}") == [f"1: {expected}"]


def test_the_board_may_have_names_and_addresses(file: Path) -> None:
    """Names in small letters, as browsers send them; addresses of both kinds."""
    web = loaded(file, '[web]\naddress = "::1"\nnames = ["Board.lan", "10.0.0.2"]').web
    assert (web.address, web.names) == ("::1", ("board.lan", "10.0.0.2"))


@pytest.mark.parametrize(
    ("key", "limits"),
    [
        ("board.scan_period_ms", (1, 20)),
        ("board.debounce_ms", (5, 200)),
        ("reeds.settle_us", (0, 200)),
        ("lamps.brightness", (0, 1)),
        ("lamps.budget_ma", (100, 4000)),
        ("faces.i2c_bus", (0, 255)),
        ("faces.brightness", (0, 15)),
        ("faces.dim", (0, 15)),
    ],
)
def test_limits_belong_to_what_may_stand(file: Path, key: str, limits: tuple[int, int]) -> None:
    """Both limits are taken; one less or one more is refused with the limits and the value."""
    take = KEYS[tuple(key.split("."))].take
    assert [take(limit) for limit in limits] == list(limits)
    low, high = limits
    for value in (low - 1, high + 1):
        assert said(file, f"{key} = {value}") == [f"1: {key} is {value}, expected {low} to {high}"]


@pytest.mark.parametrize(
    ("key", "value", "expected"),
    [
        ("board.scan_period_ms", "true", "a whole number, 1 to 20"),
        ("board.debounce_ms", "20.0", "a whole number, 5 to 200"),
        ("lamps.budget_ma", '"1200"', "a whole number, 100 to 4000"),
        ("lamps.brightness", '"high"', "a number, 0 to 1"),
        ("lamps.brightness", "nan", "0 to 1"),
        ("lamps.brightness", "inf", "0 to 1"),
        ("lamps.enabled", '"yes"', "true or false"),
        ("faces.enabled", "1", "true or false"),
        ("faces.tenths_below_s", "15", "0, 10 or 20"),
        ("faces.tenths_below_s", "false", "0, 10 or 20"),
        ("board.language", '"it"', '"en", "fr" or "de"'),
        ("board.orientation", '"left"', '"auto", "white-below" or "black-below"'),
        ("game.rules", '"fida"', '"club", "fide", "fide-blitz" or "casual"'),
        ("rules.flag_ends", "1", '"preset", true or false'),
        ("rules.illegal_loses", "10", '"preset", 0 to 9'),
        ("reeds.pin_factory", '"wiringpi"', '"lgpio", "rpigpio", "pigpio", "native" or "mock"'),
        ("game.white", "1", 'a line of text, "?" if unknown'),
        ("game.white", '""', 'a line of text, "?" if unknown'),
        ("archive.directory", '""', "a path in quotes"),
        ("archive.directory", "2026-11-20", "a path in quotes"),
        ("sound.press", "1", "true or false"),
        ("sound.low_time_s", "61", "0 to 60"),
        ("power.off_command", '"poweroff"', 'a list of words in quotes, such as ["systemctl", "poweroff"]'),
        ("web.port", "65536", "0 to 65535"),
        ("web.address", '"board"', '"any" or an IP address such as "127.0.0.1"'),
        ("web.address", '"127.0.0.1:80"', '"any" or an IP address such as "127.0.0.1"'),
        ("web.names", '"board.lan"', 'a list of names in quotes, such as ["board.lan"]'),
        ("board.pinmap", '"rev_z"', '"rev_a" or the path of a .toml file'),
        ("game.time_control", "900", 'a time control such as "15+10" or "blitz 3+2", or "-" for no clock'),
    ],
)
def test_what_cannot_stand_is_refused_with_what_can(file: Path, key: str, value: str, expected: str) -> None:
    """A wrong type or choice is answered with the key, the value and what was expected."""
    table, name = key.split(".")
    text = f"# mine\n[{table}]\n{name} = {value}\n"
    assert said(file, text) == [f"3: {key} is {value}, expected {expected}"]


def test_lists_and_tables_are_named_as_what_they_are(file: Path) -> None:
    """A value with a structure is not copied into the message."""
    assert said(file, "lamps.enabled = [1, 2]") == ["1: lamps.enabled is a list, expected true or false"]
    assert said(file, "[faces.dim]\nx = 1") == ["1: faces.dim is a table, expected a whole number, 0 to 15"]


@given(key=st.sampled_from(list(KEYS)), value=VALUES)
def test_any_value_is_taken_or_refused_in_one_line(
    tmp_path_factory: pytest.TempPathFactory, key: tuple[str, ...], value: str
) -> None:
    """Whatever TOML value stands at a key, it is what the program uses or there is one line about it."""
    file = tmp_path_factory.getbasetemp() / "any.toml"
    match said(file, f"{'.'.join(key)} = {value}"):
        case []:
            load_settings(file)
        case refusals:
            assert len("\n".join(refusals).splitlines()) == 1
            assert len(refusals[0]) < 300


def test_a_message_stays_short_and_on_one_line(file: Path) -> None:
    """Long values, line ends and numbers beyond all bounds come out as a short line."""
    (long,) = said(file, f'game.rules = "{"x" * 5000}"')
    assert long == f'1: game.rules is "{"x" * 57}...", expected "club", "fide", "fide-blitz" or "casual"'
    assert said(file, r'game.white = "a\nb"') == [
        r"""1: game.white is 'a\nb', expected a line of text, "?" if unknown"""
    ]
    (huge,) = said(file, f"faces.dim = 0x{'f' * 5000}")
    assert huge == f"1: faces.dim is 0x{'f' * 55}..., expected 0 to 15"
    (strange,) = said(file, '[lamps]\n"a\\nb" = 1')
    assert strange.splitlines() == [strange]


def test_a_time_control_that_does_not_parse_says_where(file: Path) -> None:
    """The words of who reads a control stand in the refusal."""
    (refusal,) = said(file, '[game]\ntime_control = "5 mins+"')
    assert refusal.startswith('2: game.time_control is "5 mins+", expected a time control such as "15+10"')
    assert "5 mins+: found the end" in refusal


def test_the_owner_names_own_time_controls(file: Path) -> None:
    """In minutes or by a preset's name; those that the menu does not have come before the usual ones."""
    read = loaded(file, '[game]\npresets = ["20+5", "blitz 3+2", "40/90+15+30", "fide", "5 ; 3+2"]')
    assert [each.text for each in read.game.presets] == [
        *("1200+5", "180+2", "40/5400+30:900+30", "40/5400+30:1800+30", "300 ; 180+2")
    ]
    own = terms_of_settings(read).own_controls
    assert [each.text for each in own] == ["1200+5", "300 ; 180+2"]


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ('"20+5"', "a list of 20 time controls at most, such as"),
        ("[20]", "a list of 20 time controls at most, such as"),
        ('["900+10"]', "900 minutes or 900 seconds"),
        ('["20+5", "-"]', "no clock is always offered"),
        (str(["20+5"] * 21), "a list of 20 time controls at most, such as"),
    ],
)
def test_own_time_controls_are_a_list_of_them(file: Path, value: str, why: str) -> None:
    """Anything else is refused in one line, with what was expected."""
    (refusal,) = said(file, f"[game]\npresets = {value}")
    assert refusal.startswith("2: game.presets is ")
    assert why in refusal


@pytest.mark.parametrize("words", ["0", '""', "['a\\nb']"])
def test_a_command_is_made_of_words(file: Path, words: str) -> None:
    """Each a text that is not empty; a number, a list or nothing is none."""
    (refusal,) = said(file, f'[power]\noff_command = ["systemctl", {words}]')
    assert refusal.endswith("off_command is a list, expected a list of words in quotes, none of them empty")


def test_a_command_may_be_none(file: Path) -> None:
    """Then only the program stops."""
    assert loaded(file, "[power]\noff_command = []").power.off_command == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[lamp]", "1: unknown table lamp, did you mean lamps?"),
        (
            "[quux]",
            f"1: unknown table quux, expected {', '.join(TABLES)} or link",
        ),
        ("[lamps]\nbrigthness = 1", "2: unknown key lamps.brigthness, did you mean lamps.brightness?"),
        (
            '[archive]\nfolder = "games"',
            "2: unknown key archive.folder, expected archive.directory or archive.size_mb",
        ),
        ("[faces]\nbudget = 1", "2: unknown key faces.budget, did you mean lamps.budget_ma?"),
        ("[archive]\nfoo = 1", "2: unknown key archive.foo, expected archive.directory or archive.size_mb"),
        ("debounce_ms = 9", "1: unknown key debounce_ms outside the tables, did you mean board.debounce_ms?"),
        ("lamps = 5", "1: lamps is 5, expected a table, [lamps]"),
        ("[[lamps]]", "1: lamps is a list, expected a table, [lamps]"),
    ],
)
def test_what_is_unknown_is_refused_with_the_nearest_name(file: Path, text: str, expected: str) -> None:
    """An unknown table or key names what was probably meant, or what there is."""
    assert said(file, text) == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "[board]\nscan_period_ms = 20\ndebounce_ms = 10",
            "3: board.debounce_ms is 10, expected at least board.scan_period_ms, 20",
        ),
        (
            "[board]\nscan_period_ms = 1\n[reeds]\nsettle_us = 126",
            "4: reeds.settle_us is 126, expected at most an eighth of board.scan_period_ms, 1",
        ),
        ("[faces]\nbrightness = 3", "2: faces.dim is 4, expected at most faces.brightness, 3"),
    ],
)
def test_values_that_do_not_go_together_are_refused(file: Path, text: str, expected: str) -> None:
    """Two values of which each may stand alone are refused where one of them is written."""
    assert said(file, text) == [expected]


def test_all_problems_are_told_at_once_from_top_to_bottom(file: Path) -> None:
    """Every problem of the file is listed, and loading raises the first."""
    text = "x = 1\n[lamps]\nbudget_ma = 9000\n[zzz]\n[faces]\ndim = 99\n"
    assert [problem.partition(":")[0] for problem in said(file, text)] == ["1", "3", "4", "6"]
    with pytest.raises(BadInput) as raised:
        load_settings(file)
    assert raised.value.place == f"{file}:1"


def test_a_missing_file_is_one_line(tmp_path: Path) -> None:
    """A file that is not there is refused by its name."""
    missing = tmp_path / "none.toml"
    assert [str(problem) for problem in problems(missing)] == [
        f"{missing}: no such file or directory, expected a readable TOML file"
    ]


def test_a_folder_is_no_configuration(tmp_path: Path) -> None:
    """A folder is refused as what it is."""
    with pytest.raises(BadInput, match=r": is a directory, expected a readable TOML file$"):
        load_settings(tmp_path)


def test_a_file_that_cannot_be_read_is_refused_in_the_systems_words(file: Path) -> None:
    """Whatever the system has against the file is said, here a link to itself."""
    file.symlink_to(file)
    with pytest.raises(
        BadInput, match=r": too many levels of symbolic links, expected a readable TOML file$"
    ):
        load_settings(file)


def test_what_is_not_utf_8_is_refused_with_its_line(file: Path) -> None:
    """Another encoding is named by its first foreign byte."""
    file.write_bytes(b'[game]\nwhite = "Andr\xe9"\n')
    with pytest.raises(BadInput, match=r":2: byte 0xe9 found, expected UTF-8 text$"):
        load_settings(file)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[lamps]\nbudget_ma = \nenabled = true", "2: not TOML: invalid value at column 13"),
        (
            "[lamps]\nbudget_ma = 900\nbudget_ma = 1000\n#",
            "3: not TOML: a key stands a second time at column 17",
        ),
        ("[lamps", "1: not TOML: expected ']' at the end of a table declaration at the end of the file"),
        ("[lamps]\nx = [1,\n\n", "2: not TOML: invalid value at the end of the file"),
    ],
)
def test_what_is_not_toml_is_refused_with_its_line(file: Path, text: str, expected: str) -> None:
    """The TOML reader's line is carried over; an end that comes too soon is on the last line."""
    assert said(file, text) == [expected]


@pytest.mark.parametrize("text", [f"x = {'9' * 5000}", f"x = {'[' * 5000}"], ids=["digits", "brackets"])
def test_what_python_cannot_hold_is_refused(file: Path, text: str) -> None:
    """Numbers and nestings beyond the interpreter's bounds end in one line too."""
    (refusal,) = said(file, text)
    assert refusal == "a number or a nesting without end, expected plain TOML"


def test_paths_begin_beside_the_file(file: Path) -> None:
    """A path that is not absolute is taken from the configuration's own folder."""
    assert loaded(file, '[archive]\ndirectory = "games"').archive.directory == file.parent / "games"


def test_a_path_may_begin_at_home(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`~` is the home folder; that of nobody is refused."""
    monkeypatch.setenv("HOME", "/home/vera")
    assert loaded(file, '[archive]\ndirectory = "~/chess"').archive.directory == Path("/home/vera/chess")
    (refusal,) = said(file, '[archive]\ndirectory = "~nobody-of-that-name/x"')
    assert refusal.endswith("expected a path in quotes, without the home of an unknown user")


def test_a_pin_map_of_ones_own_is_loaded(file: Path) -> None:
    """The pin map is read from the file that the configuration names."""
    own = file.with_name("own.toml")
    shipped = default_settings().board.pinmap.read_text()
    own.write_text(shipped.replace('name = "rev_a"', 'name = "kitchen table"'))
    settings = loaded(file, '[board]\npinmap = "own.toml"')
    assert settings.board.pinmap == own
    assert settings.pins.name == "kitchen table"


def test_what_is_wrong_in_the_pin_map_is_told_too(file: Path) -> None:
    """After the configuration's own problems stand those of its pin map, with the pin map's name."""
    file.write_text('[board]\npinmap = "own.toml"\n[lamps]\nbudget_ma = 1\n')
    own = file.with_name("own.toml")
    assert [problem.place for problem in problems(file)] == [f"{file}:4", str(own)]
    own.write_text("[signals")
    assert [problem.place for problem in problems(file)] == [f"{file}:4", f"{own}:1"]


def test_links_are_tables_of_their_own(file: Path) -> None:
    """There is none until one is written; LiveChess has a usual place."""
    file.write_text("")
    assert load_settings(file).link == ()
    file.write_text('[[link]]\nport = "/dev/ttyGS0"\n[[link]]\nprotocol = "livechess"\n')
    serial, browsers = load_settings(file).link
    assert (serial.protocol, serial.port, serial.listen) == ("auto", "/dev/ttyGS0", "")
    assert (browsers.port, browsers.listen, browsers.pages) == ("", "localhost:1982", ())


@pytest.mark.parametrize(
    "place", ["localhost:1982", "any:0", "192.168.0.7:65535", "[::1]:1982", "[fe80::1]:1", "127.0.0.1:01982"]
)
def test_a_link_listens_at_an_address_of_this_machine(file: Path, place: str) -> None:
    """A name for its own addresses, one for all, or an IP address; IPv6 in brackets."""
    file.write_text(f'[[link]]\nlisten = "{place}"\n')
    assert problems(file) == []


@pytest.mark.parametrize(
    "place",
    ["1982", ":1982", "localhost", "board:1982", "::1:1982", "[127.0.0.1]:1", "any:65536", "any:-1", "any:²"],
)
def test_where_a_link_cannot_listen_is_refused(file: Path, place: str) -> None:
    """A name of elsewhere, a port that is none, a place without one."""
    file.write_text(f'[[link]]\nport = ""\n[[link]]\nlisten = "{place}"\n')
    (problem,) = problems(file)
    assert str(problem).startswith(f'{file}:4: link.listen is "{place}", expected "", HOST:PORT, such as ')


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[link]\n", "1: link is a table, expected tables, each begun by [[link]]"),
        ("link = 3\n", "1: link is 3, expected tables, each begun by [[link]]"),
        ("[[links]]\n", "1: unknown table links, did you mean link?"),
        ("[[link]]\n", "1: a link without a place found, expected link.port or link.listen"),
        ('[[link]]\nport = "COM3"\n', '2: link.port is "COM3", expected "", the file of a device such as'),
        (
            '[[link]]\nport = "/dev/ttyGS0"\nprotocol = "certabo"\n',
            '3: link.protocol is "certabo", expected "auto", "dgt", "chesslink" or "livechess"',
        ),
        (
            '[[link]]\nport = "/dev/a"\n[[link]]\nport = "/dev/b"\nprotocoll = "dgt"\n',
            "5: unknown key link.protocoll, did you mean link.protocol?",
        ),
        (
            '[[link]]\nport = "/dev/ttyGS0"\nlisten = "any:1"\n',
            "2: link.port and link.listen found, expected one of them",
        ),
        (
            '[[link]]\nport = "/dev/ttyGS0"\nprotocol = "livechess"\n',
            '2: link.port is "/dev/ttyGS0", expected link.listen: livechess is spoken over a network',
        ),
        (
            '[[link]]\nport = "/dev/ttyGS0"\n[[link]]\nprotocol = "dgt"\nport = "/dev/ttyGS0"\n',
            '5: link.port is "/dev/ttyGS0", expected another one than that of another link',
        ),
        (
            '[reeds]\nscanner = "serial"\nserial_port = "/dev/ttyACM0"\n[[link]]\nport = "/dev/ttyACM0"\n',
            '5: link.port is "/dev/ttyACM0", expected another one than reeds.serial_port',
        ),
        ('[[link]]\nport = "/dev/x"\n' * 9, "1: 9 links found, expected 8 at most"),
        (
            '[[link]]\nport = "/dev/x"\npages = ["https://chess.example.org"]\n',
            "3: link.pages found, expected it with the protocol livechess alone",
        ),
        *(
            (
                f'[[link]]\nprotocol = "livechess"\npages = ["{page}"]\n',
                "3: link.pages is a list, expected a list of origins in quotes, such as",
            )
            for page in ("chess.example.org", "https://chess.example.org/board", "https://", "ftp://x", "*")
        ),
    ],
)
def test_each_mistake_in_a_link_is_one_line(file: Path, text: str, expected: str) -> None:
    """With the line of the link that it is in."""
    file.write_text(text)
    (problem,) = problems(file)
    assert str(problem).startswith(f"{file}:{expected}")
