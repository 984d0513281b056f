"""The device tree for QEMU's Raspberry Pi 4: what has to be taken out is, and nothing else."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.tools.pi.board import BLUETOOTH, UNDRAWN, as_emulated


def tree(folder: Path) -> Path:
    """A device tree with the nodes of that board, and a card slot."""
    under_soc = [path.removeprefix("/soc/") for path in UNDRAWN if path.startswith("/soc/")]
    nodes = " ".join(f'{name} {{ status = "okay"; }};' for name in (*under_soc, "mmc@7e300000"))
    serial, child = BLUETOOTH.removeprefix("/soc/").split("/")
    source = f'/dts-v1/; / {{ gpu {{ }}; soc {{ {nodes} {serial} {{ status = "okay"; {child} {{ }}; }}; }}; }};'
    made = folder / "pi4.dtb"
    subprocess.run(["dtc", "-q", "-O", "dtb", "-o", made, "-"], input=source, text=True, check=True)
    return made


def asked(*words: str | Path) -> str:
    """What fdtget says."""
    return subprocess.run(["fdtget", *words], capture_output=True, text=True, check=True).stdout.strip()


def test_the_parts_that_are_not_emulated_are_off(tmp_path: Path) -> None:
    made = tree(tmp_path)
    as_emulated(made)
    for node in UNDRAWN:
        assert asked(made, node, "status") == "disabled", node
    serial = BLUETOOTH.rpartition("/")[0]
    assert asked("-l", made, serial) == ""
    for node in (serial, "/soc/mmc@7e300000"):
        assert asked(made, node, "status") == "okay", node
