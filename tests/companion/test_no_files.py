"""A pipe, a device without an end or a folder lies where a file of the owner's or of ours should be.

Nobody waits for it: it is said, or what it would have said is taken as not said.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.engine.config import ConfigError
from companion.engine.refused import Refused
from companion.games.cerbere.data.catalogue import load_catalogue
from companion.games.infernal_wagon.data.box import BoxError, load_box
from companion.tools.enrol.store import saved_enrolment
from drivers.config import load_table
from drivers.light_table import load_lights
from kiosk.sound.config import load_sound_config
from kiosk.storage.settings import Settings, SettingsFile

READERS: dict[str, tuple[str, Callable[[Path], Any]]] = {
    "box": ("box.json", load_box),
    "cards": ("cerbere/cards.toml", lambda file: load_catalogue(file.parents[1])),
    "enrolment": ("enrolment_cerbere.json", lambda file: saved_enrolment("cerbere", file.parent)),
    "table": ("table.toml", load_table),
    "lamps": ("lamps.toml", load_lights),
    "sound": ("sound.toml", load_sound_config),
}


def _socket(path: Path) -> None:
    home = Path.cwd()
    with socket.socket(socket.AF_UNIX) as ear:
        os.chdir(path.parent)  # the name of a socket is short
        try:
            ear.bind(path.name)
        finally:
            os.chdir(home)


KINDS: dict[str, Callable[[Path], None]] = {
    "pipe": os.mkfifo,
    "device": lambda path: path.symlink_to("/dev/zero"),
    "socket": _socket,
    "folder": Path.mkdir,
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("reader", READERS)
def test_what_is_no_file_is_named_at_once(tmp_path: Path, reader: str, kind: str) -> None:
    name, read = READERS[reader]
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    KINDS[kind](path)
    with pytest.raises((ConfigError, BoxError, Refused)) as caught:
        read(path)
    assert path.name in str(caught.value)


@pytest.mark.parametrize("kind", KINDS)
def test_without_a_settings_file_the_settings_start_anew(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "settings.json"
    KINDS[kind](path)
    assert SettingsFile(path).now == Settings()
