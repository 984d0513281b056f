"""What the tests of HellRail share: the table, and the words their scenarios use of how it stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from companion.engine.requests import Position
from companion.games.hellrail.names import Effect
from companion.games.registry import GAMES
from tests.games.hellrail.fixture import tag_of
from tests.games.hellrail.stage import GAME, at_levels, sent
from tests.games.scenario import Facts, Json, Scenario, TableDesk, scenarios


class Part(dict[str, Any]):
    """A table of facts of which a scenario may name a part: equal if all that the other names is so."""

    __hash__ = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, dict) and all(key in self and self[key] == other[key] for key in other)

    def __ne__(self, other: object) -> bool:
        return not self == other


class RailDesk(TableDesk):
    """A table that understands the short forms of `stage`."""

    def ask(self, request: Json, audience: str = "public") -> Json:
        """As the table's own; and whatever is refused has changed nothing."""
        if not isinstance(request.get("move"), dict):
            return super().ask(request, audience)
        before = self._state()
        if request["move"]["type"] == "tap":
            answer = self._tap(**request["move"])
        elif request["move"]["type"] == "reveal" and "cards" in request["move"]:
            answer = super().ask({"correct": {"patch": {"opened": sent(request["move"])["cards"]}}})
        else:
            answer = super().ask({"move": sent(request["move"])})
        assert answer["ok"] or self._state() == before, f"{request} was refused and changed something"
        return answer

    def _tap(self, type: str, card: str, zone: str = "", mode: str = "") -> Json:
        """A card's tag on the reader of a zone ("": on one without), after what is played was chosen (`mode`)."""
        super().ask({"back": {"all": True}})
        keys = [] if not mode else ["move"] if mode == "toll" else [mode]
        while keys:
            chosen = super().ask({"choose": {"key": keys.pop()}})
            if not chosen["ok"] or chosen["events"]:  # at level light some keys are a whole act
                return chosen
            if mode == "move" and chosen["prompt"]["id"] == "toll":
                keys.append("ok")  # the toll was read before
        return super().ask({"signal": {"type": "tag", "reader": zone or "table", "uid": tag_of(card)}})

    def _state(self) -> Any:
        return None if self.engine._session is None else self.engine._session.state

    def hidden(self) -> Json:
        """The position with its secrets, which no player ever sees."""
        found: Json = msgspec.json.decode(msgspec.json.encode(self.engine.handle(Position(reveal=True)).answer))
        return found

    def secrets(self) -> Json:
        """The same, with what it leaves out: of each seat, by its place, and of the table."""
        place = self.hidden()
        usual: Json = {"train": [], "delivered": [], "known": [], "held": None}
        seats = [usual | place["seats"].get(player["name"], {}) for player in place["players"]]
        table: Json = {"discard": [], "table": [], "limbo": None, "effects": {}, "unused": list(Effect), "recharges": 0}
        return table | place | {"seats": seats}


def engine(config: Any = None) -> RailDesk:
    """A table on which only this game is played."""
    return RailDesk({GAME: GAMES[GAME](config)})


def all_scenarios() -> Iterator[Scenario]:
    """Every case of every file, once for each of its levels."""
    for scenario in scenarios(GAME):
        yield from at_levels(scenario)


def facts_of(table: RailDesk) -> Facts:
    """The words of that table's scenarios."""
    return lambda answer: facts(answer, table.secrets())


def _worth(cards: Sequence[str], hidden: Mapping[str, Any]) -> int:
    """What cards that were entered by their values are worth together."""
    return sum(hidden["strangers"][card]["car"] or 0 for card in cards if card in hidden.get("strangers", {}))


def facts(answer: Mapping[str, Any], hidden: Mapping[str, Any]) -> Json:
    """How the table stands, by the names of section 4.1. `hidden` is the position with its secrets."""
    view, prompt = answer["view"], answer["prompt"]
    seats, turn, owed, using = view["seats"], view["turn"], view["owed"], view["using"]
    names = [seat["name"] for seat in seats]

    def of(field: str) -> Part:
        return Part(zip(names, (seat[field] for seat in seats), strict=True))

    secret = dict(zip(names, hidden["seats"], strict=True))
    return {
        "level": view["level"],
        "phase": view["phase"],
        "active": turn["player"],
        "n": turn["n"],
        "colours": of("colour"),
        "draw": view["draw"],
        "discard": hidden["discard"],
        "discards": view["discard"],
        "top": view["discard_top"],
        "table": view["table"],
        "limbo": view["limbo"],
        "hands": of("hand"),
        "train": Part({seat["name"]: [car["id"] for car in seat["train"]] for seat in seats}),
        "covered": Part({seat["name"]: [car["covered"] for car in seat["train"]] for seat in seats}),
        "delivered": of("delivered"),
        "sealed": Part({name: secret[name]["delivered"] for name in names}),
        "worth": Part({name: _worth(secret[name]["delivered"], hidden) for name in names}),
        "known": Part({name: sorted(secret[name]["known"]) for name in names}),
        "tender": of("tender"),
        "boatman": of("boatman"),
        "soul_catcher": of("soul_catcher"),
        "heresy": of("heresy"),
        "held": of("held"),
        "held_down": of("held_down"),
        "fuel": of("fuel"),
        "at": of("node"),
        "heading": of("heading"),
        "supply": Part(view["supply"]),
        "effects": Part({circle["id"]: circle["effect"] for circle in view["circles"]}),
        "tokens": Part(hidden["effects"]),
        "cells": Part({circle["id"]: circle["cell"] for circle in view["circles"]}),
        "unused": view["unused"],
        "unused_tokens": sorted(view["unused_tokens"]) if view["unused_tokens"] is not None else None,
        "cerberus": next((circle["id"] for circle in view["circles"] if circle["cerberus"]), None),
        "rails": Part({rail["cell"]: f"{rail['card']}/{rail['q']}" for rail in view["map"]}),
        "under": Part({rail["cell"]: rail["under"] for rail in view["map"]}),
        "markers": sorted(view["markers"]),
        "checks": view["checks"],
        "owed": owed["what"] if owed else "",
        "owed_by": owed["seats"] if owed else [],
        "question": owed["what"] if owed else "",
        "asked": prompt["id"],
        "options": [option["key"] for option in prompt["options"] if "why" not in option] if owed else [],
        "using": using["effect"] if using else "",
        "target": using["target"] if using else None,
        "draws": turn["draws"],
        "may": " ".join(name for name in ("drop_tender", "act", "move", "boat", "pickup", "fan", "end") if turn[name]),
        "setouts": turn["setout"],
        "toll": turn["toll"],
        "ended": view["ended"],
        "scores": Part({s["name"]: [s["delivered"], s["loaded"], s["rank"]] for s in view["scores"] or ()}),
        "official": view["official"],
        "placeholder": view["placeholder"],
        "looking": view["looking"],
        "placing": view["placing"]["seat"] if view["placing"] else None,
        "cells_open": view["placing"]["cells"] if view["placing"] else [],
        "longest": (view["recap"] or {}).get("longest"),
        "recharges": hidden["recharges"],
    }
