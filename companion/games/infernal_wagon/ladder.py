"""The next step of the set-up: easier after a defeat, harder after a win; proposed, never forced (IW-093, IW-095)."""

from __future__ import annotations

from companion.games.infernal_wagon.names import Module
from companion.games.infernal_wagon.view import SetupView


def next_step(setup: SetupView) -> tuple[Module, int] | None:
    """A module, and with how many cards of it to play if it is the Easy one (0: without it), else 1.

    After defeats as many Easy cards as games lost, after wins first none, then one module more; None: nothing to say.
    """
    if Module.EASY in setup.advice:
        return (Module.EASY, setup.easy_suggested) if setup.easy_suggested > setup.easy else None
    if setup.advice and setup.easy:
        return Module.EASY, 0
    return next(((module, 1) for module in setup.advice if module not in setup.modules), None)
