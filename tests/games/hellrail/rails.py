"""A second reading of 4.5: the map as ties one can point at, and an engine that drives over it. Slow and plain.

A tie is (cell, side) or (cell, segment, 1 or 2); where an engine looks is the side that it looks to. Written
from the matrix alone, for `test_drives`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

Cell = tuple[int, int]
STEP = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
OPPOSITE = {"N": "S", "S": "N", "E": "W", "W": "E"}
STRAIGHT = ("NS", "EW")
SEGMENTS = ("NS", "EW", "NE", "SE", "SW", "NW")


@dataclass(frozen=True)
class At:
    """Where an engine is and which side of the card it looks to; a circle has only a name, the end of rail none."""

    cell: Cell = (0, 0)
    side: str = ""
    segment: str = ""
    index: int = 0
    looks: str = ""
    circle: str = ""

    @property
    def off(self) -> bool:
        return not (self.circle or self.side or self.segment)

    @property
    def on_tie(self) -> bool:
        return bool(self.side or self.segment)

    @property
    def node(self) -> str:
        """As 4.5 writes it."""
        if not self.on_tie:
            return self.circle or "off"
        place = f"{self.cell[0]},{self.cell[1]}"
        return f"{place}:{self.side}" if self.side else f"{place}:{self.segment}.{self.index}"

    @property
    def heading(self) -> str:
        """Reading 11."""
        if self.side:
            return "out" if self.looks == self.side else "in"
        return self.looks


@dataclass
class Map:
    """Segments as they lie, and circles, by cell."""

    rails: dict[Cell, tuple[str, ...]]
    circles: dict[Cell, str]

    def beside(self, cell: Cell, side: str) -> Cell:
        return cell[0] + STEP[side][0], cell[1] + STEP[side][1]

    def has(self, cell: Cell, side: str) -> bool:
        """A track on that side of the card there."""
        return any(side in segment for segment in self.rails.get(cell, ()))

    def ahead(self, at: At) -> list[At]:
        """Every tie that is one point further (the table of 4.5)."""
        if at.circle:
            cell = next(cell for cell, name in self.circles.items() if name == at.circle)
            sides = [s for s in STEP if self.has(self.beside(cell, s), OPPOSITE[s])]
            return [At(self.beside(cell, s), OPPOSITE[s], looks=s) for s in sides]
        if at.segment:
            return [self._inside(at)]
        if at.looks == at.side:
            return [self._over(at)]
        return [self._onto(at.cell, at.side, segment) for segment in self.rails[at.cell] if at.side in segment]

    def _onto(self, cell: Cell, side: str, segment: str) -> At:
        other = segment.replace(side, "")
        index = 2 if segment in STRAIGHT and segment[1] == side else 1
        return At(cell, segment=segment, index=index, looks=other)

    def _inside(self, at: At) -> At:
        nearest = at.segment[at.index - 1]
        if at.segment in STRAIGHT and nearest != at.looks:
            return At(at.cell, segment=at.segment, index=3 - at.index, looks=at.looks)
        return At(at.cell, side=at.looks, looks=at.looks)

    def _over(self, at: At) -> At:
        beyond = self.beside(at.cell, at.side)
        if beyond in self.circles:
            return At(circle=self.circles[beyond])
        if self.has(beyond, OPPOSITE[at.side]):
            return At(beyond, OPPOSITE[at.side], looks=at.side)
        return At()

    def backwards(self, at: At) -> At:
        """The same tie, looking the other way; on a side tie heading in, to the side across."""
        if at.side:
            return At(at.cell, at.side, looks=OPPOSITE[at.side] if at.looks == at.side else at.side)
        return At(at.cell, segment=at.segment, index=at.index, looks=at.segment.replace(at.looks, ""))


@dataclass
class Train:
    """What ramming and markers touch. Nobody but the mover has a hand, and that is spent."""

    name: str
    at: At
    cars: list[str] = field(default_factory=list)
    soul_catcher: bool = False


class Drive:
    """One Move of the first train along `path`; `commands` gives what has to be said, `say` what it must lead to."""

    def __init__(self, rng: Random, map: Map, trains: list[Train], markers: list[str], flips: list[str]) -> None:
        self.rng, self.map, self.trains, self.markers, self.flips = rng, map, trains, markers, flips
        self.brimstone: dict[str, int] = {}
        self.me = trains[0]
        self.say: list[str] = []
        self.met: list[Train] = []
        self.chosen: dict[At, At] = {}
        """Ways picked at junctions: whoever is pushed there later, and the mover, must follow (HR-Q23)."""
        self.command = ""

    def on(self, node: str, but: Train | None = None) -> Train | None:
        return next((train for train in self.trains if train.at.node == node and train is not but), None)

    def move(self, card: str, limit: int, path: list[At]) -> Iterator[str]:
        self.say.append(f"fuel_spent seat={self.me.name} card={card} limit={limit}")
        self.command = f"move card={card} path={';'.join(at.node for at in path)}"
        for place, at in enumerate(path):
            if at.off:
                self.fall(self.me)
                self.say.append(f"turn_ended seat={self.me.name} next={self.trains[1].name}")
                break
            if at.circle:
                self.me.at = at
                self.say.append(f"circle_entered seat={self.me.name} circle={at.circle}")
                break
            other = self.on(at.node, self.me)
            if other is not None:
                yield from self.ram(other, path, place)
            self.me.at = at
            self.say.append(f"stepped seat={self.me.name} node={at.node} heading={at.heading}")
            yield from self.marked(self.me)
        yield self.command

    def ram(self, other: Train, path: list[At], place: int) -> Iterator[str]:
        if other not in self.met:
            self.met.append(other)
            self.say.append(f"rammed seat={self.me.name} target={other.name}")
            if self.me.soul_catcher and other.cars:
                yield self.command
                self.command = "soulcatch use=no"
                if self.rng.random() < 0.6:
                    self.command = "soulcatch use=yes"
                    self.me.soul_catcher = False
                    self.say.append(f"car_removed seat={self.me.name} target={other.name} card={other.cars.pop()}")
        yield from self.push(other, path[place], path[place + 1 :])

    def push(self, other: Train, at: At, rest: list[At]) -> Iterator[str]:
        """`at`: how the mover would stand where `other` is; `rest`: where it is going from there."""
        if rest:
            to, further = rest[0], rest[1:]
        else:
            ways = self.map.ahead(at)
            to, further = self.chosen.get(at, ways[0]), []
            if len(ways) > 1 and at not in self.chosen:
                yield self.command
                to = self.chosen[at] = self.rng.choice(ways)
                self.command = f"branch node={to.node}"
        if to.on_tie:
            third = self.on(to.node, self.me)
            if third is not None and third is not other:
                yield from self.push(third, to, further)
        if to.off:
            self.fall(other)
        elif to.circle:
            other.at = to
            self.say.append(f"pushed_into_circle seat={other.name} circle={to.circle}")
        else:
            same = other.at.heading == at.heading
            other.at = to if same else self.map.backwards(to)
            self.say.append(f"pushed seat={other.name} node={other.at.node} heading={other.at.heading}")
            yield from self.marked(other)

    def marked(self, train: Train) -> Iterator[str]:
        """Each marker of the tie in turn (HR-Q32)."""
        for _marker in range(self.markers.count(train.at.node)):
            yield from self.checked(train)

    def checked(self, train: Train) -> Iterator[str]:
        self.say.append(f"marker_hit seat={train.name} node={train.at.node}")
        yield self.command
        card = self.flips.pop()
        self.say.append(f"flipped seat={train.name} card={card} why=delinquency")
        self.command = f"flip seat={train.name} card={card}"
        lost = len(train.cars) - self.brimstone[card]
        if lost > 0:
            yield self.command
            gone = self.rng.sample(train.cars, lost)
            train.cars = [car for car in train.cars if car not in gone]
            self.say.append(f"cars_dropped seat={train.name} cards=[{','.join(gone)}]")
            self.command = f"drop_cars seat={train.name} cards=[{','.join(gone)}]"

    def fall(self, train: Train) -> None:
        soul = str(train.soul_catcher).lower()
        self.say.append(f"derailed seat={train.name} cars=[{','.join(train.cars)}] soul_catcher={soul}")
        train.cars = []
        train.soul_catcher = False
        train.at = At(circle="CG")
