"""An emulated machine: QEMU, what is plugged into it, and the ways in and out of it.

`Machine` is QEMU's `virt` board with the processor of a Raspberry Pi 4. Its devices are those that the companion meets
on a real one, behind other chips: a display (virtio-gpu, KMS), a touchscreen (virtio-multitouch, evdev protocol B), USB
serial ports (an FTDI on xHCI), eight GPIO lines (PL061), a sound card (HDA, written to a WAV file).
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from tests.tools.pi.patience import CLOCK, MachineError, until

GPIO = 0x0903_0000
"""Physical address of the PL061 of the `virt` board."""
GPIO_DATA = GPIO + 0x3FC
"""All eight lines in one byte, line 0 the lowest bit."""
POWER_LINE = 3
"""The GPIO line that is the power key of the `virt` board."""
FAST = "-accel tcg,thread=multi,tb-size=512"
STEADY = "-accel tcg,thread=single,tb-size=512 -icount shift=0,sleep=on"
"""How QEMU runs the processors: each on a thread; or in turn, with 1 ns of the guest's time for each instruction."""
AXIS = 0x7FFF
"""The largest coordinate of QEMU's touchscreen, both ways."""
REVISION = "c03114"
"""A Raspberry Pi 4 with 4 GB: gpiozero reads it from the device tree."""
KEY_GAP_S = 0.02
"""Between two keys of a reader that types: QEMU keeps 16 events, and the guest fetches them each 10 ms."""
READERS = 2
"""USB serial ports, `reader0`, `reader1`."""
SLOTS = 3
"""PCI slots into which something may be plugged while the machine runs: `slot0`, `slot1` ..."""


class Lines:
    """JSON objects, one a line, on a Unix socket."""

    def __init__(self, path: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(str(path))
        self._waiting = b""

    def read(self, seconds: float) -> dict[str, Any]:
        """The next object.

        :param seconds: of `CLOCK`.
        :raises MachineError: if none comes in time, or the other end is gone.
        """
        end = CLOCK() + seconds
        while b"\n" not in self._waiting:
            self._socket.settimeout(max(0.01, end - CLOCK()))
            try:
                data = self._socket.recv(1 << 16)
            except TimeoutError:
                if CLOCK() < end:
                    continue
                raise MachineError(f"no answer in {seconds:.0f} s") from None
            except OSError as error:
                raise MachineError(f"the line broke: {error}") from error
            if not data:
                raise MachineError("the machine is gone")
            self._waiting += data
        line, self._waiting = self._waiting.split(b"\n", 1)
        return dict(json.loads(line))

    def write(self, value: object) -> None:
        self._socket.settimeout(30)
        try:
            self._socket.sendall(json.dumps(value).encode() + b"\n")
        except OSError as error:
            raise MachineError(f"the line broke: {error}") from error

    def close(self) -> None:
        self._socket.close()


@dataclass(frozen=True)
class Boot:
    """What a machine starts from. `drive`: QEMU's words for its disk, as `file=disk.img,format=raw`."""

    kernel: Path
    initrd: Path
    drive: str
    root: str = "root=/dev/vda rw"
    """The kernel's words for the root file system."""
    append: str = ""
    """More words for the kernel's command line."""
    more: tuple[str, ...] = ()
    """More words for QEMU."""
    size: tuple[int, int] = (800, 480)
    """Of the display, px."""
    touchscreen: bool = True
    """Whether one is there from the start."""
    sound: bool = True
    readers: int = READERS
    """How many USB serial ports are plugged in from the start."""
    steady: bool = True
    """The guest's clock counts its instructions: a busy host makes it slow, and no second of it longer."""


class Machine:
    """One QEMU process from power on to power off; what it writes goes to `folder`.

        with Machine(emulator, boot, folder) as machine:
            machine.run("systemctl is-system-running")

    :param emulator: the command that starts QEMU, with its environment (`tests.tools.pi.roots.emulator`).
    """

    def __init__(self, emulator: tuple[list[str], dict[str, str]], boot: Boot, folder: Path) -> None:
        self.boot, self.folder = boot, folder
        self.console = folder / "console.log"
        self.wav = folder / "sound.wav"
        self._emulator = emulator
        self._process: subprocess.Popen[bytes] | None = None
        self._fingers: dict[int, int] = {}
        self._tracking = 0
        self._asked = 0
        self._qtest: socket.socket | None = None
        self._gpio = ""
        self.agent: Lines | None = None
        self.release = ""
        """Of the guest's kernel, once its agent has answered."""

    # -- power ---------------------------------------------------------------------------------------------

    def __enter__(self) -> Machine:
        self.on()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.off()

    def on(self) -> None:
        """Switch it on. `ready` waits for the guest."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        command, environment = self._emulator
        self.started = time.monotonic()
        with (self.folder / "qemu.log").open("wb") as log:
            self._process = subprocess.Popen(
                ["setpriv", "--pdeathsig", "KILL", "nice", "-n", "5", *command, *self._words()],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env={**os.environ, **environment},
            )
        CLOCK.follow(self._process.pid)
        self._qmp = self._connect("qmp")
        self._qmp.read(30)
        self.qmp("qmp_capabilities")
        self.readers = [self._socket(f"reader{i}") for i in range(READERS)]
        self.agent = self._connect("agent")

    def _words(self) -> list[str]:
        """QEMU's command line."""
        boot, at = self.boot, self.folder
        width, height = boot.size
        words = f"""
            -M virt,gic-version=3,dumpdtb={at}/plain.dtb -cpu cortex-a72 -smp 2 -m 2048 -nodefaults -display none
        """.split()
        command, environment = self._emulator
        subprocess.run([*command, *words], check=True, capture_output=True, env={**os.environ, **environment})
        _as_a_pi(at / "plain.dtb", at / "pi.dtb")
        edid = "off" if height > width else "on"  # so the upright display was seen; its EDID was not tried since
        tree = f"""
            -M virt,gic-version=3 -cpu cortex-a72 -smp 2 -m 2048 {STEADY if boot.steady else FAST}
            -nodefaults -display none -no-reboot -dtb {at}/pi.dtb -kernel {boot.kernel} -initrd {boot.initrd}
            -drive if=none,id=disk,{boot.drive} -device virtio-blk-pci,drive=disk
            -qmp unix:{at}/qmp,server=on,wait=off -qtest unix:{at}/qtest,server=on,wait=off -qtest-log none
            -serial file:{self.console} -device virtio-rng-pci -device virtio-keyboard-pci
            -device virtio-serial-pci -chardev socket,id=agent,path={at}/agent,server=on,wait=off
            -device virtserialport,chardev=agent,name=prove
            -device virtio-gpu-pci,id=display,xres={width},yres={height},max_outputs=1,edid={edid}
            -device qemu-xhci,id=usb
            -audiodev wav,id=card,path={self.wav},out.frequency=48000,out.channels=2
        """.split()
        for i in range(SLOTS):
            tree += ["-device", f"pcie-root-port,id=slot{i},chassis={i + 1}"]
        for i in range(READERS):
            tree += ["-chardev", f"socket,id=reader{i},path={at}/reader{i},server=on,wait=off"]
            if i < boot.readers:
                tree += ["-device", f"usb-serial,{reader_words(i)}"]
        if boot.touchscreen:
            tree += ["-device", "virtio-multitouch-pci,id=touchscreen,bus=slot0"]
        if boot.sound:
            tree += ["-device", "intel-hda", "-device", "hda-output,audiodev=card"]
        said = "quiet vt.global_cursor_default=0 consoleblank=0 console=tty1"
        return [*tree, *boot.more, "-append", f"{boot.root} console=ttyAMA0,115200 {said} {boot.append}".strip()]

    def _connect(self, name: str) -> Lines:
        until(lambda: (self.folder / name).exists() or self._gone(), f"QEMU's socket {name}", 60, 0.05)
        return Lines(self.folder / name)

    def _socket(self, name: str) -> socket.socket:
        line = socket.socket(socket.AF_UNIX)
        line.connect(str(self.folder / name))
        return line

    def _gone(self) -> bool:
        """False while QEMU runs.

        :raises MachineError: if it has ended.
        """
        if self._process is not None and self._process.poll() is not None:
            said = (self.folder / "qemu.log").read_text(errors="replace").strip()
            raise MachineError(f"QEMU ended with status {self._process.returncode}: {said[-500:]}")
        return False

    @property
    def seconds(self) -> float:
        """Since power on."""
        return time.monotonic() - self.started

    def ready(self, seconds: float) -> str:
        """Wait for the guest's agent; the guest's kernel release."""
        assert self.agent is not None
        end = CLOCK() + seconds
        while not self.release:
            self._gone()
            with contextlib.suppress(MachineError):
                self.release = str(self.agent.read(2)["hello"])
                break
            if CLOCK() > end:
                said = self.console.read_text(errors="replace")[-800:] if self.console.exists() else ""
                raise MachineError(f"the guest did not start in {seconds:.0f} s; its console ends with:\n{said}")
        return self.release

    def cut(self) -> None:
        """The power is cut: nothing is written any more."""
        self._end(signal.SIGKILL)

    def off(self) -> None:
        """Switch it off without asking the guest; its sound file is closed properly. May be called twice."""
        with contextlib.suppress(MachineError):
            if self._process is not None and self._process.poll() is None:
                self._qmp.write({"execute": "quit"})
                self._process.wait(20)
        self._end(signal.SIGKILL)

    def shut_down(self, seconds: float = 180) -> None:
        """Ask the guest to power off, and wait for it.

        :raises MachineError: if it does not.
        """
        process = self._process
        assert process is not None
        self.qmp("system_powerdown")
        until(lambda: process.poll() is not None, "the guest's power off", seconds)
        self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.send_signal(how)
        process.wait()
        CLOCK.follow(None)
        for line in [*getattr(self, "readers", ()), self.agent, self._qmp, self._qtest]:
            if line is not None:
                line.close()
        self._qtest = None

    # -- QEMU's own doors ------------------------------------------------------------------------------------

    def qmp(self, command: str, **arguments: Any) -> Any:
        """The answer of QEMU's monitor.

        :raises MachineError: if it refuses.
        """
        self._qmp.write({"execute": command, "arguments": arguments} if arguments else {"execute": command})
        while True:
            answer = self._qmp.read(60)
            if "return" in answer:
                return answer["return"]
            if "error" in answer:
                raise MachineError(f"{command}: {answer['error']['desc']}")

    def plug(self, device: str, **properties: Any) -> None:
        """Plug a device in; `id` names it."""
        named = {key.replace("_", "-"): value for key, value in properties.items()}
        self.qmp("device_add", driver=device, **named)

    def plug_disk(self, name: str, image: Path, slot: str) -> None:
        """Put another disk into a PCI slot."""
        drive = {"driver": "file", "filename": str(image)}
        self.qmp("blockdev-add", **{"node-name": name, "driver": "raw", "file": drive})
        self.plug("virtio-blk-pci", id=name, drive=name, bus=slot)

    def plug_reader(self, number: int) -> None:
        """Plug a card reader's USB cable in."""
        words = dict(word.split("=") for word in reader_words(number).split(","))
        self.plug("usb-serial", **words)

    def unplug(self, name: str) -> None:
        """Pull a device out."""
        self.qmp("device_del", id=name)

    def qtest(self, command: str) -> str:
        """The answer of QEMU's test door."""
        if self._qtest is None:
            self._qtest = self._socket("qtest")
            self._qtest.settimeout(30)
        self._qtest.sendall(command.encode() + b"\n")
        said = b""
        while not said.endswith(b"\n"):
            said += self._qtest.recv(4096)
        answer = said.decode().strip()
        if not answer.startswith("OK"):
            raise MachineError(f"qtest {command}: {answer}")
        return answer.removeprefix("OK").strip()

    # -- the guest ---------------------------------------------------------------------------------------------

    def _ask(self, seconds: float, **request: Any) -> dict[str, Any]:
        assert self.agent is not None
        self._asked += 1
        self.agent.write({**request, "id": self._asked})
        while True:
            answer = self.agent.read(seconds)
            if answer.pop("id", None) not in (None, self._asked):
                continue  # the answer to a question that was given up
            if "error" in answer:
                raise MachineError(f"agent: {answer['error']}")
            if "hello" not in answer:
                return answer

    def run(self, command: str, seconds: float = 120, check: bool = True) -> str:
        """What a shell command of the guest's root says.

        :raises MachineError: if its status is not 0 and `check`.
        """
        answer = self._ask(seconds + 30, run=command, timeout=seconds)
        said = str(answer["output"]).strip()
        if check and answer["status"] != 0:
            raise MachineError(f"{command}: status {answer['status']}: {said[-600:]}")
        return said

    def true(self, command: str, seconds: float = 60) -> bool:
        """Whether a shell command of the guest's root ends with status 0."""
        return int(self._ask(seconds + 30, run=command, timeout=seconds)["status"]) == 0

    def read(self, path: str) -> bytes:
        """A file of the guest."""
        return base64.b64decode(self._ask(120, read=path)["data"])

    def write(self, path: str, data: bytes | str) -> None:
        """Put a file into the guest; it belongs to root."""
        body = data.encode() if isinstance(data, str) else data
        self._ask(120, write=path, data=base64.b64encode(body).decode())

    def uptime(self) -> float:
        """The guest's own seconds since its start."""
        return float(self.read("/proc/uptime").split()[0])

    def control(self, seconds: float = 60, **request: Any) -> dict[str, Any]:
        """The answer of the companion's control channel, good or not."""
        return dict(self._ask(seconds, control=request)["answer"])

    def tell(self, **request: Any) -> None:
        """A request on the companion's control channel whose answer nobody waits for."""
        self._ask(60, tell=request)

    # -- the display and the touchscreen -------------------------------------------------------------------------

    def screen(self) -> tuple[int, int, bytes]:
        """Width and height in px of what the display shows, and its RGB pixels, the top row first."""
        path = self.folder / "screen.ppm"
        self.qmp("screendump", filename=str(path))
        return _ppm(path.read_bytes())

    def fingers(self, *places: tuple[int, float, float]) -> None:
        """Put fingers down or move them, in one frame: number of the finger, px from the upper left corner."""
        events: list[dict[str, Any]] = []
        down = bool(self._fingers)
        for number, x, y in places:
            kind = "update" if number in self._fingers else "begin"
            if kind == "begin":
                self._tracking += 1
                self._fingers[number] = self._tracking
            at = {"slot": number, "tracking-id": self._fingers[number]}
            events.append(_mtt(kind, at))
            for axis, px, length in zip("xy", (x, y), self.boot.size, strict=True):
                events.append(_mtt("data", at, axis, round(px * AXIS / length)))
        if not down:
            events.append({"type": "btn", "data": {"down": True, "button": "touch"}})
        self.qmp("input-send-event", events=events)

    def lift(self, *numbers: int) -> None:
        """Lift fingers, in one frame."""
        events = []
        for number in numbers:
            del self._fingers[number]
            events.append(_mtt("end", {"slot": number, "tracking-id": -1}))
        if not self._fingers:
            events.append({"type": "btn", "data": {"down": False, "button": "touch"}})
        self.qmp("input-send-event", events=events)

    def type_line(self, text: str, gap_s: float = KEY_GAP_S) -> None:
        """A USB reader that types: capitals and figures, then Enter; it was plugged in with `display="display"`, by
        which QEMU tells it from the machine's own keyboard."""
        for sign in (*text, "\n"):
            code = "ret" if sign == "\n" else sign.lower()
            down: list[dict[str, Any]] = [_key(code, True), _key(code, False)]
            self.qmp(
                "input-send-event",
                device="display",
                events=[_key("shift", True), *down, _key("shift", False)] if sign.isupper() else down,
            )
            time.sleep(gap_s)

    # -- serial ports and GPIO lines -------------------------------------------------------------------------------

    def send(self, reader: int, data: bytes) -> None:
        """Bytes that a card reader sends."""
        self.readers[reader].sendall(data)

    def line(self, number: int, high: bool) -> None:
        """Set the level of a GPIO line from outside. Line 3 is the board's power key."""
        if not self._gpio:
            parts = self.qmp("qom-list", path="/machine/unattached")
            self._gpio = next(f"/machine/unattached/{p['name']}" for p in parts if p["type"] == "child<pl061>")
        self.qtest(f"set_irq_in {self._gpio} unnamed-gpio-in {number} {int(high)}")

    def levels(self) -> int:
        """The levels of all eight GPIO lines, line 0 the lowest bit, read from the chip."""
        return int(self.qtest(f"readl {GPIO_DATA:#x}"), 16) & 0xFF


def reader_words(number: int) -> str:
    """QEMU's words for a USB serial port; its name in /dev/serial/by-id ends with `reader{number}-if00-port0`."""
    return f"chardev=reader{number},id=reader{number},serial=reader{number},bus=usb.0"


def _key(code: str, down: bool) -> dict[str, Any]:
    """An event of QEMU's for a key of a keyboard."""
    return {"type": "key", "data": {"down": down, "key": {"type": "qcode", "data": code}}}


def _mtt(kind: str, at: dict[str, int], axis: str = "x", value: int = 0) -> dict[str, Any]:
    return {"type": "mtt", "data": {"type": kind, **at, "axis": axis, "value": value}}


def _as_a_pi(plain: Path, wanted: Path) -> None:
    """The board's device tree with the revision code of a Raspberry Pi, by which gpiozero knows its pins."""
    shutil.copy(plain, wanted)
    for words in (["-c", str(wanted), "/system"], ["-t", "x", str(wanted), "/system", "linux,revision", REVISION]):
        subprocess.run(["fdtput", *words], check=True, capture_output=True)


def _ppm(data: bytes) -> tuple[int, int, bytes]:
    kind, size, most, pixels = data.split(b"\n", 3)
    assert (kind, most) == (b"P6", b"255"), data[:20]
    width, height = map(int, size.split())
    return width, height, pixels
