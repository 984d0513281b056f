"""The three games, as an evening of `make prove-web` plays them."""

from __future__ import annotations

from tests.games.infernal_wagon.place import place
from tests.tools.web.browser import Json
from tests.tools.web.drawn import hellrail
from tests.tools.web.evening import MENU, Course

SEATS = [{"name": "Ana", "colour": "red"}, {"name": "Bo", "colour": "blue"}, {"name": "Cy", "colour": "green"}]


def _cerbere(view: Json) -> list[str] | None:
    if view["over"] is not None:
        return None
    steps = view["rage"]["steps"]
    return [
        str(steps) if steps > 0 else "",
        str(view["rage"]["speed"]),
        str(view["survival_pile"]),
        str(view["betrayal_pile"]),
    ]


def _hunt(view: Json) -> str:
    if view["rage"]["steps"] <= 0:
        return "hunt"
    return "middle" if view["rage"]["steps"] <= 2 else ""


def _wagon(view: Json) -> list[str] | None:
    if view["phase"] in ("setup", "ended"):
        return None
    special = [""] * (bool(view["silence"]) + bool(view["uturn"]))
    pile = f"{'' if view['pile_sure'] else '~'}{view['pile']}"
    return [*special, pile, str(view["behind"]), str(view["hands_total"])]


def _hellrail(view: Json) -> list[str] | None:
    turn = view["turn"]
    if view["ended"] is not None:
        return [""] if view["scores"] is not None else []
    found = [""] * (bool(turn["gluttony"]) + (turn["toll"] is not None))
    if view["level"] == "light":
        return found
    fuel = next(seat["fuel"] for seat in view["seats"] if seat["name"] == turn["player"])
    about = max(turn["draws"]) if turn["draws"] else fuel
    return [*found, str(about), str(view["discard"]), str(view["draw"])]


def _laying(view: Json) -> dict[str, float]:
    """Of an Infernal Wagon that is won: the Exit once the pile is used up, and misfits where enough lies behind."""
    never = {"give_up": 0.0, "exit": 0.0 if view["pile"] else 9.0, "miss": 0.1 if view["behind"] > 6 else 0.0}
    return {**never, "hold": 0.05, "silence": 0.1, "uturn": 0.1}


def _carrying(view: Json) -> dict[str, float]:
    """Of a HellRail in which rails are laid, cars run, and the cards come to their end."""
    often = {"draw3": 3.0, "lay": 3.0, "pickup": 3.0, "move": 3.0, "deliver": 9.0}
    return {**often, "report": 0.05, "derailed": 0.05, "off": 0.02, "no_cards": 0.0 if view["turn"]["n"] < 6 else 1.0}


def _journey(view: Json) -> str:
    if view["ended"]:
        return "reveal"
    return "middle" if sum(seat["delivered"] for seat in view["seats"]) or view["table"] >= 12 else ""


def _rails(level: str) -> Course:
    return Course(
        f"hellrail-{level}",
        {"game": "hellrail", "seats": SEATS, "options": {"deck": "demo", "level": level}, "seed": 3},
        (DEALT, LAID, MENU),
        _hellrail,
        lambda view: view["scores"] is not None,
        likes=_carrying,
        picture=hellrail,
        scene=_journey,
    )


DEALT = LAID = "check"
"""*It is dealt*, *They lie there*: on the kiosk, in HellRail's set-up."""
COURSES = [
    Course(
        "cerbere",
        {"game": "cerbere", "seats": SEATS, "options": {"boats": "kept"}, "seed": 3},
        (MENU,),
        _cerbere,
        lambda view: view["over"] is not None,
        scene=_hunt,
    ),
    Course(
        "cerbere-board",
        {"game": "cerbere", "seats": SEATS, "options": {"level": "board", "boats": "kept"}, "seed": 3},
        (MENU,),
        _cerbere,
        lambda view: view["over"] is not None,
        scene=_hunt,
    ),
    Course(
        "infernal_wagon-won",
        {
            "game": "infernal_wagon",
            "seats": SEATS,
            "options": {"modules": ["silence", "uturn"], "easy": 8, "timer": "calm"},
            "seed": 3,
        },
        (),
        _wagon,
        lambda view: view["phase"] == "ended",
        before=("confirm", "start", "hold"),
        after=("resume",),
        likes=_laying,
        good=lambda view: view["result"]["won"],
        clock=True,
        scene=lambda view: "silence" if view["silence"] else "middle" if view["behind"] >= 9 else "",
    ),
    Course(
        "infernal_wagon-late",
        {"game": "infernal_wagon", "seats": SEATS, "position": place(level="L0", elapsed_ms=357_000, held=True)},
        (),
        _wagon,
        lambda view: view["phase"] == "ended",
        first=("resume", "count", "hold", "resume"),
        likes=lambda _view: dict.fromkeys(("count", "miss", "exit", "hold", "give_up", "next", "appeal"), 0.0),
        good=lambda view: view["result"]["reason"] == "time",
        clock=True,
        scene=lambda view: "" if view["pile"] == 57 else "held" if view["phase"] == "held" else "last",
    ),
    _rails("keeper"),
    _rails("map"),
    _rails("light"),
]
