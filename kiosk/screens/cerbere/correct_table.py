"""Corrections of what belongs to the whole table: Rage, Speed, boat, the turn, Cerberus, the bridge."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from msgspec.structs import replace

from companion.games.cerbere.names import BOATS, FASTEST, SLOWEST
from companion.games.cerbere.view import CerbereView
from kiosk.i18n import _
from kiosk.screens.cerbere.correct_lines import ChoiceLine, KeyLine, StepLine
from kiosk.screens.tiles import OnOff
from kiosk.theme import C
from kiosk.widgets.tile import Tile

Put = Callable[[str, Any], None]


class TableLines:
    """The lines, and how they follow the view. `put(field, value)` makes the correction."""

    def __init__(self, view: CerbereView, put: Put) -> None:
        self.view, self.put = view, put
        self.rage = StepLine("hunt", _("Steps to the hunt"), self.nearer)
        self.speed = StepLine("die", _("Speed of the die"), self.faster)
        self.dog = StepLine("cerberus", _("Space of Cerberus"), self.forth, C.danger)
        self.boat = {
            seats: Tile(
                icon=f"boat{seats}" if seats else "boat",
                style="line",
                action=partial(self.put, "boats.revealed", seats),
            )
            for seats in (None, *BOATS)
        }
        self.boats = ChoiceLine(_("Boat"), list(self.boat.values()))
        self.action = OnOff(_("Action played"), action=lambda: self.put("turn.action_done", not self.action.on))
        self.bonus = OnOff(_("Bonus played"), action=lambda: self.put("turn.bonus_done", not self.bonus.on))
        self.bridge = OnOff(_("The rope bridge holds"), action=lambda: self.put("bridge_intact", not self.bridge.on))
        self.lines: list[Any] = [self.rage, self.boats, self.speed, KeyLine([self.action, self.bonus])]
        if view.cerberus is not None:
            self.lines.append(self.dog)
        if view.bridge or (view.path is not None and view.path.bridge is not None):
            self.lines.append(self.bridge)
        self.show(view)

    def show(self, view: CerbereView) -> None:
        """Follow the view."""
        self.view = view
        rage = view.rage
        self.rage.show(rage.steps, 0, rage.hunt - rage.home)
        self.speed.show(rage.speed, SLOWEST, FASTEST)
        if view.cerberus is not None and view.path is not None:
            self.dog.show(view.cerberus, 0, len(view.path.spaces) - 1)
        for seats, tile in self.boat.items():
            tile.show(chosen=seats == view.boats.revealed)
        self.action.show(view.turn.action_done)
        self.bonus.show(view.turn.bonus_done)
        self.bridge.show(view.bridge if view.path is None else view.path.bridge_intact)

    def nearer(self, step: int) -> None:
        """More steps to the hunt: the die lies further left."""
        rage = replace(self.view.rage, steps=self.view.rage.steps + step, die=self.view.rage.die - step)
        self.show(replace(self.view, rage=rage))  # a second touch may come before the table's answer
        self.put("die", rage.die)

    def faster(self, step: int) -> None:
        """Another face of the Speed die."""
        rage = replace(self.view.rage, speed=self.view.rage.speed + step)
        self.show(replace(self.view, rage=rage))
        self.put("speed", rage.speed)

    def forth(self, step: int) -> None:
        """The Cerberus pawn stands somewhere else."""
        at = (self.view.cerberus or 0) + step
        self.show(replace(self.view, cerberus=at))
        self.put("cerberus", at)
