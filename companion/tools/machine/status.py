"""Messages between the kiosk and the machine's own service: two small files in memory, one written by each."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct

from companion.engine.text import Text
from companion.tools.machine.settings import Language, MachineChoice, Network

STATUS = Path("/run/companion-machine/status.json")
"""Written by root, readable for all users: it holds no secret."""
REQUEST = Path("/run/companion/machine-request.json")
"""Written by the kiosk, and removed by the service that answers it."""
LARGEST = 8192
"""Bytes of a request."""

NetworkState = Literal["off", "trying", "up", "failed"]


class FileMistake(Struct, frozen=True):
    """A mistake in `companion.toml`; `message` is `what` in English."""

    file: str
    line: int
    key: str
    message: str
    what: Text


class RequestOutcome(Struct, frozen=True):
    """To the request with this number. `code`: ok, bad_request, or not_kept (it holds until the next start)."""

    number: int
    code: Literal["ok", "bad_request", "not_kept"]


class MachineStatus(Struct, frozen=True):
    """The chosen settings, and their state."""

    language: Language | None = None
    timezone: str | None = None
    network: Network | None = None
    wifi_name: str | None = None
    hostname: str | None = None
    missing: tuple[str, ...] = ()
    wireless: bool = False
    """Whether the machine has a radio."""
    link: NetworkState = "off"
    """Of the Wi-Fi."""
    networks: tuple[str, ...] = ()
    """Names that were found when last looked for, the strongest first."""
    looked: bool = False
    """Whether they were looked for."""
    kept: bool = True
    """Whether choices and games are still there after a restart."""
    fault: FileMistake | None = None
    imager: tuple[str, ...] = ()
    """Files of Raspberry Pi Imager on the card, seen at this start for the first time: nothing reads them."""
    answer: RequestOutcome | None = None


class MachineRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A choice on the screen. `look`: for the networks in reach."""

    number: Annotated[int, Meta(ge=0, le=2**53)]
    choice: MachineChoice = MachineChoice()
    look: bool = False
