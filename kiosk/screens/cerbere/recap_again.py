"""The same game once more: what it was opened with, read from what it showed."""

from __future__ import annotations

from typing import Any

from companion.games.cerbere.view import CerbereView
from kiosk.context import KioskContext
from kiosk.screens.cerbere.setup_options import Wishes

SHEETS = 4
"""Board faces of a path that was put together; the straight one has a name of its own."""


def options_of(view: CerbereView, context: KioskContext) -> dict[str, Any]:
    """Options for `open`. The two rulings that no view shows are as the house wishes them."""
    options: dict[str, Any] = {
        "level": str(view.level),
        "m": view.rage.minimum,
        "boats": str(view.boats.boating),
        "follow_cards": view.follow_cards,
    }
    if len(view.faces) == SHEETS:
        options |= {"start_face": view.faces[0], "mids": list(view.faces[1:-1]), "end_face": view.faces[-1]}
    else:
        options["preset"] = view.faces[0] if view.faces else "GENERIC"
    if "cerbere" in context.books:
        wishes = Wishes(context)
        options |= {"fast_die": wishes.fast_die, "gates_zone": str(wishes.gates_zone)}
        if wishes.now.first in {seat.name for seat in view.seats}:
            options["first"] = wishes.now.first
    if view.demo:
        options["box"] = "demo"
    return options
