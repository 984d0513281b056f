"""Finds out which of the PC/SC readers of this machine is the table's: the one with a card on it."""

from __future__ import annotations

import contextlib
import errno
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from drivers.readers.pcsc_library import Context
from drivers.readers.pcsc_port import OpenContext, PcscWatch

PcscTrouble = Literal["", "missing", "off", "denied", "kernel"]
KERNEL = Path("/sys/module/pn533_usb")
"""The kernel's driver of an ACR122U, which keeps it from pcscd."""
_TROUBLES: dict[int | None, PcscTrouble] = {
    errno.ECONNREFUSED: "off",
    errno.EACCES: "denied",
    errno.EPERM: "denied",
}


def pcsc_readers(open_context: OpenContext = Context) -> tuple[list[str], PcscTrouble]:
    """The names of all, and what hinders us; `missing`: nothing of PC/SC is installed here."""
    try:
        context = open_context()
    except OSError as error:
        return [], _TROUBLES.get(error.errno, "missing")
    with contextlib.closing(context):
        try:
            names = context.readers()
        except OSError as error:
            return [], _TROUBLES.get(error.errno, "off")
    return names, "kernel" if not names and KERNEL.exists() else ""


def laid(readers: Sequence[str], wait_s: float, open_context: OpenContext = Context) -> tuple[str, str] | None:
    """Return the first reader with a card with a number on it within so many seconds, and the number.

    :raises OSError: if a reader was pulled out meanwhile, another program has its card, or pcscd is gone.
    """
    end = time.monotonic() + wait_s
    with contextlib.closing(open_context()) as context:
        watch = PcscWatch(context, readers)
        while (left := end - time.monotonic()) > 0:
            try:
                news = watch.wait(round(1000 * left))
            except OSError as error:
                if error.errno == errno.ETIMEDOUT:
                    return None
                raise
            for one in news:
                if one.line.startswith("+"):
                    return one.reader, one.line[1:]
    return None
