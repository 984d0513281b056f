"""Whole games at a real kiosk by tags on a reader of any kind, and by keys of the prompt where no tag answers."""

from __future__ import annotations

import shutil
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from companion.options import PACKAGED_CONFIG
from tests.openings import SELDOM
from tests.patience import until
from tests.process.cerbere_hands import COLOURS
from tests.process.demo_box import EXIT, TAGS, WINNING
from tests.process.hellrail_hands import TAGS as RAILS
from tests.process.machine import TABLE, Kiosk
from tests.process.readers import Hand
from tests.tools.pi.twin import BOXES

OVER = ("over", "again")
"""Prompts of games that have ended."""
REPORTS = ("report", "symbol", "bridge", "end_board")
"""Keys that tell what happened on the board: by chance they end a game of Cerbère after three turns."""
MOST = 3_000
ANSWERED_S = 0.7
"""So long is waited for what a card does; many do nothing at that moment."""

_CERBERE = tomllib.loads((PACKAGED_CONFIG / "cerbere/demo.toml").read_text(encoding="utf-8"))


class Game(NamedTuple):
    """How it is opened, how often a card is held to the reader instead of a key, and the tags that may answer."""

    opening: dict[str, Any]
    often: float
    tags: Callable[[Any], Sequence[str]]


def _of_cerbere(prompt: Any) -> Sequence[str]:
    """The Action cards of the player who begins a turn."""
    begins = prompt["id"] == "turn" and any(option["key"].startswith("act") for option in prompt["options"])
    return _CERBERE["actions"][COLOURS[prompt["title"]["facts"]["name"]]] if begins else ()


GAMES = {
    "cerbere": Game(
        {
            "game": "cerbere",
            "seats": [{"name": name, "colour": COLOURS[name]} for name in ("Ana", "Bo", "Cy")],
            "options": {"box": "demo", "level": "tracker"},
            "seed": 3,
        },
        0.9,
        _of_cerbere,
    ),
    "hellrail": Game(
        {"game": "hellrail", "seats": ["Ana", "Bo", "Cy"], "options": {"deck": "demo", "level": "keeper"}, "seed": 3},
        0.3,
        lambda _prompt: tuple(RAILS.values()),
    ),
}


def settle(folder: Path, reader: Hand) -> None:
    """A table with this reader, and the invented decks as the owner's own."""
    config = folder / "config"
    shutil.copytree(PACKAGED_CONFIG, config)
    for own, demo in BOXES.items():
        shutil.copy(config / demo, config / own)
    (config / "table.toml").write_text(TABLE + reader.entry())


def wagon(kiosk: Kiosk, reader: Hand) -> int:
    """Infernal Wagon, all cards of the demo box, won; how many were played."""
    options = {"box": "demo", "modules": ["silence"], "attribution": "none"}
    kiosk.say(open={"game": "infernal_wagon", "seats": ["Ana", "Bo"], "options": options})
    kiosk.move("confirm")
    kiosk.push("start")
    until(lambda: kiosk.phase == "open", "the start")
    silent = False
    for slot in WINNING:
        if slot.startswith("silence"):
            silent = not silent
            kiosk.tap(reader, TAGS[slot], lambda view: view["silence"] == silent)  # noqa: B023
            continue
        kiosk.tap(reader, TAGS[slot], lambda view: view["track"] and view["track"][-1]["slot"] == slot)  # noqa: B023
        if slot in ("rail-30", "rail-41"):
            kiosk.push("a")
            until(lambda: kiosk.phase == "open", "the answer")
    view = kiosk.tap(reader, TAGS[EXIT], lambda view: view["phase"] == "ended")
    assert view["result"]["won"], view["result"]
    kiosk.say(leave={})
    return len(WINNING) + 1


def by_chance(kiosk: Kiosk, reader: Hand, name: str, rng: Random) -> int:
    """A random game to its end; how many cards the reader has played in it."""
    game = GAMES[name]
    kiosk.say(open=game.opening)
    played = 0
    for _ in range(MOST):
        prompt = kiosk.say(prompt={})["prompt"]
        if prompt["id"] in OVER:
            kiosk.say(leave={})
            return played
        tags = game.tags(prompt)
        if tags and rng.random() < game.often:
            played += _tapped(kiosk, reader, rng.choice(tags))
            continue
        open_ = [option for option in prompt["options"] if "why" not in option and not option.get("chosen")]
        wanted = [option for option in open_ if option["key"] not in REPORTS]
        kept = [option for option in wanted if rng.random() < SELDOM.get(option["label"]["msgid"], 1)]
        if not open_:
            kiosk.say(back={})
            continue
        kiosk.say(choose={"key": rng.choice(kept or open_)["key"]})
    raise AssertionError(f"{name} is not over after {MOST} steps")


def _tapped(kiosk: Kiosk, reader: Hand, uid: str) -> bool:
    """Whether this card does something now."""
    until(lambda: f"connected on {reader.port}" in kiosk.log, "the reader")
    before = kiosk.say(view={})
    reader.tap(uid)

    def changed() -> bool:
        after = kiosk.say(view={})
        return bool(after["view"] != before["view"] or after["prompt"] != before["prompt"])

    return kiosk.becomes(changed, ANSWERED_S)
