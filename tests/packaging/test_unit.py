"""The systemd unit is one that systemd takes, and speaks of the same places as the program."""

import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from ipaddress import ip_network
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from jadoube.cli.main import main
from jadoube.config.problems import CANNOT_SERVE
from jadoube.config.settings import default_settings
from jadoube.daemon.ending import CRASHED, END_S, HANGS_S, UNFINISHED
from jadoube.daemon.kept_process import GOES_S
from jadoube.daemon.sampling.process import KEPT
from jadoube.daemon.supervise import EXTENDED_S
from jadoube.daemon.watched.power import OFF_TIMEOUT_S
from jadoube.hall.setup.folder import HALL_FILE
from jadoube.hall.setup.texts import BOARD_PLACE, HALL_PLACE
from shared.board.daemon import order, ordered_config, words
from shared.disk.old_games import long_game, put

SYSTEMD = Path(__file__).parents[2] / "systemd"
UNIT = SYSTEMD / "jadoube.service"
PAGE_UNIT = SYSTEMD / "jadoube-page.service"
ONLINE_UNIT = SYSTEMD / "jadoube-online.service"
LINKS_UNIT = SYSTEMD / "jadoube-links.service"
HALL_UNIT = SYSTEMD / "jadoube-hall.service"
UNITS = pytest.mark.parametrize(
    "unit", [UNIT, PAGE_UNIT, ONLINE_UNIT, LINKS_UNIT, HALL_UNIT], ids=lambda unit: unit.stem
)
EXEC_START = "ExecStart=/usr/bin/jadoube "


def service(unit: Path = UNIT) -> dict[str, list[str]]:
    """The lines of a unit's [Service] by their keys, which may stand several times."""
    lines = unit.read_text().partition("[Service]\n")[2].partition("\n[")[0].splitlines()
    found: dict[str, list[str]] = {}
    for line in lines:
        if line and not line.startswith("#"):
            key, _, value = line.partition("=")
            found.setdefault(key, []).append(value)
    return found


@UNITS
def test_systemd_takes_the_unit_without_a_word(tmp_path: Path, unit: Path) -> None:
    """`systemd-analyze verify` says nothing about the unit, its program replaced by one that exists."""
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("systemd-analyze is missing (package systemd): the unit is not verified")
    text = unit.read_text()
    assert EXEC_START in text
    copy = tmp_path / unit.name
    copy.write_text(text.replace(EXEC_START, f"ExecStart={shutil.which('python3')} "))
    verified = subprocess.run([analyze, "verify", copy], capture_output=True, text=True, check=False)
    said = [line for line in verified.stderr.splitlines() if unit.name in line]
    assert (verified.returncode, said) == (0, [])


@UNITS
def test_the_unit_is_shut_in(unit: Path) -> None:
    """`systemd-analyze security` finds an exposure of 1.6 at most, of 10."""
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("systemd-analyze is missing (package systemd): the unit is not judged")
    judged = subprocess.run(
        [analyze, "security", "--offline=true", "--threshold=16", unit],
        capture_output=True,
        text=True,
        check=False,
    )
    assert judged.returncode == 0, judged.stdout[-200:]


# Becomes a program, its arguments, under a limit of the kernel's. PR_SET_MDWE (65), from Linux 6.3 on,
# refuses what MemoryDenyWriteExecute= refuses by a filter of system calls.
WITHOUT_WRITTEN_CODE = """
import ctypes, os, sys
if ctypes.CDLL(None).prctl(65, 1, 0, 0, 0):
    sys.exit("no PR_SET_MDWE")
os.execv(sys.argv[1], sys.argv[1:])
"""

# Runs a module with its arguments, which may open no sockets but those of this machine.
WITHOUT_NETWORK = """
import runpy, socket, sys
def refuse(event, args):
    if event == "socket.__new__" and args[1] != socket.AF_UNIX:
        raise OSError(97, "Address family not supported by protocol")
sys.addaudithook(refuse)
sys.argv = sys.argv[1:]
runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
"""


PART_LIBRARIES = ("board", "gpiod", "gpiozero", "lgpio", "smbus2", "serial")


def test_the_board_makes_no_code_while_it_runs(tmp_path: Path) -> None:
    """Under MemoryDenyWriteExecute= it starts, with all libraries for parts, takes an order and ends well."""
    assert service()["MemoryDenyWriteExecute"] == ["yes"]
    if not has_write_or_execute():
        pytest.skip("the kernel is older than 6.3: it knows no PR_SET_MDWE")
    there = [each for each in PART_LIBRARIES if find_spec(each)]  # lgpio has no wheel for Python 3.13
    libraries = f"import {', '.join(there)}"
    limited = [sys.executable, "-c", WITHOUT_WRITTEN_CODE, sys.executable]
    subprocess.run([*limited, "-c", libraries], check=True, timeout=60, cwd=tmp_path)
    obeys_and_ends([sys.executable, "-c", WITHOUT_WRITTEN_CODE, *words(ordered_config(tmp_path))], tmp_path)


def has_write_or_execute() -> bool:
    """Whether the kernel can refuse memory that is written and executed, and does so when asked."""
    both = "import mmap; mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)"
    command = [sys.executable, "-c", WITHOUT_WRITTEN_CODE, sys.executable, "-c", both]
    said = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60).stderr
    assert "no PR_SET_MDWE" in said or "PermissionError" in said
    return "PermissionError" in said


def test_the_board_needs_no_network(tmp_path: Path) -> None:
    """Its own process opens no socket but those of this machine: the unit gives it no other."""
    assert service()["RestrictAddressFamilies"] == ["AF_UNIX"]
    assert service()["IPAddressDeny"] == ["any"]
    without_network = [sys.executable, "-c", WITHOUT_NETWORK]
    other = subprocess.run(
        [*without_network, "http.server", "0"], capture_output=True, text=True, check=False, timeout=60
    )
    assert "Address family not supported" in other.stderr  # whoever needs it is seen to
    _, _, *module = words(ordered_config(tmp_path))
    obeys_and_ends([*without_network, *module], tmp_path)


# What a board's user does with files, as nobody: an archive is made, a journal packed, a small file written.
# It ends at the first call that only root may make, as the units' filter refuses it.
AS_NOBODY = """
import os, sys
import encodings.utf_8_sig, urllib.parse  # what is imported late lies where nobody may read
from pathlib import Path
from jadoube.archive.opening import open_archive
from jadoube.games.packing import pack
from jadoube.local.whole_file import write_whole
def refuse(event, args):
    if event == "os.chown":
        os.write(2, b"it gives a file away")
        os._exit(31)
folder = Path(sys.argv[1])
if os.geteuid() == 0:
    os.chown(folder, 65534, 65534)
    os.setgid(65534)
    os.setuid(65534)
sys.addaudithook(refuse)
open_archive(folder / "archive.db", folder, print).close()
pack(folder / "000001.journal", folder / "000001.journal.gz", lambda: None)
write_whole(folder / "small", b"text", owner=folder.stat())
"""


def test_the_services_give_no_file_away() -> None:
    """Only root may, and the filter of system calls refuses even to be asked."""
    assert "~@privileged @resources" in service()["SystemCallFilter"]
    with TemporaryDirectory() as made:
        folder = Path(made)
        put(folder, 1, long_game(3000)).chmod(0o666)
        command = [sys.executable, "-c", AS_NOBODY, made]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        left = sorted(each.name for each in folder.iterdir())
    assert (done.returncode, done.stderr) == (0, "")
    assert left == ["000001.journal.gz", "archive.db", "small"]


@UNITS
def test_what_is_refused_kills_nobody(unit: Path) -> None:
    """A library that asks for more than the filter allows gets an error, not the end of a game."""
    assert service(unit)["SystemCallErrorNumber"] == ["EPERM"]


def obeys_and_ends(command: list[str], folder: Path) -> None:
    """Run a board by this command: it is up, obeys, says nothing that is wrong, and ends well."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        try:
            assert order(process, folder, "sound off").startswith("ok")
            process.terminate()
            said, _ = process.communicate(timeout=30)
        finally:
            process.kill()
    assert (process.returncode, len(said.splitlines())) == (0, 1), said


def test_games_and_sockets_are_for_the_user_and_its_group() -> None:
    """Nobody else on the machine reads who played, or reaches the sockets."""
    assert service()["UMask"] == ["0027"]
    assert service()["StateDirectoryMode"] == service()["RuntimeDirectoryMode"] == ["0750"]


def test_the_start_has_time_until_more_is_asked_for() -> None:
    """For the imports; the watchdog waits as long as systemd after the fold."""
    assert int(service()["TimeoutStartSec"][0]) >= 2 * EXTENDED_S
    assert int(service()["WatchdogSec"][0]) <= EXTENDED_S


def test_memory_is_limited() -> None:
    """To less than half of a Zero 2 W's 512 MB, in memory alone; and others are killed before the board."""
    (most,) = service()["MemoryMax"]
    assert most.endswith("M")
    assert 100 <= int(most[:-1]) <= 256
    assert service()["MemorySwapMax"] == ["0"]
    (adjust,) = service()["OOMScoreAdjust"]
    assert -1000 < int(adjust) < 0
    assert int(service()["TasksMax"][0]) >= 32


def test_no_report_of_a_scan_is_lost_before_the_watchdog_ends_a_program_that_hangs() -> None:
    """Not even at the shortest period, a millisecond, if each scan shows something new."""
    assert int(service()["WatchdogSec"][0]) * 1000 <= KEPT


def test_systemd_waits_for_ready_and_for_scans() -> None:
    """The unit is up when the daemon says so, and a watchdog wants to be fed."""
    assert service()["Type"] == ["notify"]
    assert int(service()["WatchdogSec"][0]) >= 10


def test_nothing_waits_for_the_network() -> None:
    """The board is up early: no unit of the network is named."""
    assert "network" not in "".join(
        line for line in UNIT.read_text().splitlines() if line.startswith(("After", "Wants", "Requires"))
    )


def test_the_games_lie_in_the_state_directory() -> None:
    """Where games go by default is the folder that systemd makes for the user jadoube."""
    assert service()["StateDirectory"] == ["jadoube"]
    assert default_settings().archive.directory == Path("/var/lib/jadoube")


def test_the_unit_and_the_reference_name_the_same_file() -> None:
    """The file that the units give to their commands is the one that the reference is installed as."""
    for unit in (UNIT, PAGE_UNIT, ONLINE_UNIT, LINKS_UNIT):
        (command,) = service(unit)["ExecStart"]
        config = command.rpartition("--config ")[2]
        assert f"installed as {config}." in (SYSTEMD / "jadoube.toml").read_text()


def test_lgpio_may_write_where_it_works() -> None:
    """The working folder of lgpio is the runtime directory, which the user jadoube owns."""
    assert service()["RuntimeDirectory"] == ["jadoube"]
    assert "LG_WD=/run/jadoube" in service()["Environment"]


def test_blinka_asks_nothing() -> None:
    """The question that Blinka asks on a terminal is switched off."""
    assert "BLINKA_SKIP_DEPENDENCY_CHECK=1" in service()["Environment"]


def test_the_board_may_switch_its_machine_off() -> None:
    """The rule is for the unit's own user, names logind's actions, and comes and goes with the rest."""
    rule = (SYSTEMD / "50-jadoube-power.rules").read_text()
    (user,) = service()["User"]
    assert f'subject.user == "{user}"' in rule
    assert set(re.findall(r'"(org\.[^"]+)"', rule)) == {
        "org.freedesktop.login1.power-off",
        "org.freedesktop.login1.power-off-multiple-sessions",
    }
    place = "/usr/share/polkit-1/rules.d/50-jadoube-power.rules"
    assert f"installed as {place}" in rule.lower().replace("\n// ", " ")


def test_links_reach_the_line_of_a_usb_device_and_the_board_does_not() -> None:
    """What `jadoube-pi-settings --usb-gadget` makes is for its user's group, and let in by its unit alone."""
    assert "char-ttyGS rw" in service(LINKS_UNIT)["DeviceAllow"]
    assert "char-ttyGS rw" not in service()["DeviceAllow"]
    rules = (SYSTEMD / "60-jadoube.rules").read_text().splitlines()
    assert 'SUBSYSTEM=="tty", KERNEL=="ttyGS[0-9]*", GROUP="dialout", MODE="0660"' in rules
    users = (SYSTEMD / "jadoube.sysusers").read_text().splitlines()
    assert {"m jadoube dialout", "m jadoube-links dialout", "m jadoube-links jadoube"} <= set(users)


def test_what_switches_off_may_be_reached_from_inside() -> None:
    """The default command speaks over a local socket, which the unit is not shut off from."""
    assert default_settings().power.off_command == ("systemctl", "poweroff")
    (families,) = service()["RestrictAddressFamilies"]
    assert "AF_UNIX" in families.split()
    assert "PrivateNetwork" not in service()


def test_shutdown_and_switching_off_take_less_time_than_systemd_waits() -> None:
    """Both are given up before systemd gives the stop up, with a second to spare."""
    assert int(service()["TimeoutStopSec"][0]) > END_S + HANGS_S + OFF_TIMEOUT_S + 1


def test_who_stops_a_board_that_hangs_gets_no_new_one() -> None:
    """The status of a shutdown that was given up is none upon which systemd starts the board again."""
    assert service()["Restart"] == ["on-failure"]
    assert service()["RestartPreventExitStatus"] == [f"{UNFINISHED}"]
    assert f"{CRASHED}" not in service()["RestartPreventExitStatus"]


@pytest.mark.parametrize("unit", [UNIT, PAGE_UNIT, ONLINE_UNIT, LINKS_UNIT], ids=lambda unit: unit.stem)
def test_what_does_not_mend_is_given_up(unit: Path) -> None:
    """All starts that systemd allows come within the interval, with four seconds for each that fails."""
    lines = dict(
        line.split("=", 1) for line in unit.read_text().splitlines() if line.startswith("StartLimit")
    )
    pause_s = int(service(unit)["RestartSec"][0])
    assert int(lines["StartLimitBurst"]) * (pause_s + 4) <= int(lines["StartLimitIntervalSec"])


def test_the_page_is_shut_off_from_the_board() -> None:
    """Another user, no devices, nothing to write; and only the page is on the network."""
    page = service(PAGE_UNIT)
    assert page["User"] != service()["User"]
    assert "m jadoube-page jadoube" in (SYSTEMD / "jadoube.sysusers").read_text()
    assert page["PrivateDevices"] == ["yes"]
    assert page["ProtectSystem"] == ["strict"]
    assert not {"DeviceAllow", "StateDirectory", "RuntimeDirectory", "ReadWritePaths"} & page.keys()
    assert service()["RestrictAddressFamilies"] == ["AF_UNIX"]
    assert set(page["RestrictAddressFamilies"][0].split()) == {"AF_UNIX", "AF_INET", "AF_INET6"}


def test_the_page_goes_before_the_board() -> None:
    """Where memory runs out; and it gets less of it, and of the processor."""
    page = service(PAGE_UNIT)
    assert int(page["OOMScoreAdjust"][0]) > 0 > int(service()["OOMScoreAdjust"][0])
    assert int(page["MemoryMax"][0][:-1]) <= int(service()["MemoryMax"][0][:-1]) / 2
    assert page["MemorySwapMax"] == ["0"]
    assert int(page["CPUWeight"][0]) < 100
    assert page["CPUQuota"] == ["50%"]
    assert int(page["TasksMax"][0]) <= 16


def test_the_page_comes_and_goes_with_the_board_which_waits_for_nothing_of_it() -> None:
    """It is started again whatever ends it, unless it has said that it cannot serve."""
    page = service(PAGE_UNIT)
    text = PAGE_UNIT.read_text()
    assert "\nPartOf=jadoube.service\nAfter=jadoube.service\n" in text
    assert "\nWantedBy=jadoube.service\n" in text
    assert "page" not in UNIT.read_text().partition("[Service]")[0]
    assert page["Restart"] == ["always"]
    assert int(page["RestartSec"][0]) >= 1
    assert page["RestartPreventExitStatus"] == page["SuccessExitStatus"] == [f"{CANNOT_SERVE}"]
    assert "--page separate" in service()["ExecStart"][0]
    assert int(page["TimeoutStopSec"][0]) > GOES_S


def test_what_leaves_the_board_is_shut_off_from_it() -> None:
    """Another user, no devices, two folders of its own to write in, and the network."""
    online = service(ONLINE_UNIT)
    assert len({service(unit)["User"][0] for unit in (UNIT, PAGE_UNIT, ONLINE_UNIT)}) == 3
    assert online["Group"] == service()["User"]
    assert "m jadoube-online jadoube" in (SYSTEMD / "jadoube.sysusers").read_text()
    assert online["PrivateDevices"] == ["yes"]
    assert online["ProtectSystem"] == ["strict"]
    assert not {"DeviceAllow", "ReadWritePaths"} & online.keys()
    assert set(online["RestrictAddressFamilies"][0].split()) == {"AF_UNIX", "AF_INET", "AF_INET6"}


def test_what_leaves_the_board_keeps_its_secrets_to_itself() -> None:
    """The group may enter its folders, and reads no file there that was not opened to it."""
    online, settings = service(ONLINE_UNIT), default_settings()
    assert online["UMask"] == ["0077"]
    assert online["StateDirectoryMode"] == online["RuntimeDirectoryMode"] == ["0750"]
    assert settings.online.directory == Path("/var/lib") / online["StateDirectory"][0]
    assert settings.online.socket.parent == Path("/run") / online["RuntimeDirectory"][0]
    (hidden,) = service(PAGE_UNIT)["InaccessiblePaths"]
    secrets = ("secrets.json", "broker.password")
    assert hidden.split() == [f"-{settings.online.directory}/{name}" for name in secrets]


def test_what_leaves_the_board_comes_and_goes_with_it_and_goes_before_it() -> None:
    """Where memory runs out; the board waits for nothing of it, and nothing waits for the network."""
    online, text = service(ONLINE_UNIT), ONLINE_UNIT.read_text()
    assert "\nPartOf=jadoube.service\nAfter=jadoube.service\n" in text
    assert "\nWantedBy=jadoube.service\n" in text
    assert "network" not in text.partition("[Service]")[0].partition("After")[2]
    assert online["Restart"] == ["always"]
    assert online["RestartPreventExitStatus"] == online["SuccessExitStatus"] == [f"{CANNOT_SERVE}"]
    assert "--online separate" in service()["ExecStart"][0]
    assert int(online["TimeoutStopSec"][0]) > GOES_S
    assert int(online["OOMScoreAdjust"][0]) > 0
    assert int(online["MemoryMax"][0][:-1]) <= int(service()["MemoryMax"][0][:-1])
    assert online["MemorySwapMax"] == ["0"]
    assert int(online["CPUWeight"][0]) < 100


def test_links_are_shut_off_from_the_board_and_from_the_internet() -> None:
    """Another user, serial lines and nothing else of devices, nothing to write or to read of games."""
    links = service(LINKS_UNIT)
    assert links["User"][0] not in {service(unit)["User"][0] for unit in (UNIT, PAGE_UNIT, ONLINE_UNIT)}
    assert all(each.startswith(("char-tty", "char-rfcomm")) for each in links["DeviceAllow"])
    assert links["DevicePolicy"] == ["closed"]
    assert links["ProtectSystem"] == ["strict"]
    assert not {"StateDirectory", "RuntimeDirectory", "ReadWritePaths"} & links.keys()
    assert links["InaccessiblePaths"] == ["-/var/lib/jadoube -/var/lib/jadoube-online"]
    assert links["IPAddressDeny"] == ["any"]
    allowed = links["IPAddressAllow"][0].split()
    networks = [ip_network(each) for each in allowed if each not in ("localhost", "link-local")]
    assert all(network.is_private or network == ip_network("100.64.0.0/10") for network in networks)


def test_links_come_and_go_with_the_board_and_go_before_it() -> None:
    """Where memory runs out; the board waits for nothing of them, and nothing waits for the network."""
    links, text = service(LINKS_UNIT), LINKS_UNIT.read_text()
    assert "\nPartOf=jadoube.service\nAfter=jadoube.service\n" in text
    assert "\nWantedBy=jadoube.service\n" in text
    assert links["Restart"] == ["always"]
    assert links["RestartPreventExitStatus"] == links["SuccessExitStatus"] == [f"{CANNOT_SERVE}"]
    assert "--links separate" in service()["ExecStart"][0]
    assert int(links["TimeoutStopSec"][0]) > GOES_S
    assert int(links["OOMScoreAdjust"][0]) > 0
    assert int(links["MemoryMax"][0][:-1]) <= int(service()["MemoryMax"][0][:-1])
    assert links["MemorySwapMax"] == ["0"]
    assert int(links["CPUWeight"][0]) < 100
    assert int(links["TasksMax"][0]) <= 16


def test_the_hall_is_shut_off_from_a_board_on_its_machine() -> None:
    """Another user of no group of the board's, no devices, its own folder, and nothing of a board's."""
    hall = service(HALL_UNIT)
    others = {service(unit)["User"][0] for unit in (UNIT, PAGE_UNIT, ONLINE_UNIT, LINKS_UNIT)}
    assert hall["User"][0] not in others
    assert "Group" not in hall
    assert "m jadoube-hall" not in (SYSTEMD / "jadoube.sysusers").read_text()
    assert hall["PrivateDevices"] == ["yes"]
    assert hall["ProtectSystem"] == ["strict"]
    assert not {"DeviceAllow", "ReadWritePaths"} & hall.keys()
    own = default_settings()
    boards = (
        own.archive.directory,
        own.online.directory,
        own.control.socket.parent,
        own.online.socket.parent,
    )
    (hidden,) = hall["InaccessiblePaths"]
    assert hidden.split() == [f"-{folder}" for folder in boards]


def test_the_hall_keeps_its_games_and_secrets_to_itself() -> None:
    """Its folder is that of the configuration, and no other user of the machine reads there."""
    hall = service(HALL_UNIT)
    assert Path("/var/lib") / hall["StateDirectory"][0] == default_settings().hall.directory
    assert hall["StateDirectoryMode"] == ["0700"]
    assert hall["UMask"] == ["0077"]


def test_the_hall_is_started_only_where_its_owner_says_so() -> None:
    """No script enables it, a board does not bring it, and without its own file it does nothing."""
    hall, text = service(HALL_UNIT), HALL_UNIT.read_text()
    postinst = (SYSTEMD / "package" / "postinst").read_text()
    enabled = re.findall(r"for unit in (.*); do\n.*\n.*was-enabled", postinst)
    assert enabled
    assert "hall" not in "".join(enabled)
    assert "PartOf" not in text
    assert "\nWantedBy=multi-user.target\n" in text
    (config,) = re.findall(r"^ConditionPathExists=(.*)$", text, re.MULTILINE)
    assert hall["ExecStart"] == [f"/usr/bin/jadoube hall --config {config}"]
    assert config == f"/etc/{HALL_FILE}"
    assert hall["Restart"] == ["always"]
    assert hall["RestartPreventExitStatus"] == hall["SuccessExitStatus"] == [f"{CANNOT_SERVE}"]


@pytest.mark.parametrize("command", ["page", "online", "links"])
def test_a_configuration_that_cannot_be_used_is_a_failure(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The unit says so, and tries again; that the owner wants none of it is no failure."""
    wrong, away = tmp_path / "wrong.toml", tmp_path / "away.toml"
    wrong.write_text("[web\n")
    for config in (wrong, away):
        assert main([command, "--config", str(config)]) == 2
    without = tmp_path / "without.toml"
    without.write_text("[web]\nenabled = false\n[online]\nenabled = false\n")
    assert main([command, "--config", str(without)]) == CANNOT_SERVE
    assert len(capsys.readouterr().err.splitlines()) == 3


def test_a_hall_that_lacks_its_password_fails_and_is_tried_again(tmp_path: Path) -> None:
    """That no broker is named is no failure; a missing password is one, or a folder that cannot be made."""
    no_broker, lacks_password, no_folder = (tmp_path / each for each in ("none", "password", "folder"))
    no_broker.write_text("[broker]\n")
    broker = '[broker]\nhost = "127.0.0.1"\ntls = false\n'
    lacks_password.write_text(f'{broker}user = "hall"\npassword_file = "{tmp_path / "away"}"\n')
    no_folder.write_text(f'{broker}[hall]\ndirectory = "{no_broker / "hall"}"\n')
    good = service(HALL_UNIT)["SuccessExitStatus"]
    for config, succeeds in ((no_broker, True), (lacks_password, False), (no_folder, False)):
        command = [sys.executable, "-m", "jadoube", "hall", "--config", str(config)]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
        assert ([f"{done.returncode}"] == good) == succeeds, done.stderr
        assert len(done.stderr.splitlines()) == 1


def test_what_a_board_keeps_of_the_broker_is_where_its_user_reads_it() -> None:
    """In the folder of what leaves the board, and of the hall, as their units make them."""
    assert Path(BOARD_PLACE) == default_settings().online.directory
    assert Path(HALL_PLACE) == default_settings().hall.directory
