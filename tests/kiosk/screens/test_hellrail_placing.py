"""Devil's Advocate on the screen: the Gates first, then in turn, corner to corner."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.requests import Follow, Request
from companion.engine.update import Update
from kiosk.screens.hellrail.placing import Placing
from tests.tools.gallery.played_hellrail import move, played_hellrail
from tests.tools.gallery.root import context_for
from tests.tools.gallery.scene import Scene
from tests.tools.gallery.scenes_hellrail_map import ADVOCATE, PUT

pytestmark = pytest.mark.usefixtures("english")


def played(*moves: dict[str, Any] | Request, n: int = 4) -> Update:
    return played_hellrail(*moves, n=n, options=ADVOCATE)[-1]


def put(count: int) -> tuple[dict[str, Any], ...]:
    """The first placings of the gallery."""
    return tuple(move("place_circle", seat=seat, circle=circle, cell=cell) for seat, circle, cell in PUT[:count])


def placing(window: Any, update: Update, size: tuple[int, int] = (800, 480)) -> tuple[Placing, list[Any]]:
    sent: list[Any] = []
    context = context_for(Scene("placing"), sent)
    context.table.update = update
    screen = Placing(context)
    screen.size = size
    screen.on_update(update)
    window(screen, size)
    return screen, sent


def chosen(sent: list[Any]) -> list[Follow]:
    return [request for request in sent if isinstance(request, Follow)]


def test_the_gates_come_first_from_anybody(window: Any) -> None:
    screen, sent = placing(window, played())
    assert screen.circle == "CG" and not screen.tiles and all(tile.enabled for tile in screen.seats)
    screen.choose_seat("Cy")
    screen.place()
    keys = chosen(sent)
    assert [request.keys for request in keys] == [("Cy",)]
    assert played(*keys).view.placing.seat == "Éléonore"  # type: ignore[union-attr]


def test_the_companion_deals_the_circles(window: Any, touch: Any, pump: Any) -> None:
    screen, sent = placing(window, played())
    touch(*screen.deal.center).lift()
    pump(2)
    assert [request.keys for request in chosen(sent)] == [("deal",)]
    dealt = played(*chosen(sent))
    view: Any = dealt.view
    screen.context.table.update = dealt
    screen.on_update(dealt)
    assert not screen.deal.visible and not screen.tiles
    assert screen.title.text.startswith(view.placing.seat)
    assert [line.partition(":")[0] for line in screen.dealt.text.splitlines()] == ["Ana", "Bo", "Cy", "Éléonore"]
    sent.clear()
    touch(*screen.done.center).lift()
    begun = played(move("deal_circles"), *chosen(sent))
    assert begun.refusal is None
    screen.context.table.update = begun
    screen.on_update(begun)
    after: Any = begun.view
    assert [tile.icon or f"C{tile.figure}" for tile in screen.tiles] == list(after.placing.left)
    assert not screen.dealt.text and not screen.deal.visible


def test_then_in_turn(window: Any, touch: Any, pump: Any) -> None:
    screen, sent = placing(window, played(*put(5)))
    assert screen.who.text == "Cy places a circle"
    assert [tile.enabled for tile in screen.seats] == [False, False, True, False]
    assert [tile.figure for tile in screen.tiles] == ["1", "3", "5", "6", "8"]
    assert not screen.done.enabled
    touch(*screen.tiles[2].center).lift()
    pump(2)
    plan = screen.map.plan
    assert plan is not None
    touch(*plan.middle("3,1")).lift()
    pump(2)
    assert screen.map.picture.places["C5"] == "3,1" and screen.done.enabled
    touch(*screen.done.center).lift()
    keys = chosen(sent)
    assert [request.keys for request in keys] == [("C5", "3,1")]
    last = played(*put(5), *keys)
    assert last.refusal is None and last.view.placing.left == ("C1", "C3", "C6", "C8")
    screen.on_update(last)
    assert screen.circle is None and not screen.done.enabled and screen.seat == "Éléonore"


def test_in_the_last_round_seats_may_be_passed_over(window: Any) -> None:
    moves = list(put(1))
    seats = ("Bo", "Cy", "Éléonore", "Ana")
    while len(moves) < 8:
        view: Any = played(*moves).view
        seat = seats[len(moves) % 4]
        moves.append(
            move("place_circle", seat=seat, circle=view.placing.left[0], cell=view.placing.cells[0])
        )  # fmt: skip
    screen, sent = placing(window, played(*moves))
    assert screen.seat == "Bo" and all(tile.enabled for tile in screen.seats)
    left: Any = played(*moves).view
    screen.choose_seat("Cy")
    screen.choose(left.placing.left[0])
    screen._touched(left.placing.cells[0])
    screen.place()
    keys = chosen(sent)
    assert [request.keys for request in keys] == [("Cy", left.placing.left[0], left.placing.cells[0])]
    after: Any = played(*moves, *keys).view
    assert len(after.placing.left) == len(left.placing.left) - 1


def test_what_is_refused_is_said_and_the_choice_stays(window: Any) -> None:
    screen, _sent = placing(window, played(*put(5)))
    screen.choose("C5")
    screen._touched("3,1")
    screen.on_update(played(*put(5), move("place_circle", seat="Cy", circle="C5", cell="1,0")))
    assert screen.band.visible and screen.circle == "C5" and screen.cell == "3,1"
