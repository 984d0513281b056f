"""This evening as one card: its games, who won, and what decided each."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.games.registry import show_of
from companion.presentation.colours import C
from companion.presentation.i18n import _, spoken
from companion.presentation.words import day, names
from kiosk.display.theme import MARGIN
from kiosk.screens.screen import Screen, Title
from kiosk.table.context import KioskContext
from kiosk.table.evenings import EVENING_ENDS, ladder, moment_of, this_evening
from kiosk.table.game_uis import GAME_UIS
from kiosk.table.memories import Memory
from kiosk.widgets.background import WON, Background, Sparks
from kiosk.widgets.evening_line import EveningLine, Ladder, Station
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.layout import Column, FreeSpace, Layers, Leaf, Row, Split

MOST = (4, 6)
"""Games that the card holds, wide and upright: the last ones."""
RUNGS = 5
"""Names on its ladder."""


class Tonight(Screen):
    """A page without choices: it is looked at, and a picture is taken of it."""

    remembers = True

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.games = this_evening(context.table.memories.finished(), context.table.wall_now())
        self.add_widget(Background(WON))
        self.line, self.ladder = EveningLine(), Ladder()
        self.title = Title(_("This evening"))
        said = day(context.table.wall_now() - EVENING_ENDS)
        date = Text(said, "body", C.ash, align="right", sit="baseline")
        self.more = Text("", "small", C.ash)
        self.won = Text(_("Who won"), "body", C.ash)
        late = context.table.memories.late
        self.none = Text("" if late else _("No game has come to its end this evening."), "body", lines=2)
        self.none.visible = not self.games
        wins = ladder(self.games)[:RUNGS]
        self.ladder.show(wins)
        self.won.visible = self.ladder.visible = bool(wins)
        memories = Key(_("Memories"), "crown", icon_size=3, action=partial(context.go.open, "evenings"))
        self.home = Key(_("Good night"), "check", kind="prime", action=self.good_night)
        beside = Column(Leaf(self.won, 4.6), self.ladder, gap=0.8, size=30) if wins else None
        below = Column(Leaf(self.won, 4.6), self.ladder, gap=0.8, size=6 + 5.6 * len(wins)) if wins else None
        keys = Row(memories, Leaf(self.home, weight=1.4), size=8.4)
        self.compose(
            Layers(
                Column(Leaf(Sparks(10, C.brim), (40, 70)), FreeSpace()),
                Split(
                    wide=Column(
                        Row(self.title, Leaf(date, 34), size=7.25),
                        Row(Layers(Column(self.line, Leaf(self.more, 3)), self.none), beside, gap=4),
                        keys, gap=1.8, pad=(MARGIN, 0, MARGIN, 1.4),
                    ),
                    upright=Column(
                        Leaf(self.title, 9), Leaf(Text(said, "body", C.ash), 4),
                        Layers(Column(self.line, Leaf(self.more, 3)), self.none), below, keys,
                        gap=2, pad=(MARGIN, 0, MARGIN, 1.4),
                    ),
                ),
            )
        )  # fmt: skip
        self._fill()

    def good_night(self) -> None:
        """Go home; no phone has a seat any more."""
        if self.context.services.phones is not None:
            self.context.services.phones.end_all()
        self.context.go.open(None)

    def arrange(self, metrics: Any) -> None:
        self._fill()
        super().arrange(metrics)

    def _fill(self) -> None:
        most = MOST[0] if self.m.wide else MOST[1]
        shown = self.games[-most:]
        left_out = len(self.games) - len(shown)
        self.line.show([_station(memory) for memory in shown])
        self.more.show(_("and {n} before").format(n=left_out) if left_out else "")


def _station(memory: Memory) -> Station:
    ui = GAME_UIS.get(memory.game)
    if ui is None:
        return Station("cross", memory.game, False, (names(memory.names),))
    ended, decided = show_of(memory.game).ending(memory.result), moment_of(memory)
    who = names(memory.names)
    whole = (f"{ui.title} · {decided} · {who}", f"{ui.title} · {decided}", decided)
    told = whole if decided else (f"{ui.title} · {who}", who)
    return Station(ui.icon, spoken(ended.in_words), ended.good, told)
