"""config.txt of a Raspberry Pi as the firmware reads it: without the sections of other models, with `include`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from companion.tools.doctor.system import System

DEEPEST = 4
"""Files that include each other are followed so far."""
MODELS = {
    "pi1": r"(?:Raspberry Pi Model|Compute Module Rev)",
    "pi2": r"Raspberry Pi 2",
    "pi3": r"(?:Raspberry Pi 3|Compute Module 3)",
    "pi3+": r"Raspberry Pi 3 Model [AB] Plus",
    "pi4": r"(?:Raspberry Pi 4|Compute Module 4)",
    "pi400": r"Raspberry Pi 400",
    "pi5": r"(?:Raspberry Pi 5|Compute Module 5)",
    "pi500": r"Raspberry Pi 500",
    "cm1": r"Compute Module Rev",
    "cm3": r"Compute Module 3",
    "cm3+": r"Compute Module 3 Plus",
    "cm4": r"Compute Module 4 ",
    "cm4s": r"Compute Module 4S",
    "cm5": r"Compute Module 5",
    "pi0": r"Raspberry Pi Zero",
    "pi0w": r"Raspberry Pi Zero (?:W|2)",
    "pi02": r"Raspberry Pi Zero 2",
}
"""Section -> the models that it is for. Other kinds of sections ([HDMI:0], [gpio4=1]) are taken as ours."""


def boot_settings(system: System, path: str) -> list[str]:
    """What counts on this machine, one setting a line, in the order of the file."""
    return list(_BootReading(system).lines(path))


class _BootReading:
    def __init__(self, system: System) -> None:
        self._system = system
        self._model = system.model()
        self._ours = True

    def lines(self, path: str, depth: int = 0) -> Iterator[str]:
        """Sections go on over the borders of included files, as if all were one."""
        for raw in self._system.text(path).splitlines():
            line = raw.strip()
            section = re.fullmatch(r"\[(.*)\]", line)
            included = re.fullmatch(r"include\s+(\S+)", line)
            if section is not None:
                self._ours = self._is_ours(section[1].strip().lower())
            elif not self._ours or not line or line.startswith("#"):
                continue
            elif included is not None:
                if depth < DEEPEST:
                    yield from self.lines(str(PurePosixPath(path).parent / included[1]), depth + 1)
            else:
                yield line

    def _is_ours(self, section: str) -> bool:
        if section == "all":
            return True
        if section == "none":
            return False
        if section in MODELS:
            return re.search(MODELS[section], self._model) is not None
        return self._ours
