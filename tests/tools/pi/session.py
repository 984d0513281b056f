"""What the steps of the proof share: the machine of the moment, the companion in it, and people's hands on both."""

from __future__ import annotations

import random
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from drivers.simulated.encoders import encode
from kiosk.window.picture import png_of_pixels
from tests.process.pictures import Picture
from tests.tools.pi.machine import Boot, Machine
from tests.tools.pi.patience import CLOCK, MachineError, until
from tests.tools.pi.roots import Disk
from tests.tools.pi.volatile_disk import VolatileDisk

PATIENCE_S = 120.0
"""An emulated processor on a busy machine."""
BOOT_S = 900.0
OFF = 0.01
"""The share of clearly different pixels up to which two pictures are the same: edges of letters are drawn otherwise."""
SAME_PAGE = 0.06
"""The share of clearly different pixels below which it is the same page; two pages differ by more than twice that."""
ANSWER_S = 8.0
"""So long people wait before they touch again."""
FRAME_S = 0.065
"""How often an RDM6300 repeats itself while a tag lies there."""
FRAMES = 3
"""So many of them are sent while a tag is held there shortly."""
SHORT_S = 0.12
"""How long a finger or a button stays down."""
SOUND_INDEX = "/var/lib/companion/state/sound/*/index.json"
UNIT = "/etc/systemd/system/companion.service"
CONTROL = "/etc/systemd/system/companion.service.d/control.conf"

BUTTONS = {"start": 0, "a": 1, "b": 2, "undo": 4}
LAMP = (5, 6, 7)
"""GPIO lines; 3 is the power key of the board."""
TABLE = f"""
[pins]
factory = "lgpio"
[panel]
{chr(10).join(f"{name} = {line}" for name, line in BUTTONS.items())}
[[lamps]]
red = {LAMP[0]}
green = {LAMP[1]}
blue = {LAMP[2]}
"""
READER = """
[[readers]]
name = "{name}"
port = "/dev/serial/by-id/usb-QEMU_QEMU_USB_SERIAL_reader{number}-if00-port0"
protocol = "rdm6300"
"""


class NotProven(Exception):
    """This machine cannot do what the step wants to see; the text says what is missing."""


class Session:
    """One run of the proof.

    :param out: where pictures, sound and the report go.
    :param cuts: how often the power is cut.
    :param steady: the guest's clock is that of its instructions (`Boot.steady`).
    """

    def __init__(
        self,
        emulator: tuple[list[str], dict[str, str]],
        disk: Disk,
        out: Path,
        say: Callable[[str], None],
        cuts: int,
        steady: bool = True,
    ) -> None:
        self.disk, self.out, self.say, self.cuts, self.steady = disk, out, say, cuts, steady
        self._emulator = emulator
        self._machine: Machine | None = None
        self._volatile: VolatileDisk | None = None
        self.image = out / "run/disk.img"
        self.card: Session | None = None
        """The same rig with a card in it (tests.tools.pi.image), once there is one; only one of both is on."""

    # -- power ---------------------------------------------------------------------------------------------

    @property
    def on(self) -> bool:
        """Whether a machine runs."""
        return self._machine is not None

    @property
    def machine(self) -> Machine:
        """The machine that runs; started with a fresh disk if there is none."""
        if self._machine is None:
            self.power_on()
            self.wait_for_kiosk()
        assert self._machine is not None
        return self._machine

    def power_on(self, fresh: bool = True, volatile: bool = False, **boot: Any) -> Machine:
        """Switch a machine on; the one before is switched off.

        :param fresh: with a new copy of the disk.
        :param volatile: the disk forgets what was not flushed when the power is cut.
        :param boot: of `Boot`: what differs.
        """
        self.power_off()
        self.image.parent.mkdir(parents=True, exist_ok=True)
        if fresh or not self.image.exists():
            _copy(self.disk.image, self.image)
        drive = f"file={self.image},format=raw,cache=writeback"
        if volatile:
            path = self.image.with_name("nbd")
            self._volatile = VolatileDisk(self.image, path)
            drive = f"driver=raw,file.driver=nbd,file.server.type=unix,file.server.path={path},cache.direct=off"
        words = Boot(self.disk.kernel, self.disk.initrd, drive, **{"steady": self.steady, **boot})
        machine = Machine(self._emulator, words, self.out / "run/machine")
        self._machine = machine
        machine.on()
        self.release_all()
        return machine

    def reboot(self, **boot: Any) -> Machine:
        """Another machine with the disk of the one that runs, whose file systems are closed before.

        :param boot: of `Boot`: what differs.
        """
        if self._machine is not None:
            self._machine.run("systemctl stop companion.service; sync; echo u >/proc/sysrq-trigger", 120)
        return self.power_on(fresh=False, **boot)

    def want(self, **boot: Any) -> Machine:
        """A machine with the companion on it: the one that runs if it has what is wanted, else another with its disk.

        :param boot: of `Boot`: what differs from the usual.
        """
        if self._machine is not None:
            runs = self._machine.boot
            usual = Boot(self.disk.kernel, self.disk.initrd, runs.drive, steady=self.steady)
            if replace(usual, **boot) == runs:
                return self._machine
        self.reboot(**boot)
        self.wait_for_kiosk()
        return self.machine

    def power_off(self) -> None:
        """Switch the machine off, if there is one."""
        if self.card is not None:
            self.card.power_off()
        machine, self._machine = self._machine, None
        if machine is not None:
            machine.off()
            _keep(machine, self.out)
        volatile, self._volatile = self._volatile, None
        if volatile is not None:
            volatile.close()

    close = power_off

    def power_cut(self, chance: random.Random, copy: Path) -> tuple[int, int]:
        """Pull the plug: how many blocks were not flushed, and how many of these reached the disk all the same.

        :param copy: gets what the disk holds then.
        """
        machine, self._machine = self._machine, None
        volatile, self._volatile = self._volatile, None
        assert machine is not None and volatile is not None
        machine.cut()
        _keep(machine, self.out)
        counts = volatile.cut(chance)
        _copy(self.image, copy)
        return counts

    def would_hold(self, chance: random.Random, copy: Path) -> tuple[int, int]:
        """The same without pulling the plug: `copy` gets what the disk would hold, and the machine goes on."""
        disk = self.volatile
        counts = disk.copy(copy, chance)
        disk.go_on()
        return counts

    @property
    def volatile(self) -> VolatileDisk:
        """The disk that forgets, of a machine that was switched on with it."""
        assert self._volatile is not None
        return self._volatile

    # -- the companion --------------------------------------------------------------------------------------

    def wait_for_kiosk(self) -> None:
        """Wait until its service is active: its window stands."""
        assert self._machine is not None
        machine = self._machine
        machine.ready(BOOT_S)
        until(lambda: machine.true("systemctl is-active companion.service"), "the companion is active", BOOT_S, 1.0)

    def wait_for_sound(self) -> str:
        """Wait until the sound is rendered, which happens once and takes the processor; its folder in the guest."""
        index = f"ls {SOUND_INDEX}"
        until(lambda: self.machine.true(index), "the sound, rendered once", BOOT_S, 3.0)
        return self.machine.run(f"dirname $({index})").splitlines()[0]

    def restart(self, table: str | None = None, settings: dict[str, Any] | None = None, state: bool = True) -> None:
        """Restart the companion with another table.toml or other settings, and a control channel to look into it.

        The channel shows what the table knows; what is done to the table is done through its devices.
        :param state: keep the games.
        """
        machine = self.machine
        machine.run("systemctl stop companion.service", 120)
        command = machine.run(f"sed -n 's/^ExecStart=//p' {UNIT}")
        machine.write(CONTROL, f"[Service]\nExecStart=\nExecStart={command} --control /run/companion/control\n")
        if not state:
            machine.run("find /var/lib/companion/state -mindepth 1 -maxdepth 1 ! -name 'sound*' -exec rm -r {} +")
        if table is not None:
            machine.write("/etc/companion/table.toml", table)
        if settings is not None:
            machine.write("/var/lib/companion/state/settings.json", msgspec.json.encode(settings))
            machine.run("chown companion: /var/lib/companion/state/settings.json")
        machine.run(
            "systemctl daemon-reload; systemctl reset-failed companion; systemctl start companion.service", 1200
        )
        until(self.answers, "the companion's control channel", PATIENCE_S, 0.5)

    def answers(self) -> bool:
        """Whether the control channel is there."""
        try:
            self.machine.control(games={})
        except MachineError:
            return False
        return True

    def ask(self, **request: Any) -> dict[str, Any]:
        """The answer of the table protocol, which must be a good one."""
        answer = self.machine.control(**request)
        if not answer["ok"]:
            raise MachineError(f"{request}: {answer['error']}")
        return answer

    @property
    def view(self) -> Any:
        """What everybody may see of the open game; None if there is none."""
        answer = self.machine.control(view={})
        if not answer["ok"] and answer["error"]["code"] == "no_game":
            return None
        return answer["view"]

    @property
    def prompt(self) -> Any:
        """What can be chosen in the open game."""
        return self.ask(view={})["prompt"]

    def sees(self, condition: Callable[[Any], object], what: str, seconds: float = PATIENCE_S) -> Any:
        """The first view of which it is so."""
        last: list[Any] = [None]

        def look() -> bool:
            last[0] = self.view
            return bool(condition(last[0]))

        until(look, what, seconds, 0.1)
        return last[0]

    # -- pictures ------------------------------------------------------------------------------------------

    def look(self) -> Picture:
        """What the display shows."""
        width, height, rgb = self.machine.screen()
        return Picture.of(np.frombuffer(rgb, np.uint8).reshape(height, width, 3))

    def keep(self, picture: Picture, name: str) -> Picture:
        """Write it to `name`.png."""
        width, height = picture.size
        rgba = np.full((height, width, 4), 255, np.uint8)
        rgba[..., :3] = picture.pixels
        (self.out / f"{name}.png").write_bytes(png_of_pixels(width, height, rgba.tobytes()))
        return picture

    def picture(self, name: str) -> Picture:
        """What the display shows, kept as `name`.png."""
        return self.keep(self.look(), name)

    def shows(
        self, condition: Callable[[Picture], object], what: str, seconds: float = PATIENCE_S, pause: float = 0.3
    ) -> Picture:
        """The first picture of which it is so."""
        found: list[Picture] = []

        def look() -> bool:
            found[:] = [self.look()]
            return bool(condition(found[0]))

        until(look, what, seconds, pause)
        return found[0]

    def still(self, name: str, seconds: float = 30.0, quiet: float = 0.4) -> Picture:
        """The first picture that is almost as the one `quiet` seconds before, kept as `name`.png.

        After `seconds` the last one: many things may have happened that the window has still to draw.
        """
        end = CLOCK() + seconds
        before = self.look()
        while CLOCK() < end:
            time.sleep(quiet)
            after = self.look()
            done = after.changed(before) < 0.002
            before = after
            if done:
                break
        return self.keep(before, name)

    def like(self, wanted: Picture, name: str) -> float:
        """Wait until the display shows `wanted`, and keep it as `name`.png; the share of clearly different pixels.

        :raises MachineError: if more than `OFF` stay different.
        """
        least, last = 1.0, self.look()

        def same() -> bool:
            nonlocal least, last
            last = self.look()
            least = min(least, last.changed(wanted))
            return least <= OFF

        try:
            until(same, name, PATIENCE_S, 0.5)
        except MachineError:
            raise MachineError(f"{name}: {least:.1%} of the picture is never as it is drawn here") from None
        finally:
            self.keep(last, name)
        return least

    # -- hands ---------------------------------------------------------------------------------------------

    def touch(self, x: float, y: float, finger: int = 0) -> None:
        """A finger on the glass, px of the display from its upper left corner, down and up."""
        with self.finger(x, y, finger):
            time.sleep(SHORT_S)

    def choose(
        self,
        x: float,
        y: float,
        done: Callable[[Any], object] | None = None,
        what: str = "",
        shows: Callable[[Picture, Picture], object] = lambda picture, before: picture.changed(before) > SAME_PAGE,
    ) -> None:
        """Touch until the view is as it should be; if nothing is said of the view, until another page is shown.

        As people do it: a touch that was not answered (what has just appeared is deaf) is made again.
        :param shows: of the picture and of the one before the touch.
        """
        before = self.still("now", 5) if done is None else None

        def answer() -> None:
            if before is not None:
                self.shows(lambda picture: shows(picture, before), what, ANSWER_S)
            elif done is not None:
                self.sees(done, what, ANSWER_S)

        unanswered = f"no finger was answered at {x:.0f}, {y:.0f}: {what or 'another picture'}"
        self._again(lambda: self.touch(x, y), answer, unanswered)

    def _again(self, act: Callable[[], object], answer: Callable[[], Any], unanswered: str) -> Any:
        """Do something until it is answered; the answer.

        :raises MachineError: with `unanswered`, if it never is.
        """
        end = CLOCK() + PATIENCE_S
        while CLOCK() < end:
            act()
            with suppress(MachineError):
                return answer()
        raise MachineError(unanswered)

    @contextmanager
    def finger(self, x: float, y: float, number: int = 0) -> Iterator[None]:
        """A finger that stays on the glass."""
        self.machine.fingers((number, x, y))
        try:
            yield
        finally:
            self.machine.lift(number)

    def tap(self, uid: str, done: Callable[[Any], object], what: str = "", reader: int = 0) -> Any:
        """A card is held to a reader, which repeats its frame, until the view is as it should be; that view.

        As people do it: a card that was not answered is held there again. It is not held there twice for one answer,
        which would take a picked pawn back.
        """
        named = what or uid
        held = partial(self.hold_card, uid, reader)
        return self._again(held, lambda: self.sees(done, named, ANSWER_S), f"the card {named} never came")

    def hold_card(self, uid: str, reader: int = 0) -> None:
        """A card is held to a reader shortly, and nobody waits for what comes of it."""
        for _ in range(FRAMES):
            self.machine.send(reader, encode("rdm6300", uid))
            time.sleep(FRAME_S)

    def press(self, line: int, seconds: float = SHORT_S) -> None:
        """A finger on a button, down and up: the contact goes to ground."""
        self.machine.line(line, False)
        time.sleep(seconds)
        self.machine.line(line, True)

    def push(self, button: str, done: Callable[[Any], object], what: str) -> Any:
        """A finger on a button, down until what comes of it is there; that view. As people do it: one that was not
        answered, as it has just got another meaning, is pressed again."""

        def answer() -> Any:
            try:
                return self.sees(done, what, ANSWER_S)
            finally:
                self.machine.line(BUTTONS[button], True)
                time.sleep(SHORT_S)

        pressed = partial(self.machine.line, BUTTONS[button], False)
        return self._again(pressed, answer, f"it never came: {what}, of the button {button}")

    def release_all(self) -> None:
        """No button is pressed: the lines are high, as a pull-up makes them."""
        for line in BUTTONS.values():
            self.machine.line(line, True)


def readers(*names: str) -> str:
    """The part of a table.toml with USB readers of these names."""
    return "".join(READER.format(name=name, number=number) for number, name in enumerate(names))


def _copy(source: Path, target: Path) -> None:
    """A copy that is as sparse as its source."""
    subprocess.run(["cp", "--sparse=always", "--reflink=auto", str(source), str(target)], check=True)


def _keep(machine: Machine, out: Path) -> None:
    """The sound and the console of a machine that was switched off."""
    for path, name in ((machine.wav, "sound.wav"), (machine.console, "console.log")):
        if path.exists():
            shutil.copy(path, out / name)
