"""The table is set up, in the order of the book (IW-002 to IW-008, IW-120)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.text import N_, Text
from companion.games.infernal_wagon.names import Module
from companion.games.infernal_wagon.view import SetupView
from companion.games.table_setup import SetupStep

SHUFFLED_IN = (
    (Module.EASY, "joker", "{n} {iw.easy}"),
    (Module.SILENCE, "silence", "{iw.silence}"),
    (Module.UTURN, "uturn", "{iw.uturn}"),
)
"""Branches that are shuffled into what is left after the deal (IW-007)."""


def steps(setup: SetupView) -> Iterator[SetupStep]:
    """For the modules that are chosen. `setup.hand`: cards each."""
    yield SetupStep("wagon", Text(N_("The 3 {iw.start} in a row")), Text(N_("The wagon on the last one.")))
    yield SetupStep(
        "hand", Text(N_("Deal {n} cards each"), {"n": setup.hand}), Text(N_("{iw.exit} and branches lie aside."))
    )
    if Module.CURSE in setup.modules:
        yield SetupStep(
            "curse", Text(N_("Now 1 {iw.curse} each")), Text(N_("In secret. The others, back into the box."))
        )
    shuffled = [(icon, Text(name, {"n": setup.easy})) for module, icon, name in SHUFFLED_IN if module in setup.modules]
    if shuffled:
        cards = Text(", ", parts=tuple(name for _icon, name in shuffled))
        yield SetupStep(
            shuffled[0][0],
            Text(N_("Now shuffle the branches in")),
            Text(N_("{cards}. Never before the deal."), {"cards": cards}),
        )
    yield SetupStep("gates", Text(N_("{iw.exit} below the pile")), Text(N_("Face down.")))
