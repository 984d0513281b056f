"""`companion backup` and `companion restore`: what they say."""

from __future__ import annotations

from pathlib import Path

from companion.backup.make import make
from companion.backup.restore import restore
from companion.engine.wall import local_now
from companion.options import PACKAGED_CONFIG


def own(config: Path | None) -> Path | None:
    """The settings folder, if it is the owner's and not the one that came with the companion."""
    return None if config is None or config.resolve() == PACKAGED_CONFIG or not config.is_dir() else config


def backup(data: Path, config: Path | None, output: Path | None) -> None:
    """Write a backup and say where it is. `output` may be a folder.

    :raises BackupError: as `make`.
    """
    now = local_now()
    target = output or Path()
    if target.is_dir():
        target /= f"companion-{now:%Y-%m-%d-%H%M}.tar.gz"
    made = make(data, own(config), target.absolute(), now.isoformat(timespec="seconds"))
    size = sum(entry.size for entry in made.files.values())
    print(f"{target}: {len(made.files)} files, {size} bytes, {target.stat().st_size} packed")


def bring_back(data: Path, config: Path | None, source: Path) -> None:
    """Bring a backup back and say where the old state is.

    :raises BackupError: as `restore`.
    :raises JournalInUse: if a kiosk runs.
    """
    place = own(config)
    done = restore(source, data, place)
    print(f"{data}: {len(done.manifest.files)} files of {done.manifest.wall}")
    if done.state_kept is not None:
        print(f"what was there before: {done.state_kept}")
    if done.config_restored:
        print(f"settings: {place}" + (f" (before: {done.config_kept})" if done.config_kept else ""))
    elif config is not None and any(name.startswith("config/") for name in done.manifest.files):
        print("the settings (table.toml and others) were left as they are: not yours to change, or not your own")
