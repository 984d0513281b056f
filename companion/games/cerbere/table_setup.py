"""The table is set up, in the order of the book (CB-002 to CB-013)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.engine.text import N_, Text
from companion.games.cerbere.names import PAWNS
from companion.games.table_setup import SetupStep


def steps(n: int, m: int, boards: Sequence[str]) -> Iterator[SetupStep]:
    """For `n` players and a die that begins on `m`. `boards`: the two in the middle, from the start."""
    row = Text(N_("{cb.start_board:short}, {boards}, {cb.end_board:short}"), {"boards": ", ".join(boards)})
    yield SetupStep("map", Text(N_("The boards in a row")), row)
    yield SetupStep("cerberus", Text(N_("{cb.cerberus} in his den")), Text(N_("All pawns at the {cb.gates:short}.")))
    yield SetupStep("boat", Text(N_("3 {cb.boat:many}, face down")), Text(N_("Shuffled. Nobody looks at them.")))
    yield SetupStep(
        "hand",
        Text(N_("4 {cb.action} cards each")),
        Text(N_("{cb.adventurer} side. Nobody has {cb.survival} cards.")),
    )
    left = N_("It shows {m}. Unused pawns to its left.") if n < PAWNS else N_("It shows {m}.")
    yield SetupStep("die", Text(N_("The die on space {n}"), {"n": n}), Text(left, {"m": m}))
    yield SetupStep("pile", Text(N_("Two shuffled piles")), Text(N_("{cb.survival} and {cb.betrayal}.")))
