"""The ground of the second reading (`model`): dice, decks, boats, walks with all special places, captures.

Written from the matrix alone. A walk is a coroutine: where somebody has to decide it yields what is open.
"""

from __future__ import annotations

import tomllib
from collections.abc import Generator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[3] / "config" / "cerbere"
Op = dict[str, Any]
Ask = tuple[Any, ...]
Flow = Generator[Ask, Any, None]
CARDS: dict[str, dict[str, Any]] = {
    card["id"]: card for card in tomllib.loads((DATA / "cards.toml").read_text())["card"]
}
FACES: dict[str, dict[str, Any]] = {
    face["id"]: face for face in tomllib.loads((DATA / "boards.toml").read_text())["face"]
}
BONUS = {"runner": "survival", "cerberus": "betrayal"}


class Over(Exception):
    """The game has ended in the middle of something."""


def flat(value: list[Any]) -> str:
    return "[" + ",".join(map(str, value)) + "]"


@dataclass
class Ground:
    """`boats`: seats of the boats in slot 1, 2, 3; `piles`: deck -> [draw, discard]."""

    names: list[str]
    faces: list[str]
    boats: list[int]
    m: int
    say: list[str] = field(default_factory=list)
    over: str = ""
    waits: Ask | None = None
    active: int = 0
    action: bool = False
    bonus: bool = False
    seats: int = 0
    aboard: list[str] = field(default_factory=list)
    caught: list[str] = field(default_factory=list)
    bridge: bool = True
    cerberus: int = 0

    def __post_init__(self) -> None:
        self.spaces: list[Op] = [space for face in self.faces for space in FACES[face]["spaces"]]
        self.boat = len(self.spaces)
        self.end = self.boat - len(FACES[self.faces[3]]["spaces"])
        start = FACES[self.faces[0]]
        self.two, self.one = start["bonus2_last"], start["bonus1_last"]
        self.hunt = 7 + start["rage_blanks"]
        self.marks = [i for i, space in enumerate(self.spaces) if space.get("den") or space.get("kind") == "den"]
        self.die = self.home = 7 - len(self.names)
        self.speed = self.m
        gates = self.kind("gates")[0]
        self.pos = dict.fromkeys(self.names, gates)
        self.side = dict.fromkeys(self.names, "runner")
        self.hand: dict[str, set[int]] = {name: {1, 2, 3, 4} for name in self.names}
        self.cards = dict.fromkeys(self.names, 0)
        self.piles = {"survival": [28, 0], "betrayal": [18, 0]}
        self.flow: Flow | None = None

    def kind(self, kind: str) -> list[int]:
        return [i for i, space in enumerate(self.spaces) if space.get("kind") == kind]

    def runners(self) -> list[str]:
        return [name for name in self.names if self.side[name] == "runner"]

    def on_path(self) -> list[str]:
        return [name for name in self.runners() if name not in self.aboard]

    def at(self, space: int, but: str = "") -> list[str]:
        return [name for name in self.on_path() if self.pos[name] == space and name != but]

    @property
    def player(self) -> str:
        return self.names[self.active]

    # -- dice and cards -------------------------------------------------------------------------------------------

    def _dice(self, kind: str, n: int, cost: bool = False) -> None:
        if kind.startswith("rage"):
            old = self.die
            self.die = min(self.hunt, old + n) if kind == "rage_forward" else max(self.home, old - n)
            if self.die != old:
                self.say.append(f"rage_moved from={old} to={self.die}")
                self.say += ["hunt_armed"] if self.die == self.hunt else ["hunt_disarmed"] if old == self.hunt else []
            return
        old = self.speed
        low = 3 if cost else min(old, self.m)
        self.speed = min(8, old + n) if kind == "speed_up" else max(low, old - n)
        if self.speed != old:
            self.say.append(f"speed_changed from={old} to={self.speed}")

    def _draw(self, who: str, deck: str, n: int, tell: bool = True) -> int:
        if BONUS.get(self.side[who]) != deck:
            return 0
        pile, got = self.piles[deck], 0
        for _ in range(n):
            if not pile[0] and pile[1]:
                self.say.append(f"deck_reshuffled deck={deck}")
                pile[:] = [pile[1], 0]
            if pile[0]:
                pile[0] -= 1
                got += 1
        self.cards[who] += got
        if got and tell:
            self.say.append(f"cards_drawn player={who} deck={deck} n={got}")
        return got

    def _lose(self, who: str, deck: str, n: int) -> None:
        self.cards[who] -= n
        self.piles[deck][1] += n
        self.say.append(f"cards_discarded player={who} deck={deck} n={n}")

    def _boats(self, who: str, optional: bool) -> Flow:
        self.say.append(f"choice_needed player={who} kind=boat")
        pick = yield ("boat", who, optional)
        if pick is None:
            self.say.append(f"choice_made player={who} pick=none")
        elif len(pick) == 1:
            self.say.append(f"boat_peeked player={who} slot={pick[0]}")
        else:
            a, b = pick
            self.boats[a - 1], self.boats[b - 1] = self.boats[b - 1], self.boats[a - 1]
            self.say.append(f"boats_swapped a={a} b={b}")

    # -- pawns ----------------------------------------------------------------------------------------------------

    def _barred(self, pawn: str, to: int) -> str:
        """What keeps a pawn from entering a space."""
        if to == self.boat:
            return "full_boat" if self.seats and len(self.aboard) >= self.seats else ""
        capacity = self.spaces[to].get("capacity")
        return "stilt" if capacity is not None and len(self.at(to, pawn)) >= capacity else ""

    def _can_step(self, pawn: str, n: int) -> bool:
        if pawn in self.aboard:
            return n < 0
        to = self.pos[pawn] + (1 if n > 0 else -1)
        return to >= 0 and not self._barred(pawn, to)

    def portal_open(self) -> bool:
        return any(self.at(stele) for stele in self.kind("stele"))

    def _ways(self, pawn: str, ahead: bool, made: int) -> dict[str, int]:
        """CB-166..168, CB-Q34: where else the next step may lead."""
        here, found = self.pos[pawn], {}
        crossings = {"bridge": self.bridge, "portal": any(self.at(stele, pawn) for stele in self.kind("stele"))}
        for kind, is_open in crossings.items():
            ends = self.kind(kind)
            if is_open and ends and here == ends[0 if ahead else 1]:
                found[kind] = ends[1 if ahead else 0]
        if ahead and not made and here in self.kind("funicular_foot"):
            found["funicular"] = self.kind("funicular_top")[0]
        return found

    def _walk(self, pawn: str, n: int) -> Flow:
        ahead, left, made = n > 0, abs(n), 0
        start, trail, by = self.pos[pawn], list[int](), ""
        was_open = self.portal_open()

        def tell() -> None:
            nonlocal start
            if trail:
                self.say.append(f"pawn_moved pawn={pawn} from={start} to={trail[-1]} path={flat(trail)}")
            start = self.pos[pawn]
            trail.clear()

        while left:
            here = self.pos[pawn]
            pair = self.kind("nacelle")
            others = self.at(sum(pair) - here) if here in pair else []
            to, via = here + (1 if ahead else -1), "walk"
            if others and pawn not in self.aboard:
                tell()
                self.say.append(f"choice_needed player={self.player} kind=nacelle")
                other = yield ("nacelle", pawn, others)
                if other is not None:
                    self.pos[pawn], self.pos[other] = self.pos[other], here
                    self.say.append(f"pawn_moved pawn={pawn} from={here} to={self.pos[pawn]} path=[{self.pos[pawn]}]")
                    self.say.append(f"pawn_moved pawn={other} from={self.pos[pawn]} to={here} path=[{here}]")
                    start, left, made = self.pos[pawn], left - 1, made + 1
                    if self.pos[pawn] == self.cerberus:
                        yield from self._capture([pawn])
                        return
                    continue
            ways = self._ways(pawn, ahead, made) if pawn not in self.aboard else {}
            if ways:
                tell()
                self.say.append(f"choice_needed player={pawn} kind=path")
                via = yield ("path", pawn, ["walk", *ways])
                to = ways.get(via, to)
            if to < 0:
                break
            by = self._barred(pawn, to)
            if by:
                break
            if pawn in self.aboard:
                self.aboard.remove(pawn)
                self.say.append(f"unseated pawn={pawn} taken={len(self.aboard)} seats={self.seats}")
            self.pos[pawn] = to
            trail.append(to)
            left, made = left - 1, made + 1
            if via == "bridge":
                self.bridge = False
                tell()
                self.say.append("bridge_gone")
            if to == self.boat:
                tell()
                self.aboard.append(pawn)
                self.say.append(f"seated pawn={pawn} taken={len(self.aboard)} seats={self.seats}")
                return
            if was_open and not any(self.at(stele, pawn) for stele in self.kind("stele")):
                tell()
                self.say.append("portal open=false")
                was_open = False
            if to >= self.end and not self.seats:
                tell()
                self._reveal()
            if to == self.cerberus:
                tell()
                if self.portal_open() and not was_open:
                    self.say.append("portal open=true")
                yield from self._capture([pawn])
                return
        tell()
        if self.portal_open() and not was_open:
            self.say.append("portal open=true")
        if by and made:
            self.say.append(f"blocked pawn={pawn} by={by}")
        if made:
            yield from self._symbol(pawn)

    def _reveal(self) -> None:
        self.seats = self.boats[0]
        self.say += [f"boat_revealed slot=1 seats={self.seats}", "boats_discarded slots=[2,3]"]
        if len(self.runners()) < self.seats:
            self._lost([])

    def _symbol(self, pawn: str) -> Flow:
        """CB-160: the printed faces bear draw, peek_or_swap_boat and rage_forward."""
        for op in self.spaces[self.pos[pawn]].get("sym", []):
            self.say.append(f"symbol_fired pawn={pawn} space={self.pos[pawn]} op={op['op']}")
            if op["op"] == "draw":
                self._draw(pawn, op["deck"], op["n"])
            elif op["op"] == "rage_forward":
                self._dice("rage_forward", op["n"])
            elif not self.seats:
                yield from self._boats(pawn, True)

    # -- Cerberus -------------------------------------------------------------------------------------------------

    def _run(self, n: int, why: str) -> Flow:
        """CB-061, CB-155: on to the first runner, at most to the end of the path."""
        start, met = self.cerberus, list[str]()
        while n and self.cerberus < self.boat - 1 and not met:
            self.cerberus += 1
            n -= 1
            met = self.at(self.cerberus)
        if self.cerberus != start:
            self.say.append(f"cerberus_moved from={start} to={self.cerberus} why={why}")
        if met:
            yield from self._capture(met)

    def _capture(self, pawns: list[str]) -> Flow:
        """CB-025, CB-026, CB-070..079 in the order of CB-Q24."""
        if len(pawns) > 1:
            self.say.append(f"choice_needed player={self.player} kind=capture_order")
            pawns = yield ("order", pawns)
        was_open, space = self.portal_open(), self.cerberus
        after = len(self.runners()) - len(pawns)
        ends = after == 0 or after < self.seats
        zones = {"end": space >= self.end, "gates": space <= self.two, "start": space <= self.one, "middle": True}
        zone = next(name for name, here in zones.items() if here)
        joining = []
        winners = [name for name in self.names if self.side[name] == "cerberus"]
        for pawn in pawns:
            role = "out" if ends or self.home > 4 or zone == "end" else "cerberus"
            self.say.append(f"captured pawn={pawn} index={self.home} label={7 - self.home} zone={zone} role={role}")
            self.caught.append(pawn)
            self.side[pawn] = role
            self.home += 1
            if role == "cerberus":
                joining.append(pawn)
            else:
                self.piles["survival"][1] += self.cards[pawn]
                self.cards[pawn] = 0
                self.hand[pawn] = set()
        self.cerberus = max((mark for mark in self.marks if mark < space), default=0)
        if self.cerberus != space:
            self.say.append(f"cerberus_moved from={space} to={self.cerberus} why=retreat")
        armed = self.die == self.hunt
        self.die, self.speed = self.home, self.m
        self.say += [f"rage_set index={self.die}", f"speed_set value={self.m}"] + ["hunt_disarmed"] * armed
        if was_open and not self.portal_open():
            self.say.append("portal open=false")
        if ends:
            self._lost(winners)
        for pawn in joining:
            self.say.append(f"survival_discarded player={pawn} n={self.cards[pawn]}")
            self.piles["survival"][1] += self.cards[pawn]
            self.cards[pawn] = 0
            self.hand[pawn] = {1, 2, 3, 4}
            self.say.append(f"actions_restored player={pawn}")
            drawn = self._draw(pawn, "betrayal", {"gates": 2, "start": 1}.get(zone, 0), tell=False)
            self.say.append(f"betrayal_bonus player={pawn} n={drawn}")

    def _lost(self, winners: list[str]) -> None:
        """CB-131."""
        before = winners or [name for name in self.names if self.side[name] == "cerberus"]
        self.over = "cerberus"
        self.say.append(f"game_over side=cerberus winners={flat(before)}")
        raise Over
