"""The deck generator `hr-placeholder-1` as section 5.4 tells it, written from those words alone."""

from __future__ import annotations

from random import Random

from companion.games.hellrail.data.deck import Card

SEED = 20011

CARS = ((3, 7), (4, 8), (5, 8), (6, 7), (7, 6), (8, 5), (9, 4))
BRIMSTONE = ((1, 11), (2, 12), (3, 10), (4, 7), (5, 5))
DRAWINGS = (
    (("NS", "EW"), 8),
    (("NE", "SW"), 12),
    (("NS", "EW", "NE"), 5),
    (("NS", "NE", "SW"), 6),
    (("NE", "SE", "SW"), 5),
    (("NE", "SE", "SW", "NW"), 4),
    (("NS", "EW", "NE", "SW"), 3),
    (("NS", "EW", "NE", "SE", "SW", "NW"), 2),
)
STEPS = (1, 2, 4, 5, 7)
"""From the pickup to the setout circle, for each block of nine cards."""


def generated(seed: int = SEED) -> tuple[Card, ...]:
    """The 45 cards."""
    random = Random(seed)
    cars = [car for car, copies in CARS for _ in range(copies)]
    brimstone = [brim for brim, copies in BRIMSTONE for _ in range(copies)]
    rails = [drawing for drawing, copies in DRAWINGS for _ in range(copies)]
    for multiset in (cars, brimstone, rails):
        random.shuffle(multiset)
    return tuple(
        Card(
            id=f"R{i + 1:02d}",
            car=cars[i],
            pickup=str(i % 9 + 1),
            setout=str((i % 9 + STEPS[i // 9]) % 9 + 1),
            brimstone=brimstone[i],
            rails=rails[i],
            name=f"placeholder {i + 1:02d}",
        )
        for i in range(45)
    )
