"""Cerbère is set up by a host who has no set-up page."""

from __future__ import annotations

from typing import Any

from companion.engine.setup_option import NumberOption, OneOf, SetupOption
from companion.engine.text import N_, Text
from companion.games.cerbere.guide import LEVELS
from companion.games.cerbere.names import Boating, FacePart
from kiosk.screens.cerbere.places import face_words
from kiosk.screens.cerbere.setup import BOATS, Wishes
from kiosk.table.game_pages import RemoteSetUp

MIDS = ("mid1", "mid2")
"""Options: the boards in the middle, from the den to the boat."""


def remote(context: Any) -> RemoteSetUp:
    """Return its level, the die, the boats and the boards."""
    wishes = Wishes(context)
    wish, book = wishes.now, wishes.book
    least, most = wishes.limits()

    def boards(part: FacePart) -> tuple[tuple[str, Text], ...]:
        return tuple((id, Text(face_words(book, id).name)) for id in book.faces.of(part))

    options: tuple[SetupOption, ...] = (
        OneOf("level", Text(N_("What is followed?")), tuple((str(one.level), Text(one.label)) for one in LEVELS)),
        NumberOption("m", Text(N_("The die starts on")), wish.m, least, most),
        OneOf("boats", Text("{cb.boat:many}"), tuple((str(one), Text(BOATS[str(one)])) for one in Boating)),
        OneOf("start", Text(N_("First board")), boards(FacePart.START)),
        OneOf("mid1", Text(N_("Second board")), boards(FacePart.MID)),
        OneOf("mid2", Text(N_("Third board")), boards(FacePart.MID)),
        OneOf("end", Text(N_("Last board")), boards(FacePart.END)),
    )
    mids = wishes.beside(wish.mids or book.faces.of(FacePart.MID)[:1], 0)
    chosen = {"level": wish.level, "m": wish.m, "boats": wish.boats, "start": wish.start, "end": wish.end}

    def change(**new: Any) -> None:
        for place, key in enumerate(MIDS):
            if key in new:
                lie = [*mids]
                lie[place] = new.pop(key)
                new["mids"] = wishes.beside(tuple(lie), place)
        wishes.change(**new)

    def begin() -> None:
        wishes.change(mids=mids)  # one may be missing still
        wishes.open()

    return RemoteSetUp(begin, options, {**chosen, **dict(zip(MIDS, mids, strict=True))}, change)
