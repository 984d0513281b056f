"""The board faces in words and icons: what is special on each, how many skulls it bears."""

from __future__ import annotations

from typing import NamedTuple

from companion.games.cerbere.book import Book
from companion.games.cerbere.names import Part, Place
from kiosk.i18n import N_, _
from kiosk.icons import put_icon
from kiosk.theme import C
from kiosk.widgets.key import Action, Touchable
from kiosk.widgets.label import capital, fit, put_line, width
from kiosk.widgets.panel import put_panel

PLACES = {
    Place.STILT: ("stilts", N_("Stilts")),
    Place.PROMONTORY: ("promontory", N_("Promontory")),
    Place.NACELLE: ("nacelle", N_("Gondolas")),
    Place.FUNICULAR_FOOT: ("funicular", N_("Funicular")),
    Place.BRIDGE: ("bridge", N_("Rope bridge")),
    Place.PORTAL: ("portal", N_("Portal")),
}
PARTS = {Part.START: ("gates", N_("Start")), Part.END: ("boat", N_("Arrival"))}


class FaceWords(NamedTuple):
    """A board face as it is shown. `guess`: nobody has counted its skulls on a real board."""

    icon: str
    name: str
    skulls: int
    guess: bool


def face_words(book: Book, id: str) -> FaceWords:
    """A middle board is called by what stands on it; one with nothing special by its own name."""
    face = book.faces.faces[id]
    guess = str(face.confidence) == "guess"
    if face.part in PARTS:
        icon, name = PARTS[face.part]
        return FaceWords(icon, _(name), face.skulls, guess)
    for space in face.spaces:
        if space.kind in PLACES:
            icon, name = PLACES[space.kind]
            return FaceWords(icon, _(name), face.skulls, guess)
    return FaceWords("map", id.replace("_", " ").capitalize(), face.skulls, guess)


class FaceTile(Touchable):
    """A board face to be chosen: icon, name, its skulls as often as they are printed; its place in the path."""

    def __init__(self, words: FaceWords, action: Action | None = None, **kwargs: object) -> None:
        self.words = words
        self.label = words.name
        self.place = ""
        self.chosen = False
        super().__init__(action=action, **kwargs)

    def show(self, chosen: bool, place: str = "") -> None:
        """Chosen or not, and which it is on the way."""
        if (chosen, place) != (self.chosen, self.place):
            self.chosen, self.place = chosen, place
            self.redraw()

    def _text_left(self) -> float:
        return float(9 * self.m.u)

    def _fit(self) -> tuple[int, tuple[str, ...], bool]:
        right = (4.6 if self.place else 0.9) * self.m.u
        return fit(
            self.label, "text_bold", (*self.m.steps("key"), 2.5 * self.m.u), self.width - self._text_left() - right
        )

    @property
    def fits(self) -> bool:
        """Whether its name stays inside."""
        return bool(self._fit()[2])

    def draw(self) -> None:
        u, radius = self.m.u, 1.25 * self.m.u
        tone = C.ember if self.chosen else C.rim
        put_panel(self.x, self.y, self.width, self.height, C.seam if self._pressed else C.basalt, radius)
        put_panel(
            self.x, self.y, self.width, self.height, C.ember if self.chosen else C.seam, radius, 4 if self.chosen else 2
        )
        put_icon(self.words.icon, self.x + 1.6 * u, self.center_y - 3 * u, 6 * u, tone)
        x = self.x + self._text_left()
        size, lines, _fits = self._fit()
        put_line(lines[0], "text_bold", size, x, self.center_y + 0.6 * u, C.bone)
        self._draw_skulls(x, self.center_y - 4 * u)
        if self.place:
            high = 5.5 * u
            put_line(
                self.place,
                "black",
                high,
                self.right - 1.6 * u,
                self.center_y - capital("black", high) / 2,
                tone,
                "right",
            )
        self.put_ring(radius)

    def _draw_skulls(self, x: float, y: float) -> None:
        u = self.m.u
        if self.words.guess:
            x += width("~", "text_bold", round(3 * u)) + 0.6 * u
            put_line("~", "text_bold", 3 * u, x - 0.6 * u, y + 0.7 * u, C.ash, "right")
        for i in range(self.words.skulls):
            put_icon("skull", x + i * 3.5 * u, y, 3.1 * u, C.ash)
