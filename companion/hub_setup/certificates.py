"""An authority of the house, and the broker's certificate, made by openssl. The authority's key is for root alone."""

from __future__ import annotations

import re
import socket
import ssl
from collections.abc import Iterable, Sequence
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path

from companion.engine.scratch import scratch
from companion.hub_setup.places import BROKER_USER, HubPaths, SetupError, put_file, run_program
from companion.spoken import say as _
from companion.uplink.link.invitation import fingerprint
from companion.web_settings import is_address

DAYS = 3650
"""Both are good for ten years: at home they are never renewed."""
NOWHERE = ("192.0.2.1", 9)
"""An address of no machine (RFC 5737): nothing is sent there."""
_OPENSSL = "openssl"
_KEY = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")


def own_address() -> str:
    """Return the address by which this machine is reached in its network; its name, if it has none."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        line.connect(NOWHERE)
        return str(line.getsockname()[0])
    return socket.gethostname()


def own_names() -> tuple[str, ...]:
    """Return all names and addresses that a table may know this machine by."""
    host = socket.gethostname()
    found = [host, host if "." in host else f"{host}.local", "localhost", "127.0.0.1", "::1", own_address()]
    with suppress(SetupError):
        found += run_program(["hostname", "-I"], "hostname").split()
    return tuple(dict.fromkeys(found))


def certify(places: HubPaths, names: Iterable[str] = ()) -> bool:
    """Make the authority, if there is none, and the broker's certificate, if it has not all these names.

    :param names: besides those of this machine and those that it has.
    :return: whether the broker has another certificate now.
    :raises SetupError: if it cannot be done.
    """
    names = tuple(names)
    for name in names:
        if not is_address(name):
            raise SetupError(_("{name} is no address").format(name=name))
    if not (places.secret / "authority.key").is_file() or not places.authority.is_file():
        _make_authority(places)
    had = names_in(places)
    wanted = tuple(dict.fromkeys([*had, *(() if had else own_names()), *names]))
    if had and set(wanted) == set(had) and places.key.is_file() and _signed(places):
        return False
    _make_certificate(places, wanted)
    return True


def fingerprint_of(places: HubPaths) -> str:
    """
    :raises SetupError: if there is no authority.
    """
    try:
        return fingerprint(places.authority.read_text("ascii"))
    except (OSError, ValueError) as error:
        raise SetupError(
            _("no authority at {path}: sudo companion hub certificates").format(path=places.authority)
        ) from error


def names_in(places: HubPaths) -> tuple[str, ...]:
    """Return those that the broker's certificate has; none if there is none."""
    if not places.certificate.is_file():
        return ()
    said = run_program([_OPENSSL, "x509", "-in", places.certificate, "-noout", "-ext", "subjectAltName"], _OPENSSL)
    found = (_plain(one) for one in re.findall(r"(?:DNS|IP Address):([^,\s]+)", said))
    return tuple(dict.fromkeys(found))


def _plain(name: str) -> str:
    try:
        return str(ip_address(name))
    except ValueError:
        return name


def _signed(places: HubPaths) -> bool:
    """Return whether the authority has signed the broker's certificate."""
    try:
        run_program([_OPENSSL, "verify", "-CAfile", places.authority, places.certificate], _OPENSSL)
    except SetupError:
        return False
    return True


def _make_authority(places: HubPaths) -> None:
    places.secret.mkdir(parents=True, exist_ok=True)
    places.secret.chmod(0o700)
    with scratch(places.secret / "authority.key") as folder:
        key, certificate = folder / "key", folder / "certificate"
        subject = f"/CN=Infernal Companion {socket.gethostname()[:40]}"
        run_program(
            [
                _OPENSSL, "req", "-x509", *_KEY, "-keyout", key, "-out", certificate, "-days", str(DAYS),
                "-subj", subject, "-addext", "keyUsage=critical,keyCertSign,cRLSign",
            ],
            _OPENSSL,
        )  # fmt: skip
        put_file(places.secret / "authority.key", key.read_text("ascii"), 0o600)
        put_file(places.authority, certificate.read_text("ascii"))


def _make_certificate(places: HubPaths, names: Sequence[str]) -> None:
    kinds = [f"IP:{name}" if _is_number(name) else f"DNS:{name}" for name in names]
    with scratch(places.secret / "authority.key") as folder:
        key, request, certificate, extensions = (folder / name for name in ("key", "csr", "pem", "ext"))
        extensions.write_text(
            f"subjectAltName={','.join(kinds)}\nbasicConstraints=critical,CA:FALSE\n"
            "keyUsage=critical,digitalSignature\nextendedKeyUsage=serverAuth\n"
        )
        run_program([_OPENSSL, "req", *_KEY, "-keyout", key, "-out", request, "-subj", "/CN=companion-hub"], _OPENSSL)
        run_program(
            [
                _OPENSSL, "x509", "-req", "-in", request, "-CA", places.authority,
                "-CAkey", places.secret / "authority.key", "-CAserial", folder / "serial", "-CAcreateserial",
                "-days", str(DAYS), "-extfile", extensions, "-out", certificate,
            ],
            _OPENSSL,
        )  # fmt: skip
        chain = certificate.read_text("ascii") + places.authority.read_text("ascii")
        _need_pair(certificate, key)
        put_file(places.key, key.read_text("ascii"), 0o600, BROKER_USER)
        put_file(places.certificate, chain)


def _need_pair(certificate: Path, key: Path) -> None:
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key)
    except (OSError, ValueError) as error:
        raise SetupError(_("openssl made no certificate with its key: {error}").format(error=error)) from error


def _is_number(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
