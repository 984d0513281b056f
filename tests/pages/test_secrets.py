"""Non-interference: twin games that differ only in a secret send the same bytes to every page that may not know it.

Every page of one game is recorded from its first byte to its last: a spectator, a phone of each seat. What they do, and
what the table does, is the same in both games: answers, questions that lead on, taking back, corrections, refusals,
garbage, lost connections. Where a page's seat may know the secret its frames still come in the same number, order and
size.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest

from companion.engine.game import Player
from companion.engine.refused import Refused
from companion.engine.requests import Advance, Correct, MakeMove, Open, Redo, Undo
from companion.engine.signals import Tag
from companion.games.registry import GAMES
from companion.protocol import request
from tests.engine.subjects import Moves, subject
from tests.games.cerbere.place import place
from tests.games.hellrail import test_twins as rail
from tests.games.hellrail.stage import opened, spelled
from tests.pages.desk import Page, PagesDesk
from tests.thorough import rounds

EVERYBODY = ""
"""The page that only looks."""


@dataclass
class Stage:
    """A game with a secret. `open`: of each twin; then come its `moves`, as a subject writes them, then the pages.

    `knows`: seats that may know the secret from their own view. `shown`: whether a rule has brought it to light, by the
    public view; then the games may part. `avoided`: keys that do so.
    """

    game: Any
    open: tuple[Open, Open]
    moves: tuple[Moves, Moves] = ((), ())
    knows: frozenset[str] = frozenset()
    shown: Callable[[Any], bool] = lambda _view: False
    looks: Callable[[Any], str] = lambda _view: ""
    avoided: Callable[[str], bool] = lambda _key: False


def counted() -> Callable[[], str]:
    """Secrets that are the same in both games, or tokens alone would part them."""
    numbers = itertools.count(1)
    return lambda: f"secret-{next(numbers):015}"


class Recorded:
    """One of the twins with all its pages."""

    def __init__(self, stage: Stage, twin: int) -> None:
        self.stage = stage
        self.desk = PagesDesk({stage.game.name: stage.game}, secrets=counted())
        self.desk.do(stage.open[twin])
        for step in stage.moves[twin]:
            self.desk.do(request_of(step))
        watched = self.desk.page("fr")
        self.pages: dict[str, Page] = {EVERYBODY: watched}
        self.bytes: dict[str, list[bytes]] = {}
        for seat in [one["name"] for one in watched.now["seats"]]:
            self.pages[seat] = self.desk.phone(seat, "en")

    @property
    def view(self) -> Any:
        return self.desk.table.engine.update().view

    def collect(self) -> None:
        """Read all that was sent up to now."""
        self.desk.settle()
        for page in self.pages.values():
            page.look()

    def reconnect(self, seat: str) -> None:
        """Its connection is lost, and comes back."""
        page = self.pages[seat]
        self.bytes.setdefault(seat, []).extend(page.frames)
        secret = page.secret
        page.close()
        again = self.desk.page("en" if seat else "fr")
        if seat:
            again.ask("resume", session=secret)
            again.secret = secret
        self.pages[seat] = again

    def all_bytes(self, seat: str) -> list[bytes]:
        return [*self.bytes.get(seat, []), *self.pages[seat].frames]

    def table(self, request: Any) -> str:
        try:
            self.desk.do(request)
        except Refused as refused:
            return refused.code
        return ""


def request_of(step: Mapping[str, Any]) -> Any:
    """A step as a subject writes it."""
    if "advance" in step:
        return Advance(step["advance"])
    if "undo" in step:
        return Undo()
    return Tag("table", step["tag"]) if "tag" in step else MakeMove(dict(step))


def act(one: Recorded, rng: random.Random) -> str:
    """Something that a page or the table does; what it was, and why not. The same numbers give the same act."""
    seat, kind, number = rng.choice(sorted(one.pages)), rng.random(), rng.random()
    page = one.pages[seat]
    if kind < 0.66:
        keys = [key for key in page.offered() if not one.stage.avoided(key)]
        key = keys[int(number * len(keys))] if keys else "nothing"
        page.choose(key)
        return f"{seat} {key} {page.code()}"
    if kind < 0.72:
        page.ask("back")
        return f"{seat} back {page.code()}"
    if kind < 0.78:
        page.undo()
        return f"{seat} undo {page.code()}"
    if kind < 0.82:
        page.choose("end", number="stale-1")
        return f"{seat} stale {page.code()}"
    if kind < 0.85:
        page.ask("open", game="cerbere")
        return f"{seat} open {page.code()}"
    if kind < 0.89:
        one.reconnect(seat)
        return f"{seat} comes back"
    if kind < 0.92:
        return "table undo " + one.table(Undo())
    if kind < 0.94:
        return "table redo " + one.table(Redo())
    if kind < 0.96:
        return "corrected " + one.table(Correct({"nothing": 1}))
    return "time " + one.table(Advance(1_500))


def play(stage: Stage, seed: int, steps: int) -> list[str]:
    """Play both games alike and compare; what was done."""
    one, other = Recorded(stage, 0), Recorded(stage, 1)
    knows = set(stage.knows)
    said: list[str] = []
    try:
        mine, yours = random.Random(seed), random.Random(seed)
        for _step in range(steps):
            one.collect()
            other.collect()
            length = {seat: len(one.all_bytes(seat)) for seat in one.pages}
            same(one, other, length, knows, said)
            said.append(act(one, mine))
            again = act(other, yours)
            if stage.shown(one.view) or stage.shown(other.view):
                return said
            assert said[-1] == again
            knows |= {stage.looks(one.view)} - {""}
        one.collect()
        other.collect()
        same(one, other, {seat: len(one.all_bytes(seat)) for seat in one.pages}, knows, said)
    finally:
        one.desk.close()
        other.desk.close()
    return said


def same(one: Recorded, other: Recorded, length: Mapping[str, int], knows: set[str], said: list[str]) -> None:
    for seat, frames in length.items():
        mine, yours = one.all_bytes(seat), other.all_bytes(seat)
        assert len(yours) == frames, (seat, said[-3:])
        assert [len(frame) for frame in mine] == [len(frame) for frame in yours]
        if seat not in knows:
            parted = [number for number in range(frames) if mine[number] != yours[number]]
            assert not parted, f"{seat or 'everybody'}, frame {parted[0]}: {said[-3:]}"


# -- stages ----------------------------------------------------------------------------------------------

ORDERS = ((1, 2, 3), (3, 1, 2))
CERBERE = place(
    [{"seat": "A", "survival": 1}, {"seat": "B"}, {"seat": "D", "survival": 2}, {"seat": "E"}],
    {"A": 16, "B": 9, "D": 9, "E": 9},
    level="board",
    boating="kept",
)
LOOKING = (
    {"type": "play", "card": "act4_adv", "option": "b"},
    {"type": "resolve", "effect": 0},
    {"type": "resolve", "effect": 1},
)


def boats(twin: int) -> Open:
    position = CERBERE | {"boats": {"slots": list(ORDERS[twin])}}
    return Open("cerbere", tuple(map(Player, "ABDE")), position=position, seed=1)


def kept_boats() -> Stage:
    return Stage(
        GAMES["cerbere"](None),
        (boats(0), boats(1)),
        (LOOKING, LOOKING),
        shown=SHOWN["cerbere"],
        looks=LOOKS["cerbere"],
    )


def hellrail(kind: str, level: str) -> Stage:
    def open_it(twin: int) -> Open:
        short = rail.stage(kind, rail.TWINS[twin], (rail.ORDER, rail.OTHER)[twin], level)
        if kind == "known":  # a page says what stands on a card: the twins differ in it
            short |= {"deck": {rail.TWINS[1]: {"car": 4}}}
        made = request("open", opened(spelled(short), level), 0, True)
        assert isinstance(made, Open)
        return made

    held = frozenset(rail.SEATS) if kind in ("face_down", "entered", "used") else frozenset()
    return Stage(
        GAMES["hellrail"](None),
        (open_it(0), open_it(1)),
        knows=frozenset(("P2",)) if kind == "known" else held,
        shown=lambda view: view.scores is not None or (bool(held) and view.using is not None),
        avoided=lambda key: "derail" in key or key in {"circle", "held"},
    )


def pair(game: str, number: int) -> Stage:
    made = subject(game)
    found = made.secret_pairs[number]
    tokens = "secret_effects" in str(found.open.options)
    seats = [seat.name for seat in found.open.seats] if tokens else []
    return Stage(
        made.make(),
        (found.open, found.open),
        (found.one, found.other),
        knows=frozenset(seats),
        shown=SHOWN[game],
        looks=LOOKS.get(game, lambda _view: ""),
        avoided=lambda key: key in ("circle", "held") and tokens,
    )


SHOWN: dict[str, Callable[[Any], bool]] = {
    "cerbere": lambda view: view.boats.revealed is not None or bool(view.boats.shown),
    "hellrail": lambda view: view.scores is not None,
    "infernal_wagon": lambda view: False,
}
LOOKS: dict[str, Callable[[Any], str]] = {"cerbere": lambda view: view.boats.peek[0] if view.boats.peek else ""}
STAGES: dict[str, Callable[[], Stage]] = {
    "cerbere, kept boats": kept_boats,
    **{
        f"hellrail, {kind}, {level}": partial(hellrail, kind, level)
        for kind, level in [*((kind, "keeper") for kind in rail.KINDS), *rail.LIGHT]
    },
    **{f"{game} {n}": partial(pair, game, n) for game in GAMES for n in range(len(subject(game).secret_pairs))},
}


@pytest.mark.parametrize("name", STAGES)
@pytest.mark.parametrize("seed", range(rounds(1, 10)))
def test_twin_games_send_the_same_bytes(name: str, seed: int) -> None:
    play(STAGES[name](), seed, 30)


@pytest.mark.parametrize("name", ["cerbere, kept boats", "hellrail, known, keeper", "hellrail, face_down, keeper"])
def test_who_may_know_is_shown_it(name: str) -> None:
    """Or the test above could not fail."""
    stage = STAGES[name]()
    one, other = Recorded(stage, 0), Recorded(stage, 1)
    try:
        for recorded in (one, other):
            if "boats" in name:
                recorded.desk.do(MakeMove({"type": "boat_peek", "slot": 2}))
            recorded.collect()
        seat = "A" if "boats" in name else "P2" if "known" in name else "P1"
        assert one.pages[seat].frames[-1] != other.pages[seat].frames[-1]
        assert one.pages[EVERYBODY].frames[-1] == other.pages[EVERYBODY].frames[-1]
        assert [fact for fact in one.pages[seat].now["own"] if fact.get("secret")]
    finally:
        one.desk.close()
        other.desk.close()
