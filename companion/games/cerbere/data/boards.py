"""The path as data: spaces, marks, links between spaces. The owner's file is `cerbere/boards.toml`."""

from __future__ import annotations

from msgspec import Struct

from companion.games.cerbere.data.cards import Op
from companion.games.cerbere.names import Place, Zone


class Space(Struct, frozen=True):
    """One space of the path. `den`: it bears Cerberus's mark (CB-192). `capacity`: most runners on it, None: any."""

    place: Place | None = None
    den: bool = False
    sym: tuple[Op, ...] = ()
    capacity: int | None = None


class Path(Struct, frozen=True):
    """The four faces put together. The boat is one past the last space; pairs are (den side, boat side).

    `length`: spaces before the boat. `blanks`: B, plain Rage spaces between label 1 and Hunt.
    """

    faces: tuple[str, ...]
    spaces: tuple[Space, ...]
    skulls: int
    blanks: int
    gates: int
    bonus2_last: int
    bonus1_last: int
    end_first: int
    marks: tuple[int, ...]
    bridge: tuple[int, int] | None = None
    portal: tuple[int, int] | None = None
    stele: int | None = None
    nacelle: tuple[int, int] | None = None
    funicular: tuple[int, int] | None = None
    starts: tuple[int, ...] = ()
    """Index of the first space of each face, for the drawing."""
    approximate: bool = False
    """Not entered by the owner: the table should look whether it is right."""

    @property
    def length(self) -> int:
        return len(self.spaces)

    @property
    def boat(self) -> int:
        return len(self.spaces)

    @property
    def hunt(self) -> int:
        """Index of the Hunt space of the Rage track (section 2)."""
        return 7 + self.blanks

    def zone(self, at: int) -> Zone:
        """CB-092..094, CB-078: the zone of a space."""
        if at >= self.end_first:
            return Zone.END
        if at <= self.bonus2_last:
            return Zone.GATES
        return Zone.START if at <= self.bonus1_last else Zone.MIDDLE
