"""The three games, as an evening of `make prove-web` plays them."""

from __future__ import annotations

from tests.tools.web.browser import Json
from tests.tools.web.evening import Course

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
    return [*special, str(view["pile"]), str(view["behind"]), str(view["hands_total"])]


def _hellrail(view: Json) -> list[str] | None:
    turn = view["turn"]
    if view["scores"] is not None:
        return None
    found = [""] * bool(turn["gluttony"]) + [str(turn["toll"])] * (turn["toll"] is not None)
    if view["level"] == "light":
        return found
    fuel = next(seat["fuel"] for seat in view["seats"] if seat["name"] == turn["player"])
    return [*found, str(max(turn["draws"]) if turn["draws"] else fuel), str(view["draw"])]


def courses(position: Json) -> list[Course]:
    """
    :param position: of HellRail, near its end.
    """
    return [
        Course(
            "cerbere",
            {"game": "cerbere", "seats": SEATS, "options": {"boats": "kept"}, "seed": 3},
            ((670, 440), (494, 281)),
            _cerbere,
            lambda view: view["over"] is not None,
            scene=_hunt,
            acts=500,
        ),
        Course(
            "infernal_wagon",
            {"game": "infernal_wagon", "seats": SEATS, "options": {}, "seed": 3},
            ((407, 341), (517, 440)),
            _wagon,
            lambda view: view["phase"] == "ended",
            before=("confirm", "start", "hold"),
            after=("resume",),
            seldom={"give_up": 0.0, "exit": 0.0, "hold": 0.1},
            finish=("give_up", "exit", "yes", "confirm"),
            acts=45,
            clock=True,
            scene=lambda view: "middle" if view["behind"] >= 5 else "held" if view["phase"] == "held" else "",
        ),
        Course(
            "hellrail",
            {"game": "hellrail", "position": position},
            ((164, 437), (212, 361)),
            _hellrail,
            lambda view: view["scores"] is not None,
            scene=lambda view: "reveal" if view["ended"] else "",
            acts=500,
        ),
    ]
