"""The enrolment as a file of the state folder, written after every tap, so that it can be resumed on any evening."""

from __future__ import annotations

from pathlib import Path

import msgspec

from companion.engine.atomic_file import read_whole, set_file_aside, write_whole
from companion.engine.config import ConfigError
from companion.engine.text import N_, Facts, Text
from companion.tools.enrol.state import Enrolment


def file_of(game: str, data_dir: Path) -> Path:
    """Return where it is, or would be."""
    return data_dir / f"enrolment_{game}.json"


def save(enrolment: Enrolment, data_dir: Path) -> None:
    """Keep it, whole.

    :raises OSError: if that is not possible; then what was kept before is still there.
    """
    write_whole(file_of(enrolment.game, data_dir), msgspec.json.format(msgspec.json.encode(enrolment)) + b"\n")


def saved_enrolment(game: str, data_dir: Path) -> Enrolment | None:
    """Return what was saved; None if nothing was.

    :raises ConfigError: if it cannot be used. It is left as it is; `forget_enrolment` clears the way.
    """
    path = file_of(game, data_dir)
    e = read_whole(path, Enrolment)
    if e is None:
        return None
    check_enrolment(e, path, game)
    return e


def check_enrolment(enrolment: Enrolment, path: Path, game: str) -> None:
    """
    :raises ConfigError: if it is of another game, or a tag is on two cards.
    """
    if enrolment.game != game:
        other = Text(N_("this is an enrolment of {word}, not of {other}"), {"word": enrolment.game, "other": game})
        raise ConfigError("bad_value", path, 0, "game", other)
    seen: dict[str, str] = {}
    for slot, record in enrolment.records.items():
        if record.slot != slot:
            told = Text(N_("it says {word}"), {"word": record.slot})
            raise ConfigError("bad_value", path, 0, f"records.{slot}.slot", told)
        for tag in record.tags:
            if tag.uid in seen:
                facts: Facts = {"word": tag.uid, "one": seen[tag.uid], "other": slot}
                both = Text(N_("the tag {word} is on {one} and on {other}"), facts)
                raise ConfigError("bad_value", path, 0, f"records.{slot}.tags", both)
            seen[tag.uid] = slot


def forget_enrolment(game: str, data_dir: Path) -> None:
    """Begin anew next time; the file is kept as a `.bak` until the next one is forgotten.

    :raises OSError: if that is not possible.
    """
    set_file_aside(file_of(game, data_dir))
