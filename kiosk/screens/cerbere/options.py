"""Option A or B of a card, as two fields: what it costs, what it does, why it cannot be. And one of two lists."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from companion.engine.prompt import Option, Prompt
from companion.games.cerbere.data.card_words import sign
from companion.games.cerbere.data.cards import Card, Op
from companion.games.cerbere.view import CerbereView
from companion.presentation.i18n import _, spoken
from kiosk.context import KioskContext
from kiosk.screens.cerbere.tracker import PlayerMark
from kiosk.screens.cerbere.words import Sheet, card_name, foot, lay_head, says, seat_of, why
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

    def show_who(self, view: CerbereView, prompt: Prompt) -> None:
        """Whom it is about."""
        seat = seat_of(view, prompt.who)
        if seat is not None:
            self.mark.show(seat)
        self.who.show(spoken(prompt.hint))

    def show_fields(self, fields: Iterable[OptionField]) -> None:
        """Other fields."""
        shown, self.fields = self.fields, list(fields)
        self.exchange(shown, self.fields)

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

    def __init__(self, context: KioskContext, card: Card) -> None:
        super().__init__(context)
        self.card = card
        self.title.show(card_name(card))
        self.back = Key(_("Back"), "back", icon_size=3, action=context.back)
        self.show_fields(
            OptionField(
                LETTERS.get(option.id, option.id),
                items(option.cost),
                items(option.effect),
                action=partial(context.choose, option.id),
            )
            for option in card.options
        )

    def update(self, view: CerbereView, prompt: Prompt | None) -> None:
        update = self.context.update
        if prompt is None or prompt.id != "option" or update is None:
            return
        self.show_who(view, prompt)
        self.set_keys(*((self.back,) if update.path else ()))
        for option, field in zip(self.card.options, self.fields, strict=True):
            offered = prompt.option(option.id)
            code = "not_offered" if offered is None else offered.why.code if offered.why is not None else ""
            field.show(items(option.cost), items(option.effect), why(code) if code else "")
        self.rearrange()


class Lists(TwoFields):
    """The prompt `list`: a player takes one of two lists of a card's effect."""

    def __init__(self, context: KioskContext, op: Op | None) -> None:
        super().__init__(context)
        self.op = op
        self.options: tuple[Option, ...] = ()

    def update(self, view: CerbereView, prompt: Prompt | None) -> None:
        if prompt is None or prompt.id != "list":
            return
        self.show_who(view, prompt)
        self.title.show(spoken(prompt.title))
        if prompt.options != self.options:
            self.options = prompt.options
            self.show_fields(
                OptionField("", (), self._words(option), action=partial(self.context.choose, option.key))
                for option in prompt.options
            )

    def _words(self, option: Option) -> list[Item]:
        """A line for each part of the list, with its own sign where the card is known."""
        number = int(option.key)
        ops = self.op.of[number] if self.op is not None and number < len(self.op.of) else ()
        signs = [sign(op)[0] for op in ops] or [option.icon]
        return [Item(icon, spoken(part)) for icon, part in zip(signs, option.label.parts, strict=False)]
