"""A scene as SVG. Names typed by people are text, never markup. All looks are presentation attributes: no style, no
script, no font file."""

from __future__ import annotations

import re
from functools import cache
from xml.sax.saxutils import escape, quoteattr

from companion.presentation import icon_shapes
from companion.presentation.colours import C, Colour
from companion.presentation.cut import cut, words_width
from companion.presentation.scene import Box, Disc, Group, Icon, Light, Scene, Shape, Stamp, Stroke, Words, number

Value = str | float | Colour | None
LEAST = 0.84
"""How much smaller words may be so that they go into their room."""
_ILLEGAL = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML cannot hold at all."""
_CLASS = {
    'class="f"': 'fill="currentColor" stroke="none"',
    'class="k"': 'stroke="none"',
    'class="s"': 'fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round"',
    'class="ks"': 'fill="none" stroke-linecap="round" stroke-linejoin="round"',
}
"""icons.svg's grammar as attributes: what is cut out takes `fill` and `stroke` of its symbol."""
_CENTRE = re.compile(r' ?data-c="[^"]*"')


def to_svg(scene: Scene, own: str = "") -> str:
    """Return the picture.

    :param own: before the name of each shape that is used by reference: two pictures in one page have other names.
    """
    made = _Writer(scene, own)
    parts = "".join(map(made.shape, (Box(0, 0, scene.wide, scene.high, C.pit), *scene.shapes)))
    for stamp in scene.stamps.values():
        made.share(stamp.name, made.symbol(stamp))
    size = f"{number(scene.wide)} {number(scene.high)}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" font-family="sans-serif" font-weight="bold"'
        ' stroke-linejoin="round">'
        f"<defs>{''.join(made.shared.values())}</defs>{parts}</svg>"
    )


class _Writer:
    def __init__(self, scene: Scene, own: str) -> None:
        self.scene, self.own = scene, own
        self.shared: dict[str, str] = {}
        """What is used by reference: id -> element."""

    def share(self, name: str, element: str) -> str:
        """Return the reference to an element with this name."""
        self.shared.setdefault(name, element.replace(f'id="{name}"', f'id="{self.own}{name}"', 1))
        return f"#{self.own}{name}"

    def shape(self, shape: Shape) -> str:
        match shape:
            case Group():
                return self._group(shape)
            case Box(x, y, wide, high, fill, radius, edge, line):
                d = line / 2 if edge is not None else 0.0
                box = {"x": x + d, "y": y + d, "width": wide - 2 * d, "height": high - 2 * d}
                return _element("rect", **box, rx=max(radius - d, 0) or None, **_look(fill, edge, line))
            case Disc(x, y, r, fill, edge, line):
                r -= line / 2 if edge is not None else 0.0
                return _element("circle", cx=x, cy=y, r=r, **_look(fill, edge, line))
            case Icon(name, x, y, side, tone, under):
                id = f"i-{name}" if under == C.pit else f"i-{name}-{under.hex[1:]}"
                at: dict[str, Value] = {"x": x - side / 2, "y": y - side / 2, "width": side, "height": side}
                return _element("use", href=self.share(id, _icon(id, name, under.hex)), **at, color=tone)
            case Words():
                return self._words(shape)
            case Light(x, y, rx, ry, tone, alpha):  # one that the picture's edge would cut off is smaller
                reach = {"rx": min(rx, x, self.scene.wide - x), "ry": min(ry, y, self.scene.high - y)}
                return _element("ellipse", cx=x, cy=y, **reach, fill=self._glow(tone, alpha))
            case Stamp(name, _shapes, x, y, side, tone):
                href = self.share(name, self.symbol(shape))
                return _element("use", href=href, x=x, y=y, width=side, height=side, stroke=tone)
            case Stroke():
                return self._stroke(shape)

    def _group(self, group: Group) -> str:
        said: dict[str, Value] = {f"data_{name}": value for name, value in group.facts}
        if group.alpha < 1:
            said["opacity"] = f"{group.alpha:.2f}"
        inside = "".join(map(self.shape, group.shapes))
        title = _element("title", group.title) if group.title else ""
        place = ""
        if group.place and group.at is not None:
            x, y = group.at
            place = _element("circle", cx=x, cy=y, r=group.reach, fill="none", data_place=group.place)
        if len(group.shapes) == 1 and not title:  # an element of its own would only be longer
            tag, _space, rest = inside.partition(" ")
            return f"{tag}{_attributes(said)} {rest}{place}"
        return f"<g{_attributes(said)}>{title}{inside}</g>{place}" if inside or said or title else place

    def _words(self, words: Words) -> str:
        text, size = words.text, words.size
        if words.room:
            size *= max(LEAST, min(1.0, words.room / words_width(text, size)))
            text = cut(text, lambda some: words_width(some, size) <= words.room)
        y = words.y + 0.355 * size
        return _element("text", text, x=words.x, y=y, font_size=size, fill=words.tone, text_anchor=words.anchor)

    def _stroke(self, stroke: Stroke) -> str:
        look: dict[str, Value] = {"fill": stroke.fill or "none"}
        under = ""
        if stroke.glow is not None:
            under = _element("path", d=stroke.d, fill=stroke.fill) if stroke.fill is not None else ""
            look["fill"] = self._glow(*stroke.glow, foot=True)
        if stroke.line:
            look |= {
                "stroke": stroke.tone,
                "stroke_width": stroke.line,
                "stroke_linecap": None if stroke.cap == "butt" else stroke.cap,
            }
            if stroke.dash is not None:
                look["stroke_dasharray"] = " ".join(map(number, stroke.dash))
        return under + _element("path", d=stroke.d, **look)

    def symbol(self, stamp: Stamp) -> str:
        """Return a drawing that is used by its name."""
        return f'<symbol id="{stamp.name}" viewBox="0 0 100 100">{"".join(map(self.shape, stamp.shapes))}</symbol>'

    def _glow(self, tone: Colour, alpha: float, foot: bool = False) -> str:
        """Return what to fill a shape with: light that fades from its middle, or from the middle of its foot."""
        id = f"{'foot' if foot else 'glow'}-{tone.hex[1:]}-{round(alpha * 100)}"
        at = ' cx=".5" cy="1" r=".8"' if foot else ""
        stops = "".join(
            f'<stop offset="{at}" stop-color="{tone.hex}" stop-opacity="{strength:.2f}"/>'
            for at, strength in ((0, alpha), (1, 0.0))
        )
        return f"url({self.share(id, f'<radialGradient id={quoteattr(id)}{at}>{stops}</radialGradient>')})"


def _look(fill: Colour | None, edge: Colour | None, line: float) -> dict[str, Value]:
    look: dict[str, Value] = {"fill": fill or "none"}
    return look if edge is None else look | {"stroke": edge, "stroke_width": line}


def _element(tag: str, text: str | None = None, /, **attributes: Value) -> str:
    """Return one element. Underscores in names become hyphens; None is left out."""
    inside = "/>" if text is None else f">{escape(_ILLEGAL.sub('', text))}</{tag}>"
    return f"<{tag}{_attributes(attributes)}{inside}"


def _attributes(given: dict[str, Value]) -> str:
    written = []
    for name, value in given.items():
        if value is None:
            continue
        attribute = name.replace("_", "-")
        if isinstance(value, Colour):
            if value.a < 1:
                written.append(f'{attribute}-opacity="{value.a:.2f}"')
            text = value.hex
        else:
            text = value if isinstance(value, str) else number(value)
        written.append(f"{attribute}={quoteattr(_ILLEGAL.sub('', text))}")
    return "".join(" " + one for one in written)


@cache
def _icon(id: str, name: str, under: str) -> str:
    shapes = _CENTRE.sub("", icon_shapes.source(name))
    for grammar, looks in _CLASS.items():
        shapes = shapes.replace(grammar, looks)
    looks = f'viewBox="0 0 1 1" overflow="visible" fill="{under}" stroke="{under}"'
    return f'<symbol id="{id}" {looks}>{shapes}</symbol>'
