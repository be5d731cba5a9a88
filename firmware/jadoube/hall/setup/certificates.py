"""The certificates: an authority of the hall's own, and one for the broker, both made by openssl.

The law: they are valid from long before today, as the clock of a board without network is years slow. A key
is made in a folder for its owner alone. It refuses to know where the files come to lie.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from ipaddress import ip_address
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from jadoube.hall.setup.tools import run

VALID: Final = ("-startdate", "20200101000000Z", "-enddate", "20491231235959Z")
"""A Pi without a clock begins at the date of its system, which is later; and nobody renews (a choice)."""

OPENSSL: Final = "openssl"

_CONFIG: Final = """\
[req]
distinguished_name = name
prompt = no
[name]
CN = jadoube
[ca]
default_ca = hall
[hall]
database = {folder}/index
new_certs_dir = {folder}
rand_serial = yes
unique_subject = no
policy = any
default_md = sha256
[any]
commonName = supplied
[authority]
basicConstraints = critical,CA:TRUE,pathlen:0
keyUsage = critical,keyCertSign,cRLSign
subjectKeyIdentifier = hash
[server]
basicConstraints = critical,CA:FALSE
keyUsage = critical,digitalSignature
extendedKeyUsage = serverAuth
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
subjectAltName = {names}
"""


class Certified(NamedTuple):
    """A certificate and its key, as PEM."""

    certificate: bytes
    key: bytes


def make_authority(hall: str) -> Certified:
    """Make who vouches for the broker of this hall."""
    with _workshop("DNS:none.invalid") as folder:
        _request(folder, f"jadoube {hall}")
        _sign(folder, "authority", "-selfsign", "-keyfile", f"{folder}/key")
        return Certified((folder / "made").read_bytes(), (folder / "key").read_bytes())


def make_server(authority: Certified, hosts: Sequence[str]) -> Certified:
    """Make the certificate of the broker that is reached by these names and addresses."""
    with _workshop(",".join(_alternative(host) for host in hosts)) as folder:
        (folder / "ca.crt").write_bytes(authority.certificate)
        (folder / "ca.key").write_bytes(authority.key)
        _request(folder, hosts[0])
        _sign(folder, "server", "-cert", f"{folder}/ca.crt", "-keyfile", f"{folder}/ca.key")
        return Certified((folder / "made").read_bytes(), (folder / "key").read_bytes())


def hosts_of(certificate: Path) -> set[str]:
    """Return the names and addresses that a certificate is for."""
    said = run(OPENSSL, "x509", "-in", str(certificate), "-noout", "-ext", "subjectAltName")
    names = re.findall(r"DNS:([^\s,]+)", said)
    addresses = re.findall(r"IP Address:([^\s,]+)", said)
    return {*names, *(str(ip_address(each)) for each in addresses)}


@contextmanager
def _workshop(names: str) -> Iterator[Path]:
    """A folder for the user alone, with what openssl wants to have."""
    with TemporaryDirectory() as made:
        folder = Path(made)
        (folder / "index").touch()
        (folder / "config").write_text(_CONFIG.format(folder=folder, names=names))
        yield folder


def _request(folder: Path, name: str) -> None:
    curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
    files = ["-config", f"{folder}/config", "-keyout", f"{folder}/key", "-out", f"{folder}/request"]
    run(OPENSSL, "req", "-new", *curve, *files, "-subj", f"/CN={name[:64]}")


def _sign(folder: Path, extensions: str, *by: str) -> None:
    files = ["-config", f"{folder}/config", "-in", f"{folder}/request", "-out", f"{folder}/made"]
    run(OPENSSL, "ca", "-batch", "-notext", *files, "-extensions", extensions, *VALID, *by)


def _alternative(host: str) -> str:
    try:
        return f"IP:{ip_address(host)}"
    except ValueError:
        return f"DNS:{host}"
