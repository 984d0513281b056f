"""What is spoken: orders, or all that is asked; nothing while Silence is in force, and nothing of one seat alone."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from companion.engine.audience import Seat
from companion.engine.requests import LookAt, Redo, Undo
from companion.engine.text import Text
from companion.engine.update import Update
from companion.games.cerbere.rules.chase import run_of
from companion.games.hellrail.events import CarsDropped, PushedIntoCircle
from companion.games.infernal_wagon.events import TrackDiscarded
from companion.presentation.i18n import spoken
from kiosk.sound.speaker import SAMPLE, Speaker, names_in_view
from kiosk.storage.settings import VoiceSetting
from kiosk.table.game_uis import GAME_UIS, spoken_of, ui_of
from tests.engine.driver import Driver
from tests.engine.subjects import cerbere, hellrail, infernal_wagon, subject
from tests.games.cerbere.place import place

SUBJECTS = {"infernal_wagon": infernal_wagon, "cerbere": cerbere, "hellrail": hellrail}
ROUNDS = 12
UNLISTED = (TrackDiscarded, CarsDropped, PushedIntoCircle)
"""May have unusual numbers, or a circle for each player."""


class Heard:
    """What the sound is asked to say."""

    def __init__(self) -> None:
        self.ready: list[tuple[str, tuple[str, ...]]] = []
        self.said: list[tuple[str, ...]] = []

    def phrases(self, language: str, texts: Sequence[str]) -> None:
        self.ready.append((language, tuple(texts)))

    def speak(self, texts: Sequence[str]) -> None:
        self.said.append(tuple(texts))

    def sample(self, texts: Sequence[str]) -> None:
        self.said.append(tuple(texts))


def speaker(voice: VoiceSetting) -> tuple[Speaker, Heard]:
    made, heard = Speaker(lambda: voice, spoken_of), Heard()
    made.use(heard)
    return made, heard


def hear(voice: VoiceSetting, updates: Sequence[Update]) -> Heard:
    made, heard = speaker(voice)
    for update in updates:
        made.hear(update)
    return heard


CARDS: Sequence[dict[str, Any]] = msgspec.json.decode(
    (infernal_wagon.CONFIG / "infernal_wagon/demo.json").read_bytes()
)["cards"]


def tag(kind: str) -> dict[str, str]:
    return {"tag": next(card["tags"][0]["uid"] for card in CARDS if card["kind"] == kind)}


def wagon(*steps: dict[str, Any], before: Sequence[dict[str, Any]] = ()) -> Driver:
    moves = [*before, *infernal_wagon.START, {"advance": 2_000}, *steps]
    return Driver(subject("infernal_wagon"), infernal_wagon.opening(2), moves)


# --- orders ----------------------------------------------------------------------------------------------------------


def test_orders_are_said_in_the_words_of_the_screen() -> None:
    heard = hear("orders", wagon(tag("rail"), {"type": "miss", "kind": "discard", "n": 2}).heard)
    assert heard.said == [("Pioche\u00a0!",), ("Retire 3",)]


def test_a_chase_has_its_spaces_and_a_turn_its_name() -> None:
    seats = [cerbere.player(name) for name in ("Ana", "Bo", "Cy")]
    pos, turn = {"Ana": 4, "Bo": 12, "Cy": 12}, {"active": "Ana", "action_done": True}
    position = place(seats, pos, level="board", box="demo", die=9, speed=5, cerberus=0, turn=turn)
    driver = Driver(subject("cerbere"), cerbere.opening(3, position), [{"type": "end_turn"}])
    assert hear("orders", driver.heard).said == [(f"Cerbère court, {run_of(5)} cases, 5", "Capture\u00a0: Ana", "À Bo")]


@pytest.mark.parametrize("voice", ["orders", "all"])
def test_a_step_back_and_one_made_again_order_nothing(voice: VoiceSetting) -> None:
    driver = wagon(tag("rail"))
    made, heard = speaker(voice)
    for update in driver.heard:
        made.hear(update)
    ordered = {text for _language, texts in heard.ready for text in texts if text.startswith(("Ana", "Bo", "Retire"))}
    before, first = len(driver.heard), len(heard.said)
    driver.ask(Undo())
    driver.ask(Redo())
    for update in driver.heard[before:]:
        made.hear(update)
    assert not ordered & {text for texts in heard.said[first:] for text in texts}


def test_off_says_nothing_and_makes_nothing_ready() -> None:
    heard = hear("off", wagon(tag("rail")).heard)
    assert heard.said == []
    assert {texts for _language, texts in heard.ready} == {()}


# --- all that is asked -----------------------------------------------------------------------------------------------


def test_a_prompt_is_said_once_with_what_can_be_chosen() -> None:
    driver = wagon()
    now = replace(driver.heard[-1], events=())
    heard = hear("all", [now, now])
    prompt = now.prompt
    assert prompt is not None
    open = [option for option in prompt.options if option.listed and option.why is None]
    assert 0 < len(open) < len(prompt.options)
    assert heard.said == [(spoken(prompt.title), *(spoken(option.label) for option in open))]


# --- what may not be said ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("voice", ["orders", "all"])
def test_nothing_is_spoken_while_silence_is_in_force(voice: VoiceSetting) -> None:
    steps = [tag("danger"), tag("silence"), tag("rail"), {"type": "hold"}, {"type": "resume"}, {"type": "give_up"}]
    driver = wagon(*steps, before=infernal_wagon.MODULES[:1])
    quiet = [update for update in driver.heard if getattr(update.view, "silence", False)]
    ui = GAME_UIS["infernal_wagon"]
    assert any(ui.spoken.orders(update.events, update.view) for update in quiet)
    assert quiet[-1].view is not None and quiet[-1].prompt is not None, "it stays in force when the game is over"
    made, heard = speaker(voice)
    for update in driver.heard:
        before = len(heard.said)
        made.hear(update)
        if update in quiet:
            assert not any(heard.said[before:])
    assert () in heard.said, "whoever spoke breaks off"
    assert any(heard.said), "before that something was said"


def test_nobody_hears_what_one_seat_looks_at() -> None:
    kept = place(cerbere.NAMES[:3], boating="kept", boats={"slots": [1, 3, 2]})
    looks = [cerbere.play("act4_adv", "b"), {"type": "ok"}, {"type": "boat_peek", "slot": 2}]
    driver = Driver(subject("cerbere"), cerbere.opening(3, kept), looks)
    heard = len(driver.heard)
    assert driver.engine.handle(LookAt(Seat("Ana"))).answer.boats.seen == 3, "Ana sees it"
    assert len(driver.heard) == heard, "and nobody is told anything"
    said = {text for texts in hear("all", driver.heard).said for text in texts}
    assert said and not any("place" in text for text in said)


# --- what is made ready ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", SUBJECTS)
@pytest.mark.parametrize("seed", range(ROUNDS))
def test_what_is_ordered_was_made_ready_when_the_game_opened(game: str, seed: int) -> None:
    """But for what nobody can list: unusual numbers, several things at once."""
    found = SUBJECTS[game].SUBJECT
    opening, moves = found.openings[seed % len(found.openings)]
    driver = Driver(found, opening, moves)
    driver.wander(Random(seed), 80)
    said = 0
    for update in driver.heard:
        ui = ui_of(update.view)
        assert ui is not None
        ready = set(map(spoken, ui.spoken.phrases(names_in_view(update.view))))
        unusual = any(isinstance(event, UNLISTED) for event in update.events)
        for text in map(spoken, ui.spoken.orders(update.events, update.view)):
            said += 1
            assert text in ready or unusual, text
    assert said or not moves


def test_a_sample_is_said_before_a_voice_is_wanted() -> None:
    """B12: in the words of the screen, with no game open."""
    made, heard = speaker("off")
    made.sample()
    assert heard.said == [(spoken(Text(SAMPLE)),)]
    assert heard.ready[-1][1] == ()
