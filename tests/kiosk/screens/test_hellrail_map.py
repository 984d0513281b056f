"""The map of HellRail: everything lies where the table has it, a finger chooses what the rules allow."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import Any

import pytest

from companion.games.hellrail.board.graph import headings, ties_of
from companion.games.hellrail.board.segments import drawings
from companion.presentation.rail_plan import Plan, bounds, fitted, tie_at, way_of
from kiosk.picture import pixels
from kiosk.widgets.rail_map import RailMap
from kiosk.widgets.rail_picture import Ask, Card, Circle, Engine, Hop, Picture

pytestmark = pytest.mark.usefixtures("english")


# ---------------------------------------------------------------- where everything lies


def test_ties_of_every_drawing_are_apart_and_inside() -> None:
    for shape in drawings():
        places = {tie: tie_at(tie) for tie in ties_of(shape)}
        for x, y in places.values():
            assert 0.1 < x < 0.9 and 0.1 < y < 0.9
        side = {tie: place for tie, place in places.items() if len(tie) == 1}
        for a, b in combinations(side.values(), 2):
            assert (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 > 0.05


def test_ties_of_a_segment_follow_each_other() -> None:
    def far(a: str, b: str) -> float:
        (ax, ay), (bx, by) = tie_at(a), tie_at(b)
        return float(((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5)

    for chain in (("N", "NS.1", "NS.2", "S"), ("E", "EW.1", "EW.2", "W"), ("S", "SE.1", "E"), ("N", "NW.1", "W")):
        steps = [far(a, b) for a, b in pairwise(chain)]
        assert max(steps) - min(steps) < 0.02 and max(steps) < far(chain[0], chain[-1])


@pytest.mark.parametrize("tie", ["N", "E", "NS.1", "EW.2", "NE.1", "SW.1"])
def test_two_headings_look_apart(tie: str) -> None:
    one, other = (way_of(tie, heading) for heading in headings(f"0,0:{tie}"))
    assert one[0] == pytest.approx(-other[0]) and one[1] == pytest.approx(-other[1])
    assert one[0] ** 2 + one[1] ** 2 == pytest.approx(1)


def test_in_means_towards_the_middle() -> None:
    assert way_of("W", "in") == (1, 0) and way_of("N", "out") == (0, -1)
    assert way_of("EW.1", "E") == (1, 0) and way_of("NE.1", "E")[0] > 0 and way_of("NE.1", "E")[1] > 0


def test_a_map_is_fitted_into_its_box() -> None:
    box = bounds(["-2,0", "1,3", "0,-1"])
    assert box == (-2, -1, 2, 4)
    assert box is not None
    plan = fitted(box, 10, 20, 400, 300, 200)
    for cell in ("-2,-1", "1,3"):
        x, y = plan.corner(cell)
        assert x >= 10 and x + plan.cell <= 410 and y >= 20 and y + plan.cell <= 320
    assert plan.back(*plan.at(0.25, 1.5)) == pytest.approx((0.25, 1.5))
    assert plan.zoomed(80, *plan.at(1, 1)).at(1, 1) == pytest.approx(plan.at(1, 1))


# ---------------------------------------------------------------- the widget

LIE = Picture(
    (Circle("C1", "1", "0,0"), Circle("C5", "5", "2,0", "eye"), Circle("C2", "2", "1,1", guarded=True)),
    (Card("1,0", ("EW", "SW")),),
    (Engine("Ana", "red", "C1", None, True), Engine("Bo", "blue", "1,0:EW.1", "E")),
    ("1,0:S",),
)


def shown(window: Any, ask: Ask = Ask(), motion: bool = False) -> tuple[RailMap, list[tuple[str, str]]]:  # noqa: B008
    """The small map alone, and what was touched."""
    said: list[tuple[str, str]] = []
    widget = RailMap(lambda kind, name: said.append((kind, name)), size=(480, 480))
    window(widget, motion=motion)
    widget.show(LIE)
    widget.want(ask)
    return widget, said


def plan_of(widget: RailMap) -> Plan:
    assert widget.plan is not None
    return widget.plan


def node(widget: RailMap, name: str) -> tuple[float, float]:
    place = plan_of(widget).node(name, LIE.places)
    assert place is not None
    return place


def test_engines_and_cerberus_stand_where_they_are(window: Any) -> None:
    widget, _said = shown(window)
    assert set(widget.engines) == {"Ana", "Bo", ""}
    assert widget.engines["Bo"].center == pytest.approx(node(widget, "1,0:EW.1"), abs=1)
    assert widget.engines["Bo"].looks == (1, 0) and widget.engines["Ana"].looks == (0, 0)
    x, y = widget.engines["Ana"].center
    cx, cy = node(widget, "C1")
    assert 0 < ((x - cx) ** 2 + (y - cy) ** 2) ** 0.5 < plan_of(widget).cell


def test_crowded_circle_keeps_engines_apart(window: Any) -> None:
    widget, _said = shown(window)
    four = tuple(Engine(n, c, "C2", None) for n, c in (("A", "red"), ("B", "blue"), ("C", "yellow"), ("D", "green")))
    widget.show(Picture(LIE.circles, LIE.cards, four))
    for a, b in combinations(widget.engines.values(), 2):
        far = ((a.center_x - b.center_x) ** 2 + (a.center_y - b.center_y) ** 2) ** 0.5
        assert far > 0.8 * a.width


def test_every_part_of_the_picture_is_drawn(window: Any, pump: Any) -> None:
    widget, _said = shown(window)
    from dataclasses import replace

    turned = replace(LIE, cards=(Card("1,0", ("NS", "SW")),))
    stacked = replace(LIE, cards=(Card("1,0", ("EW", "SW"), 1),))
    bare = replace(LIE, markers=())
    down = replace(LIE, circles=(*LIE.circles[:1], Circle("C5", "5", "2,0", down=True), LIE.circles[2]))
    pictures = set()
    for picture in (LIE, turned, stacked, bare, down):
        widget.show(picture)
        pump(2)
        pictures.add(pixels(widget)[2])
    assert len(pictures) == 5
    widget.show(LIE)
    for ask in (
        Ask(frozenset({"1,0:W"})),
        Ask(route=("C1", "1,0:W")),
        Ask(cells=frozenset({"2,1"})),
        Ask(cards=frozenset({"1,0"})),
        Ask(ghost=("1,0", ("NS",))),
        Ask(chosen="1,0:W"),
        Ask(frozenset({"off"}), "1,0:E"),
    ):
        widget.want(ask)
        pump(2)
        pictures.add(pixels(widget)[2])
    assert len(pictures) == 12


def test_a_touch_means_the_nearest(window: Any, touch: Any) -> None:
    widget, said = shown(window, Ask(frozenset({"1,0:W", "1,0:EW.2", "C5"})))
    for name in ("1,0:W", "1,0:EW.2", "C5"):
        x, y = node(widget, name)
        touch(x + 3, y - 4).lift()
    assert said == [("node", "1,0:W"), ("node", "1,0:EW.2"), ("node", "C5")]


def test_without_a_question_circles_answer(window: Any, touch: Any) -> None:
    widget, said = shown(window)
    touch(*node(widget, "C5")).lift()
    touch(*node(widget, "1,0:W")).lift()
    assert said == [("circle", "C5")]


def test_dragging_moves_the_map_and_touches_nothing(window: Any, touch: Any) -> None:
    widget, said = shown(window, Ask(frozenset({"C1"})))
    x, y = node(widget, "C1")
    finger = touch(x, y)
    finger.slide(x + 60, y + 30)
    finger.lift(x + 80, y + 40)
    assert said == []
    assert node(widget, "C1") == pytest.approx((x + 80, y + 40), abs=1)
    assert widget.engines["Bo"].center == pytest.approx(node(widget, "1,0:EW.1"), abs=1)


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


def test_zooming_ends(window: Any) -> None:
    widget, _said = shown(window)
    for _ in range(20):
        widget.zoom(1.35)
    assert plan_of(widget).cell <= 22 * widget.m.u + 1


def test_places_for_a_card_come_into_sight(window: Any) -> None:
    widget, _said = shown(window)
    widget.want(Ask(cells=frozenset({"-3,0", "5,4"})))
    for cell in ("-3,0", "5,4"):
        x, y = plan_of(widget).corner(cell)
        assert widget.x <= x and x + plan_of(widget).cell <= widget.right
        assert widget.y <= y and y + plan_of(widget).cell <= widget.top


def test_engines_walk_tie_by_tie(window: Any, until: Any) -> None:
    from dataclasses import replace

    widget, _said = shown(window, motion=True)
    arrived = []
    widget.still = lambda: arrived.append(1)
    gone = replace(LIE, engines=(Engine("Ana", "red", "1,0:EW.2", "E"), LIE.engines[1]))
    widget.show(gone, (Hop("Ana", "1,0:W", "in"), Hop("Ana", "1,0:EW.2", "E")))
    assert widget.moving
    assert until(lambda: arrived)
    assert not widget.moving
    assert until(lambda: abs(widget.engines["Ana"].center_x - node(widget, "1,0:EW.2")[0]) < 1)


def test_nothing_moves_with_motion_off(window: Any) -> None:
    from dataclasses import replace

    widget, _said = shown(window)
    widget.show(replace(LIE, engines=(Engine("Ana", "red", "1,0:W", "in"),)), (Hop("Ana", "1,0:W", "in"),))
    assert not widget.moving
    assert widget.engines["Ana"].center == pytest.approx(node(widget, "1,0:W"), abs=1)


def test_no_frames_while_nothing_happens(window: Any, pump: Any) -> None:
    from kivy.clock import Clock

    shown(window, Ask(frozenset({"C1"})))
    pump(5)
    assert not [event for event in Clock.get_events() if "rail" in repr(event.get_callback()).lower()]
