"""A second reading of the matrix, small and slow: a real table of cardboard at Keeper level, and people who play on it.

The cards have faces here and lie in piles and hands; the companion under test never sees them. `say` holds the events
that each command must lead to, by sections 2 and 4.3 alone. `Table` is the cardboard, `players.Players` plays.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.games.hellrail.fixture import CIRCLES, EFFECTS

DEMO = Path(__file__).parents[3] / "config" / "hellrail" / "deck_demo.toml"
SIGNS = {circle: circle[1:] for circle in CIRCLES}
"""The circle as cards write it: `G`, `1` .. `9`."""
NUMBERS = {circle: 0 if circle == "CG" else int(circle[1:]) for circle in CIRCLES}


@dataclass(frozen=True)
class Face:
    """What is printed on a rail card."""

    car: int
    pickup: str
    setout: str
    brimstone: int


def faces() -> dict[str, Face]:
    """The 45 cards of the demonstration deck."""
    rows = tomllib.loads(DEMO.read_text())["card"]
    return {row["id"]: Face(row["car"], row["pickup"], row["setout"], row["brimstone"]) for row in rows}


@dataclass
class Player:
    """One seat, as it lies before its owner."""

    name: str
    hand: list[str] = field(default_factory=list)
    train: list[str] = field(default_factory=list)
    delivered: list[str] = field(default_factory=list)
    tender: bool = False
    boatman: bool = False
    soul_catcher: bool = False
    heresy: str | None = None
    held: str | None = None
    at: str = "CG"


class Over(Exception):
    """The game has just ended (HR-078)."""


@dataclass
class Table:
    """All pieces. Every change of them says its event."""

    rng: Random
    names: list[str]
    faces: dict[str, Face] = field(default_factory=faces)
    say: list[str] = field(default_factory=list)
    draw: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    rails: list[str] = field(default_factory=list)
    effects: dict[str, str] = field(default_factory=dict)
    unused: list[str] = field(default_factory=list)
    in_use: str | None = None
    markers: int = 0
    cerberus: str | None = None
    limbo: str | None = None
    players: list[Player] = field(default_factory=list)
    over: bool = False

    def deal(self) -> str:
        """HR-005, HR-007: the command that tells the companion which tokens lie where."""
        self.players = [Player(name) for name in self.names]
        self.draw = self.rng.sample(list(self.faces), len(self.faces))
        for player in self.players:
            player.hand = [self.draw.pop() for _ in range(3)]
        self.say += ["effects_dealt unused=6", f"hands_dealt each=3 draw={len(self.draw)}"]
        return self.deal_effects()

    def deal_effects(self) -> str:
        """HR-005, HR-091: nine of the fifteen on the numbered circles."""
        mixed = self.rng.sample(EFFECTS, len(EFFECTS))
        self.effects = dict(zip(CIRCLES[1:], mixed, strict=False))
        self.unused = mixed[9:]
        for player in self.players:
            player.held = None
        self.in_use = None
        return ";".join(f"{circle}:{effect}" for circle, effect in self.effects.items())

    # -- the draw pile --------------------------------------------------------------------------------------------

    def need_card(self) -> None:
        """HR-077, HR-078, HR-Q08: one is due now."""
        if self.draw:
            return
        if not self.discard:
            self.over = True
            self.say.append("game_ended reason=no_cards")
            raise Over
        self.draw, self.discard = self.rng.sample(self.discard, len(self.discard)), []
        self.say.append(f"recharged count={len(self.draw)}")

    def take_cards(self, player: Player, n: int) -> None:
        """HR-073, HR-Q39, reading 8."""
        while n:
            self.need_card()
            part = min(n, len(self.draw))
            player.hand += [self.draw.pop() for _ in range(part)]
            self.say.append(f"cards_drawn seat={player.name} n={part}")
            n -= part

    def flip(self, player: Player, why: str) -> str:
        """The top card is turned over; it lies apart until the effect is done with it."""
        self.limbo = self.draw.pop()
        self.say.append(f"flipped seat={player.name} card={self.limbo} why={why}")
        return self.limbo

    def put_down(self) -> None:
        """HR-Q09: to the discard pile, after the car (reading 9)."""
        if self.limbo is not None:
            self.discard.append(self.limbo)
            self.limbo = None

    # -- cars and derailments -------------------------------------------------------------------------------------

    def fuel(self, player: Player) -> int:
        """HR-028, HR-106."""
        return len(player.train) + player.tender

    def deliver(self, player: Player, car: str) -> None:
        """HR-024, HR-026."""
        player.train.remove(car)
        player.delivered.append(car)
        self.say.append(f"car_delivered seat={player.name} count={len(player.delivered)}")

    def drop(self, player: Player, cars: list[str]) -> None:
        """HR-093, reading 9."""
        for car in cars:
            player.train.remove(car)
        self.discard += cars
        self.say.append(f"cars_dropped seat={player.name} cards=[{','.join(cars)}]")

    def dump(self, player: Player) -> None:
        """HR-054."""
        self.say.append(f"hand_dumped seat={player.name} cards=[{','.join(player.hand)}]")
        self.discard += player.hand
        player.hand = []

    def derail(self, player: Player) -> None:
        """HR-055, HR-056, HR-059, HR-060."""
        cars, soul = ",".join(player.train), str(player.soul_catcher).lower()
        self.say.append(f"derailed seat={player.name} cars=[{cars}] soul_catcher={soul}")
        self.discard += player.train
        player.train = []
        player.soul_catcher = False
        player.at = "CG"

    # -- tokens ---------------------------------------------------------------------------------------------------

    def left(self, token: str) -> int:
        """Special tokens of that kind in the supply."""
        if token.startswith("heresy"):
            return int(all(player.heresy != token for player in self.players))
        return 2 - sum(bool(getattr(player, token)) for player in self.players)

    def give_back(self, player: Player) -> None:
        """HR-101: the used token goes to the unused pile."""
        if self.in_use is not None:
            self.unused.append(self.in_use)
            self.say.append(f"held_returned seat={player.name} effect={self.in_use}")
            self.in_use = None

    # -- the end --------------------------------------------------------------------------------------------------

    def scores(self) -> dict[str, list[int]]:
        """HR-079..081: delivered, loaded, rank."""
        sums = {
            p.name: (sum(self.faces[c].car for c in p.delivered), sum(self.faces[c].car for c in p.train))
            for p in self.players
        }
        return {name: [*mine, 1 + sum(other > mine for other in sums.values())] for name, mine in sums.items()}

    def check(self) -> None:
        """4.1, invariants 1 to 4, of the cardboard itself."""
        somewhere = [*self.draw, *self.discard, *self.rails, *([self.limbo] if self.limbo else [])]
        for player in self.players:
            somewhere += player.hand + player.train + player.delivered
        assert sorted(somewhere) == sorted(self.faces)
        tokens = [*self.effects.values(), *self.unused, *([self.in_use] if self.in_use else [])]
        tokens += [player.held for player in self.players if player.held]
        assert sorted(tokens) == sorted(EFFECTS)
        assert len(self.effects) == 9
