"""A keyboard that is a reader becomes one while the companion runs: found by a tap, as `companion readers` finds it."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from pathlib import Path

from companion.engine.config import ConfigError
from companion.engine.foreign import of_system
from companion.engine.text import N_, Text
from drivers.config import ReaderConfig, TableConfig
from drivers.discovery.entry import NotWritten, free_name, of_port, put_entry
from drivers.discovery.keys import KEYS_NONE, keyboards, wait_for_tap
from drivers.readers import KEYBOARD
from drivers.readers.key_device import FOLDER

log = logging.getLogger(__name__)

WAIT_S = 20.0
DENIED = N_("{names} may not be read: the user needs the group input.")
ADOPTED = N_("“{name}” is a reader now: what it reads plays.")


def add_reader(
    table: TableConfig,
    file: Path,
    report: Callable[[Text], object],
    given_up: threading.Event,
    folder: Path | None = None,
    wait_s: float = WAIT_S,
) -> ReaderConfig | None:
    """Return the new reader, written into `file`; None if there is none, or if it is not wanted any more.

    :param report: receives what must be done, and the result.
    """
    keys, denied = keyboards(folder or FOLDER)
    free = [one for one in keys if of_port(table, one.port) is None]
    if not free:
        report(Text(DENIED, {"names": ", ".join(denied)}) if denied else Text(KEYS_NONE))
        return None
    found = wait_for_tap(free, free, wait_s, report)
    if found is None or given_up.is_set():
        return None
    one, _uid = found
    reader = ReaderConfig(name=free_name(table), port=one.port, protocol=KEYBOARD, device=one.name)
    try:
        put_entry(file, reader)
    except ConfigError as error:
        report(error.what)
    except NotWritten as error:
        report(error.what)
    except OSError as error:
        report(of_system(error))
    else:
        report(Text(ADOPTED, {"name": one.name}))
        log.info("reader %s: %s types", reader.name, reader.port)
        return reader
    return None
