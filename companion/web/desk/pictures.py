"""The pictures of the table, drawn once for all pages; the pages' server hands them out by their names."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable
from typing import Any, NamedTuple

from companion.engine.codec import public_json
from companion.presentation.scene import Scene
from companion.presentation.svg import to_svg
from companion.web.desk.games import page_of

log = logging.getLogger(__name__)


class DrawnPicture(NamedTuple):
    """A picture: its name, which follows from what is on it, and the line that sends it to the pages' server."""

    name: str
    line: bytes


NOTHING = DrawnPicture("", b"")


class Pictures:
    """The picture for everybody, and the figure on which a player answers."""

    def __init__(self) -> None:
        self.picture, self.figure = NOTHING, NOTHING
        self._view: Any = None

    @property
    def lines(self) -> tuple[bytes, ...]:
        """What a server is sent that has come just now."""
        return tuple(drawn.line for drawn in (self.picture, self.figure) if drawn.name)

    def draw(self, game: str | None, view: Any) -> tuple[bytes, ...]:
        """Draw what is seen; what the pages' server is to be sent, as it has not got it."""
        if view == self._view:
            return ()
        self._view = view
        page, before = page_of(game or ""), self.lines
        self.picture = _drawn(page.picture, view, game)
        self.figure = _drawn(page.figure, view, game, "f-")
        return tuple(line for line in self.lines if line not in before)


def _drawn(draw: Callable[[Any], Scene | None], view: Any, game: str | None, own: str = "") -> DrawnPicture:
    try:
        scene = draw(view) if game is not None and view is not None else None
        svg = to_svg(scene, own) if scene is not None else ""
    except Exception:
        log.exception("no picture of %s", game)
        svg = ""
    if not svg:
        return NOTHING
    name = hashlib.sha256(svg.encode()).hexdigest()[:24]
    return DrawnPicture(name, public_json({"picture": name, "svg": svg}) + b"\n")
