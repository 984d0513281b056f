"""Keeper: what happened on the map and nobody told the companion: rams, pushes, derailments, checks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

from companion.engine.choice import Choice
from companion.games.hellrail.names import CIRCLES, MARKERS
from companion.games.hellrail.view import HellRailView
from kiosk.context import KioskContext
from kiosk.i18n import N_, _
from kiosk.screens.hellrail.replies import CircleTile, Replies, below
from kiosk.screens.hellrail.routing import MORE, REPORT, SheetKey
from kiosk.screens.hellrail.words import seat_of, sign
from kiosk.screens.sheet import Sheet
from kiosk.theme import C, Colour, Metrics
from kiosk.widgets.big_tile import BigTile
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text

Go = Callable[[SheetKey | None], object]


class Told(NamedTuple):
    """Something that is told: its sign, its words, the question who."""

    icon: str
    label: str
    who: str
    tone: Colour = C.ember


WHAT: dict[str, Told] = {
    "rammed": Told("ram", N_("Rammed"), N_("Who is rammed?"), C.danger),
    "pushed": Told("rings", N_("Pushed into a circle"), N_("Who is pushed into a circle?")),
    "derailed": Told("derail", N_("Derailed"), N_("Who derails?"), C.danger),
    "marker": Told("warning", N_("Onto a check"), N_("Who comes onto a check?"), C.brim),
}


class Report(Sheet):
    """First what, then who, for a push which circle. `about`: what; `part`: who, or `way` while an engine drives."""

    def __init__(self, context: KioskContext, about: str, part: str, go: Go) -> None:
        super().__init__(context)
        self.about, self.part, self.go = about, part, go
        self.way = part == "way"
        self.title = Text(self._question(), "name", face="bold", size=6)
        self.replies = Replies(most=14.0)
        self.add_widget(self.title)
        self.add_widget(self.replies)
        self.set_keys(Key(_("Back"), "back", icon_size=3, action=self._back))
        self._filled = False

    def _question(self) -> str:
        if self.about not in WHAT:
            return _("What happens on the table?")
        if self.about == "pushed" and self.part and not self.way:
            return _("Into which circle?")
        return _(WHAT[self.about].who)

    def _back(self) -> None:
        if self.about:
            self.go(SheetKey(REPORT))
        else:
            self.go(None if self.way else SheetKey(MORE))

    def update(self, view: HellRailView, choice: Choice | None) -> None:
        if self._filled:
            return
        self._filled = True
        self.replies.fill(list(self._tiles(view)))

    def _tiles(self, view: HellRailView) -> Iterator[Any]:
        if not self.about:
            for what, told in WHAT.items():
                tile = BigTile(
                    _(told.label), told.icon, tone=told.tone, action=partial(self.go, SheetKey(REPORT, what))
                )
                tile.enabled = what != "marker" or view.checks < MARKERS
                yield tile
        elif self.about == "pushed" and self.part:
            for circle in CIRCLES:
                act = partial(self._tell, self.part, circle=circle)
                yield CircleTile(sign(circle), action=act)
        else:
            for seat in view.seats:
                if seat.name != view.turn.player or self.about in ("derailed", "marker"):
                    yield self._player(view, seat.name)

    def _player(self, view: HellRailView, name: str) -> BigTile:
        seat = seat_of(view, name)
        mark = None if seat is None else (seat.colour, seat.name[:1])
        if self.about == "pushed":
            act: Any = partial(self.go, SheetKey(REPORT, "pushed", name))
        else:
            act = partial(self._tell, name)
        return BigTile(name, "", action=act, seat=mark)

    def _tell(self, name: str, **more: Any) -> None:
        self.go(None)
        self.context.move("report", what=self.about, target=name, **more)

    def lay(self, m: Metrics) -> None:
        self.title.lines = 1 if m.wide else 2
        top = 4.0 if m.wide else 10.0
        self.put(self.title, left=4, right=4, top=top, height=7 if m.wide else 13)
        below(self, m, self.replies, top + (11 if m.wide else 17))
