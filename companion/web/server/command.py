"""`companion web`: serves the pages of a table that runs beside it, for as long as that table wants it to."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import signal
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from companion import logs
from companion.engine.config import ConfigError
from companion.notify import notify
from companion.web_settings import load_web

if TYPE_CHECKING:
    from companion.web.server.web import Web

log = logging.getLogger(__name__)

WELL, WRONG, NO_TABLE, FAILED = 0, 2, 3, 4


def web(path: Path, config: Path, port: int | None = None) -> int:
    """
    :param path: the pages' socket.
    :return: 0 once the table has closed it, 2 for wrong settings, 3 without a table, 4 if the port cannot be opened.
    """
    from companion.web.server.web import SocketGone, Web

    logs.limit()
    try:
        settings = load_web(config)
    except ConfigError as error:
        log.error("%s", error)
        return WRONG
    if port is not None:
        settings = replace(settings, port=port)
    try:
        pages = Web(path, settings)
    except OSError as fault:  # ssl.SSLError is one
        log.error("the certificate %s cannot be used: %s", settings.certificate, fault)
        return WRONG
    gc.freeze()  # what the program itself consists of is not looked through again (`door.SWEEP`)
    try:
        asyncio.run(_until_stopped(pages))
    except SocketGone:
        log.error("no table offers pages at %s", path)
        return NO_TABLE
    except OSError as fault:
        log.error("port %d cannot be opened: %s", settings.port, fault.strerror or fault)
        return FAILED
    return WELL


async def _until_stopped(web: Web) -> None:
    task = asyncio.create_task(web.run(_ready))
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, task.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await task


def _ready(port: int) -> None:
    log.info("pages are served on port %d", port)
    notify("READY=1")
