"""The files of a hall's broker that have no secret, as text: configurations, and where each file goes.

The law: each is a pure function of what is asked for. It refuses to know where the files are written.
"""

from collections.abc import Sequence
from ipaddress import ip_address
from typing import Final

from jadoube.config.kinds import format_toml

TLS_PORT: Final = 8883
PAGES_PORT: Final = 9001
"""Usual for MQTT over WebSocket."""

BROKER_PLACE: Final = "/etc/mosquitto/jadoube"
"""Where the broker finds its files, on Debian."""

BOARD_PLACE: Final = "/var/lib/jadoube-online"
HALL_PLACE: Final = "/var/lib/jadoube-hall"
"""Where boards and hall keep what the broker wants of them."""

MOST_CONNECTIONS: Final = 1000
MOST_BYTES: Final = 128 << 10
"""Of a packet: a payload has 64 kB at most (`mqtt/payloads.py`)."""


MOST_WAITING: Final = 100_000
"""So many messages wait for a client: who subscribes to all gets some five retained states of each board at
once, and what goes beyond is lost without a word. Not 0, for no limit: with that mosquitto 2.0.11 hangs up on
who publishes what he may not (measured).
"""

SAVES_S: Final = 60
"""So often the broker writes what is retained: some MB for 300 boards, so not at each change. After a power
cut hall and boards publish all of theirs again; of boards that are away an older state stays until they come.
"""


def broker_config(place: str, *, pages: bool) -> str:
    """Return what mosquitto reads, its other files in the folder `place`."""
    files = f"certfile {place}/server.crt\nkeyfile {place}/server.key\nmax_connections {MOST_CONNECTIONS}\n"
    over_web = f"\nlistener {PAGES_PORT}\nprotocol websockets\n{files}" if pages else ""
    return (
        "# The broker of a hall of chessboards (jadoube hall broker): /etc/mosquitto/conf.d/jadoube.conf\n"
        f"listener {TLS_PORT}\n{files}{over_web}\n"
        f"allow_anonymous false\npassword_file {place}/passwd\nacl_file {place}/acl\n\n"
        f"max_packet_size {MOST_BYTES}\nmax_queued_messages {MOST_WAITING}\nmax_keepalive 120\n"
        f"persistent_client_expiration 7d\nautosave_interval {SAVES_S}\nset_tcp_nodelay true\n"
    )


def rights_head(hall: str) -> str:
    """Return the head of the access list."""
    return (
        f"# Who may do what at the broker of the hall {hall!r} (jadoube hall broker). A board writes\n"
        "# what is its own, and nothing else: neither its seating nor an order to itself.\n"
    )


def board_table(host: str, hall: str, board: str) -> str:
    """Return the table [broker] of a board."""
    return _table(
        "broker",
        host=host,
        ca=f"{BOARD_PLACE}/hall-ca.crt",
        user=board,
        password_file=f"{BOARD_PLACE}/broker.password",
        hall=hall,
        board=board,
    )


def hall_config(hosts: Sequence[str], hall: str, user: str) -> str:
    """Return the configuration of `jadoube hall` on the broker's own machine."""
    broker = _table(
        "broker",
        host="localhost",
        ca=f"{HALL_PLACE}/ca.crt",
        user=user,
        password_file=f"{HALL_PLACE}/broker.password",
        hall=hall,
    )
    names = [host for host in hosts if not _is_address(host)]
    return (
        "# The configuration of `jadoube hall`: /etc/jadoube-hall.toml\n"
        f"# On another machine than the broker's: host = {format_toml(hosts[0])}\n"
        f"{broker}\n{_table('hall', names=names)}"
    )


def guide(hosts: Sequence[str], *, pages: bool) -> str:
    """Return where each file goes."""
    over_web = f", and {PAGES_PORT} for pages" if pages else ""
    return f"""\
The broker of a hall of chessboards. Written by `jadoube hall broker`; docs/tournament.md leads through it.
Everything here is secret but the files that end in .crt: keep this folder on one machine, for one user.

authority/   ca.key signs certificates: whoever has it can pretend to be the broker. Keep it elsewhere.

broker/      on the machine {hosts[0]}, port {TLS_PORT}{over_web}:

    sudo apt install mosquitto
    sudo install -d -o mosquitto -g mosquitto -m 700 {BROKER_PLACE}
    cd broker
    sudo install -o mosquitto -g mosquitto -m 600 acl passwd server.crt server.key {BROKER_PLACE}
    sudo install -m 644 jadoube.conf /etc/mosquitto/conf.d
    sudo systemctl restart mosquitto

    When boards were added, copy acl and passwd again, and: sudo systemctl reload mosquitto

hall/        on the machine on which `jadoube hall` runs, which may be the same; a second one gets the same:

    cd hall
    sudo install -m 644 jadoube-hall.toml /etc
    sudo install -d -o jadoube-hall -g jadoube-hall -m 700 {HALL_PLACE}
    sudo install -o jadoube-hall -g jadoube-hall -m 600 password {HALL_PLACE}/broker.password
    sudo install -m 644 ca.crt {HALL_PLACE}
    sudo systemctl enable --now jadoube-hall

boards/      a folder for each board. Copy it to the board that is to have this place, and there:

    sudo sh set-up

    It keeps the password for the user jadoube-online, and writes the table [broker] of /etc/jadoube.toml.

spectator/   for programs that only look on: the user `spectator`, its password, and ca.crt.
"""


def _table(name: str, **keys: object) -> str:
    return "".join([f"[{name}]\n", *(f"{key} = {_toml(value)}\n" for key, value in keys.items())])


def _toml(value: object) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(format_toml, value))}]"
    return format_toml(value)


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
