"""Games on their playing screens, for measuring: how each is opened, and cards that are tapped in it."""

from __future__ import annotations

from typing import NamedTuple

from companion.engine.game import Player
from companion.engine.requests import Back, Choose, MakeMove, Open, Request, Undo

SEATS = ("Ana", "Bo", "Cy", "Dan")
PLAYERS = tuple(map(Player, SEATS))
STARTED = (MakeMove({"type": "confirm"}), MakeMove({"type": "start"}))
TURN = {"players": SEATS, "turn": {"n": 3, "drawn": True}, "seats": {name: {"hand": 5, "at": "C4"} for name in SEATS}}
DEMO = {"box": "demo", "level": "L2"}
CLOCK, WAGON = (Open("infernal_wagon", PLAYERS[:3], {**DEMO, "timer": one}, seed=1) for one in ("timed", "calm"))
TRACKER, BOARD = (Open("cerbere", PLAYERS, {"box": "demo", "level": level}, seed=1) for level in ("tracker", "board"))
KEEPER, MAP = (Open("hellrail", position={**TURN, "options": {"level": level}}, seed=1) for level in ("keeper", "map"))
CARDS = ("DE7705A54B", "DE5EDBBBE5", "DECE7F8FBE", "DEEBEF7A58")
ACTIONS = ("CB537D5DC7", "CB5C8DD803", "CB3D793158", "CBDC82FAB4")
RAILS = ("48864611B2", "48E746287A", "4862024532", "482E94FE68")


class Opening(NamedTuple):
    """The game that figures call `name`. `after_tap` takes the tap of a card back, so that they never run out."""

    name: str
    requests: tuple[Request, ...]
    cards: tuple[str, ...]
    after_tap: tuple[Request, ...] = (Undo(),)


OPENINGS = {
    "clock": Opening("infernal_wagon", (CLOCK, *STARTED), CARDS),
    "wagon": Opening("infernal_wagon", (WAGON, *STARTED), CARDS),
    "tracker": Opening("cerbere, tracker", (TRACKER,), ACTIONS),
    "board": Opening("cerbere, board", (BOARD,), ACTIONS),
    "keeper": Opening("hellrail, keeper", (KEEPER, Choose("lay")), RAILS, (Undo(), Choose("lay"))),
    "map": Opening("hellrail, map", (MAP, Choose("lay")), RAILS, (Back(all=True), Choose("lay"))),
}
"""By the mode of the probe; `clock` is watched, the others are tapped in."""
