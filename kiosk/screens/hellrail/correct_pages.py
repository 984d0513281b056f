"""The lines of the correction screen: of the whole table, and of one player."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from msgspec.structs import replace

from companion.games.hellrail.effect_words import EFFECTS
from companion.games.hellrail.names import CARDS, CIRCLES, HERESIES, MARKERS, RAIL, Level
from companion.games.hellrail.view import HellRailView, SeatView
from kiosk.i18n import _
from kiosk.icons import Icon
from kiosk.screens.hellrail.correct_lines import CircleLine
from kiosk.screens.lines import KeyLine, StepLine
from kiosk.screens.tiles import OnOff
from kiosk.theme import C
from kiosk.widgets.key import Key

Put = Callable[[str, Any], None]


class TableLines:
    """Of the whole table: the pile, Cerberus, the checks."""

    def __init__(self, view: HellRailView, put: Put) -> None:
        self.view, self.put = view, put
        self.pile = StepLine("pile", _("Cards in the pile"), self.more)
        self.dog = CircleLine(
            Icon("cerberus", C.danger), _("Cerberus"), ("", *CIRCLES), lambda at: put("cerberus", at or None)
        )
        self.checks = StepLine("warning", _("Checks on the map"), self.mark)
        self.lines: list[Any] = [self.pile, self.dog]
        if view.level is Level.KEEPER:
            self.lines.append(self.checks)
        self.show(view)

    def show(self, view: HellRailView) -> None:
        """Follow the view."""
        self.view = view
        mine = next(seat.hand for seat in view.seats if seat.name == view.turn.player)
        self.pile.show(view.draw, 0, min(CARDS, view.draw + mine))
        self.dog.show(next((circle.id for circle in view.circles if circle.cerberus), ""))
        self.checks.show(MARKERS - view.checks, 0, MARKERS)

    def more(self, step: int) -> None:
        """One card more or less: the active hand has it, or had it."""
        view = self.view
        seats = tuple(
            replace(seat, hand=seat.hand - step) if seat.name == view.turn.player else seat for seat in view.seats
        )
        self.show(replace(view, draw=view.draw + step, seats=seats))  # a second touch may come before the answer
        self.put("draw", self.view.draw)

    def mark(self, step: int) -> None:
        """One check more or less."""
        self.show(replace(self.view, checks=self.view.checks - step))
        self.put("markers", MARKERS - self.view.checks)


class PlayerLines:
    """Of one player: the hand, the place, the tokens, whose turn it is."""

    def __init__(self, view: HellRailView, name: str, put: Put) -> None:
        self.view, self.name, self.put = view, name, put
        self.hand = StepLine("hand", _("Cards in hand"), self.more)
        places = CIRCLES if view.level is Level.MAP else (*CIRCLES, RAIL)
        self.place = CircleLine(Icon("engine", C.ash), _("Stands at"), places, lambda at: put(f"place.{name}", at))
        self.switches = {
            token: OnOff(_(words), action=partial(self.flip, token))
            for token, words in (("tender", "Tender"), ("boatman", "Boatman"), ("soul_catcher", "Soul Catcher"))
        }
        self.heresy = Key("", "heresy", action=self.next_heresy)
        self.held = Key("", "flame", action=self.next_held)
        self.turn = Key(icon="play", icon_size=3.2, action=self.play_now)
        tender, boat, soul = self.switches.values()
        self.lines: list[Any] = [
            self.hand,
            self.place,
            KeyLine([tender, boat]),
            KeyLine([soul, self.turn], [27.0, 14.0]),
        ]
        self.lines.append(self.heresy)
        if view.unused_tokens is not None:
            self.lines.append(self.held)
        self.show(view)

    @property
    def seat(self) -> SeatView:
        """The player as shown."""
        return next(seat for seat in self.view.seats if seat.name == self.name)

    def show(self, view: HellRailView) -> None:
        """Follow the view."""
        self.view = view
        seat = self.seat
        self.hand.show(seat.hand, 0, min(CARDS, seat.hand + view.draw))
        self.place.show(seat.node if seat.node in CIRCLES else RAIL)
        for token, switch in self.switches.items():
            on = bool(getattr(seat, token))
            switch.show(on)
            switch.enabled = on or view.supply.get(token, 0) > 0
        words = {None: _("No Heresy"), HERESIES[0]: _("Heresy: stop"), HERESIES[1]: _("Heresy: turn aside")}
        self.heresy.show(label=words[seat.heresy])
        self.held.show(label=_("No own token") if seat.held is None else _(EFFECTS[seat.held].name))
        mine = view.turn.player == self.name
        self.turn.show(kind="prime" if mine else "plain")

    # ------------------------------------------------------------ fingers

    def _shown(self, **new: Any) -> None:
        """A second touch may come before the table's answer: show it at once."""
        seats = (replace(s, **new) if s.name == self.name else s for s in self.view.seats)
        self.show(replace(self.view, seats=tuple(seats)))

    def more(self, step: int) -> None:
        """One card more or less in hand."""
        hand = self.seat.hand + step
        self._shown(hand=hand)
        self.put(f"hands.{self.name}", hand)

    def play_now(self) -> None:
        """It is this player's turn."""
        if self.view.turn.player != self.name:
            self.put("turn.active", self.name)

    def flip(self, token: str) -> None:
        """Holds this token, or not."""
        on = not getattr(self.seat, token)
        self._shown(**{token: on})
        self.put(f"tokens.{self.name}.{token}", on)

    def next_heresy(self) -> None:
        """Neither, then one of those that nobody else holds."""
        seat = self.seat
        others = {other.heresy for other in self.view.seats if other.name != self.name}
        order = [None, *(token for token in HERESIES if token not in others)]
        new = order[(order.index(seat.heresy) + 1) % len(order)] if seat.heresy in order else None
        self._shown(heresy=new)
        self.put(f"tokens.{self.name}.heresy", None if new is None else str(new))

    def next_held(self) -> None:
        """None, then one of the spare ones after the other."""
        seat = self.seat
        order = [None, *sorted({*(self.view.unused_tokens or ()), *((seat.held,) if seat.held else ())})]
        new = order[(order.index(seat.held) + 1) % len(order)]
        self._shown(held=new)
        self.put(f"tokens.{self.name}.held", None if new is None else str(new))
