"""HellRail is being played: one sheet at a time, chosen by what the table is doing."""

from __future__ import annotations

from typing import Any

from companion.engine.choice import Choice
from companion.engine.update import Update
from companion.games.hellrail.deck import Deck
from companion.games.hellrail.events import CardShown
from companion.games.hellrail.names import Level
from companion.games.hellrail.view import HellRailView
from kiosk.context import KioskContext
from kiosk.screens.hellrail import routing
from kiosk.screens.hellrail.make import make_sheet, reads
from kiosk.screens.hellrail.map_column import SIDE, UPRIGHT_HEAD
from kiosk.screens.hellrail.messages import tell
from kiosk.screens.hellrail.routing import FIELDS, SheetKey
from kiosk.screens.hellrail.setup_options import GAME, Wishes
from kiosk.screens.hellrail.table import Table
from kiosk.screens.sheet import Sheet, band_high
from kiosk.screens.sheet_screen import SheetScreen
from kiosk.theme import Metrics
from kiosk.widgets.help_tab import WIDE as HELP_WIDE


class Game(SheetScreen):
    """What it looks like is the business of the sheets.

    What a finger chooses before it is a move (a card's values, a report) is `local`; any news ends it.
    """

    KEPT = (routing.TABLE, routing.MAP)

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.view: HellRailView | None = None
        self.choice: Choice | None = None
        self.local: SheetKey | None = None
        self.toll: list[Any] = []
        """Cards for Cerberus, chosen before the one that drives."""
        self._asked_for: tuple[SheetKey, tuple[str, str]] | None = None

    @property
    def first(self) -> str:
        """Who is to begin, as wished in the set-up."""
        wish = Wishes(self.context).now.first
        return wish if self.view is not None and any(seat.name == wish for seat in self.view.seats) else ""

    def worth(self, card: str) -> int | None:
        """What a card of the deck is worth, if it is known."""
        deck: Deck = self.context.books[GAME]
        found = deck.cards.get(card)
        return None if found is None else found.car

    # ------------------------------------------------------------ news

    def told(self, update: Update) -> None:
        if not isinstance(update.view, HellRailView):
            return
        story = tell(update)
        self.view, self.choice = update.view, update.choice
        if self.mapped:
            self._map().news(update)
        if story.news:
            self.local = SheetKey(routing.CIRCLES, "fresh") if story.dealt and update.choice is None else None
            self.line = story.line
            self.toll = []
            self.band.hush()
            self._shown(update)
        if story.band is not None:
            self.band.say(story.band.title, story.band.hint)
        self.refresh()
        if story.delivered and isinstance(self.sheet, Table):
            self.sheet.delivered(story.delivered)

    def _shown(self, update: Update) -> None:
        """A card was tapped that waits for where it goes."""
        card = next((event for event in update.events if isinstance(event, CardShown)), None)
        if card is None or self.view is None:
            return
        self.toll = list(self.view.toll_tapped)
        if self.mapped:
            toll, self.toll = self.toll, []
            self._map().begin(card.play.value, card.card, toll)
        else:
            self.local = SheetKey(routing.CARD, card.play.value, card.card)

    # ------------------------------------------------------------ fingers

    def go(self, place: SheetKey | None) -> None:
        """Open a sheet of the screen's own; None: back to the table or to the question."""
        tie = place is not None and place.kind == FIELDS and place.part == "delinquency"
        if tie and place is not None and self.mapped:
            self.local = None
            self._map().pick_tie(place.about)
        else:
            self.local = place
        self.refresh()

    def back(self) -> None:
        """Back to the table; the toll stays in hand."""
        self.toll = []
        self.go(None)

    def looked(self, place: SheetKey) -> None:
        """The face-down token was looked at."""
        self.local = None
        if place.part != "held":
            self.context.move("look")
        self.refresh()

    def toll_paid(self, action: str, toll: list[Any]) -> None:
        """Cerberus has his cards: now the one that drives or crosses."""
        self.toll = toll
        self.go(SheetKey(routing.CARD, action))

    def submit(self, action: str, values: dict[str, Any], card: str = "") -> None:
        """A card was entered by its values; `card`: its id, if it was tapped and only the rest was entered."""
        if self.mapped and action in ("move", "boat", "lay", "upgrade"):
            toll, self.toll = self.toll, []
            self.local = None
            self._map().begin(action, values, toll)
            self.refresh()
            return
        paid = {"toll": self.toll} if self.toll else {}
        match action:
            case "flip":
                self.context.move("flip", card=values)
            case "price" | "throw":
                self.context.move("discard", cards=[values])
            case "boat":
                gap = values.pop("gap", 1)
                self.context.move("boat", card=card or values, gap=gap, **paid)
            case _:
                self.context.move(action, card=values, **paid)

    # ------------------------------------------------------------ which sheet

    @property
    def mapped(self) -> bool:
        """The companion follows the map."""
        return self.view is not None and self.view.level is Level.MAP

    def _map(self) -> Any:
        return self.sheet_for(SheetKey(routing.MAP))

    def refresh(self) -> None:
        """Show how things stand; another sheet only if it is about something else."""
        update, view = self.context.update, self.view
        if update is None or view is None:
            return
        mapped = self.mapped
        on_map = mapped and self.choice is not None and self._map().answers(view, self.choice)
        place = routing.place_of(view, self.choice, self.local, mapped, on_map)
        if mapped and (self._map().busy or self._map().moving):
            place = SheetKey(routing.MAP)
        self.turn_to(place, update, view, self.choice)
        self._ask_reader(view, place)

    def _ask_reader(self, view: HellRailView, place: SheetKey) -> None:
        """A reader without a zone is to do what the sheet is about; asked for once, then the table's own wish holds."""
        wanted = reads(place)
        if wanted is None or view.mode == wanted or self._asked_for == (place, wanted):
            self._asked_for = (place, wanted) if wanted is not None else None
            return
        self._asked_for = (place, wanted)
        self.context.move("mode", zone=wanted[0], mode=wanted[1])

    def make(self, place: SheetKey) -> Sheet:
        made = make_sheet(self, place)
        keys = getattr(made, "turn_keys", None)
        if keys is not None:
            keys.explain = self.band.say
        if place.kind == routing.MAP:
            self._follow(made)
        return made

    def _follow(self, map_view: Any) -> None:
        """What a drive leads to waits until the engines have arrived."""
        map_view.still = self.refresh

    # ------------------------------------------------------------ layout

    def put_band(self, m: Metrics) -> bool:
        kind = self.place.kind if self.place is not None else routing.TABLE
        if kind == routing.MAP and m.wide:
            self.put(self.band, left=HELP_WIDE + 0.6, right=SIDE, top=0, height=band_high(m))
        elif kind == routing.MAP:
            self.put(self.band, left=0, right=0, top=UPRIGHT_HEAD, height=band_high(m))
        elif kind == routing.TABLE:
            self.put(self.band, left=0, right=0, top=10.6 if m.wide else 18.5, height=7 if m.wide else 7.3)
        else:
            return False
        return True

    def closed(self) -> None:
        if routing.MAP in self._kept:
            self._map().still = lambda: None  # nothing is shown any more
        super().closed()
