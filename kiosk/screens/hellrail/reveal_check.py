"""The delivered cards are compared with the record: tapped again or ticked off, player by player; facts, no blame."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from companion.engine.config import ConfigError
from companion.games.hellrail.events import RevealMismatch
from companion.games.hellrail.view import HellRailView
from companion.presentation.colours import C
from companion.presentation.i18n import _, ngettext
from kiosk.context import KioskContext
from kiosk.layout import NATURAL, Column, Grid, Leaf, Row, Space
from kiosk.screens.sheet import HEAD, foot, head, place_keys
from kiosk.theme import Metrics
from kiosk.widgets.base import Container
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.seat import SeatMark
from kiosk.widgets.tile import Tile

MANY = 13
"""Tiles from which on there is no room for a tick beside the figure: the whole tile is lit."""


@dataclass(frozen=True)
class Finding:
    """What does not agree: seat -> cards that lie there."""

    lying: dict[str, tuple[str, ...]]
    lines: tuple[str, ...]


class Check(Container):
    """One player after another. `sent`: the cards were told to the table, the answer is awaited."""

    def __init__(self, context: KioskContext, view: HellRailView, end: Callable[[], object]) -> None:
        super().__init__()
        self.context, self.view, self.end = context, view, end
        self.at = 0
        self.sent = False
        self.finding: Finding | None = None
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
        """What a car is worth; "?" where nobody knows."""
        for score in self.view.scores or ():
            for id, value in score.cars:
                if id == card and value is not None:
                    return str(value)
        try:
            found = self.context.books["hellrail"].cards.get(card)
        except (KeyError, ConfigError):
            found = None
        value = getattr(found, "car", None)
        return "?" if value is None else str(value)

    def read(self, uid: str) -> None:
        """A tag on the reader."""
        try:
            on = self.context.books["hellrail"].tags.get(uid)
        except (KeyError, ConfigError):
            on = None
        if on is not None and on.card:
            self.tapped(on.card)

    def tapped(self, card: str) -> None:
        """A card lies there."""
        if not self.sent and self.finding is None and card not in self.lying[self.name]:
            self.lying[self.name].append(card)
            self._show()

    def tick(self, card: str) -> None:
        """A touch: it lies there; again: it does not."""
        lying = self.lying[self.name]
        lying.remove(card) if card in lying else lying.append(card)
        self._show()

    def tick_all(self) -> None:
        """Everything that is recorded lies there."""
        lying = self.lying[self.name]
        lying += [card for card in self.recorded(self.name) if card not in lying]
        self._show()

    def go_on(self) -> None:
        """The next player; after the last one the table compares."""
        if self.at + 1 < len(self.view.seats):
            self.at += 1
            self._show()
        elif not self.sent:
            self.sent = True
            opened = {name: list(cards) for name, cards in self.lying.items()}
            self.context.correct(field="opened", value=opened)

    # ------------------------------------------------------------ the answer

    def take(self, view: HellRailView, found: Sequence[RevealMismatch]) -> Finding:
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
        self.finding = Finding(lying, tuple(lines))
        self._show()
        return self.finding

    def put_right(self) -> None:
        """The cards on the table are right: first what nobody has any more, then what somebody else had."""
        finding = self.finding
        if finding is None:
            return
        for name, cards in finding.lying.items():
            kept = [card for card in self.recorded(name) if card in cards]
            self.context.correct(field=f"delivered.{name}", value=kept)
        for name, cards in finding.lying.items():
            self.context.correct(field=f"delivered.{name}", value=list(cards))
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
        here = sum(card in lying for card in recorded)
        self.title.show(_("{n} of {all} lie there").format(n=here, all=len(recorded)))
        hint = _("Lay each card on the reader, or touch those that lie there.")
        self.hint.show(hint if self.context.reads else _("Touch those that lie there."))
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
        self._set_keys(self.back, self.all, self.next)

    def _set_keys(self, *keys: Key) -> None:
        self.exchange(self._keys, keys)
        self._keys = keys

    def arrange(self, m: Metrics) -> None:
        per = max(1, int((m.columns - 6.8) // (13.6 if len(self.tiles) < MANY else 10.6)))
        columns = min(per, len(self.tiles) or 1)
        tiles = Row(Leaf(Grid(*self.tiles, columns=columns, most=11.0, gap=1.2), 17.2 * columns), Space(), gap=0)
        lines = Leaf(self.lines, NATURAL) if self.finding is not None else Leaf(tiles, kept=True)
        who = None if self.finding is not None else self.mark
        title = head(who, self.who, self.title) if who is not None else Leaf(self.title, 8)
        page = Column(title, lines, Space() if who is None else None, Leaf(self.hint, 6.4), gap=2.4,
                      pad=(*HEAD[:3], foot(m) + 1.2))  # fmt: skip
        self.put(page, left=0, top=0)
        place_keys(self, m, None, self._keys, self.context.places)
