"""Option A or B of a card, as two fields: what it costs, what it does, why it cannot be. And one of two lists."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.engine.choice import Choice
from companion.games.cerbere.card_words import sign
from companion.games.cerbere.cards import Card, CardOption, Op
from companion.games.cerbere.view import CerbereView
from kiosk.context import KioskContext
from kiosk.i18n import _
from kiosk.screens.cerbere.sheet import Sheet, foot, lay_head, seat_of
from kiosk.screens.cerbere.tracker import PlayerMark
from kiosk.screens.cerbere.words import card_name, say, says, why
from kiosk.screens.sheet import band_foot
from kiosk.theme import Metrics
from kiosk.widgets import background as fires
from kiosk.widgets.background import Fire
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.option_field import Item, OptionField

LETTERS = {"a": "A", "b": "B"}


def items(ops: Sequence[Op]) -> list[Item]:
    """Ops as signs and words."""
    return [Item(sign(op)[0], text) for op, text in zip(ops, says(ops), strict=True)]


class TwoFields(Sheet):
    """A player's mark, what it is about, and two fields."""

    def __init__(self, context: KioskContext) -> None:
        super().__init__(context)
        self.mark = PlayerMark()
        self.who = Text("", "small", size=3.25)
        self.title = Text("", "name", face="bold", size=6)
        self.fields: list[OptionField] = []
        for widget in (self.mark, self.who, self.title):
            self.add_widget(widget)

    @property
    def burning(self) -> Fire:
        return fires.CALM

    def lay(self, m: Metrics) -> None:
        first = lay_head(self, m, self.mark, self.who, self.title)
        if m.wide:
            half = (m.columns - 8 - 2) / 2
            for i, field in enumerate(self.fields):
                self.put(field, left=4 + i * (half + 2), width=half, top=first, bottom=band_foot(m) + 0.6)
        else:
            high = (m.rows - foot(m) - first - 3.5) / 2
            for i, field in enumerate(self.fields):
                self.put(field, left=4, right=4, top=first + i * (high + 1.5), height=high)
        size = min((field.best() for field in self.fields), default=0.0)
        for field in self.fields:
            field.most = size
            field.redraw()


class Options(TwoFields):
    """A card and its two options. In hand: `play` with one of them; asked: the answer."""

    def __init__(self, context: KioskContext, card: Card, asked: bool, back: Callable[[], object]) -> None:
        super().__init__(context)
        self.card, self.asked = card, asked
        self.title.show(card_name(card))
        for option in card.options:
            field = OptionField(
                LETTERS.get(option.id, option.id), items(option.cost), items(option.effect), action=self._take(option)
            )
            self.fields.append(field)
            self.add_widget(field)
        if not asked:
            self.set_keys(Key(_("Back"), "back", icon_size=3, action=back))

    def _take(self, option: CardOption) -> Callable[[], object]:
        if self.asked:
            return lambda: self.context.move("answer", value=option.id)
        return lambda: self.context.move("play", card=self.card.id, option=option.id, carry=True)

    def update(self, view: CerbereView, choice: Choice | None) -> None:
        player = view.play.player if view.play is not None else view.turn.player
        seat = seat_of(view, player)
        if seat is not None:
            self.mark.show(seat)
        self.who.show(_("{name} plays").format(name=player))
        playable = next((p for p in view.playable if p.card == self.card.id), None)
        codes = {o.id: o.why for o in playable.options} if playable is not None else {}
        offered = {o.value for o in choice.options} if choice is not None and self.asked else set(codes)
        for option, field in zip(self.card.options, self.fields, strict=True):
            code = codes.get(option.id)
            if self.asked and option.id not in offered:
                code = code or "not_offered"
            field.show(items(option.cost), items(option.effect), why(code) if code else "")
        self.rearrange()


class Lists(TwoFields):
    """A player takes one of two lists of a card's effect."""

    def __init__(self, context: KioskContext, op: Op | None) -> None:
        super().__init__(context)
        self.op = op
        self.title.show(_("One or the other?"))
        self.values: tuple[str, ...] = ()

    def update(self, view: CerbereView, choice: Choice | None) -> None:
        if choice is None:
            return
        name = str(choice.facts.get("player") or next((o.seat for o in choice.options if o.seat), "") or "")
        seat = seat_of(view, name or view.turn.player)
        if seat is not None:
            self.mark.show(seat)
        target = self._target(view)
        self.who.show(_("{name} chooses").format(name=name or view.turn.player))
        values = tuple(option.value for option in choice.options)
        if values != self.values:
            for field in self.fields:
                self.remove_widget(field)
            self.values = values
            self.fields = [
                OptionField("", (), self._words(value, target), action=self._take(value)) for value in values
            ]
            for field in self.fields:
                self.add_widget(field)
            self.rearrange()

    def _take(self, value: str) -> Callable[[], object]:
        return lambda: self.context.move("answer", value=value)

    def _target(self, view: CerbereView) -> str | None:
        """Who is meant by the lists, if somebody was named."""
        if self.op is None or view.play is None:
            return None
        slots = {op.slot for ops in self.op.of for op in ops if op.slot}
        return next((name for slot, name in view.play.targets.items() if slot in slots), None)

    def _words(self, value: str, target: str | None) -> list[Item]:
        if self.op is None or not value.isdecimal() or int(value) >= len(self.op.of):
            return [Item("next", value)]
        return [Item(sign(op)[0], say(op, target if op.slot else None)) for op in self.op.of[int(value)]]
