"""A Raspberry Pi in a folder, on which all is well until a test breaks something."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from companion.engine.program import ProgramError, ProgramFault, ProgramResult
from companion.engine.text import Text
from companion.tools.doctor.system import Disk
from drivers.discovery.probe import ProbeResult
from drivers.doctor.system import HardwareSystem
from drivers.pins import FactoryName, open_factory
from drivers.readers.ports import Port

INPUTS = """\
I: Bus=0018 Vendor=0000 Product=0000 Version=0000
N: Name="10-0038 generic ft5x06 (79)"
H: Handlers=mouse0 event2
B: PROP=2
B: ABS=2608000 3
"""
GROUPS = frozenset({"video", "render", "input", "audio", "dialout", "gpio"})
VERSIONS = {
    "kivy": "2.3.1", "gpiozero": "2.0.1.post3", "pyserial": "3.5", "numpy": "2.4.6", "msgspec": "0.22.0",
    "font-source-serif-pro": "0.0.1", "lgpio": "0.2.2.0", "infernal-companion": "0.1.0",
}  # fmt: skip
REQUIRES = [
    "kivy==2.3.1", "gpiozero==2.0.1.post3", "pyserial==3.5", "numpy<2.5,>=2.4", "msgspec==0.22.0",
    "font-source-serif-pro==0.0.1", 'lgpio==0.2.2.0; extra == "pi"',
]  # fmt: skip
FILES = {
    "proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.4\0",
    "dev/dri/card1": "",
    "sys/class/drm/card1-DSI-1/status": "connected\n",
    "proc/bus/input/devices": INPUTS,
    "dev/input/event2": "",
    "proc/asound/cards": " 0 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones\n                      more\n",
    "dev/snd/pcmC0D0p": "",
    "dev/gpiochip0": "",
    "dev/rtc0": "",
    "sys/devices/platform/soc/soc:firmware/get_throttled": "0\n",
    "boot/firmware/config.txt": "dtoverlay=vc4-kms-v3d\nenable_uart=1\n[all]\n",
    "boot/firmware/cmdline.txt": "console=tty1 root=PARTUUID=12-02 rootfstype=ext4 rootwait\n",
    "proc/1/comm": "systemd\n",
}


class Pretend(HardwareSystem):
    """What a test changes is an attribute: `closed` are paths that may not be opened, `taken` ports in use, ..."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        for name, text in FILES.items():
            self.write(name, text)
        self.closed: set[str] = set()
        self.no_serial: set[str] = set()
        self.name, self.has_groups, self.will_have = "pi", GROUPS, GROUPS
        self.versions, self.runs = dict(VERSIONS), (3, 11)
        self.variables: dict[str, str] = {}
        self.free, self.locked_root = 5_000_000_000, False
        self.unwritable = 0
        self.day = datetime(2031, 5, 6, 20, 15, tzinfo=UTC)
        self.port_error: Exception | None = None
        self.port: Port | None = None
        self.seeks: ProbeResult | None = ProbeResult()
        self.users: list[tuple[int, str]] | None = []
        self.pins_error: Exception | None = None
        self.answers: dict[str, ProgramResult] = {
            "kiosk.doctor.window": ProgramResult(0, '{"width": 800, "height": 480, "driver": "kmsdrm"}\n'),
            "kiosk.doctor.tone": ProgramResult(0, '{"driver": "alsa"}\n'),
        }

    def write(self, name: str, text: str) -> None:
        """A file of this machine."""
        path = self.root / name.lstrip("/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def remove(self, name: str) -> None:
        (self.root / name.lstrip("/")).unlink()

    def at(self, path: str | Path) -> Path:
        there = str(path)
        return Path(path) if there.startswith((str(self.root.parent), "/dev/pts")) else self.root / there.lstrip("/")

    def may(self, path: str | Path, how: str = "r") -> bool:
        return str(path) not in self.closed and super().may(path, how)

    def group_of(self, path: str | Path) -> str:
        return "dialout" if "tty" in str(path) else "gpio"

    def disk(self, path: str | Path) -> Disk:
        return Disk(self.free, str(path) == "/" and self.locked_root)

    def hindrance(self, folder: Path) -> int:
        return self.unwritable

    def user(self) -> str:
        return self.name

    def is_root(self) -> bool:
        return False

    def groups(self) -> frozenset[str]:
        return self.has_groups

    def enlisted(self, user: str) -> frozenset[str]:
        return self.will_have

    def known_groups(self) -> frozenset[str]:
        return GROUPS

    def run(self, command: Sequence[str], seconds: float = 4.0) -> ProgramResult:
        for word, answer in self.answers.items():
            if word in command:
                return answer
        raise ProgramError(command[0], ProgramFault.MISSING, Text("missing"))

    def holders(self, device: str) -> list[tuple[int, str]]:
        return self.users if self.users is not None else HardwareSystem().holders(device)

    def now(self) -> datetime:
        return self.day

    def changed(self, path: str | Path) -> datetime | None:
        return datetime(2030, 1, 1, tzinfo=UTC)

    def environ(self, name: str) -> str:
        return self.variables.get(name, "")

    def python(self) -> tuple[int, int]:
        return self.runs

    def version(self, package: str) -> str | None:
        return self.versions.get(package)

    def requires(self) -> list[str]:
        return list(REQUIRES)

    def is_serial(self, port: str) -> bool:
        return str(port) not in self.no_serial

    def open_port(self, port: str, baud: int) -> Port:
        if self.port_error is not None:
            raise self.port_error
        return self.port or super().open_port(port, baud)

    def seek(self, port: str, seconds: float) -> ProbeResult:
        return self.seeks if self.seeks is not None else super().seek(port, seconds)

    def open_factory(self, name: FactoryName) -> Any:
        if self.pins_error is not None:
            raise self.pins_error
        return open_factory("mock")
