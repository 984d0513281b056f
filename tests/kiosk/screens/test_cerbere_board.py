"""The board of Cerbère: everybody stands on his space, readable and apart; what is ringed answers to a finger."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, permutations
from typing import Any

import pytest
from msgspec.structs import replace

from companion.engine.update import Update
from companion.figures.cerbere.board import DIM, PawnWay, board
from companion.figures.cerbere.board import plan_of as laid_out
from companion.games.cerbere.data.faces import load_faces
from companion.games.cerbere.data.rulings import Rulings
from companion.games.cerbere.events import CerberusMoved, PawnMoved
from companion.games.cerbere.names import CerberusReason
from companion.games.cerbere.view import CerbereView
from companion.presentation.board_path import PathPlan, lay_out, pawn_spots
from companion.presentation.colours import C, Colour
from companion.presentation.scene import Disc, Frame, Group, Scene, Shape
from kiosk.figures.view import shape_groups
from kiosk.screens.cerbere.board import Board, walks
from kiosk.screens.cerbere.routing import ON_BOARD
from kiosk.widgets.base import Container
from kiosk.widgets.motion import _gliding
from kiosk.window.picture import pixels
from tests.kiosk.screens.cerbere_table import move, played, random_game

MIDS = ("STILTS", "PROMONTORY", "NACELLE", "FUNICULAR", "BRIDGE", "PORTAL")
BOXES = [(8.0, 66, 58), (8.0, 62, 46), (10.0, 68, 58), (12.0, 72, 58), (12.0, 56, 64), (8.0, 50, 36)]
"""px of one u; width and height in u."""


def plan_of(u: float, wide: float, high: float, *mids: str) -> PathPlan:
    """The plan of a board with these middle faces in a box at 10, 20."""
    path = load_faces(None).path("S2", (mids[0], mids[1]), "E3", Rulings())
    return lay_out(10, 20, wide * u, high * u, u, path.length, path.starts)


# ---------------------------------------------------------------- where everything stands


def test_what_stands_still_is_made_once() -> None:
    frame = Frame(0, 0, 640, 400, 8)
    made: list[list[Shape]] = []
    for update in random_game(3, 4, 6, level="board"):
        scene, view = Scene(640, 400), update.view
        assert isinstance(view, CerbereView)
        board(scene, view, frame)
        groups = {shape.key: shape.shapes for shape in scene.shapes if isinstance(shape, Group)}
        made.append(groups["rail"] + groups["spaces"])
    assert len(made) == 7 and len(made[0]) > 20
    assert all(one is other for shapes in made[1:] for one, other in zip(shapes, made[0], strict=True))


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
    placed, _trays = pawn_spots(plan, standing)
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

    def arrange(self, metrics: Any) -> None:
        self.put(self.board, left=2, width=66, top=1, bottom=1)


def pawns_of(board: Board) -> dict[str, Group]:
    """Pawns by the names of their players; "": Cerberus."""
    found = shape_groups(board.scene.shapes) if board.scene is not None else []
    return {group.key[5:]: group for group in found if group.key.startswith("pawn ")}


def middle(board: Board, name: str) -> tuple[float, float]:
    """Where a pawn stands (px)."""
    x, y = pawns_of(board)[name].at or (0, 0)
    return board.x + x, board.top - y


def ring(board: Board, name: str) -> Colour | None:
    """Of which colour its ring is."""
    first = pawns_of(board)[name].shapes[0]
    return first.edge if isinstance(first, Disc) else None


def space(board: Board, n: int) -> tuple[float, float]:
    """The middle of a space (px)."""
    node = laid_out(board.view.path, board.frame()).nodes[n]
    return board.x + node.x, board.y + node.y


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
    pawns = pawns_of(stage.board)
    assert {name for name, pawn in pawns.items() if pawn.option} == {"Ana", "Cy", "Dan", "Éléonore"}
    assert pawns["Bo"].alpha == DIM and pawns[""].alpha == 1
    assert ring(stage.board, "Dan") == C.ember and ring(stage.board, "Bo") is None
    finger = touch(*middle(stage.board, "Dan"))
    assert ring(stage.board, "Dan") == C.bone and stage.said == []
    finger.lift()
    assert stage.said == ["Dan"]
    finger = touch(*middle(stage.board, "Dan"))
    stage.board.appear()  # another question
    finger.lift()
    assert stage.said == ["Dan"]


def test_the_nearest_pawn_is_meant(table: Callable[..., Table], touch: Any) -> None:
    stage = table(last(*RUN[:1]))
    (x, y), (cx, cy) = middle(stage.board, "Éléonore"), middle(stage.board, "Cy")
    touch(x, y + 3 * stage.m.u).lift()
    touch(cx, cy - 4 * stage.m.u).lift()
    assert stage.said[:1] == ["Éléonore"]
    assert stage.said[1] in ("Cy", "Dan")


def test_elsewhere_nothing_happens(table: Callable[..., Table], touch: Any) -> None:
    stage = table(last(*RUN[:1]))
    board = stage.board
    x, y = middle(board, "")
    touch(x, y + 6 * stage.m.u).lift()
    touch(*middle(board, "Éléonore")).lift(board.x + 5, board.y + 5)
    assert stage.said == []


def test_ways_are_touched_on_the_spaces(table: Callable[..., Table], touch: Any) -> None:
    update = last(move("play", card="act2_adv", option="a"), move("ok"), pos={**POS, "Bo": 8})
    assert update.prompt is not None and update.prompt.id == "way"
    stage = table(update)
    for n in (12, 9):
        touch(*space(stage.board, n)).lift()
    assert stage.said == ["bridge", "walk"]


# ---------------------------------------------------------------- motion


def test_ways_of_an_update() -> None:
    events = [
        PawnMoved("Bo", 4, 6, (5, 6)), CerberusMoved(2, 5, CerberusReason.HUNT), CerberusMoved(5, 2,
        CerberusReason.RETREAT),
    ]  # fmt: skip
    found = walks(events)
    assert found == [PawnWay("Bo", 4, (5, 6)), PawnWay("", 2, (3, 4, 5)), PawnWay("", 5, (2,), True)]


def test_pawns_walk_space_by_space(table: Callable[..., Table], pump: Any, until: Any) -> None:
    stage = table(last(*RUN[:2]), motion=True)
    board = stage.board
    arrived: list[bool] = []
    board.still = lambda: arrived.append(board.moving)
    board.on_update(last(*RUN))
    pump(1)
    move = board.parts["pawn Cy"].move
    assert move is not None and board.moving
    xs = [round(board.x + x) for x, _y in move.way[1:]]
    assert xs == [round(space(board, n)[0]) for n in (10, 11, 12)]
    assert until(lambda: board.parts["pawn Dan"].move is not None and board.parts["pawn Dan"].gone > 0)
    assert arrived == []
    assert until(lambda: arrived == [False])
    assert board.trail is not None and board.trail.pawn == "Dan"


def test_motion_ends_where_the_view_has_them(table: Callable[..., Table], until: Any) -> None:
    stage = table(last(*RUN[:2]), motion=True)
    board = stage.board
    board.on_update(last(*RUN))
    assert board.moving
    assert not board.targets()
    board.finish()
    assert not board.moving
    assert all(part.move is None and not any(part.shift.xy if part.shift else ()) for part in board.parts.values())
    assert not any(part.uid in _gliding for part in board.parts.values())


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
        if board.scene is not None:
            assert set(pawns_of(board)) == on_path | {""}
        prompt = update.prompt
        assert prompt is not None
        if prompt.id in ON_BOARD:
            questions.add(prompt.id)
            assert {key for key, _x, _y in board.targets()} == {o.key for o in prompt.options if o.place}
    assert questions
    for pawn in pawns_of(board).values():
        x, y = pawn.at or (-1, -1)
        assert 0 < x < board.width and 0 < y < board.height


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
