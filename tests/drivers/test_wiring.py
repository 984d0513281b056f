"""The drawn wiring: its net is read out of the picture again and compared with table.toml, by a second reading."""

from __future__ import annotations

import gettext
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

import pytest
from gpiozero.pins.mock import MockFactory

from companion.__main__ import main
from companion.presentation.fonts import FontFace, face_file
from drivers.wiring.build import build_net
from drivers.wiring.findings import find_faults
from drivers.wiring.kit import draw_kit, items
from drivers.wiring.layout import BOARD, TOP, arrange
from drivers.wiring.net import End
from drivers.wiring.parts import ohm_words, reader_parts
from drivers.wiring.png import png_of_svg
from drivers.wiring.read import read_table
from drivers.wiring.svg import draw_net, width_of
from drivers.wiring.words import Severity
from tests.drivers.conftest import CONFIG

FOLDER = Path(__file__).parents[1] / "data/wiring"
USUAL = Path(__file__).parents[2] / "docs/wiring"
TABLES = [CONFIG / "table.toml", *sorted(USUAL.glob("*.toml")), *sorted(FOLDER.glob("*.toml"))]
CATALOGUES = Path(__file__).parents[2] / "companion/presentation/locale"
FACES: tuple[FontFace, ...] = ("bold", "text", "text_bold")
SVG = "{http://www.w3.org/2000/svg}"
Spot = tuple[float, float]


def header() -> dict[int, str]:
    """The pins of the header as gpiozero knows them."""
    pins = MockFactory(revision="c03111").board_info.headers["J8"].pins
    words = {"3V3": "3V3", "5V": "5V", "GND": "GND"}
    return {number: words.get(str(pin.name), str(pin.name)) for number, pin in pins.items()}


def pin_of(gpio: object) -> str:
    """`GPIO17` -> `17`'s place on the header; "" for what is no pin."""
    if isinstance(gpio, bool) or not isinstance(gpio, int):
        return ""
    return next((str(number) for number, name in header().items() if name == f"GPIO{gpio}"), "")


# -- what is drawn --


class Line(NamedTuple):
    """A wire as it is drawn."""

    points: tuple[Spot, ...]
    kind: str


class Picture:
    """What the geometry of a drawing says; the wires' own words of their ends are not looked at."""

    def __init__(self, svg: str) -> None:
        self.root = ElementTree.fromstring(svg.encode())
        self.ends: dict[Spot, list[str]] = defaultdict(list)
        for circle in self.root.iter(f"{SVG}circle"):
            if circle.get("class") == "terminal":
                spot = (float(circle.attrib["cx"]), float(circle.attrib["cy"]))
                self.ends[spot].append(circle.attrib["data-end"])
        self.lines = [
            Line(tuple(_spot(word) for word in line.attrib["points"].split()), line.attrib["data-kind"])
            for line in self.root.iter(f"{SVG}polyline")
            if line.get("class") == "wire"
        ]
        parts = [group for group in self.root.iter(f"{SVG}g") if group.get("class") == "part"]
        self.kinds = {group.attrib["data-part"]: group.attrib["data-kind"] for group in parts}
        self.ohms = {group.attrib["data-part"]: group.attrib["data-ohms"] for group in parts}

    def net(self) -> set[frozenset[str]]:
        """Pairs of terminals that a wire joins."""
        return {frozenset(self._at(line.points[0]) + self._at(line.points[-1])) for line in self.lines}

    def _at(self, spot: Spot) -> list[str]:
        assert len(self.ends[spot]) == 1, f"{self.ends[spot]} at {spot}"
        return self.ends[spot]

    def paths(self) -> set[tuple[str, str, str]]:
        """(terminal of a device, what is between, pin of the header) for each way from a device to the Pi."""
        joined: dict[str, set[str]] = defaultdict(set)
        for pair in self.net():
            a, b = sorted(pair)
            joined[a].add(b)
            joined[b].add(a)
        found = set()
        for end in [end for ends in self.ends.values() for end in ends]:
            part, _, terminal = end.rpartition(":")
            if self.kinds.get(part) in ("button", "dial", "lamp", "reader") or terminal in POWERED:
                found |= {(end, through, goal) for through, goal in self._ways(end, joined)}
        return found

    def _ways(self, end: str, joined: dict[str, set[str]], through: str = "") -> Iterator[tuple[str, str]]:
        for other in joined[end]:
            part, _, terminal = other.rpartition(":")
            if part == "pi":
                yield through, "?" if terminal.startswith("?") else terminal
            elif part == end.rpartition(":")[0]:
                yield "strap", terminal
            elif (beyond := THROUGH.get(self.kinds[part], {}).get(terminal)) is not None:
                what = f"{self.kinds[part]} {self.ohms[part]}".strip()
                yield from self._ways(f"{part}:{beyond}", joined, what)
            else:
                yield through, other


POWERED = ("gnd", "GND", "HV", "LV", "USB")
SHIFTER = {"HV": "5V", "LV": "3V3", "GND": "GND"}
THROUGH: dict[str, dict[str, str]] = {
    "resistor": {"1": "2", "2": "1"},
    "divider": {"in": "out", "out": "in"},
    "shifter": {"HV1": "LV1", "HV2": "LV2"},
    "adapter": {},
}


def _spot(word: str) -> Spot:
    x, y = word.split(",")
    return float(x), float(y)


def drawn(path: Path, words: Any = str) -> str:
    table = read_table(path)
    return draw_net(build_net(table.config), table.config, find_faults(table), path.name, words)


# -- what should be --

TX = {"id12la": "D0", "parallax28140": "SOUT"}
ASKED = ("pn532_hsu", "r200", "m6e_nano")
STRAPS = {"id12la": {"FORM": "GND", "RES": "VCC"}, "parallax28140": {"/ENABLE": "GND"}, "r200": {"EN": "VCC"}}
HIGH = ("rdm6300", "parallax28140", "fdxb_wl134", "m6e_nano")
THREE_V = ("id12la", "pn532_hsu")
UARTS = {
    "pi3": {},
    "pi4": {"ttyAMA2": (0, 1), "ttyAMA3": (4, 5), "ttyAMA4": (8, 9), "ttyAMA5": (12, 13)},
    "pi5": {"ttyAMA1": (0, 1), "ttyAMA2": (4, 5), "ttyAMA3": (8, 9), "ttyAMA4": (12, 13)},
}
POWER = {"GND", "5V", "3V3"}


def wanted(path: Path) -> set[tuple[str, str, str]]:
    """The ways from each device to the Pi, by table.toml alone. Of the Pi's power pins only what they are."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    found: set[tuple[str, str, str]] = set()
    for name, pin in _table(data, "panel").items():
        if name in ("start", "a", "b", "undo", "end_turn", "rage_up", "rage_down", "speed_up", "speed_down"):
            found |= {(f"panel.{name}:1", "", pin_of(pin) or "?"), (f"panel.{name}:2", "", "GND")}
    for i, dial in enumerate(_rows(data, "encoders")):
        part = f"encoders[{i}]"
        found |= {(f"{part}:A", "", pin_of(dial.get("a")) or "?"), (f"{part}:B", "", pin_of(dial.get("b")) or "?")}
        found.add((f"{part}:C", "", "GND"))
    for i, lamp in enumerate(_rows(data, "lamps")):
        for colour, letter, usual in (("red", "R", 470), ("green", "G", 180), ("blue", "B", 180)):
            ohms = "" if lamp.get(f"{colour}_v", 0) >= 3.3 else str(lamp.get(f"{colour}_ohm", usual))
            if lamp.get(f"{colour}_v") == 3.15:
                ohms = "56"  # 0.15 V / 3 mA = 50 ohms
            found.add((f"lamps[{i}]:{letter}", f"resistor {ohms}".strip(), pin_of(lamp.get(colour)) or "?"))
        leg = ("+", "3V3") if lamp.get("common_anode") else ("-", "GND")
        found.add((f"lamps[{i}]:{leg[0]}", "", leg[1]))
    usb = 0
    model = _table(data, "board").get("model", "pi4")
    for i, reader in enumerate(_rows(data, "readers")):
        port, kind = str(reader.get("port")), reader.get("protocol", "text_line")
        part, tx = f"readers[{i}]", TX.get(kind, "TX")
        if "usb" in port.lower() or "ttyACM" in port:
            usb += 1
            own = kind == "text_line" or kind not in reader_parts()
            if own:
                found.add((f"{part}:USB", "", f"USB{usb}"))
                continue
            supply = reader.get("supply", "5v")
            found |= {(f"{part}:{tx}", "", f"{part}.usb:RXD"), (f"{part}:GND", "", f"{part}.usb:GND")}
            found.add((f"{part}.usb:GND", "", f"{part}:GND"))
            found.add((f"{part}.usb:USB", "", f"USB{usb}"))
            found.add((f"{part}:VCC", "", f"{part}.usb:{'5V' if supply == '5v' else '3V3'}"))
            found |= {(f"{part}:RX", "", f"{part}.usb:TXD")} if kind in ASKED else set()
        elif port.startswith(("/dev/serial", "/dev/ttyAMA")):
            out, into = _uart(port.removeprefix("/dev/"), model)
            high = kind in HIGH
            between = {"divider": "divider 1000,2000", "shifter": "shifter", "direct": ""}[
                reader.get("adapter", "divider" if high else "direct")
            ]
            supply = reader.get("supply", "3v3" if kind in THREE_V else "5v")
            found |= {(f"{part}:{tx}", between, into), (f"{part}:GND", "", "GND")}
            found.add((f"{part}:VCC", "", {"5v": "5V", "3v3": "3V3"}[supply]))
            if between.startswith("divider"):
                found.add((f"{part}.divider:gnd", "", "GND"))
            if between == "shifter":
                found |= {(f"{part}.shifter:{name}", "", goal) for name, goal in SHIFTER.items()}
            if kind in ASKED:
                found.add((f"{part}:RX", between if between == "shifter" else "", out))
        else:
            continue
        for strap, goal in STRAPS.get(kind, {}).items():
            found |= {(f"{part}:{strap}", "strap", goal), (f"{part}:{goal}", "strap", strap)}
    return found


def _uart(device: str, model: str) -> tuple[str, str]:
    if device in ("serial0", "ttyAMA0"):
        return pin_of(14), pin_of(15)
    tx, rx = UARTS[model].get(device, (None, None))
    return pin_of(tx) or "?", pin_of(rx) or "?"


def _table(data: dict[str, Any], name: str) -> dict[str, Any]:
    found = data.get(name, {})
    return found if isinstance(found, dict) else {}


def _rows(data: dict[str, Any], name: str) -> list[dict[str, Any]]:
    found = data.get(name, [])
    return found if isinstance(found, list) else []


def with_power_names(paths: set[tuple[str, str, str]]) -> set[tuple[str, str, str]]:
    """With what the power pins are instead of their numbers."""
    known = header()
    return {
        (end, through, known[int(pin)] if pin.isdigit() and known[int(pin)] in POWER else pin)
        for end, through, pin in paths
    }


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_the_drawn_net_is_the_one_of_the_file(path: Path) -> None:
    assert with_power_names(Picture(drawn(path)).paths()) == wanted(path)


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_wires_keep_clear(path: Path) -> None:
    """No wire lies on another one, runs through a part or over the header, or leaves the page."""
    table = read_table(path)
    net = build_net(table.config)
    layout = arrange(net)
    pieces: dict[str, list[tuple[Spot, Spot]]] = defaultdict(list)
    for route in layout.routes:
        assert len(set(route.points)) == len(route.points)
        for a, b in zip(route.points, route.points[1:], strict=False):
            assert a.x == b.x or a.y == b.y, "a slanting wire"
            pieces[route.net].append((a, b))
            own = {route.wire.a.part, route.wire.b.part}
            for placed in layout.placed:
                assert placed.part.id in own or not _within(a, b, placed.box), (route.wire, placed.part.id)
            if route.wire.kind != "cable":
                assert not _within(a, b, (-BOARD, -TOP, BOARD, layout.board.bottom)), route.wire
    starts = {route.net: route.points[0] for route in layout.routes}
    names = sorted(pieces)
    for i, one in enumerate(names):
        for other in names[i + 1 :]:
            if not {one[:5], other[:5]} & {"strap"} and starts[one] != starts[other]:
                assert not any(_on(p, q) for p in pieces[one] for q in pieces[other]), (one, other)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_word_lies_under_a_wire_or_another_word(language: str) -> None:
    french = gettext.translation("companion", CATALOGUES, ["fr"]).gettext
    for path in TABLES:
        picture = Picture(drawn(path, french if language == "fr" else str))
        words = [(text.text or "", _extent(text)) for text in picture.root.iter(f"{SVG}text")]
        assert len(words) > 60
        for i, (word, box) in enumerate(words):
            for other, its in words[i + 1 :]:
                apart = box[0] >= its[2] or its[0] >= box[2] or box[1] >= its[3] or its[1] >= box[3]
                assert apart, (path.stem, word, other)
            for line in picture.lines:
                for a, b in zip(line.points, line.points[1:], strict=False):
                    assert not _within(a, b, box), (path.stem, word)


def _extent(text: ElementTree.Element) -> tuple[float, float, float, float]:
    x, y, size = (float(text.attrib[name]) for name in ("x", "y", "font-size"))
    wide = width_of(text.text or "", size)
    left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[text.attrib["text-anchor"]]
    return left, y - 0.7 * size, left + wide, y + 0.15 * size


def _within(a: Spot, b: Spot, box: tuple[float, float, float, float]) -> bool:
    left, top, right, bottom = box
    return (
        max(a[0], b[0]) > left + 0.1
        and min(a[0], b[0]) < right - 0.1
        and max(a[1], b[1]) > top + 0.1
        and min(a[1], b[1]) < bottom - 0.1
    )


def _on(p: tuple[Spot, Spot], q: tuple[Spot, Spot]) -> bool:
    """Whether two pieces lie on each other for more than a point."""
    for axis in (0, 1):
        other = 1 - axis
        if p[0][axis] == p[1][axis] == q[0][axis] == q[1][axis]:
            low = max(min(p[0][other], p[1][other]), min(q[0][other], q[1][other]))
            high = min(max(p[0][other], p[1][other]), max(q[0][other], q[1][other]))
            return high - low > 0.1
    return False


def test_every_terminal_of_the_net_has_a_place_of_its_own() -> None:
    for path in TABLES:
        layout = arrange(build_net(read_table(path).config))
        places = [point for end, point in layout.ends.items() if end != End("pi", "")]
        assert len(places) == len(set(places)), path


def test_the_usual_tables_are_well_and_their_pictures_are_new() -> None:
    """`make wiring-pictures` draws them; nothing of the machine that draws is in them."""
    fonts = [Path(face_file(face)) for face in FACES]
    for path in sorted(USUAL.glob("*.toml")):
        assert all(one.level == Severity.NOTE for one in find_faults(read_table(path))), path
        kept = (path.parents[1] / f"pictures/wiring-{path.stem}.png").read_bytes()
        assert kept == png_of_svg(drawn(path), fonts), f"make wiring-pictures: {path.stem}"


# -- the parts --


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_the_parts_are_those_of_the_net(path: Path) -> None:
    net = build_net(read_table(path).config)
    counted = {(item.kind, item.more): item.count for item in items(net, str)}
    of_kind = Counter(part.kind for part in net.parts)
    ohms = [value for part in net.parts for value in part.ohms if value is not None]
    for kind in ("button", "dial", "lamp", "reader", "adapter", "shifter"):
        assert sum(count for (name, _more), count in counted.items() if name == kind) == of_kind[kind], kind
    resistors = {more: count for (kind, more), count in counted.items() if kind == "resistor"}
    assert resistors == Counter(map(ohm_words, ohms))
    assert ("tag", "one a card") in counted if of_kind["reader"] else ("tag", "one a card") not in counted


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_word_leaves_its_tile(language: str) -> None:
    french = gettext.translation("companion", CATALOGUES, ["fr"]).gettext
    for path in TABLES:
        svg = draw_kit(build_net(read_table(path).config), path.name, french if language == "fr" else str)
        root = ElementTree.fromstring(svg.encode())
        tiles = [
            tuple(float(tile.attrib[name]) for name in ("x", "y", "width", "height"))
            for tile in root
            if tile.tag == f"{SVG}rect" and "rx" in tile.attrib
        ]
        words = [_extent(text) for text in root if text.attrib.get("text-anchor") == "middle"]
        assert len(words) >= len(tiles) >= 5
        for left, top, right, bottom in words:
            assert any(x <= left and y <= top and right <= x + w and bottom <= y + h for x, y, w, h in tiles), path


def test_the_command_says_and_draws_the_parts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["--table", str(USUAL / "ttl.toml"), "--svg", str(tmp_path / "p.svg"), "--data", str(tmp_path)]
    assert main(["wiring", "--parts", "--lang", "fr", *given]) == 0
    said = capsys.readouterr().out
    assert "4 × bouton-poussoir\n" in said and "1 × résistance 2 kΩ\n" in said and "5,1 V, 3 A" in said
    assert "Les pièces de cette table" in (tmp_path / "p.svg").read_text(encoding="utf-8")
    assert (
        main(["wiring", "--parts", "--lang", "en", "--table", str(tmp_path / "none.toml"), "--data", str(tmp_path)])
        == 2
    )
