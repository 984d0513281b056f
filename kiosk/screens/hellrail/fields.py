"""What an effect is about is named before it is used: a player, a car, a circle, a token, another effect."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from companion.engine.choice import Choice
from companion.games.hellrail.names import CIRCLES, Effect, Token
from companion.games.hellrail.view import HellRailView, SeatView
from kiosk.context import KioskContext
from kiosk.i18n import _, ngettext
from kiosk.screens.hellrail.effects import EFFECTS, TOKENS
from kiosk.screens.hellrail.marks import PlayerMark
from kiosk.screens.hellrail.questions import needs_fields, redirects
from kiosk.screens.hellrail.replies import CarTile, CircleTile, EffectTile, Replies, below
from kiosk.screens.hellrail.routing import FIELDS, SheetKey
from kiosk.screens.hellrail.words import car_of, seat_of, sign
from kiosk.screens.sheet import Sheet, lay_head
from kiosk.theme import C, Metrics
from kiosk.widgets.big_tile import BigTile
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text

Go = Callable[[SheetKey | None], object]
SPARE = "spare"


class Fields(Sheet):
    """`source`: the effect of the `circle`, or the `held` one; `about`: the effect, or "which" where it lies face down.

    With source `redirect`, `about` is the holder of the Heresy token: on whom is it turned?
    """

    def __init__(self, context: KioskContext, source: str, about: str, go: Go) -> None:
        super().__init__(context)
        self.source, self.about, self.go = source, about, go
        self.effect = next((effect for effect in Effect if effect == about), None)
        self.mark = PlayerMark()
        self.who = Text("", "small", size=3.25)
        self.title = Text("", "name", face="bold", size=7)
        self.replies = Replies(most=16.0)
        for widget in (self.mark, self.who, self.title, self.replies):
            self.add_widget(widget)
        self.set_keys(Key(_("Back"), "back", icon_size=3, action=lambda: go(None)))
        self._filled = False

    def update(self, view: HellRailView, choice: Choice | None) -> None:
        name = str(choice.facts.get("seat", "")) if choice is not None else view.turn.player
        if self.source == "redirect":
            name = self.about
        seat = seat_of(view, name)
        if seat is None or self._filled:
            return
        self._filled = True
        self.mark.show(seat)
        if self.source == "redirect":
            self.who.show(_("{name} turns it aside").format(name=name))
            self.title.show(_("On whom?"))
            self.replies.fill([self._player(view, other) for other in redirects(view, view.using)])
        elif self.about == SPARE:
            self.who.show(_("{name}: {effect}").format(name=name, effect=_(EFFECTS[Effect.SHIFT].name)))
            self.title.show(self._question(Effect.SHIFT))
            self.replies.fill(list(self._spares(view)))
        elif self.effect is None:
            self.who.show(_("{name} turns the token up").format(name=name))
            self.title.show(_("What does it show?"))
            self.replies.fill([self._which(view, seat, effect) for effect in sorted(Effect)])
        else:
            self.who.show(_("{name}: {effect}").format(name=name, effect=_(EFFECTS[self.effect].name)))
            self.title.show(self._question(self.effect))
            self.replies.fill(list(self._tiles(view, seat, self.effect)))
        self.rearrange()

    # ------------------------------------------------------------ answers

    def _use(self, **fields: Any) -> None:
        self.context.move("use", source=self.source, **fields)

    def _player(self, view: HellRailView, name: str) -> BigTile:
        seat = seat_of(view, name)
        mark = None if seat is None else (seat.colour, seat.name[:1])
        cards = 0 if seat is None else seat.hand
        if self.source == "redirect":
            act: Any = partial(self.context.move, "heresy", seat=self.about, choice="redirect", target=name)
        else:
            act = partial(self._use, target=name)
        second = ngettext("{n} card", "{n} cards", cards).format(n=cards)
        tile = BigTile(name, "", second, action=act, seat=mark)
        tile.enabled = self.effect is not Effect.GLUTTONY or cards > 0
        return tile

    def _which(self, view: HellRailView, seat: SeatView, effect: Effect) -> EffectTile:
        """Face down: the table says what it turned up; what needs nothing more is used at once."""
        words = EFFECTS[effect]
        if needs_fields(view, effect, seat.name):
            act: Any = partial(self.go, SheetKey(FIELDS, self.source, str(effect)))
        else:
            act = self._use
        return EffectTile(_(words.name), words.icon, action=act)

    @staticmethod
    def _question(effect: Effect) -> str:
        match effect:
            case Effect.GERYON:
                return _("Which car of yours?")
            case Effect.GUARD_DUTY:
                return _("Where does Cerberus go?")
            case Effect.HERESY:
                return _("Which of the two?")
            case Effect.THIEVERY:
                return _("Whose car?")
            case Effect.GLUTTONY:
                return _("From whose hand first?")
            case Effect.SHIFT:
                return _("Swap it with which?")
            case _:
                return _("Who is meant?")

    def _tiles(self, view: HellRailView, me: SeatView, effect: Effect) -> Iterator[Any]:
        others = [seat for seat in view.seats if seat.name != me.name]
        match effect:
            case Effect.GERYON:
                for i, car in enumerate(me.train):
                    yield CarTile(car_of(car), action=partial(self._use, car=f"#{i + 1}"))
            case Effect.THIEVERY:
                for seat in others:
                    for i, car in enumerate(seat.train):
                        act = partial(self._use, target=seat.name, car=f"#{i + 1}")
                        yield CarTile(car_of(car), (seat.colour, seat.name[:1]), action=act)
            case Effect.GUARD_DUTY:
                dog = {circle.id for circle in view.circles if circle.cerberus}
                for circle in CIRCLES:
                    yield CircleTile(sign(circle), cerberus=circle in dog, action=partial(self._use, circle=circle))
            case Effect.HERESY:
                for token in (Token.HERESY_CANCEL, Token.HERESY_REDIRECT):
                    icon, name = TOKENS[token]
                    yield BigTile(_(name), icon, action=partial(self._use, token=str(token)))
            case Effect.SHIFT:
                yield from self._swaps(view, me)
            case _:
                for seat in others:
                    yield self._player(view, seat.name)

    def _swaps(self, view: HellRailView, me: SeatView) -> Iterator[EffectTile]:
        """Every other token: on a circle, on an engine card, in the spare pile (that one is a page of its own)."""
        for circle in view.circles:
            here = circle.id == me.node and self.source == "circle"
            if here or (circle.effect is None and not circle.down) or circle.effect is Effect.SHIFT:
                continue
            what = _("Face down") if circle.effect is None else _(EFFECTS[circle.effect].name)
            act = partial(self._use, **{"with": circle.id})
            yield EffectTile(what, "", circle=sign(circle.id), action=act)
        for seat in view.seats:
            if seat.name != me.name and (seat.held is not None or seat.held_down):
                what = _(EFFECTS[seat.held].name) if seat.held is not None else _("Face down")
                act = partial(self._use, **{"with": seat.name})
                yield EffectTile(what, "", seat=(seat.colour, seat.name[:1]), action=act)
        if view.unused_tokens:
            yield EffectTile(
                _("A spare one"), "pile", tone=C.hex, action=partial(self.go, SheetKey(FIELDS, self.source, SPARE))
            )

    def _spares(self, view: HellRailView) -> Iterator[EffectTile]:
        """Shift Change with a token of the spare pile."""
        for effect in sorted(view.unused_tokens or ()):
            words = EFFECTS[effect]
            act = partial(self._use, **{"with": str(effect)})
            yield EffectTile(_(words.name), words.icon, tone=C.hex, action=act)

    def lay(self, m: Metrics) -> None:
        if m.wide:
            first = lay_head(self, m, self.mark, self.who, self.title) + 0.6
        else:
            self.put(self.mark, left=4, width=9, top=5, height=9)
            self.who.sit = self.title.sit = "middle"
            self.who.lines, self.title.lines = 2, 1
            self.put(self.who, left=15, right=4, top=5, height=9)
            self.put(self.title, left=4, right=4, top=16, height=8)
            first = 26.0
        below(self, m, self.replies, first)
