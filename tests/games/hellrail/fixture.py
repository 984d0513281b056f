"""Section 6's fixture: 45 cards of which F01..F12 are written out there, and the small maps of its scenarios."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

Json = dict[str, Any]

ROWS = """
F01 6 1 5 2 NS
F02 4 5 1 3 NE
F03 9 2 8 1 NS EW
F04 3 3 7 5 NE SW
F05 7 4 2 2 NS NE
F06 5 6 3 4 EW
F07 8 1 9 1 NW NE
F08 3 9 4 3 NS EW NE SE SW NW
F09 5 7 6 4 NS EW NE
F10 4 8 1 5 SE NW
F11 6 5 3 3 NS NE SE
F12 7 2 4 2 EW
"""
TRACKS = {"X45": ["EW"], "X44": ["EW"], "X43": ["EW"], "X42": ["EW"], "X41": ["SW"], "X40": ["NS"]}
"""Filler cards that the maps are made of; the other ones have the two curves that section 6 gives them."""
MAPS: dict[str, Json] = {
    "M1": {"circles": {"C1": "0,0", "C5": "2,0"}, "cards": {"1,0": "X45"}},
    "M2": {"circles": {"C1": "0,0", "C2": "1,1"}, "cards": {"1,0": "X41"}},
    "M3": {"circles": {"C1": "0,0"}, "cards": {"1,0": "X45"}},
    "M4": {"circles": {"C1": "0,0"}, "cards": {"1,0": "X45", "2,0": "X44", "3,0": "X43"}},
}
NOTHING = "@gone"
"""Instead of a card: what a scenario's file says lies there does not lie there in this case."""
CIRCLES = ("CG", "C1", "C2", "C3", "C4", "C5", "C6", "C7", "C8", "C9")
EFFECTS = [
    *("abyss", "boatmen", "brimstone_tenders", "chaos_reigns", "delinquency", "false_path", "geryon", "gluttony"),
    *("guard_duty", "heresy", "infernal_power", "lust", "shift_change", "soul_catcher", "thievery"),
]


def card(row: str) -> Json:
    """A row of the list as the deck file has it."""
    id, car, pickup, setout, brimstone, *rails = row.split()
    return {
        "id": id,
        "car": int(car),
        "pickup": pickup,
        "setout": setout,
        "brimstone": int(brimstone),
        "rails": rails,
    }


def cards(changes: Mapping[str, Mapping[str, Any]] | None = None) -> list[Json]:
    """The 45 cards; `changes`: card -> fields that are different in this scenario."""
    rows = [card(row) for row in ROWS.strip().splitlines()]
    rows += [card(f"X{n} 3 9 8 1 {' '.join(TRACKS.get(f'X{n}', ['NE', 'SW']))}") for n in range(13, 46)]
    return [row | dict((changes or {}).get(row["id"], {})) for row in rows]


def tag_of(id: str) -> str:
    """The tag that a card bears."""
    return "E0" + id.encode().hex().upper()


def deck(changes: Mapping[str, Any] | None = None, rulings: Mapping[str, Any] | None = None) -> Json:
    """The fixture as an inline deck; each card bears a tag."""
    rows = cards(changes)
    made: Json = {"cards": rows, "tags": {tag_of(row["id"]): row["id"] for row in rows}}
    return made | ({"rulings": dict(rulings)} if rulings else {})


def grid(map: Mapping[str, Any]) -> Json:
    """The circles of a map, and its cards by cell and turns. Circles that it does not name lie far off, without rail
    (section 6)."""
    circles = {circle: f"{at},{40 + at % 2}" for at, circle in enumerate(CIRCLES)}
    laid = []
    for cell, text in map.get("cards", {}).items():
        if text == NOTHING:
            continue
        for stacked in text.split("+"):
            id, _, q = stacked.partition("/")
            laid.append((id, cell, int(q or 0)))
    return {"circles": circles | map.get("circles", {}), "cards": laid}


def spread(named: Mapping[str, str], held: Iterable[str] = ()) -> tuple[dict[str, str], list[str]]:
    """Effect tokens on the nine circles, and the unused rest (HR-005): where nothing is named, in order of the list."""
    taken = {*named.values(), *held}
    left = [effect for effect in EFFECTS if effect not in taken]
    on = {circle: named.get(circle) or left.pop(0) for circle in CIRCLES[1:]}
    return on, left
