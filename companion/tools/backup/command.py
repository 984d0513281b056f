"""`companion backup` and `companion restore`: what they say."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from companion.engine.update import Notice
from companion.engine.wall import local_now
from companion.options import PACKAGED_CONFIG
from companion.spoken import say as _
from companion.tools.backup.make import KEY_FILES, make_backup
from companion.tools.backup.manifest import STATE
from companion.tools.backup.restore import restore, restore_settings


def own_settings(config: Path | None) -> Path | None:
    """Return the settings folder, if it is the owner's and not the one that came with the companion."""
    return None if config is None or config.resolve() == PACKAGED_CONFIG or not config.is_dir() else config


def backup(data: Path, config: Path | None, target: Path, key: bool = True) -> list[Notice]:
    """Write a backup and print where it is; return the notices about it.

    :param key: whether the owner's key and the link's settings go with it.
    :raises BackupError: as `make_backup`.
    """
    now = local_now()
    told: list[Notice] = []
    made = make_backup(
        data, own_settings(config), target.absolute(), now.isoformat(timespec="seconds"), told.append, key
    )
    size = sum(entry.size for entry in made.files.values())
    print(_("{path}: {files} files, {size} bytes").format(path=target, files=len(made.files), size=size))
    if not key and any((data / name).exists() for name in KEY_FILES):
        print(_("without the owner's key and the link's settings: keep the key's letters, a restore asks for them"))
    elif f"{STATE}/{KEY_FILES[0]}" in made.files:
        print(_("with the owner's key: whoever has this file can read all your games (--without-key leaves it out)"))
    return told


def default_name(now: datetime) -> Path:
    """Return the default name of a backup."""
    return Path(f"companion-{now:%Y-%m-%d-%H%M}.tar.gz")


def bring_back(data: Path, source: Path) -> None:
    """Bring the state of a backup back and say where the old one is.

    :raises BackupError: as `restore`.
    :raises JournalInUse: if a kiosk runs.
    """
    manifest, kept = restore(source, data)
    print(_("{path}: {files} files of {wall}").format(path=data, files=len(manifest.files), wall=manifest.wall))
    if kept is not None:
        print(_("what was there before: {path}").format(path=kept))


def bring_settings_back(config: Path, source: Path) -> None:
    """Bring the settings of a backup back, if it has any, and say where the old ones are.

    :raises BackupError: as `restore_settings`.
    """
    place = own_settings(config)
    if place is None:
        return
    done, kept = restore_settings(source, place)
    if done == "done":
        print(_("settings: {path}").format(path=place))
        if kept:
            print(_("what was there before: {path}").format(path=kept))
    elif done == "not_yours":
        print(_("the settings (table.toml and others) were left as they are: not yours to change"))
