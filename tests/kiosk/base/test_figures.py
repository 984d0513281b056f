"""Figures in their boxes: what moves does so in its stages, by its matrices alone, and is where it belongs then."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.engine.audience import PUBLIC
from companion.engine.game import GameSetup
from companion.engine.prompt import Option, Prompt
from companion.engine.text import Text
from companion.figures.cerbere.rage import LOOKS, die_rolls, rage, rage_spots
from companion.figures.infernal_wagon.track import newest_cards
from companion.games.cerbere.view import CerbereView, RageView
from companion.games.registry import Games
from companion.presentation.colours import C
from companion.presentation.scene import Disc, Frame, Group, GroupMotion, Icon, Scene
from kiosk.figures import view as figures
from kiosk.figures.put import put_shapes
from kiosk.figures.view import FigureView
from tests.openings import OPENINGS

KINDS = {"wide": (800, 200), "upright": (240, 1040), "slim": (224, 42), "line": (640, 44)}


def seen(die: int = 3, hunt: int = 9, speed: int = 3) -> CerbereView:
    """The view of a table whose die lies there."""
    order = OPENINGS["tracker"]
    state, _events = Games(None)["cerbere"].setup(GameSetup(order.seats, {}), Random(1))
    view = Games(None)["cerbere"].view(state, PUBLIC, 0)
    assert isinstance(view, CerbereView)
    track = RageView(die, hunt, 2, hunt - die, speed, 2, (), 3)
    return replace(view, rage=track)


def made(window: Any, kind: str = "wide", motion: bool = False, **given: Any) -> FigureView:
    track = FigureView(rage, die_rolls, kind, size=KINDS[kind])
    track.show(seen(**given))
    window(track, motion=motion)
    return track


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("hunt", [8, 9])
def test_every_space_of_the_rage_track_has_its_place(kind: str, hunt: int) -> None:
    frame = Frame(10, 20, *KINDS[kind], 8.0, kind)
    places = rage_spots(seen(hunt=hunt).rage, frame)
    along = [-y if kind == "upright" else x for x, y in places]
    gaps = [b - a for a, b in pairwise(along)]
    even = gaps[:-1] if kind in ("slim", "line") else gaps
    assert min(gaps) > 0 and max(even) - min(even) < 0.01
    assert all(10 <= x <= frame.right and 20 <= y <= frame.foot for x, y in places)


@pytest.mark.parametrize("kind", ["slim", "line"])
def test_the_die_covers_no_paw_before_it_is_there(kind: str) -> None:
    frame = Frame(0, 0, *KINDS[kind], 8.0, kind)
    looks, places = LOOKS[kind], rage_spots(seen(die=8).rage, frame)
    die, paw = looks.die * 8 / 2, looks.paw * 8 / 2
    assert places[8][0] + die <= places[9][0] - paw and places[9][0] + paw <= frame.right + 1
    assert places[8][0] + die > places[7][0] + paw, "it is the die that lies beside it"


def die_of(track: FigureView) -> tuple[float, float, float, str]:
    """Where it is from where it belongs, its angle, and its figure."""
    part: Any = track.parts["die"]
    rectangle, texture = part.face
    shown = part.shapes[-1].text if rectangle.texture is texture else "another"
    return part.shift.x - part.home[0], part.shift.y - part.home[1], part.turn.angle, shown


@pytest.mark.parametrize("kind", KINDS)
def test_the_die_lies_on_its_space(window: Any, pump: Any, kind: str) -> None:
    track = made(window, kind, die=4, speed=6)
    pump(2)
    x, y = rage_spots(seen(die=4).rage, track.frame())[4]
    part = track.parts["die"]
    dx, dy = LOOKS[kind].die_at
    assert abs(part.shift.x - track.x - x - dx * track.m.u) <= 1
    assert abs(track.top - part.shift.y - y - dy * track.m.u) <= 1
    assert die_of(track) == (0, 0, 0, "6")


def test_it_swaps_without_motion(window: Any, pump: Any) -> None:
    track = made(window)
    pump(2)
    track.show(seen(die=6, speed=4))
    pump(1)
    assert not track.moving and die_of(track) == (0, 0, 0, "4")


@pytest.mark.parametrize(("to", "turn"), [(5, -1), (1, 1)])
def test_it_rolls_space_by_space(window: Any, pump: Any, until: Any, to: int, turn: int) -> None:
    track = made(window, motion=True)
    pump(2)
    track.show(seen(die=to, speed=4))
    pump(1)
    assert track.moving
    part, step = (
        track.parts["die"],
        rage_spots(seen().rage, track.frame())[1][0] - rage_spots(seen().rage, track.frame())[0][0],
    )
    part.gone = 0.4
    x, _y, angle, figure = die_of(track)
    assert x == pytest.approx(turn * 1.6 * step, abs=1) and figure == "another", "the old one"
    assert angle == pytest.approx(turn * 36)
    part.gone = 0.6
    angle, figure = die_of(track)[2:]
    assert (round(angle), figure) == (-turn * 36, "4")
    assert until(lambda: not track.moving) and die_of(track) == (0, 0, 0, "4")


def test_another_speed_turns_it_where_it_lies(window: Any, pump: Any, until: Any) -> None:
    track = made(window, motion=True)
    pump(2)
    track.show(seen(speed=5))
    pump(1)
    track.parts["die"].gone = 0.7
    x, y, angle, figure = die_of(track)
    assert (x, y, figure) == (0, 0, "5") and angle != 0
    assert until(lambda: not track.moving) and die_of(track)[2] == 0


def test_what_moves_comes_to_rest_when_the_screen_goes(window: Any, pump: Any) -> None:
    track = made(window, motion=True)
    pump(2)
    track.show(seen(die=8, speed=5))
    track.finish()
    pump(1)
    assert not track.moving and die_of(track) == (0, 0, 0, "5")


def test_nothing_is_drawn_while_it_moves(window: Any, pump: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    track = made(window, motion=True)
    pump(2)
    track.show(seen(die=5))
    pump(1)
    drawn: list[str] = []
    monkeypatch.setattr(track, "draw", lambda: drawn.append("track"))
    monkeypatch.setattr(figures, "put_shapes", lambda *_: drawn.append("shapes"))
    for gone in (0.2, 0.5, 0.9, 1.4):
        track.parts["die"].gone = gone
        pump(1)
    assert drawn == []


def test_only_what_changed_is_drawn_anew(window: Any, pump: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    track = made(window)
    pump(2)
    drawn: list[int] = []

    def noted(shapes: Any, *more: Any) -> None:
        drawn.append(len(shapes))
        put_shapes(shapes, *more)

    monkeypatch.setattr(figures, "put_shapes", noted)
    track.show(seen(speed=6))
    pump(1)
    assert drawn == [3], "the die: its plate, its edge, its figure"
    track.show(replace(seen(speed=6), survival_pile=1))  # nothing that the figure draws
    pump(1)
    assert len(drawn) == 1


# ---------------------------------------------------------------- cards


def _row(scene: Scene, icons: tuple[str, ...], f: Frame, ringed: int | None = None) -> None:
    newest_cards(scene, f, icons, f.skin.icon, ringed)


def _comes(_before: object, _icons: object, f: Frame) -> Any:
    wagon = GroupMotion("wagon", ((0.0, 0.0), (-50.0, 0.0)), 0.16), GroupMotion("old", ((50.0, 0.0), (0.0, 0.0)), 0.16)
    return wagon, (GroupMotion("wagon", ((-50.0, 0.0), (0.0, 0.0)), 0.16, "linear", hop=16.0),)


@pytest.mark.parametrize("motion", [True, False])
def test_stage_by_stage(motion: bool, window: Any, pump: Any, until: Any) -> None:
    track = FigureView(_row, _comes, size=(700, 100), pos=(30, 90))
    track.show(("", "tunnel"))
    window(track, motion=motion)
    pump(2)
    track.show(("explosion", "", "tunnel"))
    pump(1)
    assert track.moving == motion
    if motion:
        wagon = track.parts["wagon"]
        assert until(lambda: wagon.move is not None and wagon.move.hop and 0 < wagon.gone < 1)
        assert wagon.shift.y > 0, "in the air"
        track.show(("explosion", "", "tunnel"), ringed=1)
        pump(1)
        assert track.moving, "drawn anew meanwhile: it goes on"
    assert until(lambda: not track.moving)
    assert all(part.move is None and not any(part.shift.xy if part.shift else ()) for part in track.parts.values())


def test_a_move_under_no_question_is_composed_once(window: Any, pump: Any) -> None:
    made: list[tuple[str, ...]] = []

    def row(scene: Scene, icons: tuple[str, ...], f: Frame) -> None:
        made.append(icons)
        _row(scene, icons, f)

    track = FigureView(row, _comes, size=(700, 100), pos=(30, 90))
    track.show(("", "tunnel"))
    window(track, motion=True)
    pump(2)
    made.clear()
    track.show(("explosion", "", "tunnel"))
    pump(1)
    assert track.moving and made == [("explosion", "", "tunnel")]


def test_a_card_at_the_edge_is_seen_whole_or_not_at_all() -> None:
    """F6."""
    for wide in (715.0, 60.0, 52.0, 110.4, 110.5):
        scene = Scene(wide, 100)
        newest_cards(scene, Frame(0, 0, wide, 100, 8.0), ("joker",) * 30, C.ember)
        icons = [one for group in scene.shapes if isinstance(group, Group) for one in group.shapes]
        lefts = [one.x - 26 for one in icons if isinstance(one, Icon) and one.name == "joker"]
        assert len(lefts) >= 1 and min(lefts) >= -0.01


def test_what_is_not_there_any_more_is_not_drawn_and_nothing_is_drawn_twice(window: Any, pump: Any) -> None:
    """Instructions that Kivy was told not to add by itself are not removed either."""
    track = FigureView(_row, size=(700, 100), pos=(30, 90))
    track.show(("", "tunnel"))
    window(track)
    for icons in (("explosion", "", "tunnel"), (), ("",)):
        track.show(icons)
        pump(2)
    assert len(track.parts) == 3
    assert track.merged.pieces == [piece for part in track.parts.values() for piece in part.pieces]
    assert track.merged.row is not None
    assert [type(one).__name__ for one in track.merged.row.canvas.children] == ["Color", "BindTexture", "Mesh"]


def _points(scene: Scene, names: str, f: Frame) -> None:
    for i, name in enumerate(names):
        with scene.group(place=name, at=(100.0 * (i + 1), 50.0), reach=20.0):
            scene.disc(100.0 * (i + 1), 50.0, 5.0, C.rim)


def test_what_leads_to_a_prompt_is_ringed_beside_what_it_offers(window: Any, pump: Any) -> None:
    board = FigureView(_points, size=(700, 100), pos=(30, 90))
    ways = tuple(Option(name, Text(name), place=name) for name in "bc")
    board.show("abcd", prompt=Prompt("to", Text("From a"), ways, trail=("a",)))
    window(board)
    pump(1)
    assert [key for key, _x, _y in board.targets()] == ["b", "c"]
    assert board.scene is not None
    rings = [shape for shape in board.scene.shapes if isinstance(shape, Disc)]
    assert [(ring.x, ring.edge) for ring in rings] == [(100.0, C.bone)]
