"""Cerbère is set up by a host who has no set-up page."""

from __future__ import annotations

from collections import Counter
from typing import Any

from companion.engine.setup_option import NumberOption, OneOf, SetupOption, YesNoOption
from companion.engine.text import N_, Text
from companion.games.cerbere.guide import LEVELS
from companion.games.cerbere.names import Boating, FacePart
from companion.games.cerbere.show import skulls
from kiosk.screens.cerbere.places import FaceWords, face_words
from kiosk.screens.cerbere.setup import BOATS, READINGS, Wishes
from kiosk.table.game_pages import RemoteSetUp

MIDS = ("mid1", "mid2")
"""Options: the boards in the middle, from the den to the boat."""


def remote(context: Any) -> RemoteSetUp:
    """Return its level, the die, the boats, the boards, and the readings of the rules."""
    wishes = Wishes(context)
    wish, book = wishes.now, wishes.book
    least, most = wishes.limits()

    def boards(part: FacePart) -> tuple[tuple[str, Text], ...]:
        faces = {id: face_words(book, id) for id in book.faces.of(part)}
        names = Counter(face.name for face in faces.values())
        return tuple((id, _words(face, alone=names[face.name] == 1)) for id, face in faces.items())

    options: tuple[SetupOption, ...] = (
        OneOf("level", Text(N_("What is followed?")), tuple((str(one.level), Text(one.label)) for one in LEVELS)),
        NumberOption("m", Text(N_("The die starts on")), wish.m, least, most),
        OneOf("boats", Text("{cb.boat:many}"), tuple((str(one), Text(BOATS[str(one)])) for one in Boating)),
        OneOf("start", Text(N_("First board")), boards(FacePart.START)),
        OneOf("mid1", Text(N_("Second board")), boards(FacePart.MID)),
        OneOf("mid2", Text(N_("Third board")), boards(FacePart.MID)),
        OneOf("end", Text(N_("Last board")), boards(FacePart.END)),
        *(YesNoOption(reading.field, Text(reading.label)) for reading in READINGS),
    )
    mids = wishes.beside(wish.mids or book.faces.of(FacePart.MID)[:1], 0)
    chosen: dict[str, Any] = {name: getattr(wish, name) for name in ("level", "m", "boats", "start", "end")}
    chosen |= {reading.field: getattr(wish, reading.field) == reading.on for reading in READINGS}

    def change(**new: Any) -> None:
        for reading in READINGS:
            if reading.field in new:
                new[reading.field] = reading.on if new[reading.field] else reading.off
        for place, key in enumerate(MIDS):
            if key in new:
                lie = [*mids]
                lie[place] = new.pop(key)
                new["mids"] = wishes.beside(tuple(lie), place)
        wishes.change(**new)

    def begin() -> None:
        if mids != wish.mids:  # one may be missing still
            wishes.change(mids=mids)
        wishes.open()

    return RemoteSetUp(begin, options, {**chosen, **dict(zip(MIDS, mids, strict=True))}, change)


def _words(face: FaceWords, alone: bool) -> Text:
    """Return the words of a board, with its skulls where another one has the same name."""
    name = Text(face.name)
    if alone:
        return name
    return Text(", ", parts=(name, Text("~{skulls}" if face.guess else "{skulls}", {"skulls": skulls(face.skulls)})))
