"""The doctor at a table whose link meets each kind of trouble; brokers are a few bytes of MQTT on a socket."""

from __future__ import annotations

import contextlib
import datetime
import ipaddress
import socket
import ssl
import struct
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from companion.hub_setup.certificates import certify, fingerprint_of
from companion.hub_setup.places import HubPaths
from companion.tools.doctor import link
from companion.tools.doctor.finding import Case
from companion.tools.doctor.link import look
from companion.uplink.link.invitation import fingerprint
from companion.uplink.link.probe import hindered
from companion.uplink.link.reach import Obstacle
from companion.uplink.link.settings import LinkSettings
from tests.doctor.conftest import Visit
from tests.patience import PATIENCE_S

WELCOME, WRONG_PASSWORD = b"\x20\x03\x00\x00\x00", b"\x20\x03\x00\x86\x00"
SUBSCRIBED = b"\x90\x04\x00\x01\x00\x01"
HUB = b"\x31\x0e\x00\x0ahub/online\x00x"
Serve = Callable[[socket.socket], None]


@contextlib.contextmanager
def broker(serve: Serve, tls: ssl.SSLContext | None = None) -> Iterator[int]:
    """Serves each connection with `serve`; the port."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        ended = threading.Event()

        def run() -> None:
            while not ended.is_set():
                try:
                    line, _address = server.accept()
                    with line if tls is None else tls.wrap_socket(line, server_side=True) as open_line:
                        serve(open_line)
                except OSError:
                    continue

        thread = threading.Thread(target=run)
        thread.start()
        try:
            yield server.getsockname()[1]
        finally:
            ended.set()
            server.shutdown(socket.SHUT_RDWR)
            thread.join()


def answering(*answers: bytes) -> Serve:
    def serve(line: socket.socket) -> None:
        for answer in answers:
            line.recv(1024)
            line.sendall(answer)
        while line.recv(1024):
            pass

    return serve


def certificate(folder: Path, days: int, address: str = "127.0.0.1") -> tuple[ssl.SSLContext, Path]:
    """A server with a certificate of its own for an address that is valid for so many days from today, and its file."""
    key, today = ec.generate_private_key(ec.SECP256R1()), datetime.datetime.now(datetime.UTC)
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, address)])
    made = (
        x509.CertificateBuilder(subject, subject, key.public_key(), x509.random_serial_number())
        .not_valid_before(today - datetime.timedelta(days=30))
        .not_valid_after(today + datetime.timedelta(days=days))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(address))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, SHA256())
    )
    file, secret = folder / "broker.pem", folder / "broker.key"
    file.write_bytes(made.public_bytes(Encoding.PEM))
    secret.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file, secret)
    return context, file


def found(
    visit: Visit, text: str, monkeypatch: pytest.MonkeyPatch, answer_s: float = PATIENCE_S, hub_s: float = PATIENCE_S
) -> set[str]:
    """What the doctor says of a link.toml. It waits long for what comes, and not for what does not."""
    monkeypatch.setattr(link, "ANSWER_S", answer_s)
    monkeypatch.setattr(link, "HUB_S", hub_s)
    (visit.config / "link.toml").write_text("on = true\n" + text)
    return {finding.code for finding in look(Case(visit.data, visit.config))}


def plain(port: int) -> str:
    return f'broker = "127.0.0.1"\nport = {port}\ntls = false\n'


@pytest.mark.parametrize(
    ("serve", "code", "answer_s", "hub_s"),
    [
        (answering(WELCOME, SUBSCRIBED + HUB), "link_well", PATIENCE_S, PATIENCE_S),
        (answering(WRONG_PASSWORD), "link_password", PATIENCE_S, PATIENCE_S),
        (answering(WELCOME, SUBSCRIBED), "link_no_hub", PATIENCE_S, 0.5),
        (answering(), "link_silent", 0.5, PATIENCE_S),
    ],
    ids=["well", "password", "no hub", "silent"],
)
def test_what_the_broker_says(
    visit: Visit, monkeypatch: pytest.MonkeyPatch, serve: Serve, code: str, answer_s: float, hub_s: float
) -> None:
    with broker(serve) as port:
        assert found(visit, plain(port), monkeypatch, answer_s, hub_s) == {code}


def test_no_broker_is_there(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    assert found(visit, plain(port), monkeypatch) == {"link_no_broker"}
    text = 'broker = "no-such-machine.invalid"\ntls = false\n'
    assert found(visit, text, monkeypatch) == {"link_no_broker"}


@pytest.mark.parametrize(
    ("days", "known", "code"),
    [(30, False, "link_certificate"), (-1, True, "link_certificate_date"), (30, True, "link_well")],
)
def test_certificates(
    visit: Visit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, days: int, known: bool, code: str
) -> None:
    context, file = certificate(tmp_path, days)
    with broker(answering(WELCOME, SUBSCRIBED + HUB), context) as port:
        text = f'broker = "127.0.0.1"\nport = {port}\n' + (f'ca = "{file}"\n' if known else "")
        assert found(visit, text, monkeypatch) == {code}


def test_who_signed_it_is_offered_where_it_would_be_trusted(tmp_path: Path) -> None:
    """Its fingerprint is compared by people; one that would not be trusted is no offer."""
    places = HubPaths(tmp_path)
    certify(places)
    authority = places.authority.read_text()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(places.certificate, places.key)
    with broker(answering(), context) as port:
        settings = LinkSettings(broker="127.0.0.1", port=port)
        found = hindered(settings, PATIENCE_S)
    assert found is not None and found.reach is Obstacle.CERTIFICATE and found.authority.strip() == authority.strip()
    assert fingerprint(found.authority) == fingerprint_of(places)
    with broker(answering(), context) as port:
        assert hindered(LinkSettings(broker="127.0.0.1", port=port, authority=authority), PATIENCE_S) is None
    other = tmp_path / "other"
    other.mkdir()
    alone, _file = certificate(other, 30, "127.0.0.2")
    with broker(answering(), alone) as port:
        found = hindered(LinkSettings(broker="127.0.0.1", port=port), PATIENCE_S)
    assert found is not None and (found.reach, found.authority) == (Obstacle.CERTIFICATE, "")


def test_a_port_without_tls(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    with broker(answering(b"this is no TLS\n")) as port:
        assert found(visit, f'broker = "127.0.0.1"\nport = {port}\n', monkeypatch) == {"link_no_tls"}


def test_a_port_without_tls_that_resets_the_connection_as_mosquitto_does(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    def reset(line: socket.socket) -> None:
        line.recv(1)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

    with broker(reset) as port:
        assert found(visit, f'broker = "127.0.0.1"\nport = {port}\n', monkeypatch) == {"link_no_tls"}


def test_files_that_are_wrong(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    assert found(visit, "port = 0\n", monkeypatch) == set(), "that is said with the other files"
    (visit.data / "link.key").write_text("no key")
    with broker(answering(WELCOME, SUBSCRIBED + HUB)) as port:
        assert found(visit, plain(port), monkeypatch) == {"link_key", "link_well"}


def test_nothing_is_said_of_a_link_that_is_off_and_nothing_tried_in_a_quick_look(visit: Visit) -> None:
    assert list(look(Case(visit.data, visit.config))) == []
    (visit.config / "link.toml").write_text('on = true\nbroker = "no-such-machine.invalid"\n')
    assert list(look(Case(visit.data, visit.config, quick=True))) == []
