"""The table is set up, in the order of the book (HR-001 to HR-008, HR-117)."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from companion.engine.text import N_, Text
from companion.games.hellrail.names import Variant
from companion.games.table_setup import SetupStep


def steps(variants: Collection[Variant]) -> Iterator[SetupStep]:
    """With these variants."""
    advocate = Variant.DEVILS_ADVOCATE in variants
    yield SetupStep(
        "rings",
        Text(N_("The circles, in turn") if advocate else N_("The 10 circles")),
        Text(N_("Corner to corner, never side by side.")),
    )
    yield SetupStep(
        "engine", Text(N_("Engines at the {hr.gates:short}")), Text(N_("Your engine card in front of you."))
    )
    secret = Variant.SECRET_EFFECTS in variants
    yield SetupStep(
        "eye" if secret else "flame",
        Text(N_("1 token on each circle")),
        Text(
            N_("Face down, none at the {hr.gates:short}.")
            if secret
            else N_("The screen says which, none at the {hr.gates:short}.")
        ),
    )
    yield SetupStep("hand", Text(N_("3 rails each")), Text(N_("Shuffled. The others are the pile.")))
    yield SetupStep("tender", Text(N_("The other tokens")), Text(N_("Beside the pile.")))
