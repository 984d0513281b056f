"""Sentences of the scenarios for the set-up, and the requests that say them now."""

from __future__ import annotations

from tests.games.scenario import Json, TableDesk


class SpokenDesk(TableDesk):
    """A table that is also told `set_module`, `set_easy`, `set_timer`, `set_tracking`, `set_players`, `set_option`."""

    def ask(self, request: Json, audience: str = "public") -> Json:
        match request.get("move"):
            case {"type": "set_module", "m": "easy", "on": on}:
                suggested = super().ask({"view": {}})["view"]["setup"]["easy_suggested"]
                return super().ask({"move": {"type": "prepare", "easy": suggested if on else 0}}, audience)
            case {"type": "set_module", "m": module, "on": on}:
                return super().ask({"move": {"type": "prepare", module: on}}, audience)
            case {"type": "set_easy", "k": k}:
                return super().ask({"move": {"type": "prepare", "easy": k}}, audience)
            case {"type": "set_timer", "mode": mode}:
                return super().ask({"move": {"type": "prepare", "timer": mode}}, audience)
            case {"type": "set_tracking", **what}:
                return super().ask({"move": {"type": "prepare", **what}}, audience)
            case {"type": "set_players", "names": names}:
                return super().ask({"correct": {"patch": {"seats": names}}}, audience)
            case {"type": "set_option", "name": "sound", "value": value}:
                return super().ask({"correct": {"patch": {"sound": value}}}, audience)
            case {"type": "set_option", "name": name, "value": value}:
                return super().ask({"correct": {"patch": {"rulings": {name: value}}}}, audience)
        return super().ask(request, audience)
