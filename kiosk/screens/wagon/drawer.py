"""Infernal Wagon's virtual table: the cards of the hands, or one card of each heap."""

from __future__ import annotations

from typing import Any

from companion.engine.update import Update
from companion.games.infernal_wagon.messages import kind_word, tell
from companion.games.infernal_wagon.names import Kind
from companion.games.infernal_wagon.view import WagonView
from kiosk.context import KioskContext, Panel, Reader
from kiosk.i18n import _, clock_text, spoken
from kiosk.icons import Icon
from kiosk.refusals import refusal
from kiosk.screens.drawer import Drawer, PieceTile, seat_colour
from kiosk.screens.wagon.symbols import symbol_look
from kiosk.screens.wagon.virtual import PaperCard, VirtualTable, demo_paper
from kiosk.theme import C, Colour, Metrics, colour
from kiosk.widgets.figures import Figures
from kiosk.widgets.key import Action
from kiosk.words import elapsed

KIND_ICONS = {
    Kind.RAIL: "rail",
    Kind.DANGER: "warning",
    Kind.EASY: "joker",
    Kind.SILENCE: "silence",
    Kind.UTURN: "uturn",
    Kind.CURSE: "curse",
    Kind.EXIT: "gates",
    Kind.START: "play",
}
HEAPS = (Kind.RAIL, Kind.DANGER, Kind.EASY, Kind.SILENCE, Kind.UTURN, Kind.CURSE, Kind.EXIT)


class CardTile(PieceTile):
    """A card: kind, name, its symbols, and the colour of the hand it lies in."""

    def __init__(self, card: PaperCard | None, label: str, **kwargs: Any) -> None:
        self.card = card
        super().__init__(label, (card.icon or KIND_ICONS[card.kind]) if card else "pile", **kwargs)


class WagonDrawer(Drawer):
    """Hands or heaps, the clock and the wagon."""

    def __init__(self, context: KioskContext, reader: Reader, panel: Panel, **kwargs: Any) -> None:
        self.table = VirtualTable(demo_paper())
        self.heaps = False
        self.view: WagonView | None = None
        super().__init__(context, reader, panel, **kwargs)
        self.clock = Figures("", size=15.75)
        self.behind = Figures("", size=6.75, align="right", colour=C.ember)
        self.wagon = Icon("wagon", C.ember)
        self.which.show(label=_("Heaps"))
        for widget in (self.clock, self.behind, self.wagon):
            self.add_widget(widget)

    def switch(self) -> None:
        """Hands, or one card of each heap."""
        self.heaps = not self.heaps
        self.which.show(label=_("Hands") if self.heaps else _("Heaps"), icon="hand" if self.heaps else "list")
        self.deal()

    def report(self, update: Update) -> None:
        self.table.told(update)
        self.view = update.view if isinstance(update.view, WagonView) else None
        if update.refusal is not None:
            self.line.say(refusal(update.refusal, update.game).title, "warning", C.brim)
        if self.view is None:
            return
        story = tell(update.events, self.view, update.undo)
        if story.order:
            self.line.say(spoken(story.order.text), story.order.icon, colour(story.order.tone))
        elif self.context.asked:
            self.line.say(_("Green or red?"), "warning", C.brim)
        elif story.line:
            self.line.say(spoken(story.line.text), story.line.icon, colour(story.line.tone))
        elif story.band:
            self.line.say(spoken(story.band.title), "warning", C.brim)

    def second(self) -> None:
        left = self.context.remaining()
        self.clock.show(elapsed(self.context.elapsed()) if left is None else clock_text(left))
        if self.view is not None:
            self.behind.show(str(self.view.behind))

    def pieces(self) -> list[CardTile]:
        return [self._heap(kind) for kind in HEAPS] if self.heaps else self._hands()

    def _heap(self, kind: Kind) -> CardTile:
        card = self.table.heap_top(kind, self.view)
        tile = self._tile(card, spoken(kind_word(kind)))
        tile.enabled = card is not None
        return tile

    def _hands(self) -> list[CardTile]:
        lay, view = self.table.lay, self.view
        tiles = []
        if lay.pile and lay.tunnel:
            top = lay.pile[0]
            tiles.append(self._tile(top, _("Pile"), C.brim, lit=True))
        for i, hand in enumerate(lay.hands):
            name = view.hands[i].colour if view and i < len(view.hands) else ""
            tone = seat_colour(name)
            tiles += [self._tile(card, short(card.slot), tone, lit=self._fitting(card)) for card in hand]
        tiles.sort(key=lambda tile: not (tile.card and tile.card.kind in (Kind.SILENCE, Kind.UTURN)))
        for curse in lay.curses:
            if curse is not None:
                tiles.append(self._tile(curse, _("Curse"), C.hex))
        return tiles

    def _tile(self, card: PaperCard | None, label: str, owner: Colour | None = None, lit: bool = False) -> CardTile:
        return CardTile(card, label, owner=owner, marks=self._marks(card), lit=lit, action=self._tapping(card))

    def _tapping(self, card: PaperCard | None) -> Action:
        return (lambda: self.reader.tap(card.uid)) if card is not None else (lambda: None)

    def _marks(self, card: PaperCard | None) -> tuple[tuple[str, Colour], ...]:
        if card is None or self.view is None or card.kind not in (Kind.RAIL, Kind.DANGER, Kind.CURSE):
            return ()
        looks = [symbol_look(end, self.view.symbols) for end in card.ends]
        return tuple((icon, tone) for icon, tone, _name in looks)

    def _fitting(self, card: PaperCard) -> bool:
        """Whether a person would see that it fits: a symbol on it is on the gate. Switch cards are to be shown."""
        if self.view is None:
            return False
        if card.kind in (Kind.SILENCE, Kind.UTURN, Kind.EXIT):
            return True
        wanted = set(self.view.exit.symbols)
        return "*" in wanted or card.kind is Kind.EASY or bool(wanted & set(card.ends)) or "*" in card.ends

    def arrange_head(self, m: Metrics, top: float) -> None:
        self.put(self.clock, left=3, width=36, top=top / 2 - 6, height=12)
        if m.wide:
            self.put(self.line, left=37, width=m.columns - 56, top=top / 2 - 4, height=8)
            self.put(self.wagon, right=11, width=7.4, top=top / 2 - 4, height=7.4)
            self.put(self.behind, right=4, width=8, top=top / 2 - 4, height=8)
        else:
            self.put(self.line, left=4, right=4, top=top - 12, height=8)
            self.put(self.wagon, right=13, width=7.4, top=top / 2 - 4, height=7.4)
            self.put(self.behind, right=4, width=12, top=top / 2 - 6, height=12)


def short(slot: str) -> str:
    """`rail-07` as it stands on a small card: `R-07`."""
    kind, _dash, number = slot.partition("-")
    return f"{kind[:1].upper()}-{number}" if number else slot
