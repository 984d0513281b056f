"""A picture as plain shapes, from back to front, drawn once for every screen: phones and televisions (`svg`), the kiosk
(`kiosk.figures`). x runs east, y south; lengths are in units of the picture. What one draws with is `Scene`.

    scene = Scene(640, 480)
    scene.box(10, 10, 80, 40, C.soot, 6, C.rim)
    with scene.group("ada", title="Ada", place="3"):
        scene.seat("red", "A", 50, 30, 40)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Concatenate, Literal, NamedTuple, ParamSpec

from msgspec import Struct

from companion.presentation.colours import SEATS, C, Colour
from companion.presentation.fonts import FontFace
from companion.presentation.path_data import Point
from companion.presentation.skins import EMBER, Skin

Anchor = Literal["start", "middle", "end"]
Cap = Literal["round", "butt", "square"]
LINE = 2.0
"""Default width of an edge: a hairline."""


class Frame(NamedTuple):
    """The target of a figure: its box, `u` (the measure of all that has no place: a sixtieth of a kiosk's short side),
    which of its shapes it takes there, and in what light."""

    x: float
    y: float
    wide: float
    high: float
    u: float
    kind: str = ""
    skin: Skin = EMBER

    @property
    def right(self) -> float:
        return self.x + self.wide

    @property
    def foot(self) -> float:
        return self.y + self.high


# ---------------------------------------------------------------- shapes


class Box(Struct, frozen=True):
    """A rectangle, its corners round; its edge is inside it. No colour: nothing is drawn."""

    x: float
    y: float
    wide: float
    high: float
    fill: Colour | None
    radius: float = 0.0
    edge: Colour | None = None
    line: float = LINE


class Disc(Struct, frozen=True):
    """A disc round x, y, its edge inside it."""

    x: float
    y: float
    r: float
    fill: Colour | None
    edge: Colour | None = None
    line: float = LINE


class Icon(Struct, frozen=True):
    """An icon round x, y. `under`: the colour in its holes, if it is not that of the background."""

    name: str
    x: float
    y: float
    side: float
    tone: Colour
    under: Colour = C.pit


class Words(Struct, frozen=True):
    """Words in one line, the middle of their capitals at the height of y; smaller, then cut, to go into `room`."""

    text: str
    x: float
    y: float
    size: float
    tone: Colour
    anchor: Anchor = "middle"
    room: float = 0.0
    face: FontFace = "text_bold"


class Light(Struct, frozen=True):
    """Light that fades outwards from x, y."""

    x: float
    y: float
    rx: float
    ry: float
    tone: Colour
    alpha: float = 0.5


class Stroke(Struct, frozen=True):
    """A path (`path_data`), filled, then drawn with a pen. `glow`: a light over the fill, from the middle of its foot.
    No tone: inside a stamp the stamp's. `live`: it is another one each time, and no screen keeps it."""

    d: str
    tone: Colour | None
    line: float = 0.0
    fill: Colour | None = None
    cap: Cap = "round"
    dash: tuple[float, float] | None = None
    glow: tuple[Colour, float] | None = None
    live: bool = False


class Stamp(Struct, frozen=True):
    """A drawing of its own in a square of 100 x 100 units, used often: `name` says which; x, y: its upper left corner.
    Its strokes without a tone take this one."""

    name: str
    shapes: tuple[Box | Stroke, ...]
    x: float
    y: float
    side: float
    tone: Colour


class Group(Struct):
    """Shapes that belong together. With a `key` it is one thing from picture to picture: it glides from `at` to where
    it is then. A finger near `at`, or within `reach` of it, means the key of an `option` to the asked seat, or a
    `place` (`Option.place`) to everybody. `title` and `facts` are said, not drawn. `rolls`: it is turned as one picture
    when it moves."""

    key: str = ""
    title: str = ""
    place: str = ""
    option: str = ""
    at: Point | None = None
    reach: float = 0.0
    rolls: bool = False
    alpha: float = 1.0
    facts: tuple[tuple[str, str], ...] = ()
    shapes: list[Shape] = []


Shape = Box | Disc | Icon | Words | Light | Stroke | Stamp | Group


class GroupMotion(NamedTuple):
    """The motion of a group to its place: along a way, every leg in `seconds`; `hop`: it rises on each of them so far;
    `turns`: so many quarter turns on each."""

    key: str
    way: tuple[Point, ...]
    seconds: float
    curve: Literal["out_cubic", "linear"] = "out_cubic"
    hop: float = 0.0
    turns: int = 0


Stage = tuple[GroupMotion, ...]
"""What moves at once."""


# ---------------------------------------------------------------- drawing


P = ParamSpec("P")


def _adds(shape: Callable[P, Shape]) -> Callable[Concatenate[Scene, P], None]:
    """Return a method that draws such a shape."""

    def add(scene: Scene, /, *args: P.args, **kwargs: P.kwargs) -> None:
        scene.put(shape(*args, **kwargs))

    return add


class Scene:
    """Shapes in the order in which they are drawn: `box`, `disc`, ... take what their shapes do."""

    def __init__(self, wide: float, high: float) -> None:
        self.wide, self.high = wide, high
        self.shapes: list[Shape] = []
        self.stamps: dict[str, Stamp] = {}
        """Drawings that may be used though none of them is here."""
        self._into = self.shapes

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Scene):
            return NotImplemented
        return (self.wide, self.high, self.shapes) == (other.wide, other.high, other.shapes)

    # It has __eq__ and grows: a set or a cache would lose it.
    __hash__ = None  # type: ignore[assignment]

    def put(self, *shapes: Shape) -> None:
        """Add shapes that are made already."""
        self._into.extend(shapes)

    @contextmanager
    def group(
        self,
        key: str = "",
        *,
        title: str = "",
        place: str = "",
        option: str = "",
        at: Point | None = None,
        reach: float = 0.0,
        rolls: bool = False,
        alpha: float = 1.0,
        **facts: object,
    ) -> Iterator[None]:
        """Make one group of what is drawn inside the `with` block."""
        said = tuple((name, str(value)) for name, value in facts.items() if value is not None)
        group = Group(key, title, place, option, at, reach, rolls, alpha, said, [])
        outside, self._into = self._into, group.shapes
        try:
            yield
        finally:
            self._into = outside
        self._into.append(group)

    box, disc, icon, text = _adds(Box), _adds(Disc), _adds(Icon), _adds(Words)
    light, path = _adds(Light), _adds(Stroke)

    def square(self, x: float, y: float, side: float, *look: Any) -> None:
        """Draw a box round its middle."""
        self.box(x - side / 2, y - side / 2, side, side, *look)

    def seat(
        self, colour: str, letter: str, x: float, y: float, side: float, hollow: bool = False, scale: float = 0.5
    ) -> None:
        """Draw a seat's mark round its middle: shape, colour and letter; hollow: out of the game, or with nothing
        left."""
        look = SEATS.get(colour, SEATS["white"])
        self.icon(look.icon, x, y, side, C.rim if hollow else look.colour)
        if hollow:
            self.icon(look.icon, x, y, 0.86 * side, C.soot)
        size = (0.46 if hollow else scale) * side
        self.text(letter, x, y + look.dy * side, size, look.colour if hollow else C.pit)

    def player(self, name: str, colour: str, x: float, y: float, side: float, hollow: bool = False) -> None:
        """Draw a seat's mark that says whose it is."""
        with self.group(title=name, seat=name):
            self.seat(colour, name[:1], x, y, side, hollow)

    def rail(self, x: float, right: float, y: float, u: float, tone: Colour, tie: Colour | None) -> None:
        """Draw a rail whose upper edge is at y, with its ties below unless `tie` is None."""
        at = x + 1.05 * u
        while tie is not None and at < right - 0.5 * u:
            self.box(at, y + 0.55 * u, min(1.7 * u, right - at), 0.62 * u, tie)
            at += 3 * u
        self.box(x, y, right - x, 0.5 * u, tone)


def number(value: float) -> str:
    """As short as it goes, to a tenth: for path data.

    >>> number(3.0), number(-0.04), number(0.25)
    ('3', '0', '0.2')
    """
    text = f"{value:.1f}"
    return "0" if text == "-0.0" else text.removesuffix(".0")


def xy(x: float, y: float) -> str:
    """Return a place in path data."""
    return f"{number(x)},{number(y)}"


def flat(points: Iterable[Point]) -> str:
    """Return the points as path data of one open outline."""
    return "M" + "L".join(xy(x, y) for x, y in points)
