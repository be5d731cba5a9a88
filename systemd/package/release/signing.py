"""Signatures with the owner's key, as git has it: OpenPGP by gpg, or SSH by ssh-keygen.

It decides which key is meant and how a file is signed. It refuses to know what the file says, and keeps
no key.
"""

from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from release.git import setting
from release.problems import Refused
from release.running import ask, run

NAMESPACE = "file"
"""What an SSH signature is for, as ssh-keygen(1) names it for files."""


@dataclass(frozen=True)
class Key:
    """The key that git signs with, and the program that does it."""

    format: str
    name: str
    program: str

    @property
    def suffix(self) -> str:
        """What the name of a signed file's signature ends with."""
        return ".asc" if self.format == "openpgp" else ".sig"

    @property
    def literal(self) -> str | None:
        """The key itself where the setting is the key and not its file, as git has it."""
        text = self.name.removeprefix("key::")
        return text if text.startswith("ssh-") or text != self.name else None


def find_key(checkout: Path) -> Key:
    """Return the key of this checkout. Refused if it has none, or one that cannot be used."""
    name = setting(checkout, "user.signingkey")
    form = setting(checkout, "gpg.format") or "openpgp"
    if not name:
        raise Refused("git has no user.signingkey, expected your key; UNSIGNED=yes makes the release without")
    if form not in ("openpgp", "ssh"):
        raise Refused(f"git's gpg.format is {form!r}, expected openpgp or ssh")
    named = setting(checkout, f"gpg.{form}.program")
    if form == "openpgp":
        key = Key(form, name, named or setting(checkout, "gpg.program") or "gpg")
        if ask([key.program, "--batch", "--list-secret-keys", name], checkout)[0]:
            raise Refused(f"gpg has no secret key {name!r}, which is git's user.signingkey")
        return key
    key = Key(form, str(Path(name).expanduser()), named or "ssh-keygen")
    if key.literal is None and not Path(key.name).is_file():
        raise Refused(f"the file {name} is missing, which is git's user.signingkey")
    return key


def sign(file: Path, key: Key) -> Path:
    """Sign a file, and return its signature, which lies beside it and was tried."""
    signature = file.with_name(file.name + key.suffix)
    if key.format == "openpgp":
        words = ["--yes", "--armor", "--local-user", key.name, "--output", signature.name]
        run([key.program, *words, "--detach-sign", file.name], file.parent)
        run([key.program, "--batch", "--verify", signature.name, file.name], file.parent)
        return signature
    _sign_by_ssh(file, key)
    words = ["-Y", "check-novalidate", "-n", NAMESPACE, "-s", signature.name]
    run([key.program, *words], file.parent, file.read_text(encoding="utf-8"))
    return signature


def _sign_by_ssh(file: Path, key: Key) -> None:
    words = ["-Y", "sign", "-n", NAMESPACE, "-f"]
    if key.literal is None:
        run([key.program, *words, key.name, file.name], file.parent)
        return
    with TemporaryDirectory() as folder:
        public = Path(folder, "key.pub")
        public.write_text(f"{key.literal}\n", encoding="utf-8")
        run([key.program, *words, str(public), "-U", file.name], file.parent)
