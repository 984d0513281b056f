"""The delivered cards are compared with the record: tapped again or ticked off, player by player; facts, no blame.

What a car is worth can be corrected there, too: touched, and one up or down, or its card on the reader.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from companion.engine.config import ConfigError
from companion.games.hellrail.events import RevealMismatch
from companion.games.hellrail.names import MOST_LOADED
from companion.games.hellrail.view import HellRailView
from companion.presentation.colours import C
from companion.presentation.i18n import _, ngettext
from kiosk.display.theme import Metrics
from kiosk.screens.sheet import HEAD, foot, head, place_keys
from kiosk.table.context import KioskContext
from kiosk.widgets.base import Container
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.layout import NATURAL, Column, FreeSpace, Grid, Leaf, Row
from kiosk.widgets.seat import SeatMark
from kiosk.widgets.tile import Tile

MANY = 13
"""Tiles from which on there is no room for a tick beside the figure: the whole tile is lit."""


@dataclass(frozen=True)
class Difference:
    """What does not agree: seat -> cards that are there."""

    lying: dict[str, tuple[str, ...]]
    lines: tuple[str, ...]


class RevealCheck(Container):
    """One player after another. `sent`: the cards were sent to the table, the answer is awaited."""

    def __init__(self, context: KioskContext, view: HellRailView, end: Callable[[], object]) -> None:
        super().__init__()
        self.context, self.view, self.end = context, view, end
        self.at = 0
        self.sent = False
        self.finding: Difference | None = None
        self.changing: int | None = None
        """Which of the open cars is corrected; None: they are ticked off."""
        self.lying: dict[str, list[str]] = {seat.name: [] for seat in view.seats}
        self.mark = SeatMark()
        self.who = Text("", "small", size=3.25)
        self.title = Text("", "name", face="bold", size=6)
        self.hint = Text("", "body", C.ash, lines=2)
        self.lines = Text("", "body", C.bone, lines=6)
        self.tiles: list[Tile] = []
        self.back = Key(_("Back"), "back", icon_size=3, action=end)
        self.all = Key(_("All are there"), "check", action=self.tick_all)
        self.next = Key(_("Next"), "next", icon_size=3, kind="prime", action=self.go_on)
        self.change = Key(_("Put right"), "swap", icon_size=3, action=partial(self.choose, 0))
        self.away = Key(_("Take it away"), "cross", icon_size=3, action=self.take_away)
        self.less = Key(icon="minus", action=lambda: self.say_worth(-1))
        self.more = Key(icon="plus", action=lambda: self.say_worth(1))
        self.done = Key(_("Done"), "check", kind="prime", action=partial(self.choose, None))
        self.leave = Key(_("Leave it"), "cross", icon_size=3, action=end)
        self.correct = Key(_("The cards are right"), "check", kind="prime", action=self.put_right)
        self._keys: tuple[Key, ...] = ()
        self._show()

    # ------------------------------------------------------------ the player of the moment

    @property
    def name(self) -> str:
        return self.view.seats[self.at].name

    def recorded(self, name: str) -> tuple[str, ...]:
        """The cards that were delivered, as the table has them."""
        scores = self.view.scores or ()
        return tuple(id or "" for score in scores if score.name == name for id, _value in score.cars)

    def _value(self, card: str) -> str:
        """Return the worth of a car; "?" where it is unknown."""
        for score in self.view.scores or ():
            for id, value in score.cars:
                if id == card and value is not None:
                    return str(value)
        try:
            found = self.context.table.books["hellrail"].cards.get(card)
        except (KeyError, ConfigError):
            found = None
        value = getattr(found, "car", None)
        return "?" if value is None else str(value)

    # ------------------------------------------------------------ an open car is corrected

    def choose(self, car: int | None) -> None:
        """Choose the car to correct; None: all are."""
        self.changing = car
        self._show()

    def follow(self, view: HellRailView) -> None:
        """The table as it is now."""
        self.view = view
        if self.changing is not None:
            self.changing = min(self.changing, max(0, len(self.recorded(self.name)) - 1))
            self._show()

    def _put(self, *cars: str | int) -> None:
        self.context.ask.correct(seats={self.name: {"delivered": list(cars)}})

    def say_worth(self, by: int) -> None:
        """The chosen car is worth one more, or one less."""
        cars = list(self.recorded(self.name))
        if self.changing is None or not cars:
            return
        known = self._value(cars[self.changing])
        worth = max(0, min(MOST_LOADED, (int(known) if known.isdecimal() else 0) + by))
        self._put(*cars[: self.changing], worth, *cars[self.changing + 1 :])

    def take_away(self) -> None:
        """The chosen car was not delivered."""
        if self.changing is not None:
            cars = self.recorded(self.name)
            self._put(*cars[: self.changing], *cars[self.changing + 1 :])

    def add(self) -> None:
        """One more was delivered."""
        cars = self.recorded(self.name)
        self.changing = len(cars)
        self._put(*cars, 1)

    def read(self, uid: str) -> None:
        """A tag on the reader."""
        try:
            on = self.context.table.books["hellrail"].tags.get(uid)
        except (KeyError, ConfigError):
            on = None
        if on is not None and on.card:
            self.tapped(on.card)

    def tapped(self, card: str) -> None:
        """Handle that a card is there; while a car is corrected, it is that card."""
        if self.changing is not None:
            cars = self.recorded(self.name)
            if card not in cars and cars:
                self._put(*cars[: self.changing], card, *cars[self.changing + 1 :])
        elif not self.sent and self.finding is None and card not in self.lying[self.name]:
            self.lying[self.name].append(card)
            self._show()

    def tick(self, card: str) -> None:
        """Mark a card as there, or at a second touch as not there."""
        lying = self.lying[self.name]
        lying.remove(card) if card in lying else lying.append(card)
        self._show()

    def tick_all(self) -> None:
        """Mark every recorded card as there."""
        lying = self.lying[self.name]
        lying += [card for card in self.recorded(self.name) if card not in lying]
        self._show()

    def go_on(self) -> None:
        """Go to the next player; after the last one the table compares."""
        if self.at + 1 < len(self.view.seats):
            self.at += 1
            self._show()
        elif not self.sent:
            self.sent = True
            opened = {name: list(cards) for name, cards in self.lying.items()}
            self.context.ask.correct(opened=opened)

    # ------------------------------------------------------------ the answer

    def take(self, view: HellRailView, found: Sequence[RevealMismatch]) -> Difference:
        """What the table says of it."""
        self.sent = False
        self.view = view
        lines = []
        for event in found:
            parts = []
            if event.missing:
                values = ", ".join(self._value(card) for card in event.missing)
                n = len(event.missing)
                parts.append(ngettext("missing: {values}", "missing: {values}", n).format(values=values))
            if event.extra:
                values = ", ".join(self._value(card) for card in event.extra)
                parts.append(_("too many: {values}").format(values=values))
            lines.append(f"{event.seat} · {' · '.join(parts)}")
        lying = {event.seat: tuple(self.lying[event.seat]) for event in found}
        self.finding = Difference(lying, tuple(lines))
        self._show()
        return self.finding

    def put_right(self) -> None:
        """Correct the table's cards: first those no player has any more, then those that another player had."""
        finding = self.finding
        if finding is None:
            return
        for name, cards in finding.lying.items():
            kept = [card for card in self.recorded(name) if card in cards]
            self.context.ask.correct(seats={name: {"delivered": kept}})
        for name, cards in finding.lying.items():
            self.context.ask.correct(seats={name: {"delivered": list(cards)}})
        self.end()

    # ------------------------------------------------------------ what it shows

    def _show(self) -> None:
        finding = self.finding
        seat = self.view.seats[self.at]
        self.mark.show(seat.colour, seat.name[:1])
        self.mark.visible = self.who.visible = finding is None
        for tile in self.tiles:
            self.remove_widget(tile)
        self.tiles = []
        if finding is not None:
            self.title.show(_("It does not agree"))
            self.hint.show(_("Look once more, or let the cards be right."))
            self.lines.show("\n".join(finding.lines))
            self._set_keys(self.leave, self.correct)
            return
        lying, recorded = self.lying[seat.name], self.recorded(seat.name)
        self.lines.show("")
        self.who.show(_("{name}’s delivered cars").format(name=seat.name))
        if self.changing is not None:
            self._show_change(recorded, self.changing)
            return
        here = sum(card in lying for card in recorded)
        self.title.show(_("{n} of {all} lie there").format(n=here, all=len(recorded)))
        hint = _("Lay each card on the reader, or touch those that lie there.")
        self.hint.show(hint if self.context.table.reads else _("Touch those that lie there."))
        extra = [card for card in lying if card not in recorded]
        cards = (*recorded, *extra)
        few = len(cards) < MANY
        for card in cards:
            there, tone = card in lying, C.danger if card in extra else C.ok
            tile = Tile(
                figure=self._value(card),
                mark="ring" if few else "",
                chosen=there,
                tone=tone,
                style="line" if few else "fill",
                action=partial(self.tick, card),
            )
            self.tiles.append(tile)
            self.add_widget(tile)
        last = self.at + 1 == len(self.view.seats)
        self.next.show(label=_("Compare") if last else _("Next"), icon="check" if last else "next")
        self.all.enabled = here < len(recorded)
        self._set_keys(self.back, self.change, self.all, self.next)

    def _show_change(self, recorded: tuple[str, ...], chosen: int) -> None:
        """The open cars, one of them chosen, and a place for one more."""
        self.title.show(_("Which car is worth what?"))
        self.hint.show(_("Touch a car, then change what it is worth."))
        few = len(recorded) + 1 < MANY
        for i, card in enumerate(recorded):
            tile = Tile(
                figure=self._value(card),
                mark="ring" if few else "",
                chosen=i == chosen,
                tone=C.ember,
                style="line" if few else "fill",
                action=partial(self.choose, i),
            )
            self.tiles.append(tile)
            self.add_widget(tile)
        more = Tile(icon="plus", style="line", action=self.add)
        self.tiles.append(more)
        self.add_widget(more)
        self.away.enabled = self.less.enabled = self.more.enabled = bool(recorded)
        self._set_keys(self.away, self.less, self.more, self.done)

    def _set_keys(self, *keys: Key) -> None:
        self.exchange(self._keys, keys)
        self._keys = keys

    def arrange(self, metrics: Metrics) -> None:
        per = max(1, int((metrics.columns - 6.8) // (13.6 if len(self.tiles) < MANY else 10.6)))
        columns = min(per, len(self.tiles) or 1)
        tiles = Row(Leaf(Grid(*self.tiles, columns=columns, most=11.0, gap=1.2), 17.2 * columns), FreeSpace(), gap=0)
        lines = Leaf(self.lines, NATURAL) if self.finding is not None else Leaf(tiles, kept=True)
        who = None if self.finding is not None else self.mark
        title = head(who, self.who, self.title) if who is not None else Leaf(self.title, 8)
        page = Column(title, lines, FreeSpace() if who is None else None, Leaf(self.hint, 6.4), gap=2.4,
                      pad=(*HEAD[:3], foot(metrics) + 1.2))  # fmt: skip
        self.put(page, left=0, top=0)
        place_keys(self, metrics, None, self._keys, self.context.table.places)
