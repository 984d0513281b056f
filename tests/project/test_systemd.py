"""The units and device rules of the Pi, as far as a machine that is no Pi can judge them."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

SYSTEMD = Path(__file__).resolve().parents[2] / "systemd"
UNITS = sorted((SYSTEMD / "units").iterdir())
KIOSK = SYSTEMD / "units/companion.service"
DESKTOP = SYSTEMD / "units/companion-desktop.service"
RULES = sorted((SYSTEMD / "udev").iterdir())


def text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def test_nothing_is_forgotten_here() -> None:
    assert [unit.name for unit in UNITS] == [
        "companion-desktop.service",
        "companion-hub.service",
        "companion-link.path",
        "companion-link.service",
        "companion-splash.service",
        "companion-stick@.service",
        "companion-web.path",
        "companion-web.service",
        "companion.service",
        "companion.target",
    ]
    assert len(RULES) == 3


def test_systemd_finds_nothing_to_say_about_any_unit(tmp_path: Path) -> None:
    """It exits with 0 on an unknown key: any word of it is a failure. The program is not installed here."""
    copies = {}
    for unit in UNITS:
        copy = tmp_path / unit.name.replace("@.", "@sda1.")
        copy.write_text(re.sub(r"^(Exec\w+=-?)/opt/\S+", r"\1/bin/true", text(unit), flags=re.MULTILINE))
        copies[copy] = "--user" if unit == DESKTOP else "--system"
    for how in ("--system", "--user"):
        mine = [copy for copy, its in copies.items() if its == how]
        command = ["systemd-analyze", how, "verify", *mine]
        env = {**os.environ, "XDG_RUNTIME_DIR": str(tmp_path)}
        said = subprocess.run(command, capture_output=True, text=True, check=False, env=env)
        words = [line for line in (said.stdout + said.stderr).splitlines() if "companion" in line]
        assert (words, said.returncode) == ([], 0), "of other units of this machine it may say what it likes"


@pytest.mark.parametrize(
    ("name", "limit"),
    [
        ("units/companion.service", 1.0),  # 0.9 with systemd 252
        ("units/companion-splash.service", 1.0),  # 0.7 and 0.5
        ("units/companion-web.service", 2.0),  # 1.5: it listens at the network
        ("units/companion-link.service", 2.0),  # 1.5: it talks to the broker
        ("units/companion-hub.service", 2.0),  # 1.2: it talks to the broker, and shows the wall
        (
            "units/companion-stick@.service",
            4.5,
        ),  # 4.1: it mounts a stick for everybody, which no mount namespace allows
        ("image/units/companion-state.service", 4.0),  # 3.7: the same for the card
        ("image/units/companion-machine.service", 3.0),  # 2.5
        ("image/units/companion-request.service", 3.0),  # 2.4
    ],
)
def test_a_unit_is_shut_in_well(name: str, limit: float) -> None:
    """The exposure of 10, by systemd's own reckoning. A user's unit (the desktop's) cannot be shut in like that."""
    said = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", f"--threshold={limit * 10:.0f}", SYSTEMD / name],
        capture_output=True,
        text=True,
        check=False,
    )
    assert said.returncode == 0, said.stdout[-400:]


@pytest.mark.parametrize("unit", [KIOSK, DESKTOP], ids=lambda unit: unit.name)
def test_a_unit_watches_the_program(unit: Path) -> None:
    for line in ("Type=notify", "NotifyAccess=main", "WatchdogSec=30", "StartLimitBurst=10", "UMask=0077"):
        assert re.search(f"^{line}$", text(unit), re.MULTILINE), line


@pytest.mark.parametrize(("kind", "driver"), [("alsa", "snd"), ("ttyUSB", "usbserial"), ("ttyACM", "cdc_acm")])
def test_what_is_plugged_in_later_has_its_driver_loaded_before(kind: str, driver: str) -> None:
    """systemd looks a kind of device up in /proc/devices once, when the unit starts (seen by make prove-pi)."""
    assert re.search(f"^DeviceAllow=char-{kind} rw$", text(KIOSK), re.MULTILINE)
    for line in ("Wants", "After"):
        assert re.search(f"^{line}=.*\\bmodprobe@{driver}\\.service", text(KIOSK), re.MULTILINE), line


def test_the_kiosk_is_one_with_its_target() -> None:
    for line in ("Restart=always", "User=companion", "PrivateNetwork=yes", "PartOf=companion.target"):
        assert re.search(f"^{line}$", text(KIOSK), re.MULTILINE), line
    assert re.search(r"^WantedBy=companion\.target$", text(KIOSK), re.MULTILINE)
    assert re.search(r"^WantedBy=multi-user\.target$", text(SYSTEMD / "units/companion.target"), re.MULTILINE)


def test_the_scripts_make_what_the_units_name() -> None:
    places, release = text(SYSTEMD / "places.sh"), text(SYSTEMD / "release.sh")
    program = re.search(
        r"^ExecStart=(/opt/companion)/current/bin/companion kiosk --data (/var/lib/companion)/state --config (\S+)"
        r" --pages (/run/companion)/pages\.sock --link /run/companion/link\.sock$",
        text(KIOSK),
        re.MULTILINE,
    )
    assert program
    for name, place in zip(("app", "state", "settings"), program.groups()[:3], strict=True):
        assert re.search(rf"^{name}=\$root{place}\b", places, re.MULTILINE)
    groups = re.search(r"^SupplementaryGroups=(.*)$", text(KIOSK), re.MULTILINE)
    made = re.search(r"^groups=(.*)$", places, re.MULTILINE)
    assert groups and made
    assert groups[1].split() == made[1].split(",")
    hub = text(SYSTEMD / "install-hub.sh")
    for unit in UNITS:
        assert unit.name in (hub if unit.name == "companion-hub.service" else release)


def test_the_hubs_unit_comes_back_by_itself_and_names_what_its_installation_makes() -> None:
    unit, script = text(SYSTEMD / "units/companion-hub.service"), text(SYSTEMD / "install-hub.sh")
    program = re.search(r"^ExecStart=(\S+)/current/bin/companion hub --data (\S+) --config (\S+)$", unit, re.MULTILINE)
    assert program
    assert f"COMPANION_APP={program[1]}\n" in script
    for name, place in (("state", program[2]), ("settings", program[3])):
        assert f"\n{name}=$root{place}\n" in script
    for line in ("Type=notify", "Restart=always", "User=companion-hub", "WantedBy=multi-user.target"):
        assert re.search(f"^{line}$", unit, re.MULTILINE), line
    assert re.search(r"^InaccessiblePaths=.*-/etc/companion-hub/authority\b", unit, re.MULTILINE)


def test_device_rules_are_whole() -> None:
    pair = r'[A-Z_]+(\{\w+\})?(==|!=|=|\+=)"[^"]*"'
    for path in RULES:
        lines = [line for line in text(path).splitlines() if line and not line.startswith("#")]
        assert lines
        assert [line for line in lines if not re.fullmatch(rf"{pair}(, {pair})*", line)] == []
    told = subprocess.run(["udevadm", "--help"], capture_output=True, text=True, check=True).stdout
    if "verify" in told:  # from systemd 254 on
        # The groups are there where it is installed.
        subprocess.run(["udevadm", "verify", "--resolve-names=never", *RULES], check=True, capture_output=True)


def test_the_rules_start_units_that_there_are() -> None:
    wanted = {name for path in RULES for name in re.findall(r'SYSTEMD_WANTS}\+="([^"]+)"', text(path))}
    assert wanted == {"companion-splash.service", "companion-stick@$kernel.service"}


def test_the_desktop_opens_it_by_a_file_that_is_whole() -> None:
    lines = text(SYSTEMD / "companion-desktop.desktop").splitlines()
    assert lines[0] == "[Desktop Entry]"
    entry = dict(line.split("=", 1) for line in lines[1:])
    assert entry["Exec"] == "/opt/companion/boot/desktop.sh"
    assert {"Type", "Name", "Comment[fr]", "Terminal"} <= entry.keys()
    assert "companion-desktop.service" in text(SYSTEMD / "desktop.sh")
