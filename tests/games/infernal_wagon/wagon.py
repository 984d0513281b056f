"""What the tests of Infernal Wagon share: the table, and the words their scenarios use of how it stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.requests import Now
from companion.games.registry import GAMES
from tests.games.infernal_wagon.spoken import SpokenDesk
from tests.games.scenario import SCENARIOS, Facts, TableDesk

GAME = "infernal_wagon"
BOXES = SCENARIOS / GAME / "boxes"
"""Boxes of few invented cards, for what the example box cannot show."""
EXPLOITS = (
    "welcome",
    "a_toi_a_moi",
    "oceans_5",
    "six_coups",
    "five_minutes",
    "ghost_rider",
    "le_bon",
    "dead_man",
    "impitoyable",
    "seven_in_hell",
    "seven_mercenaries",
)


def engine() -> TableDesk:
    """A table on which only this game is played, with our own few boxes beside those that come with it."""
    return SpokenDesk({GAME: GAMES[GAME](BOXES)})


def facts(answer: Mapping[str, Any]) -> dict[str, Any]:
    """How the table stands, in the words of the matrix's own examples (`track ...; exit {A,B}; P=56; hands 3,3,3`)."""
    view = answer["view"]
    result = view["result"] or {
        "won": False,
        "reason": None,
        "offered": [],
        "ask": [],
        "not_counted": [],
    }
    ended = view["result"] is not None
    stands = {
        "track": " ".join(card["slot"] or card["kind"] for card in view["track"]),
        "length": len(view["track"]),
        "behind": view["behind"],
        "exit": " ".join(sorted(view["exit"]["symbols"])),
        "any_of": view["exit"]["any_of"],
        "pile": view["pile"],
        "hands": [hand["cards"] for hand in view["hands"]],
        "total": view["hands_total"],
        "discarded": view["discarded"],
        "curses": " ".join(hand["name"] for hand in view["hands"] if hand["curse"]),
        "modules": " ".join(sorted(view["setup"]["modules"])),
        "end": "" if not ended else "won" if result["won"] else f"lost {result['reason']}",
        "question": answer["prompt"]["id"] if view["phase"] == "ask" else "",
        "appeal_open": any(option["key"] == "appeal" for option in answer["prompt"]["options"]),
        "not_counted": " ".join(result["not_counted"]),
        "paced": bool(view["pace"] and view["pace"]["pile"]),
        "timer": view["setup"]["timer"],
        "minutes": view["setup"]["minutes"],
    }
    for word in ("phase", "silence", "uturn", "tunnel", "paused", "pile_sure"):
        stands[word] = view[word]
    for exploit in EXPLOITS:
        stands[exploit] = "offered" if exploit in result["offered"] else "ask" if exploit in result["ask"] else "no"
    return stands


def facts_of(table: TableDesk) -> Facts:
    """The words of that table's scenarios, and what the table may say of the newest card at this moment."""

    def found(answer: Mapping[str, Any]) -> dict[str, Any]:
        now = table.engine.handle(Now()).answer
        keys = {option.key for option in now.prompt.options if option.open(now.at)}
        return facts(answer) | {"can_miss": "miss" in keys, "can_hit": "hit" in keys}

    return found
