"""The board faces in words and icons: what is special on each, how many skulls it bears."""

from __future__ import annotations

from typing import NamedTuple

from companion.games.cerbere.guide import PLACES
from companion.games.cerbere.names import FacePart
from companion.games.cerbere.rules.setup import TableFiles
from companion.presentation.colours import C
from companion.presentation.i18n import _
from kiosk.widgets.icons import put_icon
from kiosk.widgets.key import Action, Touchable
from kiosk.widgets.label import TextFit, fit, put_line, width

PARTS = {FacePart.START: ("gates", "{cb.start_board:short}"), FacePart.END: ("boat", "{cb.end_board:short}")}


LEFT = 8.6
"""u from a tile's left edge to its name."""


class FaceWords(NamedTuple):
    """A board face as it is shown. `guess`: its skulls have not been counted on a real board."""

    icon: str
    name: str
    skulls: int
    guess: bool


def face_words(book: TableFiles, id: str) -> FaceWords:
    """Return the words of a face: a middle board is called by what is on it, one with nothing special by its name."""
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
        """Show whether it is chosen, and its place on the way."""
        if (chosen, place) != (self.chosen, self.place):
            self.chosen, self.place = chosen, place
            self.redraw()

    def _fit(self) -> TextFit:
        u = self.m.u
        return fit(self.label, "text_bold", (*self.m.steps("key"), 2.5 * u), self.width - (LEFT + 0.9) * u)

    @property
    def fits(self) -> bool:
        return bool(self._fit().fits)

    def draw(self) -> None:
        u = self.m.u
        tone = C.ember if self.chosen else C.rim
        self.put_plain(self.chosen)
        put_icon(self.words.icon, self.x + 1.5 * u, self.center_y - 3 * u, 6 * u, tone)
        laid = self._fit()
        put_line(laid.lines[0], "text_bold", laid.size, self.x + LEFT * u, self.center_y + 0.8 * u, C.bone)
        self._draw_skulls(self.x + LEFT * u, self.center_y - 4 * u)
        if self.place:
            put_line(self.place, "black", 5.5 * u, self.right - 1.5 * u, self.center_y - 4 * u, tone, "right")

    def _draw_skulls(self, x: float, y: float) -> None:
        u = self.m.u
        if self.words.guess:
            put_line("~", "text_bold", 3 * u, x, y + 0.6 * u, C.ash)
            x += width("~", "text_bold", round(3 * u)) + 0.4 * u
        step = min(3.5 * u, (self.right - x - 0.8 * u) / max(1, self.words.skulls))
        side = min(3.1 * u, step)
        for i in range(self.words.skulls):
            put_icon("skull", x + i * step, y, side, C.ash)
