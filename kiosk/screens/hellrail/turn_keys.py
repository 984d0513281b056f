"""The keys of a turn: draw, then pick up, deliver, move, more, the end. What cannot be done now is dim."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.games.hellrail.view import HellRailView
from kiosk.context import KioskContext
from kiosk.i18n import _, ngettext
from kiosk.screens.hellrail.routing import CARD, CARS, COVERED, MORE, TOLL, SheetKey
from kiosk.screens.hellrail.words import active
from kiosk.widgets.key import Key

Go = Callable[[SheetKey | None], object]


class TurnKeys:
    """Made once for a sheet; `keys` says which of them stand there now, the main one last."""

    def __init__(self, context: KioskContext, go: Go) -> None:
        self.context, self.go = context, go
        self.view: HellRailView | None = None
        self.explain: Callable[[str, str], object] = lambda _title, _hint: None
        """Shows why a key cannot be used now: what is missing, and what to do."""
        self.more = Key(_("Menu"), "list", action=lambda: go(SheetKey(MORE)))
        self.lay = Key(_("Lay rail"), "rail", action=lambda: go(SheetKey(CARD, "lay")))
        self.tender = Key(_("Give back"), "tender", action=lambda: context.move("drop_tender"))
        self.one = Key(_("Draw 1"), "draw", action=lambda: context.move("draw", n=1))
        self.draw = Key("", "pile", kind="prime", action=self._draw)
        self.pick = Key(_("Pick up"), "draw", action=lambda: go(SheetKey(CARD, "pickup")))
        self.deliver = Key(_("Deliver"), "deliver", action=self._deliver)
        self.move = Key(_("Move"), "move", action=self._move)
        self.end = Key(_("End"), "next", icon_size=3, action=lambda: context.move("end_turn"))

        for key in (self.lay, self.pick, self.deliver, self.move, self.end):
            key.when_dim = partial(self._why, key)

    def _why(self, key: Key) -> None:
        view = self.view
        if view is None:
            return
        turn, seat = view.turn, active(view)
        if key is self.end and turn.gluttony:
            self.explain(_("Gluttony: the hand must go"), _("Play or throw all your cards first."))
        elif key in (self.lay, self.pick, self.move) and not seat.hand:
            self.explain(_("No card in hand"), _("End your turn: the next one begins with a draw."))
        elif key is self.move and turn.toll is not None:
            self.explain(
                _("Cerberus wants more than {n}").format(n=turn.toll), _("Too few cards to pay him and drive.")
            )
        elif key is self.pick:
            self.explain(_("Not in a circle"), _("Drive into a circle; cars are loaded there."))
        elif key is self.deliver:
            self.explain(_("No car for this place"), _("The sign on a car says where it goes."))
        else:
            self.explain(_("Not now"), _("First finish what the screen asks."))

    def keys(self, view: HellRailView) -> tuple[Key, ...]:
        """What stands there now."""
        self.view = view
        turn = view.turn
        if turn.draws:
            most = max(turn.draws)
            self.draw.show(label=ngettext("Draw {n} card", "Draw {n} cards", most).format(n=most))
            found = [self.more]
            self.more.show(label="" if turn.drop_tender else _("Menu"))
            if turn.drop_tender:
                found.append(self.tender)
            if len(turn.draws) > 1:
                found.append(self.one)
            return (*found, self.draw)
        self.more.show(label=_("Menu"))
        self.lay.enabled = turn.act
        self.pick.enabled = turn.pickup
        self.deliver.enabled = bool(turn.setout or self._covered(view))
        self.deliver.show(kind="ok" if turn.setout else "plain")
        self.move.enabled = turn.move
        self.end.enabled = turn.end
        self.end.show(kind="prime" if turn.end and not turn.act and not turn.setout else "plain")
        self.lay.show(kind="prime" if turn.act and not turn.setout else "plain")
        return (self.more, self.lay, self.pick, self.deliver, self.move, self.end)

    @staticmethod
    def _covered(view: HellRailView) -> tuple[str, ...]:
        """Cars that show nothing, in a circle where they might be delivered."""
        if not view.turn.end and not view.turn.act:
            return ()
        seat = active(view)
        if not any(circle.id == seat.node for circle in view.circles):
            return ()
        return tuple(f"#{i + 1}" for i, car in enumerate(seat.train) if car.covered)

    # ------------------------------------------------------------ fingers

    def _draw(self) -> None:
        if self.view is not None and self.view.turn.draws:
            self.context.move("draw", n=max(self.view.turn.draws))

    def _deliver(self) -> None:
        view = self.view
        if view is None:
            return
        cars = (*view.turn.setout, *self._covered(view))
        if len(cars) == 1:
            deliver(self.context, self.go, view, cars[0])
        else:
            self.go(SheetKey(CARS, "deliver"))

    def _move(self) -> None:
        view = self.view
        self.go(SheetKey(TOLL, "move") if view is not None and view.turn.toll is not None else SheetKey(CARD, "move"))


def deliver(context: KioskContext, go: Go, view: HellRailView, place: str) -> None:
    """Deliver the car at that place (`#2`); one whose value nobody entered is asked for under the thumb first."""
    car = active(view).train[int(place[1:]) - 1]
    if car.covered or car.car is None:
        go(SheetKey(COVERED, place))
    else:
        context.move("setout", card=place)
