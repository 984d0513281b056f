"""The entry of a code: its group, its level, and the words for it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from companion.tools.doctor.finding import Severity

FindingGroup = Literal["screen", "readers", "pins", "sound", "system", "data"]
GROUPS: tuple[FindingGroup, ...] = ("screen", "readers", "pins", "sound", "system", "data")
"""In the order in which they are printed."""


BOOT = "/boot/firmware/config.txt"
"""The file with the hardware settings of a Raspberry Pi."""


class FindingWords(Struct, frozen=True):
    """English words with {facts}: what is found, why it matters, how to mend it. What is well needs only the first."""

    group: FindingGroup
    level: Severity
    what: str
    why: str = ""
    mend: str = ""
