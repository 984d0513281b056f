"""Which cues a step of Cerbère sounds: after its events, at most three, in the order in which things happened."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.engine.cues import Cue
from companion.games.cerbere import events as ev
from companion.games.cerbere.cues import cues
from companion.games.cerbere.data.cards import CardCatalogue
from companion.games.cerbere.data.faces import Path
from companion.games.cerbere.data.rulings import Rulings
from companion.games.cerbere.data.tags import Tags
from companion.games.cerbere.names import Asks, CapturedRole, CaptureZone, DeckKind, Level, Side, Winner
from companion.games.cerbere.state import CerbereState, Seat, Turn

HUNT = 9
PATH = Path((), (), 0, HUNT - 7, 2, 2, 6, 17, ())
S = CerbereState(
    level=Level.TRACKER,
    seats=tuple(Seat(name, "red", Side.RUNNER) for name in "ABCD"),
    path=PATH,
    catalogue=CardCatalogue({}),
    tags=Tags(),
    rulings=Rulings(),
    m=3,
    speed=3,
    die=3,
    turn=Turn(0),
)
OUT = ev.Captured("A", 5, 2, CaptureZone.MIDDLE, CapturedRole.OUT)
TURNED = ev.Captured("A", 2, 5, CaptureZone.START, CapturedRole.CERBERUS)
WON = ev.GameOver(Winner.RUNNERS, ("A",))
LOST = ev.GameOver(Winner.CERBERUS, ("B",))


def heard(*events: Any, before: CerbereState = S, **after: Any) -> list[str]:
    """The cues as text, after a step that left the state with these values."""
    made = cues(before, events, replace(before, **after))
    return [cue.name + ("" if cue.n is None else str(cue.n)) for cue in made]


@pytest.mark.parametrize(
    ("events", "after", "wanted"),
    [
        ((ev.GameStarted(("A", "B")), ev.SpeedSet(3), ev.RageSet(3), ev.TurnStarted("A")), {}, "doors"),
        ((ev.RageMoved(3, 5),), {"die": 5}, "chain_up2"),
        ((ev.RageMoved(5, 4),), {"die": 4}, "chain_down1"),
        ((ev.RageMoved(3, 4), ev.RageMoved(4, 5)), {"die": 5}, "chain_up2"),
        ((ev.RageMoved(3, 4), ev.RageMoved(4, 2)), {"die": 2}, "chain_up1 chain_down2"),
        ((ev.SpeedChanged(3, 4),), {"speed": 4}, "growl4"),
        ((ev.SpeedChanged(3, 4), ev.SpeedChanged(4, 6)), {"speed": 6}, "growl6"),
        ((ev.SpeedChanged(3, 4), ev.RageMoved(3, 4), ev.SpeedChanged(4, 5)), {"speed": 5}, "chain_up1 growl5"),
        ((ev.SpeedChanged(3, 4), ev.SpeedSet(3)), {"speed": 3}, ""),
        ((ev.SpeedSet(3),), {}, ""),
        ((ev.RageMoved(8, 9), ev.HuntArmed()), {"die": HUNT}, "chain_up1 bark"),
        ((ev.SymbolFired("A", 4, "hunt"), ev.HuntArmed()), {"die": HUNT}, "bark"),  # type: ignore[arg-type]
        ((ev.RageMoved(9, 8), ev.HuntDisarmed()), {"die": 8}, "chain_down1"),
        ((ev.HuntDisarmed(),), {"die": 3}, "chain_down1"),
        ((ev.RageMoved(8, 9), ev.HuntArmed(), ev.RageMoved(9, 7), ev.HuntDisarmed()), {}, "chain_up1 chain_down2"),
        ((ev.HuntStarted(5),), {}, "chase5"),
        ((ev.HuntMissed(), ev.SpeedChanged(3, 4), ev.RageSet(3)), {"speed": 4}, "whimper growl4"),
        ((ev.HuntStarted(3), ev.HuntMissed(), ev.SpeedChanged(3, 4)), {"speed": 4}, "chase3 whimper growl4"),
        ((TURNED, ev.RageSet(4), ev.HuntDisarmed(), ev.SurvivalDiscarded("A", 0)), {}, "capture"),
        ((TURNED, TURNED, ev.RageSet(4)), {}, "capture"),
        ((OUT, ev.RageSet(6)), {}, "capture doors"),
        ((ev.BoatRevealed(1, 2), ev.BoatsDiscarded((2, 3))), {}, "oars"),
        ((ev.Seated("A", 1, 2), ev.Seated("B", 2, 2)), {}, "oars"),
        ((ev.Unseated("A", 0, 2),), {}, "oars"),
        ((ev.BoatPeeked("A", 2),), {}, "peek"),
        ((ev.BoatsSwapped(1, 2),), {}, "peek"),
        ((ev.BoatLaid(1),), {}, "peek"),
        ((ev.ChoiceNeeded("A", Asks.PATH),), {}, "knock"),
        ((ev.CatchAsked(),), {}, "knock"),
        ((ev.RageMoved(3, 4), ev.ChoiceNeeded("A", Asks.PATH)), {"die": 4}, "knock chain_up1"),
        ((ev.Corrected({"speed": 6}),), {"speed": 6}, "undo growl6"),
        ((ev.Corrected({"speed": 3}),), {}, "undo"),
        ((ev.Corrected({"die": 4}),), {"die": 4}, "undo chain_up1"),
        ((ev.Corrected({"die": 1}),), {"die": 1}, "undo chain_down2"),
        ((ev.Corrected({"die": HUNT}),), {"die": HUNT}, "undo chain_up6 bark"),
        ((ev.Corrected({"seats": {"A": {"survival": 2}}}),), {}, "undo"),
        ((ev.CardPlayed("A", "act1_adv", "a"), ev.CardsDrawn("A", DeckKind.SURVIVAL, 1)), {}, ""),
        ((WON,), {}, "escape"),
        ((OUT, LOST), {}, "howl"),
    ],
)  # fmt: skip
def test_what_a_step_sounds_like(events: tuple[Any, ...], after: dict[str, Any], wanted: str) -> None:
    assert heard(*events, **after) == wanted.split()


def test_a_capture_is_heard_before_all_that_hangs_on_it() -> None:
    """A card that moves the rage and the speed, a capture that sends the die home: links and growl give way."""
    armed = replace(S, die=8, speed=5)
    step = (
        ev.RageMoved(8, 9), ev.HuntArmed(), ev.SpeedChanged(5, 6), ev.HuntStarted(6), OUT, ev.RageSet(6),
        ev.SpeedSet(3), ev.HuntDisarmed(), ev.Unseated("B", 0, 2),
    )  # fmt: skip
    assert heard(*step, before=armed, die=6, speed=3) == ["chase6", "capture", "doors"]


def test_a_look_at_a_boat_has_no_count_and_no_slot() -> None:
    for event in (*(ev.BoatPeeked("A", slot) for slot in (1, 2, 3)), ev.BoatsSwapped(2, 3), ev.BoatLaid(3)):
        assert cues(S, (event,), S) == (Cue("peek"),)
