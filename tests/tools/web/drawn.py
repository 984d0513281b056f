"""HellRail's picture as a page has it, against the table's view."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element, fromstring

from tests.tools.web.browser import Json

NEAR = 0.8
"""An engine stands this near to the middle of its cell, in cells."""


def hellrail(svg: str, view: Json) -> Iterator[str]:
    """What differs."""
    root = fromstring(svg)
    for what, drawn, wanted in _result(root, view) if view["scores"] is not None else _table(root, view):
        if drawn != wanted:
            yield f"the picture has {what} {drawn}, the table {wanted}"


Pairs = Iterator[tuple[str, object, object]]


def _result(root: Element, view: Json) -> Pairs:
    for name in ("delivered", "loaded", "rank"):
        yield name, _by(root, "seat", name), {one["name"]: str(one[name]) for one in view["scores"]}


def _table(root: Element, view: Json) -> Pairs:
    seats, circles = view["seats"], view["circles"]
    yield "engines", _by(root, "engine", "node"), {seat["name"]: seat["node"] for seat in seats}
    yield "delivered", _by(root, "seat", "delivered"), {seat["name"]: str(seat["delivered"]) for seat in seats}
    trains = [one.get("data-train") for one in root.iter() if "data-train" in one.attrib]
    yield "trains", trains, [str(len(seat["train"])) for seat in seats]
    yield "circles", set(_by(root, "circle", "circle")), {one["id"] for one in circles}
    yield "Cerberus", set(_by(root, "cerberus", "cerberus")), {one["id"] for one in circles if one["cerberus"]}
    if view["level"] == "map":
        yield from _map(root, view)


def _map(root: Element, view: Json) -> Pairs:
    cards = {one.get("data-cell", ""): one for one in root.iter() if "data-cell" in one.attrib}
    tracks = {cell: card.get("href") for cell, card in cards.items()}
    yield "tracks", tracks, {one["cell"]: "#r-" + "-".join(sorted(one["rails"])) for one in view["map"]}
    if not cards:
        return
    first, card = next(iter(cards.items()))
    side, (x, y) = _number(card, "width"), _cell(first)
    left, top = _number(card, "x") - x * side, _number(card, "y") - y * side
    places = {cell: (_number(one, "x"), _number(one, "y")) for cell, one in cards.items()}
    wrong = [cell for cell, (x, y) in places.items() if _away(_cell(cell), (x - left) / side, (y - top) / side) > 0.05]
    yield "cards in another place:", wrong, []
    cells = {one["id"]: one["cell"] for one in view["circles"]}
    for one in root.iter():
        if node := one.get("data-node"):
            disc = next(one.iter("{http://www.w3.org/2000/svg}circle"))
            at = (_number(disc, "cx") - left) / side - 0.5, (_number(disc, "cy") - top) / side - 0.5
            cell = cells.get(node) or node.partition(":")[0]
            yield f"an engine at {node}, of its cell", _away(_cell(cell), *at) < NEAR, True


def _by(root: Element, key: str, value: str) -> Json:
    """Of all elements that have both facts, the second by the first."""
    found = (one.attrib for one in root.iter() if f"data-{key}" in one.attrib and f"data-{value}" in one.attrib)
    return {one[f"data-{key}"]: one[f"data-{value}"] for one in found}


def _number(element: Element, name: str) -> float:
    return float(element.get(name, "nan"))


def _cell(name: str) -> tuple[float, float]:
    x, y = name.split(",")
    return float(x), float(y)


def _away(cell: tuple[float, float], x: float, y: float) -> float:
    """The distance from it."""
    return max(abs(cell[0] - x), abs(cell[1] - y))
