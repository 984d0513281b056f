"""Every cue that a game names can be heard and seen."""

from __future__ import annotations

import ast
import re
from typing import get_args

import pytest
from msgspec.structs import replace

from companion.engine.audience import PUBLIC
from companion.engine.clock import ManualClock
from companion.engine.cues import Cue
from companion.engine.engine import Engine
from companion.engine.game import Player
from companion.engine.requests import MakeMove, Open
from companion.engine.update import Update
from companion.games.cerbere.events import HuntStarted
from companion.games.cerbere.guide import HINTS
from companion.games.cerbere.moves import EndTurn
from companion.games.cerbere.names import FASTEST, SLOWEST
from companion.games.cerbere.rules.chase import spaces
from companion.games.cerbere.words import SPOKEN, tell
from companion.games.infernal_wagon import cues as wagon
from companion.games.infernal_wagon.game import InfernalWagon
from companion.games.registry import GAMES
from drivers.light_table import load_lights
from kiosk.sound import cues_cb, cues_hr
from kiosk.sound.profile import COUNTED, CUES, buffer_of, cue_of
from kiosk.sound.recipe import Recipe
from tests.games.cerbere.io.hand import FOUR, joined, made
from tests.games.cerbere.io.hand import GAME as CERBERE
from tests.games.cerbere.place import place
from tests.open_files import journal
from tests.program_source import ROOT, nodes

LAMPS = load_lights(ROOT / "config/lamps.toml")
FIVE = [*FOUR, "Eli"]
HUNTED = place(FIVE, die=9, turn={"active": "Ana", "action_done": True})
CHASES = {
    "tracker": HUNTED,
    "board": place(FIVE, dict.fromkeys(FIVE, 14), level="board", die=9, cerberus=2, turn=HUNTED["turn"]),
}


def named(game: str) -> set[str]:
    """Cues of a game's events; if it has a `cues.py`, the values of its tables and what `Cue` is made of, too."""
    events = {kind.cue for kind in get_args(GAMES[game](None).event_type) if kind.cue}
    file = ROOT / f"companion/games/{game}/cues.py"
    if not file.exists():
        return events
    tables = [node.values for node in nodes(file) if isinstance(node, ast.Dict)]
    made = [
        node.args[:1]
        for node in nodes(file)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Cue"
    ]
    parts = [part for found in (*tables, *made) for node in found for part in ast.walk(node)]
    return events | {part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)}


@pytest.mark.parametrize("game", sorted(GAMES))
def test_each_cue_that_a_game_names_sounds_and_lights(game: str) -> None:
    names = named(game)
    assert names <= CUES.keys(), "a recipe in kiosk/sound/cues_*.py"
    assert names <= {*LAMPS.cues, *LAMPS.patterns}, "a pattern in config/lamps.toml"


@pytest.mark.parametrize(("title", "recipes"), [("Cerbère", cues_cb.CUES), ("HellRail", cues_hr.CUES)])
def test_the_page_has_a_row_for_each_cue(title: str, recipes: dict[str, Recipe]) -> None:
    """docs/sound.md; where a row says from which count to which, those are the buffers."""
    page = (ROOT / "docs/sound.md").read_text(encoding="utf-8")
    section = page.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    rows = [row.split("|")[1] for row in section.splitlines() if row.startswith("| `")]
    told = {cue: row for row in rows for cue in re.findall(r"`(\w+)`", row)}
    assert told.keys() == {cue_of(*one) for one in recipes.items()} | {"knock", "undo"}
    ranges = {cue: re.findall(r"(\d+)\.\.(\d+)", row) for cue, row in told.items()}
    counts = {cue: (int(least), int(most)) for cue, found in ranges.items() for least, most in found}
    assert counts == {cue: COUNTED[cue] for cue in counts}


@pytest.mark.parametrize("level", ["tracker", "board"])
@pytest.mark.parametrize("speed", range(SLOWEST, FASTEST + 1))
def test_all_say_the_same_of_a_chase(speed: int, level: str) -> None:
    """The rule, the event, the hints, what is asked or told, the sound, the lamps and the voice: one number."""
    before = joined(CHASES[level] | {"speed": speed})
    n = spaces(before)
    after, events = made(before, EndTurn())
    seen = CERBERE.view(before, PUBLIC, 0)
    assert [event.steps for event in events if isinstance(event, HuntStarted)] == [n]
    (cue,) = (cue for cue in CERBERE.cues(before, events, after) if cue.name == "chase")
    assert buffer_of(cue.name, cue.n) == f"chase{n}", "kiosk/sound/cues_cb.py: SHORTEST, LONGEST"
    light, count = LAMPS.light(cue.name, cue.n)
    assert count == n <= light.blinks, "config/lamps.toml: blinks of chase"
    ready = list(SPOKEN.phrases(FIVE))
    assert all(text in ready for text in SPOKEN.orders(events, CERBERE.view(after, PUBLIC, 0))), "spoken.py: phrases"
    if level == "board":
        assert seen.reach == before.cerberus + n
        intro = tell(tuple(events), CERBERE.view(after, PUBLIC, 0), seen, before.catalogue).intro
        assert intro is not None and intro.text.facts["n"] == n
        return
    (hint,) = HINTS.now(CERBERE.view(after, PUBLIC, 0))
    assert hint.facts["n"] == n
    prompt = CERBERE.prompt(after, PUBLIC)
    assert prompt is not None and prompt.hint.facts["n"] == n


def test_the_heart_beats_when_a_card_is_lost_from_a_short_track_and_not_at_the_start() -> None:
    heard: list[Update] = []
    desk = Engine({"infernal_wagon": InfernalWagon(None)}, journal(), ManualClock(), lambda: "")
    desk.listen(heard.append)
    desk.handle(Open("infernal_wagon", (Player("Ana"), Player("Bo")), {"box": "demo"}, seed=1))
    desk.handle(MakeMove({"type": "confirm"}))
    desk.handle(MakeMove({"type": "start"}))
    start = {cue.name for update in heard for cue in update.cues}
    assert "A0" in start
    assert "heartbeat" not in start
    assert desk._session is not None
    before = desk._session.state
    shorter = replace(before, track=before.track[:-1])
    assert wagon.cues(before, (), shorter) == (Cue("heartbeat"),)
    assert wagon.cues(before, (), before) == ()
