"""Option A or B of a card, as two fields: what it costs, what it does, why it cannot be. And one of two lists."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from companion.engine.choice import Choice
from companion.games.cerbere.data.card_words import sign
from companion.games.cerbere.data.cards import Card, Op
from companion.games.cerbere.view import CerbereView
from kiosk.context import KioskContext
from kiosk.i18n import _, spoken
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
    """The prompt `option`: a card and its two options; of a card in hand there is a way back."""

    def __init__(self, context: KioskContext, card: Card, asked: bool) -> None:
        super().__init__(context)
        self.card = card
        self.title.show(card_name(card))
        for option in card.options:
            field = OptionField(
                LETTERS.get(option.id, option.id),
                items(option.cost),
                items(option.effect),
                action=partial(context.choose, option.id),
            )
            self.fields.append(field)
            self.add_widget(field)
        if not asked:
            self.set_keys(Key(_("Back"), "back", icon_size=3, action=context.back))

    def update(self, view: CerbereView, choice: Choice | None) -> None:
        prompt = self.context.prompt
        if prompt is None or prompt.id != "option":
            return
        seat = seat_of(view, prompt.who)
        if seat is not None:
            self.mark.show(seat)
        self.who.show(spoken(prompt.hint))
        for option, field in zip(self.card.options, self.fields, strict=True):
            offered = prompt.option(option.id)
            code = "not_offered" if offered is None else offered.why.code if offered.why is not None else ""
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
                OptionField("", (), self._words(value, target), action=partial(self.context.choose, value))
                for value in values
            ]
            for field in self.fields:
                self.add_widget(field)
            self.rearrange()

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
