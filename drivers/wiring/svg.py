"""The drawing as SVG, for A4: dark on light, in the colours of the house where print allows.

Every terminal is a circle with `data-end` (`pi:11`, `panel.start:1`), every wire a polyline from the middle of one to
the middle of another; parts are groups with `data-part` and `data-kind`. So the net can be read back.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterator, Sequence
from xml.sax.saxutils import escape, quoteattr

from companion.engine.config import key_text
from companion.engine.text import N_, in_words
from companion.tools.doctor.live import BUTTON_NAMES
from drivers.config import TableConfig
from drivers.wiring.boards import BOARDS, HEADER, PIN_OF, header_word
from drivers.wiring.finding import WiringFinding
from drivers.wiring.layout import BOARD, ROW, TOP, PlacedPart, Point, WireRoute, WiringLayout, arrange, box_of, side_of
from drivers.wiring.net import PI, Net, Wire, WiringPart
from drivers.wiring.parts import ohm_words
from drivers.wiring.shapes import shape
from drivers.wiring.words import Severity

Translate = Callable[[str], str]

INK, QUIET, LINE, PAPER, BOARD_FILL = "#241712", "#6E564A", "#B9A596", "#FFFFFF", "#F7F1EA"
WRONG, WARN = "#D0021B", "#B86A00"
RAIL_COLOURS = {"ground": "#241712", "5v": "#E8590C", "3v3": "#D4A017", "strap": "#6E564A", "cable": "#4B5563"}
TONES = {"red": "#A61E4D", "green": "#2B8A3E", "blue": "#1C5FD1", "rx": "#7A3FB5", "tx": "#0B7A8A"}
SIGNALS = ("#8A5A2B", "#1769AA", "#5B7F00", "#8E3B8A", "#00796B", "#5F6B76", "#5C5CC4", "#A8326E", "#3B7A57")
PIN_FILLS = {"GND": "#D8CFC8", "5V": "#F6C9AE", "3V3": "#F7E3A1"}
A4 = (297.0, 210.0)
MARGIN = 10.0
TITLE = 62.0
LEGEND_SIZE = 12.5
LEGEND_LINES, LONGEST = 50, 3
"""The most lines of all findings, and of one of them."""
LEAST = 9.0
"""Size of a title; a longer one goes on in a second line."""
FLAG = 34.0
"""Between the middle and the flag of a pin."""
ORDER = {"strap": 0, "ground": 1, "5v": 1, "3v3": 1}
"""What is drawn first is below."""
HEADLINE = N_("How this table is wired")
PIN_ONE = N_("Pin 1 has the square: it is the one at the corner of the board. The USB sockets are below.")
WIRES: tuple[tuple[str, str], ...] = (
    ("ground", N_("ground (GND)")),
    ("5v", "5 V"),
    ("3v3", "3.3 V"),
    ("signal", N_("signals, each in a colour of its own")),
    ("cable", N_("USB cable")),
)
AT_LINE = N_("line {line}, {key}: {what}")
AT_LINES = N_("line {line} (and {others}), {key}: {what}")
ALL_WELL = N_("Nothing speaks against this wiring.")
ADAPTER = N_("USB serial cable")
DIVIDER = N_("divider")
SHIFTER = N_("level shifter")
LAMP, DIAL, READER = N_("Lamp {name}"), N_("Dial {name}"), N_("Reader {name}")
NO_WIRE = N_("no wire known")
NO_RESISTOR = N_("none fits")
MARKS = {Severity.WRONG: WRONG, Severity.WARN: WARN, Severity.NOTE: QUIET}


def width_of(text: str, size: float) -> float:
    """Return about how wide a text is, rather too much than too little: any sans-serif face may replace Roboto."""
    return size * sum(_letter(letter) for letter in text)


def _letter(letter: str) -> float:
    if letter in "iljI.,:;'’|!()[] \u00a0`":
        return 0.3
    if letter in 'ftr-/"':
        return 0.4
    if letter in "mwMW@%—":
        return 0.9
    if letter.isupper():
        return 0.7
    return 0.57


def _broken(text: str, size: float, width: float) -> list[str]:
    """In lines that are no wider than `width`; a word that is wider is broken, too."""
    lines = [""]
    for letter in text:
        if lines[-1] and width_of(lines[-1] + letter, size) > width:
            head, gap, tail = lines[-1].rpartition(" ")
            lines[-1:] = [head, tail] if gap and width_of(tail, size) <= width / 2 else [lines[-1], ""]
        lines[-1] += letter
    return [line.strip() for line in lines if line.strip()]


def fitted_size(text: str, size: float, width: float, least: float = 7.0) -> float:
    """The size at which a text is no wider than `width`."""
    return max(least, min(size, size * width / max(1.0, width_of(text, size))))


def draw_net(net: Net, config: TableConfig, findings: Sequence[WiringFinding], name: str, translate: Translate) -> str:
    """The picture as the text of an SVG file.

    :param name: of the file that it shows.
    """
    return _Drawing(net, config, findings, name, translate).text()


class _Drawing:
    def __init__(
        self, net: Net, config: TableConfig, findings: Sequence[WiringFinding], name: str, translate: Translate
    ) -> None:
        self._net, self._config, self._name, self._ = net, config, name, translate
        self._findings = findings
        self._layout: WiringLayout = arrange(net)
        self._lines: list[str] = []
        self._wrong = {mark for one in findings if one.level == Severity.WRONG for mark in one.marks}
        self._doubtful = {mark for one in findings if one.level == Severity.WARN for mark in one.marks}
        self._numbers: dict[str, list[int]] = {}
        for number, one in enumerate(findings, 1):
            for mark in one.marks:
                self._numbers.setdefault(mark, []).append(number)
        wrong = (one for one in findings if one.level == Severity.WRONG)
        pins = (one.facts.get("pin") for one in wrong)
        self._wrong_pins = {str(PIN_OF[pin]) for pin in pins if isinstance(pin, int) and pin in PIN_OF}
        self._wrong_pins |= {str(pin) for pin, what in HEADER.items() if f"{PI}.{what}" in self._wrong}

    def text(self) -> str:
        """The whole file."""
        frame = self._layout.frame
        left, right = frame.left - 24, frame.right + 24
        told = list(self._legend_lines(right - left))
        if len(told) > LEGEND_LINES:
            told = [*told[:LEGEND_LINES], (0, "…", Severity.NOTE)]
        top = frame.top - TITLE - 22
        bottom = frame.bottom + 34 + 26 + 18.0 * len(told) + 26
        wide, high = right - left, bottom - top
        page = max((A4, A4[::-1]), key=lambda size: min((size[0] - 20) / wide, (size[1] - 20) / high))
        scale = min((page[0] - 2 * MARGIN) / wide, (page[1] - 2 * MARGIN) / high)
        box_w, box_h = page[0] / scale, page[1] / scale
        x, y = (left + right - box_w) / 2, top - MARGIN / scale
        self._lines = [
            '<?xml version="1.0" encoding="UTF-8"?>',
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{page[0]:g}mm" height="{page[1]:g}mm" '
            f'viewBox="{x:.1f} {y:.1f} {box_w:.1f} {box_h:.1f}" '
            f"font-family=\"Roboto, 'Helvetica Neue', Arial, sans-serif\">",
            f"<title>{escape(self._(HEADLINE))}</title>",
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{box_w:.1f}" height="{box_h:.1f}" fill="{PAPER}"/>',
        ]
        self._head(left, right, top)
        self._board()
        self._wires()
        for placed in self._layout.placed:
            self._part(placed)
        self._terminals()
        for placed in self._layout.placed:
            self._badges(placed)
        self._legend(left, frame.bottom + 34, told, right - left)
        self._lines.append("</svg>")
        return "\n".join(self._lines) + "\n"

    # -- pieces --

    def _put(self, line: str) -> None:
        self._lines.append(line)

    def _say(
        self, x: float, y: float, words: str, size: float, anchor: str = "start", fill: str = INK, more: str = ""
    ) -> None:
        self._put(
            f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:.1f}" text-anchor="{anchor}" fill="{fill}" {more}>'
            f"{escape(printable(words))}</text>"
        )

    def _rect(
        self, box: tuple[float, float, float, float], fill: str, stroke: str = "none", radius: float = 0, more: str = ""
    ) -> None:
        left, top, right, bottom = box
        self._put(
            f'<rect x="{left:.1f}" y="{top:.1f}" width="{right - left:.1f}" height="{bottom - top:.1f}" '
            f'rx="{radius:g}" fill="{fill}" stroke="{stroke}" {more}/>'
        )

    def _head(self, left: float, right: float, top: float) -> None:
        self._say(
            left,
            top + 24,
            self._(HEADLINE),
            27,
            more='font-family="\'Source Serif Pro\', Georgia, serif" font-weight="700"',
        )
        self._say(left, top + 44, f"{self._name} · {BOARDS[self._net.model].name}", 13, fill=QUIET)
        for number, line in enumerate(textwrap.wrap(self._(PIN_ONE), 52)):
            self._say(right, top + 20 + 16 * number, line, 12, "end", QUIET)
        self._put(f'<line x1="{left}" y1="{top + 54}" x2="{right}" y2="{top + 54}" stroke="#E07A2C" stroke-width="2"/>')

    def _board(self) -> None:
        board = self._layout.board
        wider = (board.left - 5, board.top, board.right + 5, board.bottom)
        self._rect(wider, BOARD_FILL, LINE, 10, 'stroke-width="1.5"')
        self._say(0, -TOP + 18, BOARDS[self._net.model].name, 12, "middle", QUIET, 'font-weight="700"')
        self._rect((-25, -12, 25, 19 * ROW + 12), INK, radius=3)
        used = {end.terminal for route in self._layout.routes for end in (route.wire.a,) if end.part == PI}
        for pin, what in HEADER.items():
            self._flag(pin, what, side_of(str(pin)), ROW * ((pin - 1) // 2), str(pin) in used)
        for name, point in self._layout.ghosts.items():
            side = -1 if point.x < 0 else 1
            told = f"GPIO {name[1:]}" if re.fullmatch(r"\?-?\d{1,6}", name) else "GPIO ?"
            box = box_of(side, FLAG, BOARD, point.y - 9, point.y + 9)
            self._rect(box, "#FFF0F0", WRONG, 4, 'stroke-dasharray="4 3"')
            self._say(side * 78, point.y + 4, told, fitted_size(told, 11, 80), "middle", WRONG, 'font-weight="700"')
        if self._layout.sockets:
            self._say(0, self._layout.usb_top + 14, "USB", 13, "middle", QUIET, 'font-weight="700"')

    def _flag(self, pin: int, what: int | str, side: int, y: float, used: bool) -> None:
        wrong = str(pin) in self._wrong_pins and (used or isinstance(what, int))
        fill = PIN_FILLS.get(str(what), "#FFE3CC" if used else PAPER)
        box = box_of(side, FLAG, BOARD, y - 9, y + 9)
        stroke, thick = (WRONG, 2) if wrong else (QUIET if used else "#E3D9D0", 1)
        self._rect(box, fill if used else "#FBF8F5", stroke, 4, f'stroke-width="{thick}"')
        ink = WRONG if wrong else INK if used else LINE
        word = header_word(pin).replace("GPIO", "GPIO ").replace("5V", "5 V").replace("3V3", f"3{self._(DECIMAL)}3 V")
        self._say(side * 78, y + 4, word, 11.5, "middle", ink, 'font-weight="700"' if used else "")
        gold = "#E8C35A" if used else "#A8946A"
        if pin == 1:
            self._rect((side * 12 - 9, y - 9, side * 12 + 9, y + 9), gold)
        else:
            self._put(f'<circle cx="{side * 12}" cy="{y:g}" r="9" fill="{gold}"/>')
        self._say(side * 12, y + 3.2, str(pin), 9, "middle", INK, 'font-weight="700"')

    # -- wires --

    def _wires(self) -> None:
        """Rail by rail and wire by wire, each with a white edge, so that crossings are bridges."""
        nets: dict[str, list[WireRoute]] = {}
        for route in self._layout.routes:
            nets.setdefault(route.net, []).append(route)
        palette: dict[str, str] = {}
        order = sorted(nets.values(), key=lambda routes: ORDER.get(routes[0].wire.kind, 2))
        for routes in order:
            for route in routes if routes[0].wire.kind != "strap" else ():
                points = _points(route.points)
                thick = 9 if route.wire.kind == "cable" else 5.5
                self._put(
                    f'<polyline points="{points}" fill="none" stroke="{PAPER}" stroke-width="{thick}" '
                    f'stroke-linejoin="round"/>'
                )
            # what is wrong is drawn below: of a rail that others share only its own piece is red
            for route in sorted(routes, key=lambda route: not self._is_wrong(route.wire)):
                self._wire(route, palette)
            if len(routes) > 1:
                self._dots(routes)
        for route in self._layout.routes:
            if route.wire.kind == "strap":
                corner = route.points[-2]
                self._put(f'<circle cx="{corner.x:g}" cy="{corner.y:g}" r="2.6" fill="{RAIL_COLOURS["strap"]}"/>')

    def _wire(self, route: WireRoute, palette: dict[str, str]) -> None:
        wire = route.wire
        wrong = self._is_wrong(wire)
        colour = WRONG if wrong else self._colour(wire, palette)
        thick = 5.0 if wire.kind == "cable" else 3.0 if wrong else 2.4
        dash = 'stroke-dasharray="7 3"' if wrong else ""
        self._put(
            f'<polyline class="wire" data-kind="{wire.kind}" data-a={quoteattr(":".join(wire.a))} '
            f'data-b={quoteattr(":".join(wire.b))} points="{_points(route.points)}" fill="none" stroke="{colour}" '
            f'stroke-width="{thick}" stroke-linejoin="round" {dash}/>'
        )

    def _is_wrong(self, wire: Wire) -> bool:
        own = key_text(wire.key)
        if wire.kind in ("5v", "3v3"):
            return f"{own}.supply" in self._wrong
        if wire.kind != "signal":
            return False
        return f"{own}.{wire.tone}" in self._wrong or (own in self._wrong and not own.startswith("readers"))

    @staticmethod
    def _colour(wire: Wire, palette: dict[str, str]) -> str:
        if wire.kind in RAIL_COLOURS:
            return RAIL_COLOURS[wire.kind]
        if wire.tone in TONES:
            return TONES[wire.tone]
        return palette.setdefault(key_text(wire.key), SIGNALS[len(palette) % len(SIGNALS)])

    def _dots(self, routes: Sequence[WireRoute]) -> None:
        """Where a wire leaves its rail."""
        colour = RAIL_COLOURS[routes[0].wire.kind]
        places = sorted(
            {
                route.points[-3 if len(route.points) > 5 and route.points[-2].x == route.points[-1].x else -2]
                for route in routes
            },
            key=lambda point: point.y,
        )
        for point in places[:-1]:
            self._put(f'<circle cx="{point.x:g}" cy="{point.y:g}" r="3.6" fill="{colour}"/>')

    def _terminals(self) -> None:
        for end, point in self._layout.ends.items():
            on_pi = end.part == PI
            gpio = f' data-gpio="{HEADER[int(end.terminal)]}"' if on_pi and end.terminal.isdigit() else ""
            fill = "none" if on_pi else PAPER
            stroke = "none" if on_pi else INK
            self._put(
                f'<circle class="terminal" data-end={quoteattr(":".join(end))}{gpio} cx="{point.x:.1f}" '
                f'cy="{point.y:.1f}" r="3" fill="{fill}" stroke="{stroke}"/>'
            )
        for point in self._layout.sockets.values():
            side = 1 if point.x > 0 else -1
            self._rect(box_of(side, BOARD - 24, BOARD + 8, point.y - 9, point.y + 9), "#C9CED6", "#4B5563", 2)
            self._rect(box_of(side, BOARD + 8, BOARD + 34, point.y - 6, point.y + 6), "#4B5563", radius=2)

    # -- parts --

    def _part(self, placed: PlacedPart) -> None:
        part = placed.part
        ohms = ",".join("" if value is None else str(value) for value in part.ohms)
        self._put(f'<g class="part" data-part={quoteattr(part.id)} data-kind="{part.kind}" data-ohms="{ohms}">')
        match part.kind:
            case "resistor":
                self._resistor(placed)
            case "divider":
                self._divider(placed)
            case "shifter":
                self._plain(placed, self._(SHIFTER), QUIET)
                self._names(placed)
            case "adapter":
                self._plain(placed, self._(ADAPTER), QUIET)
                self._names(placed)
            case _:
                self._device(placed)
        self._put("</g>")

    def _plain(self, placed: PlacedPart, title: str, ink: str) -> None:
        box = placed.box
        self._rect(box, "#EEF1F4", "#4B5563", 5)
        middle = (box.left + box.right) / 2
        if placed.part.kind == "adapter":  # away from the names of its terminals
            middle -= placed.side * 9
        lines = textwrap.wrap(title, 10, break_on_hyphens=False) if placed.part.kind == "adapter" else [title]
        first = (box.top + box.bottom) / 2 - 6 * (len(lines) - 1) + 3.5
        if placed.part.kind == "shifter":  # between the names of its terminals
            first = box.top + 24.5
        for number, line in enumerate(lines):
            self._say(middle, first + 12 * number, line, 10, "middle", ink)

    def _resistor(self, placed: PlacedPart) -> None:
        box, ohms = placed.box, placed.part.ohms[0]
        wrong = placed.part.id in self._wrong or ohms is None
        self._rect((box.left + 6, box.top, box.right - 6, box.bottom), PAPER, WRONG if wrong else INK, 3)
        for edge, inner in ((box.left, box.left + 6), (box.right, box.right - 6)):
            y = (box.top + box.bottom) / 2
            self._put(
                f'<line x1="{edge:.1f}" y1="{y:g}" x2="{inner:.1f}" y2="{y:g}" stroke="{INK}" stroke-width="1.5"/>'
            )
        words = self._(NO_RESISTOR) if ohms is None else self._ohms(ohms)
        self._say((box.left + box.right) / 2, box.bottom - 4.2, words, 10.5, "middle", WRONG if wrong else INK)

    def _ohms(self, ohms: int) -> str:
        return ohm_words(ohms).replace(".", self._(DECIMAL))

    def _divider(self, placed: PlacedPart) -> None:
        box, side = placed.box, placed.side
        first, second = (ohms or 0 for ohms in placed.part.ohms)
        self._rect(box, "#EEF1F4", "#4B5563", 5, 'stroke-dasharray="4 3"')
        y = box.top + 10
        inner, outer = (box.left, box.right) if side > 0 else (box.right, box.left)
        node = inner + side * 22
        self._put(f'<path d="M{inner:.1f} {y:g} H{outer:.1f} M{node:.1f} {y:g} V{box.bottom:.1f}" fill="none" '
                  f'stroke="{INK}" stroke-width="1.5"/>')  # fmt: skip
        self._rect(box_of(side, abs(node) + 12, abs(node) + 66, y - 7, y + 7), PAPER, INK, 2)
        self._say(node + side * 39, y + 3.8, self._ohms(first), 10, "middle")
        self._rect((node - 6, y + 8, node + 6, box.bottom - 4), PAPER, INK, 2)
        self._put(f'<circle cx="{node:.1f}" cy="{y:g}" r="2.6" fill="{INK}"/>')
        self._say(node + side * 11, box.bottom - 9, self._ohms(second), 10, "start" if side > 0 else "end")
        self._say(outer - side * 5, box.bottom - 9, self._(DIVIDER), 9, "end" if side > 0 else "start", QUIET)

    def _device(self, placed: PlacedPart) -> None:
        part, box = placed.part, placed.box
        wrong = part.id in self._wrong
        edge = WRONG if wrong else WARN if part.id in self._doubtful else INK
        self._rect(box, "#FFF4F4" if wrong else PAPER, edge, 8, f'stroke-width="{1.5 if edge == INK else 2}"')
        side = placed.side
        title, seconds = self._title(part), self._seconds(part)
        icon = (box.left + box.right) / 2 + side * (46 if part.kind == "button" else 30)
        if part.kind == "reader" and part.wired != "pins":
            icon = box.right - 30 if side > 0 else box.left + 30
        near = box.left if side > 0 else box.right
        names = [end.terminal for end, point in self._layout.ends.items() if end.part == part.id and point.x == near]
        shown = [name for name in names if name not in ("USB", "1", "2")]
        x = near + side * max(22.0, 14 + max((width_of(name, 9.5) for name in shown), default=0.0))
        anchor = "start" if side > 0 else "end"
        room = abs(icon - x) - 20
        size = fitted_size(title, 13.5, room)
        lines = [title]
        if size < LEAST:  # then without its picture
            far = [width_of(end.terminal, 9.5) for end, at in self._layout.ends.items()
                   if end.part == part.id and at.x not in (near, 0.0)]  # fmt: skip
            room = abs(box.right - box.left) - abs(x - near) - 10 - max(far, default=0.0)
            for size in (LEAST, 7.5, 6.0):
                lines = _broken(title, size, room)
                if 12 * (len(lines) + len(seconds)) <= box.bottom - box.top - 8:
                    break
        else:
            self._put(shape(part.kind, icon, (box.top + box.bottom) / 2))
        y = (box.top + box.bottom) / 2 + 4 - 6 * (len(lines) + len(seconds) - 1) - (len(seconds) == 1)
        for number, line in enumerate(lines):
            self._say(x, y + 12 * number, line, size, anchor, more='font-weight="700"')
        for number, second in enumerate(seconds, len(lines)):
            self._say(x, y + 12 * number + 2, second, fitted_size(second, 10, room), anchor, QUIET)
        if part.kind != "button" and part.terminals != ("USB",):
            self._names(placed)

    def _names(self, placed: PlacedPart) -> None:
        """What the terminals are called, inside the box."""
        box = placed.box
        for end, point in self._layout.ends.items():
            if end.part != placed.part.id or end.terminal in ("USB", "1", "2"):
                continue
            word = "−" if end.terminal == "-" else end.terminal
            if abs(point.y - box.bottom) < 1:
                self._say(point.x, point.y - 5, word, 9, "middle", QUIET)
            elif abs(point.x - box.left) < 1:
                self._say(point.x + 6, point.y + 3.4, word, 9.5, "start", QUIET)
            else:
                self._say(point.x - 6, point.y + 3.4, word, 9.5, "end", QUIET)

    def _title(self, part: WiringPart) -> str:
        match part.kind:
            case "button":
                return self._(BUTTON_NAMES[part.name])
            case "lamp":
                return self._(LAMP).format(name=part.name)
            case "dial":
                return self._(DIAL).format(name=part.name)
            case _:
                return self._(READER).format(name=part.name)

    def _seconds(self, part: WiringPart) -> tuple[str, ...]:
        """Return what is below its title, line by line."""
        if part.kind == "button":
            pin = self._config.panel.pins[part.name]
            return (f"{part.name} = {pin}" if pin >= 0 else part.name,)
        if part.kind == "reader":
            about = part.about if len(part.about) <= 20 else f"{part.about[:19]}…"
            return (about,) if part.wired != "nowhere" else (about, self._(NO_WIRE))
        return ()

    def _badges(self, placed: PlacedPart) -> None:
        """The numbers of the legend, on the part's corner."""
        if placed.part.kind in ("resistor", "divider", "shifter", "adapter"):
            return
        numbers = self._numbers.get(placed.part.id, [])
        inward = 4 if placed.part.kind == "button" or placed.part.wired != "pins" else 34
        x = placed.box.right - inward if placed.side > 0 else placed.box.left + inward
        for step, number in enumerate(numbers):
            self._badge(x - placed.side * 17 * step, placed.box.top - 1, number)

    def _badge(self, x: float, y: float, number: int) -> None:
        colour = MARKS[self._findings[number - 1].level]
        self._put(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="8" fill="{colour}" stroke="{PAPER}" stroke-width="1"/>')
        self._say(x, y + 3.6, str(number), 10, "middle", PAPER, 'font-weight="700"')

    # -- legend --

    def _legend_lines(self, width: float) -> Iterator[tuple[int, str, Severity]]:
        """Number (0: it goes on), words, gravity."""
        if not self._findings:
            yield 0, self._(ALL_WELL), Severity.NOTE
        letters = int((width - 40) / (LEGEND_SIZE * 0.5))
        for number, one in enumerate(self._findings, 1):
            for i, line in enumerate(textwrap.wrap(self._sentence(one), letters, max_lines=LONGEST, placeholder=" …")):
                yield 0 if i else number, line, one.level

    def _sentence(self, finding: WiringFinding) -> str:
        """As on paper: the line of the file, not its folder."""
        place = finding.places[0] if finding.places else None
        words = in_words(finding.what, self._)
        if place is None or not place.line:
            return words
        own = place.file
        others = [str(o.line) if o.file == own else f"{o.file.name} {o.line or o.key}" for o in finding.places[1:]]
        facts = {"line": place.line, "key": place.key, "what": words, "others": ", ".join(others)}
        return self._(AT_LINES if others else AT_LINE).format(**facts)

    def _legend(self, left: float, top: float, faults: Sequence[tuple[int, str, Severity]], width: float) -> None:
        self._put(f'<line x1="{left}" y1="{top - 12}" x2="{left + width}" y2="{top - 12}" stroke="{LINE}"/>')
        kinds = {route.wire.kind for route in self._layout.routes}
        x = left
        for kind, words in WIRES:
            if kind not in kinds:
                continue
            colours = SIGNALS[:3] if kind == "signal" else (RAIL_COLOURS[kind],)
            for step, colour in enumerate(colours):
                self._put(f'<line x1="{x}" y1="{top + 6 - 4 * step}" x2="{x + 26}" y2="{top + 6 - 4 * step}" '
                          f'stroke="{colour}" stroke-width="{5 if kind == "cable" else 2.4}"/>')  # fmt: skip
            said = self._(words) if kind != "3v3" else words.replace(".", self._(DECIMAL))
            self._say(x + 33, top + 9, said, 12)
            x += 33 + width_of(said, 12) + 26
        y = top + 34
        for number, words, level in faults:
            if number:
                self._badge(left + 9, y - 4, number)
            ink = MARKS[level] if level == Severity.WRONG else INK
            self._say(left + 26, y, words, LEGEND_SIZE, fill=ink)
            y += 18


DECIMAL = N_(".")


def printable(words: str) -> str:
    """Without the letters that XML does not allow."""
    return "".join(letter if letter.isprintable() or letter == "\u00a0" else "\ufffd" for letter in words)


def _points(points: Sequence[Point]) -> str:
    return " ".join(f"{point.x:.1f},{point.y:.1f}" for point in points)
