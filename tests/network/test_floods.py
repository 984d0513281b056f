"""Connections that lead to nothing, as many as there can be: a phone with a seat gets in, and no limit is met."""

from __future__ import annotations

import datetime
import itertools
import re
import socket
import ssl
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

from companion.web.server.door import KEPT, MOST_OF_ONE, MOST_OPEN, QUEUE, Door, Entered
from tests.network.desk import Served
from tests.pages.desk import PagesDesk
from tests.patience import PATIENCE_S
from tests.thorough import THOROUGH, rounds
from tests.tools.bench.engine.floods import PLACES, Cost, Flood, come_in
from tests.tools.bench.engine.web_limits import FILES, MEMORY_MB, TASKS

UNIT = Path(__file__).parents[2] / "systemd/units/companion-web.service"


def certificate(folder: Path) -> str:
    """Makes one with its key; the settings that name them."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.datetime.now(datetime.UTC)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .sign(key, SHA256())
    )
    (folder / "chain.pem").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    (folder / "key.pem").write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return f'certificate = "{folder}/chain.pem"\nkey = "{folder}/key.pem"\n'


def trusting() -> ssl.SSLContext:
    """Of somebody who takes any certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


@pytest.fixture(params=["plain", "encrypted"])
def served(request: pytest.FixtureRequest) -> Iterator[Served]:
    desk = PagesDesk()
    desk.open("cerbere")
    made = Served(desk, certificate(desk.folder) if request.param == "encrypted" else "")
    yield made
    assert made.close() == 0
    assert "Traceback" not in made.said, made.said
    lines = [re.sub(r"[0-9a-f]+", "N", line) for line in made.said.splitlines()]
    assert len(lines) == len(set(lines)), made.said  # it was less than a minute


class Lines:
    """Connections to a door that opens for them or not."""

    def __init__(self, door: Door) -> None:
        self._door = door
        self._ports = itertools.count(1)
        self.inside: list[Entered] = []

    def come(self, place: str) -> bool:
        line = Entered(socket.socket(), self._door, (place, next(self._ports)))
        entered = self._door.enter(line)
        (self.inside.append if entered else Entered.close)(line)
        return entered

    def close(self) -> None:
        for line in self.inside:
            line.close()
        assert self._door.open == 0


@pytest.fixture
def lines() -> Iterator[Lines]:
    door = Door(Random(1), sweep=lambda: None)
    door.known = {HOME}
    made = Lines(door)
    yield made
    made.close()


HOME = "192.168.1.20"
"""From there a phone with a seat came."""


def test_strangers_leave_room_for_places_with_a_seat(lines: Lines) -> None:
    door = lines._door
    assert all(lines.come(f"2001:db8:0:{n:x}::") for n in range(300)), "the last one who comes gets in"
    assert door.open == MOST_OPEN - KEPT
    assert all(lines.come(HOME) for _ in range(KEPT)) and door.open == MOST_OPEN
    assert lines.come(HOME) and door.open == MOST_OPEN, "the sum is never exceeded"
    assert lines.come("10.0.0.1") and door.open == MOST_OPEN
    assert door.count(HOME) == KEPT, "no stranger sends it away"


def test_one_place_has_its_share_and_what_says_nothing_leaves_it(lines: Lines) -> None:
    assert all(lines.come("10.0.0.1") for _ in range(3 * MOST_OF_ONE))
    assert lines._door.open == MOST_OF_ONE
    for line in lines.inside:
        lines._door.settle((*line.address, 0, 0))
    assert not lines.come("10.0.0.1"), "WebSockets stay"
    assert lines.come("10.0.0.2") and lines.come(HOME)


def test_the_limits_are_the_units() -> None:
    found = dict(
        line.split("=", 1) for line in UNIT.read_text().splitlines() if line.startswith(("Limit", "Mem", "Tas"))
    )
    assert (found["MemoryMax"], found["LimitNOFILE"], found["TasksMax"]) == (f"{MEMORY_MB}M", str(FILES), str(TASKS))


def test_a_phone_with_a_seat_gets_in_and_no_limit_is_met(served: Served) -> None:
    encrypted = served.desk.server.state.urls[0].startswith("https")
    tls = trusting() if encrypted else None
    secret = served.desk.phone("Ana").secret
    come_in(served.port, secret, tls, PATIENCE_S)  # its place is known from now on
    cost = Cost()
    for kind in Flood.KINDS:  # the first one says nothing, and is held the longest
        for places in PLACES.values() if encrypted or THOROUGH else (PLACES["one"],):
            flood = Flood(served.port, kind, places())
            for _ in range(rounds(1, 20)):
                for _ in range(QUEUE - 8):  # more is only tried again a second later
                    flood.step()
                assert come_in(served.port, secret, tls, PATIENCE_S).tries == 1, (kind, len(places()))
                cost.look(served.process.pid)
            flood.close()
            assert cost.files > MOST_OF_ONE, "it never arrived"
    assert (cost.memory_mb < MEMORY_MB, cost.files < FILES, cost.tasks < TASKS) == (True, True, True), cost
