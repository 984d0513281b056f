"""config.txt and cmdline.txt of real machines: sections of other models, included files, a console on another port."""

from __future__ import annotations

import pytest

from drivers.config import ReaderConfig
from drivers.doctor import boot, uart
from tests.doctor.conftest import Visit

PI4, PI5, ZERO2 = "Raspberry Pi 4 Model B Rev 1.4", "Raspberry Pi 5 Model B Rev 1.0", "Raspberry Pi Zero 2 W Rev 1.0"
CONFIG = "boot/firmware/config.txt"


def _codes(visit: Visit, port: str = "/dev/ttyAMA0") -> list[str]:
    visit.system.write(port, "")
    return [
        finding.code for finding in uart.look(visit.system, [ReaderConfig(name="table", port=port, protocol="rdm6300")])
    ]


@pytest.mark.parametrize(
    ("model", "text", "on"),
    [
        (PI4, "[pi4]\nenable_uart=1\n[all]\n", True),
        (PI4, "[pi5]\nenable_uart=1\n[all]\n", False),
        (PI5, "[pi5]\nenable_uart=1\n", True),
        (PI4, "[none]\nenable_uart=1\n", False),
        (PI4, "[pi3]\n#\n[all]\nenable_uart=1\n", True),
        (PI4, "[pi4]\nenable_uart=1\n[all]\nenable_uart=0\n", False),
        (PI4, "enable_uart=0\n[pi4]\nenable_uart=1\n[cm5]\nenable_uart=0\n", True),
        (PI4, "[HDMI:0]\nenable_uart=1\n", True),
        (ZERO2, "[pi02]\nenable_uart=1\n", True),
        (ZERO2, "[pi0]\nenable_uart=1\n", True),
        (PI5, "dtparam=i2c_arm=on,uart0=on\n", True),
        (PI5, "dtparam=uart0=off\n", False),
        (PI4, "  #enable_uart=1\n", False),
    ],
)
def test_only_the_sections_of_this_model_count_and_the_last_word_wins(
    visit: Visit, model: str, text: str, on: bool
) -> None:
    visit.system.write("proc/device-tree/model", model + "\0")
    visit.system.write(CONFIG, text)
    assert ("uart_off" not in _codes(visit)) is on


def test_included_files_count_as_if_they_stood_there(visit: Visit) -> None:
    visit.system.write(CONFIG, "[pi5]\ninclude other.txt\n[all]\ninclude extra/uart.txt\nlast=1\n")
    visit.system.write("boot/firmware/extra/uart.txt", "enable_uart=1\ninclude uart.txt\n[pi5]\n")
    assert boot.boot_settings(visit.system, f"/{CONFIG}") == ["enable_uart=1"] * 4, (
        "the section goes on behind the file"
    )
    assert "uart_off" not in _codes(visit)


@pytest.mark.parametrize(
    ("cmdline", "port", "blamed"),
    [
        ("console=serial0,115200 console=tty1", "/dev/ttyAMA0", True),
        ("console=ttyAMA0,115200", "/dev/ttyAMA0", True),
        ("console=ttyAMA10,115200", "/dev/ttyAMA0", False),
        ("console=ttyAMA0,115200", "/dev/ttyAMA3", False),
        ("xconsole=ttyAMA0", "/dev/ttyAMA0", False),
    ],
)
def test_the_console_is_blamed_only_on_the_port_of_the_reader(
    visit: Visit, cmdline: str, port: str, blamed: bool
) -> None:
    visit.system.write("boot/firmware/cmdline.txt", cmdline)
    assert ("uart_console" in _codes(visit, port)) is blamed
