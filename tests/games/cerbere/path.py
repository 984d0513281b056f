"""What the tests of Cerbère share: the table, and the words their scenarios use of how it stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.cerbere.names import DeckKind
from companion.games.cerbere.state import CerbereState
from companion.games.registry import GAMES
from tests.games.cerbere.spoken import SpokenDesk
from tests.games.scenario import SCENARIOS, Facts, Json, TableDesk

GAME = "cerbere"
OWNER = SCENARIOS / GAME / "owner"
"""A config folder with faces that nobody printed, for what the known faces cannot show (S59)."""
QUESTIONS = {
    **dict.fromkeys(("ending", "option", "pay", "target", "seats", "nacelle", "capture_order", "caught", "zone")),
    **dict.fromkeys(("boats", "boat", "swap"), "peek_or_swap"),
    "way": "path",
    "list": "pick",
    **dict.fromkeys(("turn", "card", "effect", "over", "report", "report_who", "symbol", "spaces"), ""),
}
"""Every prompt, and the question that it is in the words of the scenarios; None: of the same name."""


class Part(dict[str, Any]):
    """A table of facts of which a scenario may name a part: equal if all that the other names is so."""

    __hash__ = dict.__hash__

    def __eq__(self, other: object) -> bool:
        return isinstance(other, dict) and all(key in self and self[key] == other[key] for key in other)

    def __ne__(self, other: object) -> bool:
        return not self == other


def engine(config: Any = None) -> SpokenDesk:
    """A table on which only this game is played."""
    return SpokenDesk({GAME: GAMES[GAME](config)})


class Offered:
    """The options of the cards that may be played, by card and option: why not, "" for one that can be chosen.

    Equal to a table that names a part of them. Asks the table when it is compared.
    """

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, table: TableDesk) -> None:
        self.table = table

    def __eq__(self, other: object) -> bool:
        assert isinstance(other, dict)
        return Part({card: self._options(card) for card in other}) == other

    def __repr__(self) -> str:
        return repr([(option["key"], option.get("why")) for option in (*self._at(), *self._at("card"))])

    def _options(self, card: str) -> Part:
        """The halves of an Action card, or the options of another one."""
        halves = [option for option in self._at() if option["key"].startswith(f"{card}:")]
        found = halves or self._at("card", card)
        return Part({option["key"][-1]: option.get("why", {}).get("code", "") for option in found})

    def _at(self, *path: str) -> list[Json]:
        answer = self.table.ask({"prompt": {"path": list(path)}})
        return list(answer["prompt"]["options"]) if answer["ok"] else []


def facts_of(table: TableDesk) -> Facts:
    """The words of that table's scenarios. Some (the discard piles) only the state tells, some the prompts."""

    def found(answer: Mapping[str, Any]) -> Json:
        assert table.engine._session is not None
        return facts(answer, table.engine._session.state) | {"playable": Offered(table)}

    return found


def asked(prompt: Mapping[str, Any], play: Mapping[str, Any] | None) -> Json:
    """The open question. No answers to it: the reports, another effect or cost put first."""
    question = QUESTIONS[prompt["id"]]
    keys = [option["key"] for option in prompt.get("options", ())]
    options = [key for key in keys if key != "report" and not key.startswith(("effect", "cost"))]
    if question == "" or (prompt["id"] == "pay" and play is not None and play["focus"] is None):  # only one can pay
        return {"question": "", "options": [], "asked": Part(), "default": None, "until": None}
    about = {"player": prompt.get("who", "")}
    for words in (prompt.get("hint", {}), prompt["title"]):
        about |= words.get("facts", {})
    if play is not None:
        about |= {"card": play["card"], "cost" if play["owed"] else "effect": play["focus"]}
    return {
        "question": question or prompt["id"],
        "options": options,
        "asked": Part(about),
        "default": prompt.get("default"),
        "until": prompt.get("until_ms"),
    }


def facts(answer: Mapping[str, Any], state: CerbereState) -> Json:
    """How the table stands, by the names of sections 2 and 4.1 of the matrix."""
    view = answer["view"]
    seats, rage, turn, boats = view["seats"], view["rage"], view["turn"], view["boats"]
    play, over, recap = view["play"], view["over"], view["recap"]
    names = [seat["name"] for seat in seats]
    return {
        "level": view["level"],
        "players": names,
        "faces": " ".join(view["faces"]),
        "difficulty": view["difficulty"],
        "colours": Part(zip(names, (seat["colour"] for seat in seats), strict=True)),
        "die": rage["die"],
        "hunt": rage["hunt"],
        "home": rage["home"],
        "steps": rage["steps"],
        "speed": rage["speed"],
        "m": state.m,
        "a": sum(seat["side"] == "runner" for seat in seats),
        "track": ["blocked"] * rage["unused"] + rage["caught"],
        "active": turn["player"],
        "turn": turn["n"],
        "action_done": turn["action_done"],
        "bonus_done": turn["bonus_done"],
        "may_end": any(
            option["key"] == "end" and "why" not in option for option in answer["prompt"].get("options", ())
        ),
        "chasing": turn["chasing"],
        "side": Part({seat["name"]: seat["side"] for seat in seats}),
        "actions": Part({seat["name"]: sorted(seat["actions"]) for seat in seats}),
        "survival": Part({seat["name"]: seat["survival"] for seat in seats}),
        "betrayal": Part({seat["name"]: seat["betrayal"] for seat in seats}),
        "pos": Part({seat["name"]: "off" if seat["at"] is None else seat["at"] for seat in seats}),
        "cerberus": view["cerberus"],
        "bridge": view["bridge"],
        "portal": view["path"]["portal_open"] if view["path"] else False,
        "piles": Part({"survival": view["survival_pile"], "betrayal": view["betrayal_pile"]}),
        "discards": Part({str(deck): state.pile(deck).discard for deck in DeckKind}),
        "boat": boats["revealed"] or 0,
        "boating": boats["boating"],
        "slot": boats["slot"],
        "laid": boats["laid"],
        "aboard": boats["aboard"],
        "peek": boats["peek"] or [],
        "seen": boats["seen"],
        "over": "" if over is None else " ".join([over["side"], *over["winners"]]),
        "escaped": boats["aboard"] if over is not None and over["side"] == "runners" else [],
        **asked(answer["prompt"], play),
        "picked": view["picked"],
        "card": play["card"] if play else "",
        "owed": play["owed"] if play else [],
        "left": play["left"] if play else [],
        "targets": play["targets"] if play else {},
        "misses": recap["misses"] if recap else 0,
        "chases": recap["chases"] if recap else 0,
        "corrected": recap["corrected"] if recap else None,
    }
