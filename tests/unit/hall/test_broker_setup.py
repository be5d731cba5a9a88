"""`jadoube hall broker`: a real mosquitto with its folder lets each do what is his, and nothing else."""

import asyncio
import os
import signal
import ssl
import subprocess
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from jadoube.cli.hall.broker import main
from jadoube.config.problems import BadInput
from jadoube.config.settings import load_settings
from jadoube.hall.exchange.forgetting import topics_of
from jadoube.hall.process import run_forget
from jadoube.hall.setup import rights, texts
from jadoube.hall.setup.certificates import hosts_of
from jadoube.hall.setup.folder import Wanted, set_up
from jadoube.mqtt.connection import Broker, tls_context
from jadoube.mqtt.topics import (
    OWN_KINDS,
    Command,
    Kind,
    answer_topic,
    command_topic,
    lease_topic,
    round_topic,
    state_topic,
)
from jadoube_sim.hall.broker import LocalBroker
from shared.hall.secured_broker import (
    arrive,
    as_user,
    read,
    refusal,
    secret,
    secured_broker,
    steal,
    trusting,
    wanted_here,
)

ONE, OTHER = "board-001", "board-002"
OWN = {state_topic("hall", ONE, kind) for kind in OWN_KINDS}
SEATING = state_topic("hall", ONE, Kind.TABLE)
COMMANDS = {command_topic("hall", ONE, command) for command in Command}
ANSWER = answer_topic("hall", ONE, "hall-1")
HOME = rights.home_topic(ONE)
OF_HALL = {round_topic("hall"), lease_topic("hall")}
ELSEWHERE = {state_topic("other", ONE, Kind.GAME), state_topic("hall", rights.SPECTATOR, Kind.GAME), "other"}


def of_other(topics: set[str]) -> set[str]:
    """The same topics of the other board."""
    return {topic.replace(ONE, OTHER) for topic in topics}


ALL_OF_ONE = {*OWN, SEATING, *COMMANDS, ANSWER, HOME}
ALL = sorted({*ALL_OF_ONE, *of_other(ALL_OF_ONE), *OF_HALL, *ELSEWHERE})


@pytest.fixture(scope="module")
def broker() -> Iterator[LocalBroker]:
    """A broker of two boards; no test changes its folder."""
    with TemporaryDirectory() as made, secured_broker(Path(made) / "set up") as running:
        yield running


def test_a_board_writes_its_states_and_answers_and_nothing_else(broker: LocalBroker) -> None:
    """Home Assistant's, too. No other board's, no seating, no order to itself, no round, no lease."""
    assert asyncio.run(arrive(broker, ONE, ALL)) == {*OWN, ANSWER, HOME}


def test_a_board_reads_what_is_for_it_and_nothing_else(broker: LocalBroker) -> None:
    """Its own states, which it looks back at, its seating and its commands."""
    found = asyncio.run(read(broker, ONE, ALL, SEATING))
    assert found == {*OWN, SEATING, *COMMANDS}


def test_a_spectator_reads_boards_and_the_round(broker: LocalBroker) -> None:
    """No seating, no command, no answer, no lease, whatever it subscribes to."""
    found = asyncio.run(read(broker, rights.SPECTATOR, ALL, round_topic("hall")))
    state = state_topic("hall", rights.SPECTATOR, Kind.GAME)
    assert found == {*OWN, *of_other(OWN), round_topic("hall"), state}


def test_a_spectator_writes_nothing(broker: LocalBroker) -> None:
    """Not even the state of a board that bears its name."""
    assert asyncio.run(arrive(broker, rights.SPECTATOR, ALL)) == set()


def test_the_hall_writes_all_of_its_hall(broker: LocalBroker) -> None:
    """Seatings, commands, the round, the lease; and states, so that it can remove what a board has left."""
    starts = ("jadoube/v1/hall/", "homeassistant/device/jadoube/")
    all_of_hall = {topic for topic in ALL if topic.startswith(starts)}
    assert asyncio.run(arrive(broker, rights.HALL_USER, ALL)) == all_of_hall


def test_all_that_is_retained_comes_however_many_boards_there_are(tmp_path: Path) -> None:
    """A limit for messages that wait, of 1000 say, loses the rest without a word."""
    many = [state_topic("hall", f"board-{at % 400}", kind) for at in range(400) for kind in OWN_KINDS]

    async def run(broker: LocalBroker) -> int:
        found = set()
        async with as_user(broker, rights.HALL_USER, deed="says") as saying:
            for at in range(0, len(many), 200):
                publish = partial(saying.publish, payload=b"retained" * 50, qos=1, retain=True)
                await asyncio.gather(*(publish(topic) for topic in many[at : at + 200]))
            async with as_user(broker, rights.HALL_USER, deed="hears") as hearing:
                await hearing.subscribe("jadoube/#", qos=1)
                await saying.publish(round_topic("hall"), b"end", qos=1)
                async for message in hearing.messages:
                    if message.payload == b"end":
                        break
                    found.add(message.topic.value)
        return len(found)

    with secured_broker(tmp_path / "set up") as broker:
        assert asyncio.run(run(broker)) == len(many)


def test_nobody_comes_without_his_password(broker: LocalBroker) -> None:
    """No name, a wrong password, that of another."""
    for user, password in ((None, None), (ONE, "wrong"), (ONE, secret(broker, OTHER)), ("nobody", "x")):
        assert "Not authorized" in refusal(broker, user, password)


def test_another_boards_client_id_opens_nothing(broker: LocalBroker) -> None:
    """Who comes with it ends the other's connection; of his messages he gets none, kept or new."""
    topic, seating = command_topic("hall", ONE, Command.ORDER), state_topic("hall", OTHER, Kind.TABLE)
    heard = asyncio.run(steal(broker, ONE, ONE, topic, SEATING))
    assert heard == {b"while nobody listened", b"to who is there now"}
    assert asyncio.run(steal(broker, ONE, OTHER, topic, seating)) == set()


def test_who_does_not_know_the_authority_does_not_trust_the_broker(broker: LocalBroker) -> None:
    """And the certificate is for the names that were given, and for no other."""
    assert hosts_of(broker.folder / "server.crt") == {"127.0.0.1", "localhost"}
    for context, name, refused in (
        (tls_context(None, None, None), "127.0.0.1", "unable to get local issuer certificate"),
        (trusting(broker), "hall.local", "Hostname mismatch"),
    ):
        with pytest.raises(ssl.SSLCertVerificationError, match=refused):
            ssl_handshake(broker, context, name)


def ssl_handshake(broker: LocalBroker, context: ssl.SSLContext, name: str) -> None:
    """Connect as this name, and say nothing."""

    async def connect() -> None:
        await asyncio.open_connection("127.0.0.1", broker.port, ssl=context, server_hostname=name)

    asyncio.run(connect())


def test_passwords_are_random_and_only_in_their_own_files(broker: LocalBroker) -> None:
    """Neither the broker's files nor its log have one; no two are alike."""
    users = (ONE, OTHER, rights.HALL_USER, rights.SPECTATOR)
    secrets = {secret(broker, user) for user in users}
    assert len(secrets) == len(users)
    assert all(len(each) >= 32 for each in secrets)
    assert refusal(broker, ONE) == "it was let in"
    elsewhere = [
        path for path in broker.folder.parent.rglob("*") if path.is_file() and path.name != "password"
    ]
    assert broker.folder / "log" in elsewhere
    texts_of = {path: path.read_text() for path in elsewhere}
    assert [path for path, text in texts_of.items() if any(each in text for each in secrets)] == []


def test_all_is_for_the_user_alone(tmp_path: Path) -> None:
    """Files 0600, folders 0700."""
    folder = tmp_path / "new"
    set_up(folder, Wanted(1, ("hall.local",)))
    modes = {path.stat().st_mode & 0o777 for path in folder.rglob("*") if path.is_file()}
    folders = {path.stat().st_mode & 0o777 for path in (folder, *folder.rglob("*")) if path.is_dir()}
    assert (modes, folders) == ({0o600}, {0o700})


def test_a_second_run_adds_boards_and_overwrites_nothing(tmp_path: Path) -> None:
    """Who was there keeps his password; a running broker that reads its files again lets the new board in."""
    folder = tmp_path / "hall"
    with secured_broker(folder, 1) as broker:
        before = contents(folder)
        assert "Not authorized" in refusal(broker, OTHER, "x")
        added = set_up(folder, wanted_here(folder, 2))
        assert added == [f"boards/{OTHER}/{name}" for name in ("broker.toml", "ca.crt", "password", "set-up")]
        after = contents(folder)
        grown = {"broker/acl", "broker/passwd", "broker/log"}
        assert {name for name, text in before.items() if after[name] != text} - grown == set()
        assert all(after[name].startswith(before[name]) for name in grown)
        os.kill(broker.pid, signal.SIGHUP)
        assert asyncio.run(arrive(broker, OTHER, ALL)) == of_other({*OWN, ANSWER, HOME})
        assert refusal(broker, ONE) == "it was let in"


def test_all_that_is_retained_of_a_board_is_forgotten(broker: LocalBroker) -> None:
    """By the hall's rights, also at Home Assistant; by no other's, and then it is said what is left."""
    topics_here = topics_of("hall", ONE)

    async def publish() -> None:
        async with as_user(broker, rights.HALL_USER, deed="says") as saying:
            for topic in topics_here:
                await saying.publish(topic, b"retained", qos=1, retain=True)

    def as_whom(user: str) -> Broker:
        return Broker("127.0.0.1", broker.port, "forgets", user, secret(broker, user), trusting(broker))

    asyncio.run(publish())
    with pytest.raises(BadInput) as refused:
        run_forget(as_whom(OTHER), "hall", ONE)
    assert HOME in topics_here
    assert f"forget: {', '.join(topics_here)} not deleted, expected a board" in str(refused.value)
    run_forget(as_whom(rights.HALL_USER), "hall", ONE)
    assert asyncio.run(retained(broker)) == set()


async def retained(broker: LocalBroker) -> set[str]:
    """The topics of the first board at which something is retained."""
    found = set[str]()
    async with as_user(broker, rights.HALL_USER, deed="hears") as hearing:
        for topic in (*topics_of("hall", ONE), round_topic("hall")):
            await hearing.subscribe(topic, qos=1)
        await hearing.publish(round_topic("hall"), b"end", qos=1)
        async for message in hearing.messages:
            if message.payload == b"end":
                return found
            found.add(message.topic.value)
    raise AssertionError("the broker went away")


def test_a_board_that_still_publishes_is_not_forgotten(broker: LocalBroker) -> None:
    """It says all again at once, and so does the command."""

    async def goes_on() -> None:
        async with as_user(broker, ONE) as board:
            await board.subscribe(min(OWN), qos=1)
            await board.publish(min(OWN), b"here", qos=1, retain=True)
            async for message in board.messages:
                if message.payload == b"":
                    await board.publish(min(OWN), b"here", qos=1, retain=True)

    async def run() -> None:
        board = asyncio.create_task(goes_on())
        where = Broker(
            "127.0.0.1",
            broker.port,
            "f",
            rights.HALL_USER,
            secret(broker, rights.HALL_USER),
            trusting(broker),
        )
        try:
            await asyncio.to_thread(run_forget, where, "hall", ONE)
        finally:
            board.cancel()

    with pytest.raises(BadInput, match=f"{min(OWN)} not deleted"):
        asyncio.run(run())
    asyncio.run(forget_for_good(broker))


async def forget_for_good(broker: LocalBroker) -> None:
    """Leave nothing for other tests."""
    async with as_user(broker, rights.HALL_USER, deed="says") as saying:
        await saying.publish(min(OWN), b"", qos=1, retain=True)


def test_a_password_that_was_removed_is_made_anew_and_opens(tmp_path: Path) -> None:
    """Whoever may have seen it: the old one opens nothing any more, and all others stay."""
    folder = tmp_path / "hall"
    with secured_broker(folder) as broker:
        old, path = secret(broker, ONE), folder / "boards" / ONE / "password"
        path.unlink()
        assert set_up(folder, wanted_here(folder)) == [f"boards/{ONE}/password"]
        os.kill(broker.pid, signal.SIGHUP)
        assert asyncio.run(arrive(broker, OTHER, ALL)) == of_other({*OWN, ANSWER, HOME})
        assert secret(broker, ONE) != old
        assert refusal(broker, ONE) == "it was let in"
        assert "Not authorized" in refusal(broker, ONE, old)


@pytest.mark.parametrize("text", ["[broker\n", "[hall]\n", "broker = 3\n", "\x00", "hall = '\udcff'"])
def test_a_broken_configuration_is_refused_in_one_line(tmp_path: Path, text: str) -> None:
    """With its name, and nothing is written."""
    folder = tmp_path / "hall"
    set_up(folder, Wanted(1, ("hall.local",)))
    path = folder / "hall" / "jadoube-hall.toml"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    before = contents(folder)
    with pytest.raises(
        BadInput, match=r"^.*jadoube-hall\.toml: .* found, expected the id of the hall"
    ) as refused:
        set_up(folder, Wanted(2, ("hall.local",)))
    assert "\n" not in str(refused.value)
    assert contents(folder) == before


@pytest.mark.parametrize(
    ("first", "second", "refused"),
    [
        ([], ["--websockets"], "no --websockets found, expected it"),
        (["--websockets"], [], "--websockets found, expected none"),
        ([], ["--place", "/srv"], "--place /etc/mosquitto/jadoube found, expected /srv"),
    ],
)
def test_other_options_than_at_first_are_refused(
    tmp_path: Path, first: list[str], second: list[str], refused: str
) -> None:
    """The broker's configuration is there and stays: they would do nothing."""
    words = [str(tmp_path / "x"), "--boards", "1", "--host", "hall.local"]
    assert main([*words, *first]) == 0
    before = contents(tmp_path / "x")
    with pytest.raises(BadInput) as problem:
        main([*words, *second])
    assert f"broker/jadoube.conf: {refused}: give the options of the first run" in str(problem.value)
    assert contents(tmp_path / "x") == before


def contents(folder: Path) -> dict[str, bytes]:
    """All files by name."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


def test_a_run_that_was_broken_off_is_finished(tmp_path: Path) -> None:
    """Whatever file is missing; only what a key has signed cannot be signed anew without it."""
    folder = tmp_path / "hall"
    wanted = Wanted(2, ("hall.local",))
    written = set_up(folder, wanted)
    assert set_up(folder, wanted) == []
    for name in ("broker/passwd", "broker/acl", "broker/server.key", "broker/server.crt", "READ-ME.txt"):
        (folder / name).unlink()
    (folder / "authority" / "ca.key").rename(tmp_path / "ca.key")
    with pytest.raises(BadInput, match=r"ca\.key: no file found, expected the key of ca\.crt"):
        set_up(folder, wanted)
    (tmp_path / "ca.key").rename(folder / "authority" / "ca.key")
    set_up(folder, wanted)
    assert sorted(contents(folder)) == written


def test_what_cannot_be_added_to_is_refused(tmp_path: Path) -> None:
    """A folder of other files, another hall, another broker: nothing is written."""
    (tmp_path / "letter").write_text("dear")
    with pytest.raises(BadInput, match=r"other files found, expected an empty folder"):
        set_up(tmp_path, Wanted(1, ("hall.local",)))
    folder = tmp_path / "hall"
    set_up(folder, Wanted(1, ("hall.local", "192.168.1.5", "fe80::1")))
    before = contents(folder)
    with pytest.raises(BadInput, match=r"the hall 'hall' found, expected 'north'"):
        set_up(folder, Wanted(1, ("hall.local",), "north"))
    with pytest.raises(
        BadInput, match=r"192\.168\.1\.5, fe80::1, hall\.local found, expected one for x\.local"
    ):
        set_up(folder, Wanted(1, ("x.local",)))
    assert contents(folder) == before


@pytest.mark.parametrize(("tool", "package"), [("openssl", "openssl"), ("mosquitto_passwd", "mosquitto")])
def test_a_missing_tool_is_named_with_its_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tool: str, package: str
) -> None:
    """And nothing is written."""
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in {"openssl", "mosquitto_passwd"} - {tool}:
        (tools / name).touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tools))
    folder = tmp_path / "hall"
    with pytest.raises(BadInput) as refused:
        set_up(folder, Wanted(1, ("hall.local",)))
    expected = f"{tool}: nothing found, expected the package {package}: sudo apt install {package}"
    assert (str(refused.value), folder.exists()) == (expected, False)


def test_the_tables_are_what_a_board_and_the_hall_can_read(tmp_path: Path) -> None:
    """Each as the whole configuration; who connects, where, and with what."""
    main(
        [
            str(tmp_path / "x"),
            "--boards",
            "1",
            "--host",
            "Hall.local",
            "--host",
            "10.0.0.7",
            "--hall",
            "north",
        ]
    )
    board = load_settings(tmp_path / "x" / "boards" / ONE / "broker.toml").broker
    assert (board.host, board.port, board.user, board.hall, board.board) == (
        *("hall.local", texts.TLS_PORT, ONE),
        *("north", ONE),
    )
    assert board.password_file == Path("/var/lib/jadoube-online/broker.password")
    hall = load_settings(tmp_path / "x" / "hall" / "jadoube-hall.toml")
    assert (hall.broker.host, hall.broker.user, hall.hall.names) == ("localhost", "hall", ("hall.local",))
    assert hall.broker.password_file == hall.hall.directory / "broker.password"


def test_the_command_says_what_it_has_done(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """How many files, up to which board, and where it is told where each goes; no secret."""
    folder = tmp_path / "x"
    words = [str(folder), "--boards", "2", "--host", "hall.local", "--websockets"]
    assert main(words) == 0
    said = capsys.readouterr().out.splitlines()
    assert said == [
        f"{folder}: {len(contents(folder))} files written, for the broker and boards up to board-002",
        f"Where each goes: {folder}/READ-ME.txt",
    ]
    assert main(words) == 0
    assert capsys.readouterr().out == f"{folder}: all is there, up to board-002\n"
    config = (folder / "broker" / "jadoube.conf").read_text()
    assert "autosave_interval 60\n" in config
    assert "listener 9001\nprotocol websockets\ncertfile /etc/mosquitto/jadoube/server.crt\n" in config


@pytest.mark.parametrize(
    ("words", "refused"),
    [
        (["--boards", "0", "--host", "a"], "jadoube hall broker --boards: 0 found, expected 1 to 999"),
        (["--boards", "1", "--host", "a b"], "--host: 'a b' found, expected a host name or an IP address"),
        (["--boards", "1", "--host", "a", "--hall", "A"], "--hall: 'A' found, expected 1 to 32 of a-z"),
    ],
)
def test_what_makes_no_sense_is_refused(tmp_path: Path, words: list[str], refused: str) -> None:
    """In one line, before anything is written."""
    with pytest.raises(BadInput) as problem:
        main([str(tmp_path / "x"), *words])
    assert refused in str(problem.value)
    assert not (tmp_path / "x").exists()


CONFIG = """\
# a board
[game]
event = "Club"

# The broker.
[broker]
#host = ""
host = "old.local"
hall = "old"

[opponent]
level = 1500
"""


@pytest.mark.parametrize("config", [CONFIG, '[game]\nevent = "Club"\n'])
def test_a_board_is_set_up_by_its_folder(tmp_path: Path, config: str) -> None:
    """Its table stands where one was, or at the end; comments and all else stay, however often."""
    set_up(tmp_path / "hall", Wanted(1, ("hall.local",)))
    board = tmp_path / "hall" / "boards" / ONE
    root = tmp_path / "board"
    secrets = root / "var/lib/jadoube-online"
    secrets.mkdir(parents=True)
    (root / "etc").mkdir()
    file = root / "etc" / "jadoube.toml"
    file.write_text(config)
    for _ in range(2):
        done = subprocess.run(
            ["/bin/sh", board / "set-up"],
            env={"ROOT": str(root), "PATH": os.defpath},
            check=False,
            capture_output=True,
            text=True,
        )
        assert (done.returncode, done.stdout, done.stderr) == (0, 'this board is now "board-001"\n', "")
        settings = load_settings(file)
        assert (settings.broker.host, settings.broker.board) == ("hall.local", ONE)
        assert settings.game.event == "Club"
        assert config.count("#") == file.read_text().count("#")
    assert (secrets / "broker.password").read_text() == (board / "password").read_text()
    assert (secrets / "broker.password").stat().st_mode & 0o777 == 0o600
    assert file.with_name("jadoube.toml.before-hall").exists()


def test_a_machine_without_the_program_is_left_as_it_is(tmp_path: Path) -> None:
    """What is missing is named."""
    set_up(tmp_path / "hall", Wanted(1, ("hall.local",)))
    script = tmp_path / "hall" / "boards" / ONE / "set-up"
    done = subprocess.run(
        ["/bin/sh", script],
        env={"ROOT": str(tmp_path), "PATH": os.defpath},
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2
    assert done.stderr.endswith("jadoube.toml is missing, expected a board on which jadoube is installed\n")
