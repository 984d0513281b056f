"""QEMU's own Raspberry Pi 4 with the card image in its slot: how far the image starts on the real board's chips.

QEMU has of that board the processor, the interrupt controller, the serial port and the card slot; not PCIe (USB), the
network, HDMI, and what vc4 drives. So there is no picture, no finger and no agent: what is told comes from the console.
QEMU itself takes some of the missing parts out of the device tree; `UNDRAWN` are others, whose drivers end the kernel.
"""

from __future__ import annotations

import os
import re
import subprocess
import time
from pathlib import Path

from tests.tools.pi.card import MIB, START_MIB
from tests.tools.pi.image import find_card
from tests.tools.pi.patience import CLOCK
from tests.tools.pi.session import NotProven, Session
from tests.tools.pi.steps import step

CARD_BYTES = 4 << 30
"""QEMU wants a power of two."""
SILENCE_S, LONGEST_S = 240.0, 1200.0
CONSOLE = "earlycon=pl011,mmio32,0xfe201000 console=ttyAMA1,115200 console=ttyAMA0,115200"
MORE = "keep_bootcon systemd.show_status=true systemd.log_target=kmsg systemd.journald.forward_to_console=0 loglevel=7"
END = re.compile(r"Startup finished|companion\.service: .*(?:failed|Deactivated)|Kernel panic")
UNDRAWN = (
    *("/soc/interrupt-controller@7ef00100", "/soc/clock@7ef00000", "/soc/i2c@7ef04500", "/soc/i2c@7ef09500"),
    *("/soc/hdmi@7ef00700", "/soc/hdmi@7ef05700", "/soc/hvs@7e400000", "/gpu"),
)
"""Nodes of the device tree for HDMI: QEMU has nothing at their addresses, and the kernel panics when it reads there."""
BLUETOOTH = "/soc/serial@7e201000/bluetooth"
"""Takes the serial port on a real board, which is the console here."""
STAGES = {
    "kernel": r"Booting Linux on physical CPU",
    "the board's name": r"Machine model: Raspberry Pi 4",
    "initramfs": r"Run /init as init process",
    "card slot": r"mmcblk0: ",
    "root": r"EXT4-fs \(mmcblk\dp2\): mounted",
    "systemd": r"systemd\[1\]: systemd \d+",
    "last partition": r"EXT4-fs \(mmcblk\dp3\): mounted",
    "start-up picture's unit": r"companion-splash\.service|Infernal Companion \(start-up picture\)",
    "kiosk's unit": r"Starting companion\.service|Started companion\.service",
}


def as_emulated(tree: Path) -> None:
    """Take out of a Raspberry Pi 4's device tree what QEMU's board has not."""
    for node in UNDRAWN:
        subprocess.run(["fdtput", "-t", "s", tree, node, "status", "disabled"], check=True)
    subprocess.run(["fdtput", "-r", tree, BLUETOOTH], check=True)


@step("raspi4b", "QEMU's Raspberry Pi 4 starts the card image, as far as QEMU carries it")
def raspi4b(session: Session) -> str:
    session.power_off()
    card = find_card()
    folder = session.out / "run/raspi4b"
    folder.mkdir(parents=True, exist_ok=True)
    slot, tree, console = folder / "card.img", folder / "pi4.dtb", folder / "console.log"
    subprocess.run(["cp", "--sparse=always", "--reflink=auto", card.image, slot], check=True)
    os.truncate(slot, CARD_BYTES)
    quiet = {**os.environ, "MTOOLS_SKIP_CHECK": "1"}
    drive = f"{card.image}@@{START_MIB * MIB}"
    for name, target in (("bcm2711-rpi-4-b.dtb", tree), ("cmdline.txt", folder / "cmdline.txt")):
        subprocess.run(["mcopy", "-n", "-o", "-i", drive, f"::{name}", target], check=True, env=quiet)
    as_emulated(tree)
    own = (folder / "cmdline.txt").read_text().replace("console=tty1", "").replace("quiet", "").split()
    command, environment = session._emulator
    append = " ".join([*own, CONSOLE, MORE])
    words = f"""
        -M raspi4b -m 2G -smp 4 -nodefaults -display none -no-reboot -kernel {card.kernel} -initrd {card.initrd}
        -dtb {tree} -drive if=sd,format=raw,file={slot} -serial file:{console}
    """.split()
    begun = time.monotonic()
    with (folder / "qemu.log").open("wb") as log:
        process = subprocess.Popen(
            ["setpriv", "--pdeathsig", "KILL", "nice", "-n", "5", *command, *words, "-append", append],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            env={**os.environ, **environment},
        )
    CLOCK.follow(process.pid)
    try:
        said, heard = "", CLOCK()
        end = heard + LONGEST_S
        while CLOCK() < min(heard + SILENCE_S, end):
            time.sleep(2)
            if process.poll() is not None:
                break
            now = console.read_text(errors="replace") if console.exists() else ""
            if now != said:
                said, heard = now, CLOCK()
            if END.search(said):
                break
    finally:
        process.kill()
        process.wait()
        CLOCK.follow(None)
    seconds = time.monotonic() - begun
    (session.out / "raspi4b.log").write_text(said, encoding="utf-8")
    reached = [name for name, sign in STAGES.items() if re.search(sign, said)]
    last = next((line.strip() for line in reversed(said.splitlines()) if line.strip()), "nothing")
    wrong = (folder / "qemu.log").read_text(errors="replace").strip()[-200:]
    told = f"after {seconds:.0f} s: {', '.join(reached) or 'nothing'}; the console ends with: {last[:160]}"
    assert reached, f"{told} {wrong}"
    raise NotProven(f"no picture there, so no kiosk; {told}")
