"""The net as the diagnostics screen shows it: each part with its pins of the header."""

from __future__ import annotations

from pathlib import Path

from companion.tools.doctor.live import WiredPart
from drivers.config import Model, TableConfig
from drivers.wiring.build import build_net
from drivers.wiring.findings import find_faults
from drivers.wiring.net import PI, Net, WiringPart
from drivers.wiring.read import TableFile, with_model
from drivers.wiring.words import Severity


def wired(config: TableConfig, model: Model | None) -> tuple[WiredPart, ...]:
    """Buttons, dials, lamps and readers in the order of the file.

    :param model: of this machine, None if it is no Pi.
    """
    config = with_model(config, model)
    net = build_net(config)
    findings = find_faults(TableFile(Path("table.toml"), "", config))
    wrong = {mark for one in findings if one.level == Severity.WRONG for mark in one.marks}
    shown = [part for part in net.parts if part.kind in ("button", "dial", "lamp", "reader")]
    return tuple(WiredPart(part.kind, part.name, _pins(net, part), part.id in wrong) for part in shown)


def _pins(net: Net, part: WiringPart) -> tuple[int, ...]:
    """The pins of its signals, also through a resistor, a divider or a shifter."""
    own = {each.id for each in net.parts if each.id == part.id or each.id.startswith(f"{part.id}.")}
    ends = [
        pi.terminal
        for wire in net.wires
        for pi, other in ((wire.a, wire.b), (wire.b, wire.a))
        if wire.kind == "signal" and pi.part == PI and other.part in own and pi.terminal.isdigit()
    ]
    return tuple(sorted(map(int, ends)))
