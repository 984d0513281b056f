"""The map of a game at Map level: it is looked at, dragged and zoomed, and what is done on it is chosen by touch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine.choice import Choice
from companion.engine.config import ConfigError
from companion.engine.update import Update
from companion.games.hellrail.capture import SHAPES
from companion.games.hellrail.deck import Card as DeckCard
from companion.games.hellrail.names import Owes
from companion.games.hellrail.offers import Offers
from companion.games.hellrail.rulings import Rulings
from companion.games.hellrail.view import HellRailView
from kiosk.context import KioskContext
from kiosk.i18n import _
from kiosk.screens.hellrail.map_column import SIDE, UPRIGHT_FOOT, UPRIGHT_HEAD, Column
from kiosk.screens.hellrail.map_drawings import Drawings
from kiosk.screens.hellrail.map_picture import hops_of, picture_of
from kiosk.screens.hellrail.map_tasks import BoatTask, BranchTask, Card, CardTask, LayTask, MapTask, MoveTask, TieTask
from kiosk.screens.hellrail.setup_options import GAME
from kiosk.screens.hellrail.turn_keys import Go, TurnKeys
from kiosk.screens.hellrail.words import active, seat_of
from kiosk.screens.screen import Box
from kiosk.screens.sheet import Sheet, put_undo
from kiosk.theme import Metrics
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.rail_map import Kind, RailMap
from kiosk.widgets.rail_picture import Ask

NOTHING = Ask()
TIP_WIDE, TIP_UPRIGHT = 9.6, 11.0
"""u of the card of a first game, above the map."""
ZOOM = 1.35
"""One touch of plus."""


class MapView(Sheet):
    """The sheet of the map. `begin` starts what is done with a card; a question of the map starts by itself."""

    def __init__(self, context: KioskContext, go: Go) -> None:
        super().__init__(context)
        self.go = go
        self.still: Callable[[], object] = lambda: None
        """Called when all engines have come to where they were going."""
        self.turn_keys = TurnKeys(context, go)
        self.view: HellRailView | None = None
        self.choice: Choice | None = None
        self.task: MapTask | None = None
        self._asked: Choice | None = None
        """The question that the task answers, if it is one."""
        self._told = ("", "")
        self._picking: Callable[[int], object] | None = None
        self._offers: Offers | None = None
        self.map = RailMap(self._touched)
        self.map.still = self._arrived
        self.zoom_in = Key(icon="plus", icon_size=3, action=lambda: self.map.zoom(ZOOM))
        self.zoom_out = Key(icon="minus", icon_size=3, action=lambda: self.map.zoom(1 / ZOOM))
        self.column = Column()
        self.back = Key(_("Back"), "back", icon_size=3, action=self.cancel)
        self.turn_it = Key(_("Turn"), "redo", action=self._turn)
        self.other = Key("", "cross", icon_size=3, action=self._other)
        self.done = Key("", "check", kind="prime", action=self._done)
        self.drawings = Drawings(self._drawn)
        self.which = Text(_("Which tracks are on it?"), "title", face="bold", lines=2)
        for widget in (self.map, self.zoom_in, self.zoom_out, self.column):
            self.add_widget(widget)
        self.drawings.visible = self.which.visible = False
        self.add_widget(self.drawings)
        self.raise_undo()

    # ------------------------------------------------------------ what is asked of it

    @property
    def busy(self) -> bool:
        """Something was begun, or is being asked: it must show."""
        return self.task is not None or self._picking is not None

    @property
    def moving(self) -> bool:
        """An engine is on its way."""
        return self.map.moving

    @staticmethod
    def answers(view: HellRailView, choice: Choice | None) -> bool:
        """This question is answered on the map."""
        if choice is None or not view.map:
            return False
        values = {option.value for option in choice.options}
        if choice.question == Owes.PICK:
            return "none" in values  # a rail card; a car is picked elsewhere
        return choice.question in (Owes.BRANCH, Owes.TURN_RAIL)

    def begin(self, action: str, card: Card, toll: list[Any] | None = None) -> None:
        """A card is played: `move`, `boat`, `lay` or `upgrade`. `card`: values as entered, or an id of the deck."""
        offers = self.offers
        if offers is None or self.view is None:
            return
        seat, known = self.view.turn.player, self._card(card)
        paid = list(toll or [])
        self._asked = self._picking = None
        if action == "move":
            self.task = MoveTask(offers, seat, card, paid, known.car, known.brimstone)
        elif action == "boat":
            self.task = BoatTask(offers, seat, card, paid, None, known.brimstone)
        elif known.rails:
            self.task = LayTask(offers, seat, card, known.rails, action == "upgrade")
        else:
            self.task = None
            values = dict(card) if not isinstance(card, str) else {}
            self._picking = lambda shape: self._lay(action, values, shape)
        self._show()

    def _lay(self, action: str, values: dict[str, Any], shape: int) -> None:
        """The tracks of a card without a tag were touched."""
        if self.offers is not None and self.view is not None:
            rails = SHAPES[shape]
            card = {**values, "rails": list(rails)}
            self.task = LayTask(self.offers, self.view.turn.player, card, rails, action == "upgrade")

    def pick_tie(self, source: str) -> None:
        """Delinquency: which tie gets a check marker."""
        if self.offers is not None and self.view is not None:
            choice = self.choice
            seat = str(choice.facts.get("seat", "")) if choice is not None else ""
            self._asked = self._picking = None
            self.task = TieTask(self.offers, seat or self.view.turn.player, source)
            self._show()

    @property
    def offers(self) -> Offers | None:
        """What the map allows, worked out when it is wanted first."""
        if self._offers is None and self.view is not None:
            self._offers = Offers(self.view, self._rulings())
        return self._offers

    def _rulings(self) -> Rulings | None:
        try:
            rulings = self.context.books["hellrail"].rulings
        except (KeyError, ConfigError):
            return None
        return rulings if isinstance(rulings, Rulings) else None

    def _card(self, card: Card) -> DeckCard:
        """What is known of a card."""
        if isinstance(card, str):
            try:
                found = self.context.books["hellrail"].cards.get(card)
            except (KeyError, ConfigError):
                found = None
            return found if isinstance(found, DeckCard) else DeckCard(card)
        rails = tuple(card.get("rails") or ())
        return DeckCard("", car=card.get("car"), brimstone=card.get("brimstone"), rails=rails)

    # ------------------------------------------------------------ news

    def news(self, update: Update) -> None:
        """Every update, also while another sheet shows."""
        view = update.view
        if not isinstance(view, HellRailView):
            return
        if update.events:
            self.task = self._picking = self._asked = None
        if view != self.view:
            self._offers = None
        self.view, self.choice = view, update.choice
        self.map.show(picture_of(view), hops_of(update.events))

    def update(self, view: HellRailView, choice: Choice | None) -> None:
        if view != self.view:
            self.view, self._offers = view, None
            self.map.show(picture_of(view))
        self.choice = choice
        if self._asked is not None and choice != self._asked:
            self.task = self._asked = None
        if self.task is None and choice is not None and self.answers(view, choice):
            self._asked, self.task = choice, self._question(choice)
        self._show()

    def _question(self, choice: Choice) -> MapTask | None:
        offers, facts = self.offers, choice.facts
        if offers is None:
            return None
        seat = str(facts.get("seat", ""))
        if choice.question == Owes.BRANCH:
            nodes = tuple(option.value for option in choice.options)
            return BranchTask(offers, seat, nodes, str(facts.get("target", "")))
        b = facts.get("brimstone")
        return CardTask(offers, seat, b if isinstance(b, int) else None, choice.question == Owes.PICK)

    def say(self, text: str, icon: str, tone: str) -> None:
        if (text, tone) != self._told:
            self._told = (text, tone)
            if not self.busy and text:
                self.column.say(text, tone)

    def _arrived(self) -> None:
        self.still()

    def closed(self) -> None:
        self.map.still = lambda: None
        self.map.finish()

    # ------------------------------------------------------------ fingers

    def _touched(self, kind: Kind, name: str) -> None:
        task, view = self.task, self.view
        if task is not None:
            said = task.touch(kind, name)
            if said is not None:
                self.context.move(said.name, **said.fields)
            self._show()
        elif kind == "circle" and view is not None:
            circle = next((c for c in view.circles if c.id == name), None)
            if circle is not None:
                self.column.tell(circle)

    def _drawn(self, shape: int) -> None:
        if self._picking is not None:
            picking, self._picking = self._picking, None
            picking(shape)
            self._show()

    def _turn(self) -> None:
        if self.task is not None:
            self.task.turn()
            self._show()

    def _other(self) -> None:
        other = self.task.other() if self.task is not None else None
        if other is not None:
            self.context.move(other[2].name, **other[2].fields)

    def _done(self) -> None:
        said = self.task.said() if self.task is not None else None
        if said is not None:
            self.context.move(said.name, **said.fields)

    def cancel(self) -> None:
        """Nothing is done with the card."""
        self.task = self._picking = self._asked = None
        self._show()
        self.go(None)

    # ------------------------------------------------------------ what it shows

    def _show(self) -> None:
        view, task = self.view, self.task
        if view is None:
            return
        picking = self._picking is not None
        self.drawings.visible = picking
        self.map.visible = self.zoom_in.visible = self.zoom_out.visible = not picking
        self.map.want(task.ask if task is not None else NOTHING)
        if task is None and not picking:
            self.column.show(view, active(view))
            if self._told[0]:
                self.column.say(*self._told)
            keys: tuple[Key, ...] = self.turn_keys.keys(view)
            for key in keys:
                key.stacked = None
        elif task is None:
            asking = MapTask(Offers(view), view.turn.player)
            asking.title, asking.icon = _("Which tracks are on it?"), "rail"
            self.column.ask(view, active(view), asking)
            keys = (self.back,)
        else:
            self.column.ask(view, seat_of(view, task.seat) or active(view), task)
            keys = self._task_keys(task)
        self.column.set_keys(keys)

    def _task_keys(self, task: MapTask) -> tuple[Key, ...]:
        keys: list[Key] = [self.back] if task.cancel else []
        other = task.other()
        if other is not None:
            self.other.show(label=other[0], icon=other[1])
            keys.append(self.other)
        key = task.key()
        if task.turns:
            self.turn_it.enabled = key is not None
            keys.append(self.turn_it)
        if not isinstance(task, BranchTask):
            label, icon = key or (_("Touch the map"), task.icon)
            self.done.show(label=label, icon=icon)
            self.done.enabled = key is not None
            keys.append(self.done)
        return tuple(keys)

    # ------------------------------------------------------------ layout

    def set_keys(self, *keys: Key) -> None:
        """The column has them."""

    def lay_keys(self, m: Metrics) -> None:
        """The column has them, but for Undo."""
        put_undo(self, m, self.undo)

    def tip_box(self, m: Metrics) -> Box | None:
        if self.drawings.visible:
            return None
        return Box(7, SIDE + 2, 0.8, TIP_WIDE) if m.wide else Box(3, 3, UPRIGHT_HEAD + 0.4, TIP_UPRIGHT)

    def lay(self, m: Metrics) -> None:
        self.put(self.column, left=0, right=0, top=0, bottom=0)
        hint = (TIP_WIDE if m.wide else TIP_UPRIGHT) + 1.6
        air = hint if self.context.first_game(GAME) else 1.0  # nothing of the map lies under a hint
        if m.wide:
            self.map.air = (9.0, air, 1.0, 9.6)
            self.put(self.map, left=0, right=SIDE, top=0, bottom=0)
            self.put(self.drawings, left=3, right=SIDE + 3, top=3, bottom=10.6)
            self.put(self.zoom_in, left=1.2, width=7, bottom=18.4, height=7)
            self.put(self.zoom_out, left=1.2, width=7, bottom=10.4, height=7)
            return
        self.map.air = (1.0, air, 9.0, 1.0)
        self.put(self.map, left=0, right=0, top=UPRIGHT_HEAD, bottom=UPRIGHT_FOOT)
        self.put(self.drawings, left=3, right=3, top=UPRIGHT_HEAD + 2, bottom=UPRIGHT_FOOT + 2)
        self.put(self.zoom_in, right=1.2, width=7, bottom=UPRIGHT_FOOT + 9.2, height=7)
        self.put(self.zoom_out, right=1.2, width=7, bottom=UPRIGHT_FOOT + 1.2, height=7)
