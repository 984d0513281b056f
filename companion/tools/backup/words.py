"""One English sentence for each error of a backup, by code."""

from __future__ import annotations

REFUSALS: dict[str, str] = {
    "backup_missing": "There is no file {path}.",
    "backup_disk": "{path} cannot be read or written ({detail}). Nothing was changed.",
    "backup_disk_full": "There is not enough room for {path} ({detail}). Nothing was changed.",
    "backup_no_state": "There is no state folder {path}: nothing to back up.",
    "backup_not_one": "{path} is no backup of a companion ({detail}). Nothing was changed.",
    "backup_truncated": "{path} is not whole ({detail}). Nothing was changed.",
    "backup_newer": "{path} was made by a newer companion ({detail}). Update this one. Nothing was changed.",
    "backup_older": "{path} is of an older companion ({detail}): start the kiosk once. Nothing was changed.",
    "backup_locked": "Another program has locked {path} ({detail}). End it. Nothing was changed.",
    "backup_name": "{path} holds a file that must not be in it: {detail}. Nothing was changed.",
    "backup_kind": "{path} holds something that is no plain file: {detail}. Nothing was changed.",
    "backup_large": "{path} would unpack to too much ({detail}). Nothing was changed.",
    "backup_changed": "{path} is damaged: {detail} is not what was backed up. Nothing was changed.",
    "backup_journal": "The journal of {path} is damaged ({detail}). Nothing was changed.",
    "backup_mount": "{path} is a disk of its own and cannot be exchanged: let --data name a folder on it.",
}
