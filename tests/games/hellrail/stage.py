"""The short forms in which HellRail's scenarios are written, and what they stand for on the wire.

`[open]` of a scenario:

    levels = ["keeper", "map"]       # one case each (the default; or light)
    map = "M1"                       # of `fixture.MAPS`, or { circles = {...}, cards = { "1,0" = "X45/1" } }
    seats.P1 = { hand = 3, at = "C1", train = ["F01"] }      # the others: a hand of 3, at the Gates
    effects = { C5 = "abyss" }       # the other tokens follow in the order of the list
    entry = "C5"                     # P1 has just entered that circle
    deck = { X39 = { brimstone = 2 } }                       # the fixture, changed
    rulings = { q18_unmatched_edge = "blocked" }

Everything else goes into the position as it is. If `draw` is said, all cards that are nowhere lie on the table.
`new = true` opens a new game instead (`options`, `seats`). In moves, events and states `p3` is the third tie
eastwards from C1 at 0,0 and `@none` is null; a path is written `p1..p4;C5`, a card entered by its values
`~6/1/5/2/NS+EW`, a table of tokens `C1:abyss;C2:lust`. A move may say for both levels where it leads: of
`path=... to=...` each takes its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from tests.games.hellrail import fixture
from tests.games.hellrail.place import laid as stacks
from tests.games.hellrail.place import place as position_of
from tests.games.scenario import Json, Scenario

GAME = "hellrail"
COLOURS = ("blue", "green", "red", "yellow")
SHORT = {"levels", "level", "map", "seats", "effects", "entry", "deck", "rulings", "new", "options", "first_task"}
_TIE = re.compile(r"\bp(\d+)\b")
_RANGE = re.compile(r"\bp(\d+)\.\.p(\d+)\b")
_OTHER = {"keeper": re.compile(r" (path|direction|node|cell)=\S*"), "map": re.compile(r" (to|gap)=\S*")}
"""Fields of a move that only the other level has."""


def tie(n: int) -> str:
    """The n-th tie of a row of straight tracks eastwards from C1 at 0,0.

    >>> tie(1), tie(2), tie(8)
    ('1,0:W', '1,0:EW.2', '2,0:E')
    """
    return f"{(n - 1) // 4 + 1},0:{('W', 'EW.2', 'EW.1', 'E')[(n - 1) % 4]}"


def _row(found: re.Match[str]) -> str:
    first, last = int(found[1]), int(found[2])
    step = 1 if first <= last else -1
    return ";".join(tie(n) for n in range(first, last + step, step))


def spelled(value: Any) -> Any:
    """Ties written `p3` (and `p1..p4`) in full, wherever they stand."""
    if value == "@none":
        return None
    if isinstance(value, str):
        return _TIE.sub(lambda found: tie(int(found[1])), _RANGE.sub(_row, value))
    if isinstance(value, Mapping):
        return {key: item if key == "name" else spelled(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [spelled(item) for item in value]
    return value


def at_levels(scenario: Scenario) -> Iterator[Scenario]:
    """The scenario at each of its levels, its short forms written out."""
    levels = scenario.open.get("levels", ["keeper", "map"])
    for level in levels:
        yield replace(
            scenario,
            name=f"{scenario.name}{{{level}}}",
            open=opened(spelled(scenario.open), level),
            opening=spelled(scenario.opening),
            steps=tuple(_own_fields(step, level) for step in spelled(scenario.steps)),
        )


def _own_fields(step: Json, level: str) -> Json:
    if level not in _OTHER or "move" not in step or step["move"].startswith("place_circle"):
        return step
    return step | {"move": _OTHER[level].sub("", step["move"])}


def opened(short: Mapping[str, Any], level: str) -> Json:
    """What the table protocol's `open` takes."""
    seats = short.get("seats", {})
    if short.get("new"):
        named = [{"name": name, "colour": seat.get("colour", "")} for name, seat in sorted(seats.items())]
        options = {"level": level, "deck": "demo"} | short.get("options", {})
        if isinstance(options["deck"], dict):
            options["deck"] = fixture.deck(options["deck"], short.get("rulings"))
        return {"game": GAME, "seats": named, "options": options, "seed": 1}
    place = position(short, level)
    return {"game": GAME, "seats": [seat["name"] for seat in place["players"]], "position": place, "seed": 1}


def position(short: Mapping[str, Any], level: str) -> Json:
    """The position that the short forms stand for."""
    seats: Json = {"P1": {}, "P2": {}} | dict(short.get("seats", {}))
    place: Json = {"level": level, "phase": "actions"} | {k: v for k, v in short.items() if k not in SHORT}
    place["seats"] = [
        {"seat": name, "colour": COLOURS[at]} | ({} if level == "light" else {"hand": 3}) | seat
        for at, (name, seat) in enumerate(sorted(seats.items()))
    ]
    place["deck"] = fixture.deck(short.get("deck"), short.get("rulings"))
    held = [seat["held"] for seat in place["seats"] if seat.get("held")]
    place["effects"], place["unused"] = fixture.spread(short.get("effects", {}), held)
    if short.get("entry"):
        place["agenda"] = [{"type": "entry", "seat": place["seats"][0]["seat"], "circle": short["entry"]}]
        place["seats"][0].setdefault("at", short["entry"])
    _lay(place, short.get("map", {}))
    return position_of(**place)


def _lay(place: Json, map: str | Mapping[str, Any]) -> None:
    """The map, or at Keeper level the mere cards of it; and what must lie there for the draw pile to be as said."""
    if place["level"] == "light":
        return
    found = fixture.grid(fixture.MAPS[map] if isinstance(map, str) else map)
    laid = [card for card, _, _ in found["cards"]]
    if "draw" in place:
        rest = _elsewhere(place, laid)
        found["cards"] += [(id, f"{at},70", 0) for at, id in enumerate(rest)]
        laid += rest
    if place["level"] == "map":
        place["grid"] = {"circles": found["circles"], "stacks": stacks(*found["cards"])}
        place.pop("table", None)
    else:
        place["table"] = [*place.get("table", []), *laid]
        for seat in place["seats"]:
            if ":" in seat.get("at", ""):
                seat["at"] = "rail"
            seat.pop("heading", None)
        if "markers" in place:
            place["markers_out"] = len(place.pop("markers"))


def _elsewhere(place: Json, laid: list[str]) -> list[str]:
    """Cards that have to lie on the table, so that the counts make 45: the last of those that nobody names.

    Cards that the scenario has changed rather stay in a hand.
    """
    named = {*laid, *place.get("discard", []), *place.get("table", [])}
    counted = 0
    for seat in place["seats"]:
        named |= {*seat.get("train", []), *seat.get("known", []), *seat.get("delivered", [])}
        counted += seat["hand"] - len(seat.get("known", []))
    changed = [one["id"] for one, own in zip(fixture.cards(), place["deck"]["cards"], strict=True) if one != own]
    unnamed = [one["id"] for one in reversed(fixture.cards()) if one["id"] not in named]
    unnamed.sort(key=changed.__contains__)
    count = len(unnamed) - counted - place["draw"]
    assert count >= 0, f"{-count} cards too many are said to be somewhere"
    return unnamed[:count]


def sent(move: Json) -> Json:
    """A written move as the table protocol has it."""
    return {key: _field(key, item) for key, item in move.items()}


def _field(key: str, item: Any) -> Any:
    """A field as it is written; what is no text is one already (moves of the answer `legal`)."""
    if key == "path" and isinstance(item, str):
        return [node for node in item.split(";") if node]
    if key == "effects" and isinstance(item, str):
        return dict(pair.split(":") for pair in item.split(";"))
    if key in {"card", "cards", "toll"} and isinstance(item, list):
        return [_card(one) for one in item]
    if key == "cards" and isinstance(item, str):
        return {seat: cards.split("+") for seat, cards in (pair.split(":") for pair in item.split(";"))}
    return _card(item) if key == "card" else item


def _card(text: Any) -> Any:
    """A card entered by its values: `~car/pickup/setout/brimstone/rails`, `-` where it is not said."""
    if not (isinstance(text, str) and text.startswith("~") and "/" in text):
        return text
    names = ("car", "pickup", "setout", "brimstone", "rails")
    said = {name: value for name, value in zip(names, text[1:].split("/"), strict=False) if value != "-"}
    made: Json = {name: int(value) if name in {"car", "brimstone"} else value for name, value in said.items()}
    return made | ({"rails": said["rails"].split("+")} if "rails" in said else {})
