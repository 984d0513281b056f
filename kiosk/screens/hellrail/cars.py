"""Cars of a train to choose from: which is delivered, lost, given away, stolen."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.engine.choice import Choice
from companion.games.hellrail.view import HellRailView, SeatView
from kiosk.context import KioskContext
from kiosk.i18n import _, ngettext
from kiosk.screens.hellrail.marks import PlayerMark
from kiosk.screens.hellrail.replies import CarTile, Replies, below
from kiosk.screens.hellrail.routing import SheetKey
from kiosk.screens.hellrail.turn_keys import deliver
from kiosk.screens.hellrail.words import active, cars_of, seat_of
from kiosk.screens.sheet import Sheet, lay_head
from kiosk.theme import C, Metrics
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text

Go = Callable[[SheetKey | None], object]


class Cars(Sheet):
    """`about`: deliver (one of the own), drop (so many as are owed), give, pick."""

    def __init__(self, context: KioskContext, about: str, go: Go) -> None:
        super().__init__(context)
        self.about, self.go = about, go
        self.view: HellRailView | None = None
        self.chosen: list[str] = []
        self.owed = 1
        self.mark = PlayerMark()
        self.who = Text("", "small", size=3.25)
        self.title = Text("", "name", face="bold", size=7)
        self.hint = Text("", "body", C.ash, lines=2)
        self.replies = Replies(most=17.0)
        for widget in (self.mark, self.who, self.title, self.hint, self.replies):
            self.add_widget(widget)
        self.done = Key("", "check", kind="danger", action=self._drop)
        self.back = Key(_("Back"), "back", icon_size=3, action=lambda: go(None))
        self.set_keys(*((self.back,) if about == "deliver" else (self.done,) if about == "drop" else ()))

    def update(self, view: HellRailView, choice: Choice | None) -> None:
        self.view = view
        me = active(view) if choice is None else seat_of(view, str(choice.facts.get("seat", ""))) or active(view)
        owner = self._owner(view, me)
        self.mark.show(me)
        self._words(choice, me, owner)
        offered = self._offered(view, owner, choice)
        tiles = []
        for i, car in enumerate(cars_of(owner, view.turn.setout if self.about == "deliver" else ())):
            tile = CarTile(car, action=partial(self._touch, f"#{i + 1}"))
            tile.enabled = f"#{i + 1}" in offered
            tiles.append(tile)
        self.chosen = [place for place in self.chosen if place in offered]
        self.replies.fill(tiles)
        self._mark()

    def _owner(self, view: HellRailView, me: SeatView) -> SeatView:
        """Whose train it is."""
        if self.about == "pick" and view.using is not None and view.using.target is not None:
            return seat_of(view, view.using.target) or me
        return me

    def _words(self, choice: Choice | None, me: SeatView, owner: SeatView) -> None:
        facts = choice.facts if choice is not None else {}
        self.owed = int(facts.get("n", 1))
        match self.about:
            case "drop":
                who = _("{name} runs onto a check").format(name=me.name)
                title = ngettext("{n} car is lost", "{n} cars are lost", self.owed).format(n=self.owed)
                hint = _("Touch which, or lay them on the reader.")
            case "give":
                who = _("{name} must give").format(name=me.name)
                title = _("Which car goes to {name}?").format(name=facts.get("target", ""))
                hint = _("One with brimstone {n}.").format(n=facts.get("brimstone", "?"))
            case "pick":
                who = _("{name} steals").format(name=me.name)
                title, hint = _("Which car of {name}?").format(name=owner.name), ""
            case _:
                who = _("{name} delivers").format(name=me.name)
                title, hint = _("Which car?"), ""
        self.who.show(who)
        self.title.show(title)
        self.hint.show(hint)

    def _offered(self, view: HellRailView, owner: SeatView, choice: Choice | None) -> tuple[str, ...]:
        every = tuple(f"#{i + 1}" for i in range(len(owner.train)))
        if self.about == "deliver":
            covered = tuple(place for place, car in zip(every, owner.train, strict=True) if car.covered)
            return (*view.turn.setout, *covered)
        if self.about == "give" and choice is not None:
            wanted = choice.facts.get("brimstone")
            return tuple(p for p, car in zip(every, owner.train, strict=True) if car.brimstone in (None, wanted))
        return every

    # ------------------------------------------------------------ fingers

    def _touch(self, place: str) -> None:
        match self.about:
            case "drop":
                if place in self.chosen:
                    self.chosen.remove(place)
                elif len(self.chosen) < self.owed:
                    self.chosen.append(place)
                self._mark()
            case "give":
                self.context.move("give", card=place)
            case "pick":
                self.context.move("pick", card=place)
            case _ if self.view is not None:
                deliver(self.context, self.go, self.view, place)

    def _drop(self) -> None:
        if len(self.chosen) == self.owed:
            self.context.move("drop_cars", cards=list(self.chosen))

    def _mark(self) -> None:
        for i, tile in enumerate(self.replies.tiles):
            tile.choose(f"#{i + 1}" in self.chosen)
        n = len(self.chosen)
        self.done.show(label=ngettext("{n} car lost", "{n} cars lost", n).format(n=n))
        self.done.enabled = n == self.owed
        self.rearrange()

    def lay(self, m: Metrics) -> None:
        first = lay_head(self, m, self.mark, self.who, self.title) + (0.6 if m.wide else 1)
        if self.hint.text:
            self.put(self.hint, left=4.2, right=4, top=first, height=4 if m.wide else 8)
            first += 5.4 if m.wide else 9.4
        below(self, m, self.replies, first)
