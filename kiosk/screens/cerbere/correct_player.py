"""Corrections of one player: the side, the cards, the seat in the boat, the space of the pawn, the turn."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from msgspec.structs import replace

from companion.engine.prompt import N_
from companion.games.cerbere.names import Side
from companion.games.cerbere.view import CerbereView, SeatView
from kiosk.i18n import _
from kiosk.screens.cerbere.correct_lines import CardMark, ChoiceLine, KeyLine, StepLine
from kiosk.screens.tiles import OnOff
from kiosk.widgets.key import Key

Put = Callable[[str, Any], None]
SIDES = (
    (Side.RUNNER, "pawn", N_("Flees")),
    (Side.CERBERUS, "cerberus", N_("Cerberus")),
    (Side.OUT, "cross", N_("Out")),
)
MOST_CARDS = 28


class PlayerLines:
    """The lines, and how they follow the view. `put(field, value)` makes the correction."""

    def __init__(self, view: CerbereView, name: str, put: Put) -> None:
        self.view, self.name, self.put = view, name, put
        self.side = {
            side: Key(_(label), icon, stacked=True, action=partial(self.field, "side", str(side)))
            for side, icon, label in SIDES
        }
        self.hand = StepLine("hand", "", self.more_cards)
        self.card = {i: CardMark(str(i), action=partial(self.toggle, i)) for i in (1, 2, 3, 4)}
        self.actions = ChoiceLine(_("Action cards"), list(self.card.values()))
        self.aboard = OnOff(_("Sits in the boat"), action=self.board_boat)
        self.space = StepLine("pawn", _("Space of the pawn"), self.forth)
        self.turn = Key("", "play", action=partial(self.put, "turn.active", name))
        self.lines: list[Any] = [KeyLine(list(self.side.values())), self.actions, self.hand]
        self.lines.append(KeyLine([self.aboard, self.turn]))
        if self.seat.at is not None:
            self.lines.append(self.space)
        self.show(view)

    @property
    def seat(self) -> SeatView:
        """The player as shown."""
        return next(seat for seat in self.view.seats if seat.name == self.name)

    def show(self, view: CerbereView) -> None:
        """Follow the view."""
        self.view = view
        seat = self.seat
        for side, key in self.side.items():
            key.show(kind="prime" if side is seat.side else "plain")
        hunter = seat.side is Side.CERBERUS
        self.hand.words.show(_("Betrayal cards") if hunter else _("Survival cards"))
        self.hand.show(seat.betrayal if hunter else seat.survival, 0, MOST_CARDS)
        for i, tile in self.card.items():
            tile.show(i in seat.actions)
        boat = self.view.boats.revealed
        full = boat is None or len(self.view.boats.aboard) >= boat
        self.aboard.show(seat.aboard)
        self.aboard.enabled = seat.aboard or (seat.side is Side.RUNNER and not full)
        if seat.at is not None and view.path is not None:
            self.space.show(seat.at, 0, len(view.path.spaces))
        mine = view.turn.player == self.name
        self.turn.show(label=_("Is playing") if mine else _("Plays now"))
        self.turn.enabled = not mine

    # ------------------------------------------------------------ fingers

    def field(self, name: str, value: Any) -> None:
        """Correct a value of this player."""
        self.put(f"players.{self.name}.{name}", value)

    def _shown(self, **new: Any) -> None:
        """A second touch may come before the table's answer: show it at once."""
        seats = (replace(s, **new) if s.name == self.name else s for s in self.view.seats)
        self.show(replace(self.view, seats=tuple(seats)))

    def more_cards(self, step: int) -> None:
        """One card more or less in hand."""
        kind = "betrayal" if self.seat.side is Side.CERBERUS else "survival"
        cards = getattr(self.seat, kind) + step
        self._shown(**{kind: cards})
        self.field(kind, cards)

    def toggle(self, index: int) -> None:
        """An Action card in hand, or on the table."""
        cards = sorted(set(self.seat.actions) ^ {index})
        self._shown(actions=tuple(cards))
        self.field("actions_in_hand", cards)

    def board_boat(self) -> None:
        """Into the boat, or out of it."""
        aboard = self.view.boats.aboard
        if self.seat.aboard:
            self.put("boats.seated", [name for name in aboard if name != self.name])
        else:
            self.put("boats.seated", [*aboard, self.name])

    def forth(self, step: int) -> None:
        """The pawn stands somewhere else."""
        at = (self.seat.at or 0) + step
        self._shown(at=at)
        self.put(f"pos.{self.name}", at)
