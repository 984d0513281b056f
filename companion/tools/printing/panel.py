"""A label for the four keys of the panel, and a tent for each level, to be cut out and folded."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import cast

from companion.engine.guide import Guide, LevelWords, PanelKey
from companion.engine.text import N_
from companion.tools.printing.document import GREY, Document
from companion.tools.printing.look import GameLook, PrintStyle, Rgb

GREEN: Rgb = (46, 140, 94)
RED: Rgb = (200, 50, 40)
KEYS: dict[str, tuple[str, str, Rgb]] = {
    "start": ("play", N_("Start"), (0, 0, 0)),
    "a": ("seat_disc", N_("Green"), GREEN),
    "b": ("seat_square", N_("Red"), RED),
    "undo": ("undo", N_("Undo"), (0, 0, 0)),
}
"""Key -> icon, what it is called, colour."""
UNUSED = N_("nothing")
FIELD = (40.0, 44.0)
"""Width and height in mm of a key on the panel's label."""
TENT = (170.0, 42.0)
"""Width and height in mm of one face of a tent."""
CUT_KEYS = N_("Cut along the lines. The cross is the middle of each button; their middles are {x} mm apart.")
CUT_TENTS = N_("Cut along the lines, fold along the dashes, and let it stand.")


def meaning(key: PanelKey, look: PrintStyle) -> str:
    """Return what a key means in turn."""
    return " · ".join(look.say(label) for label in key.labels) or look.translate(UNUSED)


def panel(sheet: Document, guide: Guide, game: GameLook, look: PrintStyle) -> None:
    """Add a page with the label of the panel."""
    sheet.page()
    wide, high = FIELD
    left, top = (sheet.width - wide * len(guide.keys)) / 2, 36.0
    sheet.put(game.title, (left, 16, wide * len(guide.keys), 8), "black", (16, 8), "L")
    hint = look.translate(CUT_KEYS).format(x=f"{wide:g}")
    sheet.paragraph([(hint, "text")], left, 25, wide * len(guide.keys), 9, colour=GREY)
    for i, key in enumerate(guide.keys):
        x = left + i * wide
        icon, name, colour = KEYS[key.name]
        sheet.frame(x, top, wide, high)
        sheet.cross(x + wide / 2, top + 10)
        sheet.icon(icon, x + 2, top + 21, 6, colour)
        sheet.put(look.translate(name), (x + 9.5, top + 21, wide - 11.5, 6), "text_bold", (12, 7), "L")
        labels = [look.say(label) for label in key.labels] or [look.translate(UNUSED)]
        for n, words in enumerate(words for words in labels if words != look.translate(name)):
            sheet.put(words, (x + 2, top + 28.5 + 4.8 * n, wide - 4, 4.6), "text", (11, 6))


def tents(sheet: Document, guide: Guide, game: GameLook, look: PrintStyle) -> None:
    """Add a page with a tent for each level."""
    sheet.page()
    wide, high = TENT
    left, top = (sheet.width - wide) / 2, 14.0
    sheet.put(look.translate(CUT_TENTS), (left, 6, wide, 5), "text", (9, 7), "L", GREY)
    for level in guide.levels:
        sheet.frame(left, top, wide, 2 * high)
        sheet.line((left, top + high), (left + wide, top + high), GREY, dash=2)
        _face(sheet, level, game, look, left, top + high)
        with cast("AbstractContextManager[None]", sheet.turned(left + wide / 2, top + high)):
            _face(sheet, level, game, look, left, top + high)
        top += 2 * high + 3


def _face(sheet: Document, level: LevelWords, game: GameLook, look: PrintStyle, left: float, top: float) -> None:
    wide, high = TENT
    sheet.icon(level.icon, left + 8, top + 9, 24)
    room = wide - 46
    sheet.put(look.translate(level.label), (left + 40, top + 7, room, 14), "black", (32, 12), "L")
    sheet.put(look.translate(level.hint), (left + 40, top + 22, room, 7), "text", (17, 9), "L")
    sheet.put(game.title, (left + 40, top + high - 9.5, room, 5), "text_bold", (10, 7), "L", GREY)
