"""One English sentence for each error of a backup, by code."""

from __future__ import annotations

from companion.engine.text import N_

REFUSALS: dict[str, str] = {
    "backup_missing": N_("There is no file {path}."),
    "backup_disk": N_("{path} cannot be read or written ({detail}). Nothing was changed."),
    "backup_disk_full": N_("There is not enough room for {path} ({detail}). Nothing was changed."),
    "backup_no_state": N_("There is no state folder {path}: nothing to back up."),
    "backup_not_one": N_("{path} is no backup of a companion ({detail}). Nothing was changed."),
    "backup_truncated": N_("{path} is not whole ({detail}). Nothing was changed."),
    "backup_newer": N_("{path} was made by a newer companion ({detail}). Update this one. Nothing was changed."),
    "backup_older": N_("{path} is of an older companion ({detail}): start the kiosk once. Nothing was changed."),
    "backup_locked": N_("Another program has locked {path} ({detail}). End it. Nothing was changed."),
    "backup_name": N_("{path} holds a file that must not be in it: {detail}. Nothing was changed."),
    "backup_kind": N_("{path} holds something that is no plain file: {detail}. Nothing was changed."),
    "backup_large": N_("{path} would unpack to too much ({detail}). Nothing was changed."),
    "backup_changed": N_("{path} is damaged: {detail} is not what was backed up. Nothing was changed."),
    "backup_journal": N_("The journal of {path} is damaged ({detail}). Nothing was changed."),
    "backup_mount": N_("{path} is a disk of its own and cannot be exchanged: let --data name a folder on it."),
}
