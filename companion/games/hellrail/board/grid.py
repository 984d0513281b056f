"""The table as a grid (4.5). A cell is written `x,y` (x east, y south), a node `1,0:W`, `1,0:EW.1`, `C5` or `off`."""

from __future__ import annotations

from msgspec import Struct


class Laid(Struct, frozen=True):
    """A rail card as it lies: `q` clockwise quarter turns."""

    card: str
    q: int = 0


class Grid(Struct, frozen=True):
    """What lies where. `circles`: circle -> cell; `stacks`: cell -> cards, the active one last."""

    circles: dict[str, str] = {}
    stacks: dict[str, tuple[Laid, ...]] = {}

    def at(self, cell: str) -> Laid | None:
        """The active rail card of a cell."""
        stack = self.stacks.get(cell)
        return stack[-1] if stack else None

    def cell_of(self, card: str) -> str | None:
        """Where a card is the active one."""
        return next((cell for cell, stack in self.stacks.items() if stack and stack[-1].card == card), None)


class Stand(Struct, frozen=True):
    """Where an engine is. Side tie: heading `in` or `out`; inner tie: the letter of the side ahead; circle, `rail`
    (Keeper) and `off`: None."""

    node: str
    heading: str | None = None

    @property
    def cell(self) -> str | None:
        """The cell of a tie."""
        return self.node.partition(":")[0] if ":" in self.node else None
