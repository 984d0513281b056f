"""The capture as a file in the data folder: after an interruption it goes on where it stood."""

from __future__ import annotations

from pathlib import Path

import msgspec

from companion.engine.atomic_file import read_whole, set_aside, write_whole
from companion.engine.config import ConfigError
from companion.engine.text import N_, Text
from companion.games.hellrail.data.capture import Capture

FILE = "hellrail_capture.json"


def save(capture: Capture, data_dir: Path) -> None:
    """Keep it, whole.

    :raises OSError: if that is not possible.
    """
    write_whole(data_dir / FILE, msgspec.json.format(msgspec.json.encode(capture)))


def resume(data_dir: Path) -> Capture | None:
    """What was saved; None if nothing was.

    :raises ConfigError: if it cannot be used. It is left as it is; `forget` clears the way.
    """
    path = data_dir / FILE
    capture = read_whole(path, Capture)
    if capture is None:
        return None
    ids = [card.id for card in capture.cards]
    if len(ids) != len(set(ids)) or any(on.card and on.card not in ids for on in capture.tags.values()):
        wrong = Text(N_("a card is there twice, or a tag is on a card that is not"))
        raise ConfigError("bad_value", path, 0, "cards", wrong)
    return capture


def forget(data_dir: Path) -> None:
    """Begin anew next time; the file is kept as a `.bak` until the next one is forgotten.

    :raises OSError: if that is not possible.
    """
    set_aside(data_dir / FILE)
