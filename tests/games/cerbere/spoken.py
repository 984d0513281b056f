"""Sentences of the scenarios that no move says: each is said by options of the prompt that is open.

What is refused may be no option: then the move says it that an option of this kind would have.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.games.cerbere.names import CaptureZone
from tests.games.scenario import Json, TableDesk

Keys = tuple[str, ...]


def _names(value: Any) -> Keys:
    """One name, several, or nobody."""
    return () if value is None else tuple(value) if isinstance(value, list) else (str(value),)


def _caught(move: Json, asked: str) -> Keys:
    """Whom, in order, then where each; a zone that settles nothing is not asked for."""
    pawns = _names(move.get("pawns"))
    return (*pawns, "ok", *_names(move.get("zones"))) if pawns else ("none",)


def _way(move: Json, asked: str) -> Keys:
    return ("none",) if asked == "nacelle" and move["via"] == "walk" else (move["via"],)


BOATS = ("boats", "boat", "swap")
"""Prompts of a look at a boat and of a swap, which an `answer` answers key by key."""
OLD: Mapping[str, Callable[[Json, str], Keys]] = {
    "answer": lambda move, asked: (str(move["value"]),),
    "boat": lambda move, asked: (str(move["seats"]),),
    "capture": _caught,
    "capture_order": lambda move, asked: tuple(move["pawns"][:-1]),
    "choose": lambda move, asked: (str(move["pick"]),),
    "hunt_result": _caught,
    "nacelle_swap": lambda move, asked: (move["b"],),
    "path": _way,
}
"""Sentence, and the prompt that is open -> the keys that answer it. Of a `nacelle_swap` `a` is the pawn that moves."""


class SpokenDesk(TableDesk):
    """A table that is also told the sentences of `OLD`, and `done`."""

    def ask(self, request: Json, audience: str = "public") -> Json:
        match request.get("move"):
            case {"type": "done", "effect": effect, **about}:
                (pawn,) = _names(about.get("targets")) or (None,)
                return super().ask({"move": {"type": "resolve", "effect": effect, "pawn": pawn}}, audience)
            case {"type": str(kind)} if kind in OLD and (kind != "answer" or self._prompt()["id"] in BOATS):
                return self._say(request["move"], audience)
        return super().ask(request, audience)

    def _say(self, move: Json, audience: str) -> Json:
        """One key after another, told as one. What was done before a refusal is taken back."""
        asked = self._prompt()["id"]
        keys, events, done = OLD[move["type"]](move, asked), list[Json](), 0
        answer: Json = {}
        if move["type"] == "capture" and asked != "caught":  # a report
            keys = _names(move.get("zones"))
            answer = super().ask({"move": {"type": "capture", "pawns": list(_names(move["pawns"]))}}, audience)
            if not answer["ok"]:
                return answer
            events, done = answer["events"], 1
        for key in keys:
            prompt = self._prompt()
            if key in set(CaptureZone) and prompt["id"] != "zone":
                continue  # on a light space it settles nothing
            options = {option["key"]: option for option in prompt.get("options", ())}
            if options.get(key, {}).get("chosen"):
                continue  # it was chosen before a correction came between
            offered = key in options
            said = {"type": "ok"} if key == "ok" else {"type": "answer", "value": key}
            answer = super().ask({"choose": {"key": key}} if offered else {"move": said}, audience)
            if not answer["ok"]:
                for _ in range(done):
                    super().ask({"undo": {}})
                return answer
            assert offered, f"{key!r} is no option of {prompt}"
            events, done = events + answer["events"], done + 1
        return answer | {"events": events}

    def _prompt(self) -> Json:
        return super().ask({"view": {}}).get("prompt") or {"id": ""}
