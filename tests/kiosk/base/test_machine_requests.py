"""What the kiosk asks of the machine below it: no request takes away what another has chosen."""

from __future__ import annotations

from pathlib import Path

import msgspec

from companion.machine.settings import Choice, Wifi
from companion.machine.status import REQUEST, STATUS, Request, Status
from kiosk.machine import Machine


def test_looking_for_networks_takes_an_unread_choice_with_it(tmp_path: Path) -> None:
    for path in (STATUS, REQUEST):
        (tmp_path / str(path).lstrip("/")).parent.mkdir(parents=True)
    (tmp_path / str(STATUS).lstrip("/")).write_bytes(msgspec.json.encode(Status(missing=("timezone",))))
    file = tmp_path / str(REQUEST).lstrip("/")
    machine = Machine(tmp_path, lambda _call, _seconds: None)

    def request() -> Request:
        return msgspec.json.decode(file.read_bytes(), type=Request)

    machine.choose(timezone="Europe/Paris")
    machine.look()
    assert request().look and request().choice == Choice(timezone="Europe/Paris")
    machine.choose(network="wifi", wifi=Wifi("Home", "password"))
    file.unlink()  # read by the machine
    machine.look()
    assert request().look and request().choice == Choice()
