"""What somebody can write wrong into table.toml: each is told with its line, and nothing ends in a traceback."""

from __future__ import annotations

import random
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.__main__ import main
from companion.engine import toml_lines
from companion.engine.config import ConfigError
from companion.tools.doctor.live import WiredPart
from companion.tools.doctor.system import System
from drivers.wiring.boards import SOUND_PINS, sound_of
from drivers.wiring.build import build_net
from drivers.wiring.command import run
from drivers.wiring.finding import FilePlace, SoundCard, WiringFinding
from drivers.wiring.findings import find_faults
from drivers.wiring.parts import at_least
from drivers.wiring.read import read_table
from drivers.wiring.summary import wired
from drivers.wiring.svg import draw_net
from drivers.wiring.words import SENTENCES, Severity
from tests.drivers.conftest import CONFIG
from tests.drivers.test_wiring import FOLDER, TABLES

READER = '[[readers]]\nname = "one"\nport = "{port}"\nprotocol = "{protocol}"\n'
BOARD = '[[readers]]\nname = "{name}"\nport = "/dev/ttyUSB0"\nprotocol = "antenna_board"\nantenna = 1\n'
LAMP = "[[lamps]]\nred = 12\ngreen = 13\nblue = 19\n"


def reader(port: str = "/dev/serial0", protocol: str = "rdm6300", more: str = "") -> str:
    return READER.format(port=port, protocol=protocol) + more


def found(folder: Path, text: str) -> list[WiringFinding]:
    path = folder / "table.toml"
    path.write_text(text, encoding="utf-8")
    table = read_table(path)
    findings = find_faults(table)
    ElementTree.fromstring(draw_net(build_net(table.config), table.config, findings, path.name, str).encode())
    return findings


PORT, ADAPTER = "readers[0].port", "readers[0].adapter"
HIGH_TX = 'level = "5v"\nadapter = "direct"\n'
TWO = reader() + READER.replace("one", "two").format(port="{port}", protocol="pn532_hsu")
WRONG: list[tuple[str, str, list[tuple[int, str]]]] = [
    ("[panel]\nstart = 17\nend_turn = 17\n", "pin_twice", [(3, "panel.end_turn"), (2, "panel.start")]),
    ("[panel]\nstart = 13\n" + LAMP, "pin_twice", [(5, "lamps[0].green"), (2, "panel.start")]),
    (LAMP.replace("13", "12"), "pin_twice", [(3, "lamps[0].green"), (2, "lamps[0].red")]),
    (LAMP + LAMP, "pin_twice", [(6, "lamps[1].red"), (2, "lamps[0].red")]),
    ('[[encoders]]\nname = "rage"\na = 5\nb = 5\n', "pin_twice", [(4, "encoders[0].b"), (3, "encoders[0].a")]),
    ("[panel]\nstart = 99\n", "pin_unknown", [(2, "panel.start")]),
    ("[panel]\nstart = -1\n", "pin_unknown", [(2, "panel.start")]),
    (f"[panel]\nstart = {10**30}\n", "pin_unknown", [(2, "panel.start")]),
    ("[panel]\nstart = 38\n", "pin_header", [(2, "panel.start")]),
    ("[panel]\nstart = 39\n", "pin_power", [(2, "panel.start")]),
    (LAMP.replace("12", "30"), "pin_power", [(2, "lamps[0].red")]),
    ('[panel]\nstart = "17"\n', "pin_words", [(2, "panel.start")]),
    ('[panel]\nstart = "GPIO17"\n', "pin_words", [(2, "panel.start")]),
    ('[panel]\nstart = "J8:11"\n', "pin_words", [(2, "panel.start")]),
    ('[[encoders]]\nname = "rage"\na = "BOARD29"\nb = 6\n', "pin_words", [(3, "encoders[0].a")]),
    ('[panel]\nstart = "BOARD9"\n', "pin_type", [(2, "panel.start")]),
    ('[panel]\nstart = "start"\n', "pin_type", [(2, "panel.start")]),
    ("[panel]\nstart = true\n", "pin_type", [(2, "panel.start")]),
    ("[panel]\nstart = [17]\n", "pin_type", [(2, "panel.start")]),
    ("[panel]\nstart = 1.5\n", "pin_type", [(2, "panel.start")]),
    ("[panel]\nundo = 14\n" + reader(), "pin_uart", [(2, "panel.undo"), (5, PORT)]),
    ("[panel]\nundo = 15\n" + reader("/dev/ttyS0"), "pin_uart", [(2, "panel.undo"), (5, PORT)]),
    ("[panel]\nundo = 5\n" + reader("/dev/ttyAMA3"), "pin_uart", [(2, "panel.undo"), (5, PORT)]),
    ('[board]\nmodel = "pi5"\n' + LAMP + reader("/dev/ttyAMA4"), "pin_uart", [(4, "lamps[0].red"), (9, PORT)]),
    ('[board]\nsound = "i2s"\n' + LAMP, "pin_sound", [(6, "lamps[0].blue"), (2, "board.sound")]),
    ('[board]\nsound = "pwm_12_13"\n' + LAMP, "pin_sound", [(4, "lamps[0].red"), (2, "board.sound")]),
    ('[board]\nmodel = "pi5"\nsound = "jack"\n', "sound_none", [(3, "board.sound")]),
    ('[board]\nsound = "i2s"\n[panel]\nundo = 3\n', "pin_hat", [(4, "panel.undo"), (2, "board.sound")]),
    ('[board]\nalso = ["spi"]\n[panel]\nundo = 8\n', "pin_bus", [(4, "panel.undo"), (2, "board.also[0]")]),
    ('[board]\nsound = "pwm_12_13"\n' + reader("/dev/ttyAMA5"), "uart_sound", [(5, PORT), (2, "board.sound")]),
    ('[board]\nalso = ["spi"]\n' + reader("/dev/ttyAMA4"), "uart_bus", [(5, PORT), (2, "board.also[0]")]),
    ('[board]\noverlays = ["gpio-fan"]\n' + LAMP, "pin_overlay", [(4, "lamps[0].red"), (2, "board.overlays[0]")]),
    ('[board]\noverlays = ["w1-gpio,gpiopin=22"]\n[panel]\nundo = 22\n', "pin_overlay",
     [(4, "panel.undo"), (2, "board.overlays[0]")]),
    ('[board]\noverlays = ["uart3"]\n[panel]\nundo = 5\n', "pin_overlay",
     [(4, "panel.undo"), (2, "board.overlays[0]")]),
    ('[board]\noverlays = ["audremap,pins_12_13"]\n' + LAMP, "pin_overlay",
     [(4, "lamps[0].red"), (2, "board.overlays[0]")]),
    ('[board]\noverlays = ["hifiberry-dac"]\n' + LAMP, "pin_overlay",
     [(6, "lamps[0].blue"), (2, "board.overlays[0]")]),
    ('[board]\noverlays = ["w1-gpio"]\n' + reader("/dev/ttyAMA3"), "uart_taken", [(5, PORT), (2, "board.overlays[0]")]),
    ("[panel]\nundo = 0\n", "pin_eeprom", [(2, "panel.undo")]),
    (reader("/dev/ttyAMA2"), "pin_eeprom", [(3, PORT)]),
    (LAMP.replace("12", "2"), "pin_pulled_up", [(2, "lamps[0].red")]),
    ("[panel]\nundo = 14\n", "pin_serial", [(2, "panel.undo")]),
    ('[board]\nmodel = "pi3"\n' + reader("/dev/ttyAMA3"), "uart_missing", [(5, PORT)]),
    (reader("/dev/ttyAMA10"), "uart_missing", [(3, PORT)]),
    (reader("/dev/ttyAMA1"), "uart_old_name", [(3, PORT)]),
    (reader("/dev/serial1"), "uart_bluetooth", [(3, PORT)]),
    (reader("/dev/ttyAMA0"), "uart_bluetooth_usual", [(3, PORT)]),
    ('[board]\nmodel = "pi3"\n' + reader("/dev/ttyAMA0"), "uart_bluetooth_usual", [(5, PORT)]),
    ('[board]\nmodel = "pi5"\n' + reader(), "uart_debug", [(5, PORT)]),
    (reader("/dev/ttyUSB0") + READER.format(port="/dev//ttyUSB0", protocol="r200").replace("one", "two"), "port_same",
     [(7, "readers[1].port"), (3, PORT)]),
    (TWO.format(port="/dev/ttyAMA0"), "uart_twice", [(7, "readers[1].port"), (3, PORT)]),
    (TWO.format(port="/dev/serial0"), "port_twice", [(7, "readers[1].port"), (3, PORT)]),
    (BOARD.format(name="one") + BOARD.format(name="two"), "antenna_twice",
     [(10, "readers[1].antenna"), (5, "readers[0].antenna")]),
    (reader() + reader("/dev/ttyUSB0"), "name_twice", [(6, "readers[1].name"), (2, "readers[0].name")]),
    ('[board]\nmodel = "pi3"\n' + TWO.format(port="/dev/ttyS0"), "uarts_few", [(5, PORT), (9, "readers[1].port")]),
    (reader(protocol="rdm630"), "protocol_unknown", [(4, "readers[0].protocol")]),
    (reader(more='adapter = "direct"\n'), "rx_5v", [(5, ADAPTER), (3, PORT)]),
    (reader(protocol="pn532_hsu", more=HIGH_TX), "rx_5v", [(6, ADAPTER), (3, PORT)]),
    (reader(protocol="pn532_hsu", more='adapter = "divider"\n'), "divider_idle", [(5, ADAPTER)]),
    (reader(protocol="pn532_hsu", more='adapter = "shifter"\n'), "shifter_idle", [(5, ADAPTER)]),
    (reader(more='supply = "3v3"\n'), "supply_low", [(5, "readers[0].supply")]),
    (reader(protocol="id12la", more='supply = "5v"\nlevel = "3v3"\n'), "level_low",
     [(6, "readers[0].level"), (3, PORT)]),
    (reader(protocol="parallax28140", more='level = "3v3"\nadapter = "direct"\n'), "level_low",
     [(5, "readers[0].level"), (3, PORT)]),
    (reader(protocol="parallax28140", more='level = "3v3"\nadapter = "divider"\n'), "level_odd",
     [(5, "readers[0].level"), (3, PORT)]),
    (reader(more="baud = 115200\n"), "baud_other", [(5, "readers[0].baud")]),
    (reader("/dev/ttyUSB0", "parallax28140", "baud = 9600\n"), "baud_other", [(5, "readers[0].baud")]),
    (reader("/dev/ttyUSB0", "pn532_hsu", 'supply = "3v3"\n'), "cable_current", [(5, "readers[0].supply")]),
    (reader("/dev/ttyUSB0", "m6e_nano", "current_ma = 1300\n"), "usb_current", [(1, "readers[0]")]),
    (reader(protocol="m6e_nano", more="current_ma = 2500\n"), "rail5_current", [(1, "readers[0]")]),
    (reader(protocol="pn532_hsu", more="current_ma = 501\n"), "rail_current", [(1, "readers[0]")]),
    (reader(protocol="pn532_hsu", more='level = "5v"\n'), "level_high", [(5, "readers[0].level")]),
    (reader("COM3"), "port_strange", [(3, PORT)]),
    (reader("/dev/TTYUSB0"), "port_strange", [(3, PORT)]),
    (reader("serial0"), "port_strange", [(3, PORT)]),
    ('[[encoders]]\nname = "fuel"\na = 5\nb = 6\n', "file_wrong", [(2, "encoders[0].name")]),
    (LAMP + "blue_v = 3.4\n", "led_impossible", [(5, "lamps[0].blue_v")]),
    (LAMP + "blue_v = 3.4\nblue_ohm = 100\n", "led_impossible", [(5, "lamps[0].blue_v")]),
    (LAMP + "red_v = 0.3\n", "led_low", [(5, "lamps[0].red_v")]),
    (LAMP + "green_v = 3.2\n", "led_dim", [(5, "lamps[0].green_v")]),
    (LAMP + "current_ma = 20\n", "pin_current", [(5, "lamps[0].current_ma")]),
    (LAMP + "red_ohm = 10\n", "pin_current", [(5, "lamps[0].red_ohm")]),
    (LAMP + "red_ohm = 47000\n", "led_faint", [(5, "lamps[0].red_ohm")]),
    (LAMP + "current_ma = 3\nred_ohm = 100\n", "led_strong", [(6, "lamps[0].red_ohm"), (5, "lamps[0].current_ma")]),
    (LAMP + "current_ma = 0\n", "file_wrong", [(5, "lamps[0].current_ma")]),
    (LAMP + "red_ohm = 0\n", "file_wrong", [(5, "lamps[0].red_ohm")]),
    (LAMP.replace("blue = 19\n", ""), "file_wrong", [(1, "lamps[0].blue")]),
    (LAMP.replace("blue", "bleu"), "file_wrong", [(4, "lamps[0].bleu")]),
    ('[[readers]]\nport = ""\nprotocol = "r200"\n', "file_wrong", [(1, "readers[0].name")]),
    ('[[readers]]\nname = "No"\nport = ""\nprotocol = "r200"\n', "file_wrong", [(2, "readers[0].name")]),
    ('[pins]\nfactory = "rpigpio"\n', "file_wrong", [(2, "pins.factory")]),
    ('[board]\nmodel = "pi2"\n', "file_wrong", [(2, "board.model")]),
    ("readers = 3\n", "file_wrong", [(1, "readers")]),
    ("[lamps]\nred = 4\n", "file_wrong", [(1, "lamps")]),
    ("[[panel]]\nstart = 4\n", "file_wrong", [(1, "panel")]),
    ("lamps = [1, 2]\n", "file_wrong", [(1, "lamps[0]")]),
    ("[pannel]\nstart = 4\n", "file_wrong", [(1, "pannel")]),
    ("[panel]\nstart = 4\ndebounce_ms = -1\n", "file_wrong", [(3, "panel.debounce_ms")]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "code", "places"), WRONG, ids=[f"{code}-{i}" for i, (_, code, _) in enumerate(WRONG)])
def test_what_is_wrong_is_told_with_its_lines(
    tmp_path: Path, text: str, code: str, places: list[tuple[int, str]]
) -> None:
    findings = found(tmp_path, text)
    assert any(one.code == code and [(p.line, p.key) for p in one.places] == places for one in findings), findings
    assert max(one.level for one in findings) > Severity.NOTE


def test_a_name_is_told_without_a_regular_expression(tmp_path: Path) -> None:
    for name in ("Table", "سقر", "", "a" * 33, "1st"):
        (told,) = (
            one.sentence(str) for one in found(tmp_path, reader().replace("one", name)) if one.code == "file_wrong"
        )
        assert told.endswith(
            ": readers[0].name: a name has 1 to 32 small letters, digits, - and _, and begins with a letter"
        )


def test_every_code_is_met(tmp_path: Path) -> None:
    met = {code for _, code, _ in WRONG}
    met |= {one.code for path in TABLES for one in find_faults(read_table(path))}
    assert set(SENTENCES) - met == {"adapter_unused", "overlay_unknown"}
    assert "overlay_unknown" in {one.code for one in found(tmp_path, '[board]\noverlays = ["vc4-kms-v3d"]\n')}
    usb = '[board]\nmodel = "pi5"\n' + reader("/dev/ttyUSB0", "m6e_nano", 'adapter = "divider"\n')
    assert {"adapter_unused", "usb_supply"} <= {one.code for one in found(tmp_path, usb)}


def test_two_names_of_one_device_are_told(tmp_path: Path) -> None:
    """The machine that asks knows where a name leads."""
    path = tmp_path / "table.toml"
    path.write_text(reader("/dev/ttyUSB0") + reader("/dev/serial/by-id/usb-x-if00-port0").replace("one", "two"))
    names = {"/dev/serial/by-id/usb-x-if00-port0": "/dev/ttyUSB0"}
    findings = find_faults(read_table(path), real=lambda port: names.get(port, port))
    assert [one.code for one in findings if one.level == Severity.WRONG] == ["port_same"]
    assert not any(one.level == Severity.WRONG for one in find_faults(read_table(path)))


def test_what_is_wrong_is_red_where_it_is(tmp_path: Path) -> None:
    """The wires that are wrong, and no others; parts of which something is doubtful have an edge of its colour."""
    for text, red in (
        ("[panel]\nstart = 17\nundo = 17\n" + LAMP, {"panel.start:1", "panel.undo:1"}),
        (reader("/dev/ttyAMA9", "pn532_hsu"), {"readers[0]:TX", "readers[0]:RX"}),
        (reader(more='supply = "3v3"\n'), {"readers[0]:VCC"}),
        (reader(more='adapter = "direct"\n'), {"readers[0]:TX"}),
        (LAMP + "red_ohm = 10\n", {"lamps[0]:R", "lamps[0].red:1", "lamps[0].red:2"}),
    ):
        (tmp_path / "table.toml").write_text(text)
        table = read_table(tmp_path / "table.toml")
        svg = draw_net(build_net(table.config), table.config, find_faults(table), "table.toml", str)
        wires = re.findall(r'class="wire"[^>]* data-a="([^"]*)" data-b="([^"]*)"[^>]*stroke="#D0021B"', svg)
        assert {end for wire in wires for end in wire if not end.startswith("pi:")} == red, text
    (tmp_path / "table.toml").write_text("[panel]\nundo = 0\n")
    table = read_table(tmp_path / "table.toml")
    svg = draw_net(build_net(table.config), table.config, find_faults(table), "table.toml", str)
    assert 'stroke="#B86A00"' in svg and "#D0021B" not in svg


def test_what_is_right_is_left_alone(tmp_path: Path) -> None:
    """No finding where there is none: the neighbours of what is wrong."""
    for text in (
        "[panel]\nundo = 16\n" + reader(),
        "[panel]\nundo = 4\n" + reader(),
        '[board]\nmodel = "pi5"\n[panel]\nundo = 6\n' + reader("/dev/ttyAMA2"),
        '[board]\nsound = "jack"\n' + LAMP,
        reader(more='adapter = "shifter"\n'),
        reader(more='level = "3v3"\nadapter = "direct"\n'),
        LAMP + "current_ma = 8\nblue_v = 3.0\n",
        LAMP + "red_ohm = 220\n",
        LAMP + "current_ma = 4\nred_ohm = 330\n",
        reader("/dev/ttyUSB0", "pn532_hsu", "baud = 9600\n"),
        reader("/dev/ttyUSB0", "pn532_hsu", 'supply = "3v3"\ncurrent_ma = 50\n'),
        reader("/dev/ttyUSB0", "m6e_nano", "current_ma = 1200\n"),
        reader(protocol="id12la", more='supply = "3v3"\nlevel = "3v3"\n'),
        '[board]\nmodel = "pi5"\n' + reader("/dev/ttyAMA0"),
        '[board]\noverlays = ["miniuart-bt"]\n' + reader("/dev/ttyAMA0"),
        '[board]\nmodel = "pi4"\nsound = "jack"\n',
        '[board]\noverlays = ["uart3", "gpio-fan,gpiopin=14"]\n[panel]\nundo = 12\n' + reader("/dev/ttyAMA3"),
    ):
        assert [one.code for one in found(tmp_path, text) if one.level > Severity.NOTE] == [], text


def test_the_sound_card_of_the_other_file_has_its_pins(tmp_path: Path) -> None:
    place = FilePlace(tmp_path / "sound.toml", 3, "device")
    (tmp_path / "table.toml").write_text(LAMP)
    table = read_table(tmp_path / "table.toml")
    assert "pin_sound" not in {one.code for one in find_faults(table, SoundCard("USB Audio", place))}
    findings = find_faults(table, SoundCard("snd_rpi_hifiberry_dac", place))
    assert [one.places[1] for one in findings if one.code == "pin_sound"] == [place]
    assert sound_of("vc4-hdmi-0") == "hdmi" and set(SOUND_PINS) == {"i2s", "pwm_12_13", "pwm_18_19"}


def test_a_pi_that_draws_is_asked_for_its_model_and_its_sound(tmp_path: Path) -> None:
    root = tmp_path / "root"
    for name, text in {
        "proc/device-tree/model": "Raspberry Pi 5 Model B Rev 1.0\0",
        "boot/firmware/config.txt": "dtparam=audio=on\n[pi4]\ndtoverlay=audremap\n[all]\ndtoverlay=hifiberry-dac\n",
    }.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    path, said = tmp_path / "table.toml", list[str]()
    path.write_text("[panel]\nundo = 19\nstart = 4\n" + reader("/dev/ttyAMA2"))
    assert run(path, str, None, None, say=said.append, system=System(root)) == 2
    (uart,) = (line for line in said if "panel.start" in line)
    assert "ttyAMA2 on a Raspberry Pi 5" in uart
    (sound,) = (line for line in said if "panel.undo" in line)
    assert sound.endswith("(also config.txt: dtoverlay=hifiberry-dac)")
    path.write_text('[board]\nmodel = "pi4"\nsound = "hdmi"\n[panel]\nundo = 19\nstart = 4\n')
    said.clear()
    assert run(path, str, None, None, say=said.append, system=System(root)) == 0


def test_config_txt_of_a_pi_that_draws_has_taken_its_pins(tmp_path: Path) -> None:
    root = tmp_path / "root"
    for name, text in {
        "proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.4\0",
        "boot/firmware/config.txt": "dtparam=audio=on\ndtparam=spi=on\n[pi5]\ndtoverlay=gpio-fan\n[all]\n"
        "enable_uart=1\ndtoverlay=gpio-shutdown\ndtoverlay=uart3\ndtoverlay=vc4-kms-v3d\n",
    }.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    path, said = tmp_path / "table.toml", list[str]()
    path.write_text(
        "[panel]\nstart = 12\na = 14\nb = 8\nundo = 3\nend_turn = 5\n" + reader("/dev/ttyAMA3", "pn532_hsu")
    )
    assert run(path, str, None, None, say=said.append, system=System(root)) == 2
    wrong = sorted(line.split(": ")[1] for line in said if line.startswith("WRONG") and "config.txt" in line)
    assert wrong == ["panel.a", "panel.b", "panel.end_turn", "panel.undo"]
    assert not any("start" in line for line in said)


def test_resistors_are_of_the_row_and_never_too_small() -> None:
    assert [at_least(ohms) for ohms in (0.1, 10, 10.1, 466.7, 470, 820.5, 9_000_000)] == [
        10, 10, 12, 470, 470, 1000, 8_200_000,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "line"),
    [(b"[panel\nstart = 17\n", 1), (b"[panel]\nstart = \n", 2), (b"[panel]\na = 1\na = 2\n", 3), (b"\xff\xfe", 1)],
)
def test_a_file_that_is_no_toml_is_told_and_nothing_is_drawn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: bytes, line: int
) -> None:
    path, svg = tmp_path / "table.toml", tmp_path / "w.svg"
    path.write_bytes(text)
    assert main(["wiring", "--table", str(path), "--svg", str(svg), "--lang", "en", "--data", str(tmp_path)]) == 2
    assert f"table.toml:{line}" in capsys.readouterr().out and not svg.exists()


def test_the_command_draws_and_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["--svg", str(tmp_path / "w.svg"), "--png", str(tmp_path / "w.png"), "--data", str(tmp_path)]
    assert main(["wiring", "--config", str(CONFIG), "--lang", "fr", *given]) == 0
    assert "rien n’est lu" in capsys.readouterr().out
    assert (tmp_path / "w.png").read_bytes().startswith(b"\x89PNG")
    svg = (tmp_path / "w.svg").read_text(encoding="utf-8")
    assert "Le câblage de cette table" in svg and "Annuler" in svg
    assert main(["wiring", "--table", str(FOLDER / "wrong-5v.toml"), "--lang", "en", "--data", str(tmp_path)]) == 2
    assert "destroys the Pi" in capsys.readouterr().out
    nowhere = ["--svg", str(tmp_path)]
    assert main(["wiring", "--config", str(CONFIG), "--lang", "en", *nowhere, "--data", str(tmp_path)]) == 2
    assert "was not written" in capsys.readouterr().out


def test_the_screen_gets_the_pins_of_each_part(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text("[panel]\nstart = 17\n" + LAMP + reader("/dev/ttyAMA2", "pn532_hsu"))
    config = read_table(tmp_path / "table.toml").config
    assert wired(config, "pi5") == (
        WiredPart("button", "start", (11,)),
        WiredPart("lamp", "1", (32, 33, 35)),
        WiredPart("reader", "one", (7, 29)),
    )
    assert wired(config, None)[-1] == WiredPart("reader", "one", (27, 28))


def test_whatever_stands_there_is_drawn_or_told(tmp_path: Path) -> None:
    """Tables with pieces taken out, doubled and replaced."""
    chance = random.Random(14)
    texts = [path.read_text(encoding="utf-8") for path in TABLES]
    values = [
        "17",
        "-5",
        '"x"',
        "true",
        "3.5",
        "[]",
        "{}",
        "[[1]]",
        '"\\u0007<&"',
        "1979-05-27",
        "99999999999999999999",
        '""',
    ]
    path = tmp_path / "table.toml"
    read = 0
    for _ in range(150):
        lines = chance.choice(texts).splitlines()
        for _ in range(chance.randint(1, 4)):
            i = chance.randrange(len(lines)) if lines else 0
            match chance.randrange(4):
                case 0 if lines:
                    del lines[i]
                case 1 if lines:
                    lines.insert(i, chance.choice(lines))
                case _ if lines:
                    lines[i] = re.sub(r"= .*", lambda _: f"= {chance.choice(values)}", lines[i])
        path.write_text("\n".join(lines), encoding="utf-8")
        try:
            table = read_table(path)
        except ConfigError as error:
            assert error.code == "syntax"
            continue
        read += 1
        picture = draw_net(build_net(table.config), table.config, find_faults(table), path.name, str)
        ElementTree.fromstring(picture.encode())
    assert read > 60


def test_a_file_is_gone_through_once_however_many_mistakes_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With 1,000 readers every place that was told cost a walk through all of the file."""
    walked = 0
    walk = toml_lines._Places.document

    def counted(places: toml_lines._Places) -> None:
        nonlocal walked
        walked += 1
        walk(places)

    monkeypatch.setattr(toml_lines._Places, "document", counted)
    found(tmp_path, "".join(reader(f"/dev/ttyUSB{n}").replace("one", f"reader{n}") for n in range(50)))
    assert walked == 1


def test_a_board_is_drawn_once_and_pcsc_hangs_on_usb(tmp_path: Path) -> None:
    """Its antennas have one cable and one current."""
    rows = "".join(BOARD.format(name=f"a{n}").replace("antenna = 1", f"antenna = {n}") for n in range(1, 7))
    cards = '[[readers]]\nname = "cards"\nport = "ACS ACR122U PICC Interface 00 00"\nprotocol = "pcsc"\n'
    assert found(tmp_path, '[board]\nmodel = "pi4"\n' + rows + cards) == []
    net = build_net(read_table(tmp_path / "table.toml").config)
    assert [part.name for part in net.parts if part.kind == "reader"] == ["a1", "cards"]
    assert sum(wire.kind == "cable" for wire in net.wires) == 2
