"""The whole hardware: a virtual table, and every kind of missing part."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.engine.clock import RealClock
from companion.engine.signals import Button, DialTurn, ReaderState, Tag
from drivers.config import EncoderConfig, LampConfig, PanelConfig, PinsConfig, ReaderConfig, TableConfig, check_table
from drivers.glow import DARK
from drivers.lamps import NullLamps
from drivers.light_table import LightTable
from drivers.pins import PinsUnavailable, open_factory
from drivers.simulated import SimulatedTable, VirtualPanel
from drivers.table import Hardware
from tests.drivers.inbox import Inbox

A = "62E3086CED"


def hardware(config: TableConfig, lights: LightTable, inbox: Inbox) -> Hardware:
    return Hardware(config, lights, inbox.post, RealClock(), lambda uid: uid == A)


def codes(table: Hardware) -> list[str]:
    return [notice.code for notice in table.notices]


def test_a_virtual_table_plays_by_the_real_drivers(lights: LightTable, inbox: Inbox) -> None:
    virtual = SimulatedTable(TableConfig())
    table = hardware(virtual.config, lights, inbox)
    with pytest.raises(ValueError, match="not started"):
        virtual.panel(table)
    table.start()
    panel = virtual.panel(table)
    inbox.connected()
    assert table.notices == []
    virtual.readers["table"].place(A)
    placed = inbox.next()
    assert isinstance(placed, Tag) and (placed.reader, placed.uid, placed.present) == ("table", A, True)
    panel.press("start")
    pressed = inbox.next()
    assert isinstance(pressed, Button) and (pressed.name, pressed.pressed) == ("start", True)
    table.lamps.cue("A6")
    assert panel.colour[0] == 1.0
    virtual.readers["table"].unplug()
    lost = inbox.next()
    assert isinstance(lost, ReaderState) and not lost.connected
    assert codes(table) == ["reader_missing"]
    virtual.readers["table"].plug()
    inbox.connected()
    assert table.notices == []
    table.stop()
    assert panel.colour == DARK
    assert not {thread.name for thread in threading.enumerate()} & {"lamps", "reader-table"}
    table.stop()
    virtual.close()


def test_a_virtual_table_has_the_readers_of_the_real_one(lights: LightTable, inbox: Inbox) -> None:
    readers = [
        ReaderConfig(name="draw", port="/dev/ttyUSB0", protocol="id12la", zone="draw"),
        ReaderConfig(name="ana", port="", protocol="text_line", seat="Ana"),
    ]
    virtual = SimulatedTable(TableConfig(readers=readers, panel=PanelConfig(a=5)))
    assert [(r.name, r.protocol, r.zone, r.seat) for r in virtual.config.readers] == [
        ("draw", "id12la", "draw", ""),
        ("ana", "text_line", "", "Ana"),
    ]
    table = hardware(virtual.config, lights, inbox)
    table.start()
    assert virtual.panel(table).buttons == ("a",)
    states = [inbox.next(), inbox.next()]
    assert {s.reader for s in states if isinstance(s, ReaderState) and s.connected} == {"draw", "ana"}
    for _ in range(2):  # not enrolled, and a line has no checksum: once is not enough
        virtual.readers["ana"].tap("0009351929")
    tapped = inbox.next()
    assert isinstance(tapped, Tag) and (tapped.reader, tapped.uid) == ("ana", "0009351929")
    table.stop()
    virtual.close()


def test_a_virtual_table_has_dials_on_free_pins_or_those_of_the_real_one(lights: LightTable, inbox: Inbox) -> None:
    own = [EncoderConfig(name="speed", a=4, b=3)]
    for encoders, names in (([], ("rage", "speed")), (own, ("speed",))):
        virtual = SimulatedTable(TableConfig(panel=PanelConfig(a=2, b=3 if not encoders else 7), encoders=encoders))
        check_table(replace(virtual.config, readers=[]))
        table = hardware(virtual.config, lights, inbox)
        table.start()
        inbox.connected()
        panel = virtual.panel(table)
        assert panel.encoders == names
        panel.turn(names[0], -1)
        turned = inbox.next()
        assert isinstance(turned, DialTurn)
        assert (turned.name, turned.steps) == (names[0], -1)
        assert inbox.rest() == []
        table.stop()
        virtual.close()


def test_encoders_that_cannot_be_used_cost_only_themselves(lights: LightTable, inbox: Inbox) -> None:
    config = TableConfig(
        pins=PinsConfig(factory="mock"),
        panel=PanelConfig(start=17),
        encoders=[EncoderConfig(name="rage", a=5, b=17)],
        lamps=[LampConfig(red=12, green=13, blue=19)],
    )
    table = hardware(config, lights, inbox)
    table.start()
    assert codes(table) == ["no_reader", "encoders_missing"]
    assert "encoder rage on GPIO5 and GPIO17" in table.notices[1].facts["reason"]
    assert not isinstance(table.lamps, NullLamps)
    assert table.factory is not None
    VirtualPanel(table.factory, config.panel, []).press("start")
    assert isinstance(inbox.next(), Button)
    table.stop()


def test_a_table_without_hardware_starts_and_says_so(lights: LightTable, inbox: Inbox) -> None:
    table = hardware(TableConfig(), lights, inbox)
    table.start()
    assert codes(table) == ["no_reader"]
    assert isinstance(table.lamps, NullLamps)
    table.lamps.cue("A6")
    table.lamps.show("#FF0000")
    table.stop()
    assert inbox.rest() == []


def test_a_reader_that_is_not_there(tmp_path: Path, lights: LightTable, inbox: Inbox) -> None:
    port = str(tmp_path / "usb-reader")
    readers = [
        ReaderConfig(name="draw", port=port, protocol="rdm6300"),
        ReaderConfig(name="play", port="", protocol="rdm6300"),
    ]
    table = hardware(TableConfig(readers=readers), lights, inbox)
    table.start()
    facts = [notice.facts for notice in table.notices]
    assert codes(table) == ["reader_missing", "reader_missing"]
    assert (facts[0]["reader"], facts[0]["port"]) == ("draw", port) and "USB cable" in facts[0]["detail"]
    assert facts[1]["detail"] == "no port is configured"
    table.stop()


def test_pins_that_are_not_there_are_one_notice(lights: LightTable, inbox: Inbox) -> None:
    """This machine has no gpiochip of a Pi; with lgpio installed or not, it is one line and the rest works."""
    config = TableConfig(
        pins=PinsConfig(factory="lgpio"), panel=PanelConfig(start=17), lamps=[LampConfig(red=1, green=2, blue=3)]
    )
    with pytest.raises(PinsUnavailable) as caught:
        open_factory("lgpio")
    assert caught.value.factory == "lgpio" and "\n" not in str(caught.value)
    table = hardware(config, lights, inbox)
    table.start()
    assert codes(table) == ["no_reader", "pins_missing"]
    assert table.notices[1].facts == {"factory": "lgpio", "reason": str(caught.value.what)}
    assert isinstance(table.lamps, NullLamps)
    assert "pins_missing factory='lgpio' reason=" in str(table.notices[1])
    table.stop()


def test_a_pin_that_is_taken_costs_only_what_needs_it(lights: LightTable, inbox: Inbox) -> None:
    config = TableConfig(
        pins=PinsConfig(factory="mock"),
        panel=PanelConfig(start=17, a=17),
        lamps=[LampConfig(red=12, green=13, blue=19)],
    )
    table = hardware(config, lights, inbox)
    table.start()
    assert codes(table) == ["no_reader", "panel_missing"]
    assert "button a on GPIO17" in table.notices[1].facts["reason"]
    assert not isinstance(table.lamps, NullLamps)
    table.stop()
    lamp = LampConfig(red=12, green=12, blue=19)
    table = hardware(replace(config, panel=PanelConfig(start=17), lamps=[lamp]), lights, inbox)
    table.start()
    assert codes(table) == ["no_reader", "lamps_missing"]
    table.stop()


def test_a_table_without_pins_does_not_load_gpiozero_nor_a_room_above() -> None:
    code = """
import sys
import drivers.simulated
from drivers.table import Hardware
loaded = {name.split(".")[0] for name in sys.modules}
above = [n for n in sys.modules if n.startswith("companion.") and not n.startswith("companion.engine")]
print(sorted(loaded & {"gpiozero", "kivy", "kiosk"}), above)
"""
    env = {name: value for name, value in os.environ.items() if name != "GPIOZERO_PIN_FACTORY"}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env, cwd=Path(__file__).parents[2]
    )
    assert done.stdout.strip() == "[] []"
