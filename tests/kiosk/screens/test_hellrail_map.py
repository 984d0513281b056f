"""The map of HellRail: everything lies where the table has it, a finger chooses what the rules allow."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.figures.hellrail.rails import CardPicture, CirclePicture, EnginePicture, Hop, TablePicture, Touchables
from companion.presentation.path_data import outlines
from companion.presentation.rail_plan import MapPlan
from companion.presentation.scene import Group, Stroke
from kiosk.figures.view import shape_groups
from kiosk.screens.hellrail.rail_view import RailMap
from kiosk.window.picture import pixels

pytestmark = pytest.mark.usefixtures("english")


# ---------------------------------------------------------------- the widget

LIE = TablePicture(
    (
        CirclePicture("C1", "1", "0,0"),
        CirclePicture("C5", "5", "2,0", "eye"),
        CirclePicture("C2", "2", "1,1", guarded=True),
    ),
    (CardPicture("1,0", ("EW", "SW")),),
    (EnginePicture("Ana", "red", "C1", None, True), EnginePicture("Bo", "blue", "1,0:EW.1", "E")),
    ("1,0:S",),
)


def shown(window: Any, ask: Touchables = Touchables(), motion: bool = False) -> tuple[RailMap, list[str]]:  # noqa: B008
    """The small map alone, and what was touched."""
    said: list[str] = []
    widget = RailMap(said.append, size=(480, 480))
    window(widget, motion=motion)
    widget.show(LIE)
    widget.want(ask)
    return widget, said


def plan_of(widget: RailMap) -> MapPlan:
    assert widget.plan is not None
    return widget.plan


def node(widget: RailMap, name: str) -> tuple[float, float]:
    place = plan_of(widget).node(name, LIE.places)
    assert place is not None
    return place


def engines(widget: RailMap) -> dict[str, Group]:
    """Engines by name; "": Cerberus."""
    scene = widget._made(widget.frame())
    return {one.key[7:]: one for one in shape_groups(scene.shapes) if one.key.startswith("engine ")}


def middle(widget: RailMap, name: str) -> tuple[float, float]:
    """Where an engine stands (px)."""
    x, y = engines(widget)[name].at or (0, 0)
    return widget.x + x, widget.top - y


def test_engines_and_cerberus_stand_where_they_are(window: Any) -> None:
    widget, _said = shown(window)
    found = engines(widget)
    assert set(found) == {"Ana", "Bo", ""}
    assert middle(widget, "Bo") == pytest.approx(node(widget, "1,0:EW.1"), abs=1)
    noses = {name: [one for one in group.shapes if isinstance(one, Stroke)] for name, group in found.items()}
    assert noses["Bo"] and not noses["Ana"], "in a circle nobody looks anywhere"
    (points, _closed), (x, _y) = outlines(noses["Bo"][0].d)[0], found["Bo"].at or (0, 0)
    assert all(px > x for px, _py in points), "east"
    x, y = middle(widget, "Ana")
    cx, cy = node(widget, "C1")
    assert 0 < ((x - cx) ** 2 + (y - cy) ** 2) ** 0.5 < plan_of(widget).cell


def test_a_touch_means_the_nearest(window: Any, touch: Any) -> None:
    widget, said = shown(window, Touchables(frozenset({"1,0:W", "1,0:EW.2", "C5"})))
    for name in ("1,0:W", "1,0:EW.2", "C5"):
        x, y = node(widget, name)
        touch(x + 3, y - 4).lift()
    assert said == ["1,0:W", "1,0:EW.2", "C5"]


def test_dragging_moves_the_map_and_touches_nothing(window: Any, touch: Any) -> None:
    widget, said = shown(window, Touchables(frozenset({"C1"})))
    x, y = node(widget, "C1")
    finger = touch(x, y)
    finger.slide(x + 60, y + 30)
    finger.lift(x + 80, y + 40)
    assert said == []
    assert node(widget, "C1") == pytest.approx((x + 80, y + 40), abs=1)
    assert middle(widget, "Bo") == pytest.approx(node(widget, "1,0:EW.1"), abs=1)
    touch(x + 80, y + 40).lift()
    assert said == ["C1"], "where it was dragged to, though nothing was drawn again"


def test_a_drag_lays_nothing_out(window: Any, touch: Any, monkeypatch: pytest.MonkeyPatch, pump: Any) -> None:
    widget, _said = shown(window)
    pump(3)
    drawn = []
    monkeypatch.setattr(widget, "draw", lambda: drawn.append(1))
    finger = touch(240, 240)
    for i in range(1, 8):
        finger.slide(240 + 12 * i, 240)
        pump(1)
    finger.lift()
    assert not drawn


def test_the_map_cannot_be_dragged_away(window: Any, touch: Any) -> None:
    widget, _said = shown(window)
    for _ in range(6):
        finger = touch(100, 240)
        finger.slide(300, 240)
        finger.lift(460, 240)
    left = plan_of(widget).at(0, 0)[0]
    assert left <= widget.center_x + 1


def test_two_fingers_zoom_round_their_middle(window: Any, touch: Any) -> None:
    widget, said = shown(window)
    before = plan_of(widget).cell
    one, other = touch(200, 240), touch(280, 240)
    other.slide(320, 240)
    one.slide(160, 240)
    assert plan_of(widget).cell > before * 1.3
    one.lift()
    other.lift()
    assert said == []
    widget.zoom(0.01)
    assert plan_of(widget).cell == pytest.approx(before)


def test_engines_walk_tie_by_tie(window: Any, until: Any) -> None:
    widget, _said = shown(window, motion=True)
    arrived = []
    widget.still = lambda: arrived.append(1)
    gone = replace(LIE, engines=(EnginePicture("Ana", "red", "1,0:EW.2", "E"), LIE.engines[1]))
    widget.show(gone, (Hop("Ana", "1,0:W", "in"), Hop("Ana", "1,0:EW.2", "E")))
    assert widget.moving
    assert until(lambda: arrived)
    assert not widget.moving
    assert until(lambda: all(part.move is None for part in widget.parts.values()))
    assert middle(widget, "Ana") == pytest.approx(node(widget, "1,0:EW.2"), abs=1)


def test_nothing_glides_over_a_map_that_is_another_one(window: Any, pump: Any) -> None:
    widget, _said = shown(window, motion=True)
    pump(2)
    before = pixels(widget)[2]
    widget.show(replace(LIE, cards=(*LIE.cards, CardPicture("3,3", ("NS",)))))
    pump(2)
    assert widget.parts["engine Bo"].move is None and pixels(widget)[2] != before


def test_nothing_moves_with_motion_off(window: Any) -> None:
    widget, _said = shown(window)
    widget.show(replace(LIE, engines=(EnginePicture("Ana", "red", "1,0:W", "in"),)), (Hop("Ana", "1,0:W", "in"),))
    assert not widget.moving
    assert middle(widget, "Ana") == pytest.approx(node(widget, "1,0:W"), abs=1)
