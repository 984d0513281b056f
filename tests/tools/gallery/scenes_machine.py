"""The first start of a card image."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

import msgspec

from companion.engine.text import N_, Facts, Text
from companion.engine.update import Notice
from companion.tools.machine.settings import ASKED
from companion.tools.machine.status import STATUS, MachineStatus
from kiosk.table.machine import Machine
from tests.tools.gallery.scene import Scene

ZONES = (
    ("FR", "Europe/Paris"), ("BE", "Europe/Brussels"), ("CH", "Europe/Zurich"), ("LU", "Europe/Luxembourg"),
    ("GB", "Europe/London"), ("DE", "Europe/Berlin"), ("CA", "America/Toronto"), ("US", "America/New_York"),
    ("AR", "America/Argentina/ComodRivadavia"), ("US", "America/Indiana/Indianapolis"), ("MQ", "America/Martinique"),
    ("BR", "America/Campo_Grande"), ("US", "America/Kentucky/Monticello"), ("GP", "America/Guadeloupe"),
    ("US", "America/North_Dakota/New_Salem"), ("PM", "America/Miquelon"), ("AR", "America/Argentina/Buenos_Aires"),
    ("CA", "America/Vancouver"), ("MX", "America/Mexico_City"), ("BR", "America/Sao_Paulo"), ("PE", "America/Lima"),
    ("SN", "Africa/Dakar"), ("JP", "Asia/Tokyo"), ("RE", "Indian/Reunion"), ("PF", "Pacific/Tahiti"),
    ("AU", "Australia/Sydney"), ("AQ", "Antarctica/DumontDUrville"), ("SJ", "Arctic/Longyearbyen"),
    ("PT", "Atlantic/Azores"),
)  # fmt: skip
"""A few, the longest names among them."""
FOUND = ("Livebox-A3F0", "Chez Éléonore et Maximilien ☕ 5G", "FREEBOX_MARGUERITE_2.4GHz_EXT", "eduroam", "x")


@cache
def machine_root() -> Path:
    """The root of a machine that knows `ZONES`; gone at the end of the process."""
    root = Path(tempfile.mkdtemp(prefix="companion-machine-"))
    atexit.register(shutil.rmtree, root, ignore_errors=True)
    fill_root(root)
    return root


def fill_root(root: Path) -> None:
    """Put `ZONES` into a root, and the keyboards of France and Belgium."""
    zones = root / "usr/share/zoneinfo"
    for _country, zone in ZONES:
        (zones / zone).parent.mkdir(parents=True, exist_ok=True)
        (zones / zone).write_bytes(b"TZif2")
    (zones / "zone.tab").write_text("# a few\n" + "".join(f"{country}\t+0+0\t{zone}\n" for country, zone in ZONES))
    (zones / "iso3166.tab").write_text("# a few\nBE\tBelgium\nFR\tFrance\nGB\tBritain (UK)\nUS\tUnited States\n")
    keyboards = root / "usr/share/X11/xkb/symbols"
    keyboards.mkdir(parents=True)
    for name in ("fr", "be"):
        (keyboards / name).write_text("")


def _open(page: str, root: Any, then: Any = None, **status: Any) -> None:
    files = machine_root()
    file = files / str(STATUS).lstrip("/")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(msgspec.json.encode(MachineStatus(**{"missing": ASKED, "wireless": True, **status})))
    root.context.services.machine = Machine(files, lambda _call, _seconds: None)
    root.open(page)
    if then is not None:
        then(root.screen)


def _scene(name: str, page: str, **how: Any) -> Scene:
    return Scene(name, act=partial(_open, page, **how))


def _typed(screen: Any) -> None:
    for letter in "un long mot de passe, 40 signes au moins.":
        screen.add(letter)


def _layer(layer: str, screen: Any) -> None:
    screen.keyboard.show(layer)


def scenes() -> Iterator[Scene]:
    """All of them."""
    yield _scene("machine-language", "machine:language")
    yield _scene("machine-timezone", "machine:timezone")
    yield _scene("machine-region", "machine:region")
    yield _scene("machine-towns", "machine:towns:America:0")
    yield _scene("machine-towns-last", "machine:towns:Europe:0")
    yield _scene("machine-network", "machine:network")
    yield _scene("machine-network-cable", "machine:network", wireless=False)
    yield _scene("machine-wifi-looking", "machine:wifi")
    yield _scene("machine-wifi", "machine:wifi", looked=True, networks=FOUND)
    yield _scene("machine-wifi-none", "machine:wifi", looked=True)
    yield _scene("machine-name", "machine:type:name:")
    yield _scene("machine-password", f"machine:type:password:{FOUND[1]}", then=_typed)
    for layer in ("large", "signs", "more"):
        yield _scene(f"machine-password-{layer}", f"machine:type:password:{FOUND[0]}", then=partial(_layer, layer))
    for link in ("trying", "up", "failed"):
        yield _scene(f"machine-joining-{link}", "machine:joining", link=link, network="wifi", wifi_name=FOUND[2])
    yield _scene("machine-settings", "settings", missing=())
    yield _scene("machine-timezone-again", "machine:timezone", missing=())
    yield _scene("machine-network-again", "machine:network", missing=())
    wrong = Text(N_("there is no such key"))
    facts: Facts = {"file": "companion.toml", "line": 14, "key": "wifi.password", "message": wrong}
    yield Scene("machine-faults", over="notices", notices=(Notice("machine_config", facts), Notice("machine_volatile")))
