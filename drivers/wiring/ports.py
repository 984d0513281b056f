"""What a reader's port is: pins of the header, USB, or something else."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from drivers.config import Model, ReaderConfig
from drivers.readers import BOARD, PCSC
from drivers.readers.pcsc_port import is_name
from drivers.wiring.boards import BOARDS, OLD_NAMES, Uart

_ON_BOARD = re.compile(r"/dev/(serial\d|ttyAMA\d+|ttyS\d+)/?$")
_USB = re.compile(r"/dev/(?:ttyUSB\d+|ttyACM\d+|(?:serial|input)/by-(?:id|path)/.*(?i:usb).*|input/event\d+)$")
_URL = re.compile(r"[a-z0-9+.-]+://", re.I)


class HeaderPort(Struct, frozen=True):
    """`uart`: of `pins`, None if the model has none of that name. `device`: its name without its folder. `board`: that
    of another antenna."""

    kind: Literal["pins", "usb", "network", "none", "strange", "board"]
    device: str = ""
    uart: Uart | None = None
    old: bool = False


def ports_of(readers: Sequence[ReaderConfig], model: Model) -> list[HeaderPort]:
    """Of each reader; of a board's the first antenna has it, and the others have none of their own."""
    return [
        HeaderPort("board") if further_antenna(readers, i) else port_of(reader, model)
        for i, reader in enumerate(readers)
    ]


def further_antenna(readers: Sequence[ReaderConfig], index: int) -> bool:
    """Whether its board is drawn and reckoned with already."""
    it = readers[index]
    return it.protocol == BOARD and any(one.protocol == BOARD and one.port == it.port != "" for one in readers[:index])


def port_of(reader: ReaderConfig, model: Model) -> HeaderPort:
    """By its name alone: the drawing may be made on another machine."""
    port = reader.port
    if not port.strip():
        return HeaderPort("none")
    if reader.protocol == PCSC and is_name(port):
        return HeaderPort("usb", port)
    if _URL.match(port):
        return HeaderPort("network", port)
    port = posixpath.normpath(port)
    if (found := _ON_BOARD.match(port)) is not None:
        device = found[1]
        uart = BOARDS[model].uarts.get(device)
        old = OLD_NAMES.get(model, {}).get(device)
        return HeaderPort("pins", device, uart or old, uart is None and old is not None)
    return HeaderPort("usb" if _USB.match(port) else "strange", port)
