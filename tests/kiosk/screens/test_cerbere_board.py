"""The board of Cerbère: everybody stands on his space, readable and apart; what is ringed answers to a finger."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, permutations
from typing import Any

import pytest
from kivy.animation import Animation
from msgspec.structs import replace

from companion.engine.update import Update
from companion.games.cerbere.data.faces import load_faces
from companion.games.cerbere.data.rulings import Rulings
from companion.games.cerbere.events import CerberusMoved, PawnMoved
from companion.games.cerbere.names import Why
from companion.presentation.board_path import Plan, lay_out, spots
from kiosk.screens.cerbere.board import CERBERUS, Board, Walk, walks
from kiosk.screens.cerbere.routing import ON_BOARD
from kiosk.widgets.base import Container
from kiosk.widgets.pawns import DIM, Pawn
from kiosk.window.picture import pixels
from tests.kiosk.screens.cerbere_table import move, played, random_game

MIDS = ("STILTS", "PROMONTORY", "NACELLE", "FUNICULAR", "BRIDGE", "PORTAL")
BOXES = [(8.0, 66, 58), (8.0, 62, 46), (10.0, 68, 58), (12.0, 72, 58), (12.0, 56, 64), (8.0, 50, 36)]
"""px of one u; width and height in u."""


def plan_of(u: float, wide: float, high: float, *mids: str) -> Plan:
    """The plan of a board with these middle faces in a box at 10, 20."""
    path = load_faces(None).path("S2", (mids[0], mids[1]), "E3", Rulings())
    return lay_out(10, 20, wide * u, high * u, u, path.length, path.starts)


# ---------------------------------------------------------------- where everything stands


@pytest.mark.parametrize("box", BOXES, ids=lambda b: f"{b[1]}x{b[2]}")
@pytest.mark.parametrize("mids", list(permutations(MIDS, 2)), ids="-".join)
def test_spaces_are_apart_and_inside(box: tuple[float, float, float], mids: tuple[str, str]) -> None:
    u, wide, high = box
    plan = plan_of(*box, *mids)
    for node in plan.nodes:
        assert node.x - plan.radius >= 10 and node.x + plan.radius <= 10 + wide * u
        assert node.y - plan.radius >= 20 and node.y + plan.radius + plan.zone <= 20 + high * u + 1
    for a, b in combinations(plan.nodes, 2):
        assert ((a.x - b.x) ** 2 + (a.y - b.y) ** 2) ** 0.5 > 2 * plan.radius + u


@pytest.mark.parametrize("box", BOXES, ids=lambda b: f"{b[1]}x{b[2]}")
@pytest.mark.parametrize(
    "standing", [{2: 7}, {2: 8}, {0: 7}, {6: 7}, {21: 7}, {2: 3, 3: 4, 4: 1}, {7: 4, 8: 3}, dict.fromkeys(range(8), 1)]
)
def test_pawns_are_apart_and_readable(box: tuple[float, float, float], standing: dict[int, int]) -> None:
    u, wide, high = box
    plan = plan_of(*box, "BRIDGE", "PROMONTORY")
    placed, _trays = spots(plan, standing)
    every = [spot for spots_here in placed.values() for spot in spots_here]
    assert len(every) == sum(standing.values())
    for spot in every:
        assert spot.size >= (2.4 if high >= 46 else 1.6) * u
        assert spot.x - spot.size / 2 >= 10 - 1 and spot.x + spot.size / 2 <= 10 + wide * u + 1
        assert spot.y + spot.size / 2 <= 20 + high * u + 1
    for a, b in combinations(every, 2):
        apart = max(abs(a.x - b.x), abs(a.y - b.y))
        assert apart >= (a.size + b.size) / 2 - 1


# ---------------------------------------------------------------- the widget


class Table(Container):
    """A board alone on the window."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self.board = Board(self.said.append)

    def arrange(self, m: Any) -> None:
        self.put(self.board, left=2, width=66, top=1, bottom=1)


POS = {"Ana": 7, "Bo": 9, "Cy": 9, "Dan": 9, "Éléonore": 10}
RUN = [move("play", card="act2_adv", option="b"), move("answer", value="Cy"), move("answer", value="Dan")]
"""Bo lets Cy run 3 and Dan 1."""


def last(*moves: dict[str, Any], **position: Any) -> Update:
    """What the screen is told last."""
    return played(*moves, **{"pos": POS, "cerberus": 5, "turn": {"active": "Bo"}, **position})[-1]


@pytest.fixture
def table(window: Any, pump: Any) -> Callable[..., Table]:
    """A table in the window at 800 x 480 that was told these updates."""

    def show(*updates: Update, motion: bool = False) -> Table:
        stage = Table()
        window(stage, motion=motion)
        for update in updates:
            stage.board.on_update(update)
        pump(3)
        return stage

    return show


def test_pawns_of_the_question_are_ringed_and_answer(table: Callable[..., Table], touch: Any) -> None:
    stage = table(last(*RUN[:1]))
    board = stage.board
    assert {name for name, pawn in board.pawns.items() if pawn.ringed} == {"Ana", "Cy", "Dan", "Éléonore"}
    assert board.pawns["Bo"].opacity == DIM and board.pawns[CERBERUS].opacity == 1
    finger = touch(*board.pawns["Dan"].center)
    assert board.pawns["Dan"].pressed and stage.said == []
    finger.lift()
    assert stage.said == ["Dan"]


def test_the_nearest_pawn_is_meant(table: Callable[..., Table], touch: Any) -> None:
    stage = table(last(*RUN[:1]))
    cy, eli = stage.board.pawns["Cy"], stage.board.pawns["Éléonore"]
    touch(eli.center_x, eli.center_y + 3 * stage.m.u).lift()
    touch(cy.center_x, cy.y - 2 * stage.m.u).lift()
    assert stage.said[:1] == ["Éléonore"]
    assert stage.said[1] in ("Cy", "Dan")


def test_elsewhere_nothing_happens(table: Callable[..., Table], touch: Any) -> None:
    stage = table(last(*RUN[:1]))
    board = stage.board
    touch(board.pawns[CERBERUS].center_x, board.pawns[CERBERUS].top + 3 * stage.m.u).lift()
    touch(*board.pawns["Éléonore"].center).lift(board.x + 5, board.y + 5)
    assert stage.said == []


def test_ways_are_touched_on_the_spaces(table: Callable[..., Table], touch: Any) -> None:
    update = last(move("play", card="act2_adv", option="a"), move("ok"), pos={**POS, "Bo": 8})
    assert update.prompt is not None and update.prompt.id == "way"
    stage = table(update)
    plan = stage.board.plan
    assert plan is not None
    touch(plan.nodes[12].x, plan.nodes[12].y).lift()
    touch(plan.nodes[9].x, plan.nodes[9].y).lift()
    assert stage.said == ["bridge", "walk"]


# ---------------------------------------------------------------- motion


def test_ways_of_an_update() -> None:
    events = [
        PawnMoved("Bo", 4, 6, (5, 6)), CerberusMoved(2, 5, Why.HUNT), CerberusMoved(5, 2, Why.RETREAT),
    ]  # fmt: skip
    found = walks(events)
    assert found == [Walk("Bo", 4, (5, 6)), Walk("", 2, (3, 4, 5)), Walk("", 5, (2,), True)]


def test_pawns_walk_space_by_space(table: Callable[..., Table], monkeypatch: pytest.MonkeyPatch, pump: Any) -> None:
    stage = table(last(*RUN[:2]), motion=True)
    board, gone = stage.board, []
    arrived: list[bool] = []
    board.still = lambda: arrived.append(board.moving)

    def go(pawn: Pawn, spot: Any, seconds: float, curve: str = "", done: Any = None) -> None:
        gone.append((pawn.name, round(spot.x), seconds))
        pawn.stand(spot)
        if done:
            done()

    monkeypatch.setattr(Pawn, "go", go)
    board.on_update(last(*RUN))
    plan = board.plan
    assert plan is not None
    xs = [x for name, x, _s in gone if name == "Cy"]
    assert xs[:3] == [round(plan.nodes[n].x) for n in (10, 11, 12)]
    assert arrived == [False]
    assert board.trail is not None and board.trail.pawn == "Dan"


def test_motion_ends_where_the_view_has_them(table: Callable[..., Table], until: Any) -> None:
    stage = table(last(*RUN[:2]), motion=True)
    board = stage.board
    board.on_update(last(*RUN))
    assert board.moving
    assert not any(pawn.ringed for pawn in board.pawns.values())
    board.finish()
    assert not board.moving
    spot = board._spots()["Cy"]
    assert abs(board.pawns["Cy"].center_x - spot.x) < 1
    assert not [a for a in Animation._instances if any(w in board.pawns.values() for w in _widgets(a))]


def _widgets(animation: Any) -> list[Any]:
    return [entry["widget"] for entry in animation._widgets.values()]


@pytest.mark.parametrize(("seed", "n", "preset"), [(1, 7, "REF"), (2, 4, "REF"), (3, 5, "GENERIC")])
def test_the_board_follows_a_whole_game(table: Callable[..., Table], pump: Any, seed: int, n: int, preset: str) -> None:
    stage = table()
    board = stage.board
    questions = set()
    for i, update in enumerate(random_game(seed, n, level="board", preset=preset)):
        view: Any = update.view
        board.on_update(update)
        if i % 25 == 0:
            pump(1)
        on_path = {seat.name for seat in view.seats if seat.at is not None}
        assert set(board.pawns) == on_path | {CERBERUS}
        prompt = update.prompt
        assert prompt is not None
        if prompt.id in ON_BOARD:
            questions.add(prompt.id)
            assert {key for key, _x, _y in board._targets()} == {o.key for o in prompt.options if o.place}
    assert questions
    for pawn in board.pawns.values():
        assert board.x <= pawn.x + 1 and pawn.right <= board.right + 1 and pawn.top <= board.top + 1


# ---------------------------------------------------------------- what is drawn


def drawn(stage: Table, pump: Any) -> bytes:
    """The pixels of the window."""
    pump(2)
    return pixels(stage)[2]


@pytest.mark.parametrize(
    ("mids", "changes"),
    [
        (["BRIDGE", "PROMONTORY"], {"bridge": False}),
        (["PORTAL", "PROMONTORY"], {"portal_open": True}),
        (["NACELLE", "STILTS"], {"nacelle": None}),
        (["FUNICULAR", "STILTS"], {"funicular": None}),
    ],
    ids=["bridge", "portal", "nacelle", "funicular"],
)
def test_places_show_their_state(
    table: Callable[..., Table], pump: Any, mids: list[str], changes: dict[str, Any]
) -> None:
    update = last(faces=["S2", *mids, "E3"], pos={"Ana": 2, "Bo": 3, "Cy": 4, "Dan": 3, "Éléonore": 3}, cerberus=0)
    view: Any = update.view
    stage = table(update)
    before = drawn(stage, pump)
    stage.board.on_update(replace(update, view=replace(view, path=replace(view.path, **changes))))
    assert drawn(stage, pump) != before
