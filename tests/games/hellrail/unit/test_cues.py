"""Which cues a step of HellRail sounds: after its events, at most three, in the order in which things happened."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from msgspec.structs import replace

from companion.engine.cues import MOST, Cue
from companion.games.hellrail import events as ev
from companion.games.hellrail import state as st
from companion.games.hellrail.cues import WEIGHT, cues
from companion.games.hellrail.data.deck import Deck
from companion.games.hellrail.names import Effect, FlipReason, Level, Phase, Source, Token
from companion.games.hellrail.state import RailState, Seat

MAP = RailState(
    level=Level.MAP,
    layout="placeholder_a",
    variants=frozenset(),
    deck=Deck("none", {}, {}, {}),
    seats=tuple(Seat(name, colour) for name, colour in zip("ABC", ("blue", "green", "red"), strict=True)),
    phase=Phase.ACTIONS,
)
KEEPER = replace(MAP, level=Level.KEEPER)
FUEL = ev.FuelSpent("A", "F01", 6)
STEP = ev.Stepped("A", "1,0:W", "in")
IN = ev.CircleEntered("A", "C5", False)
RAM = ev.Rammed("A", "B")
PUSH = ev.Pushed("B", "1,0:E", "out")
OFF = ev.Derailed("A", ("F02",), False)
NEXT = ev.TurnEnded("A", "B")
BOAT = ev.BoatUsed("A", "F01", 2)
FAN = ev.Fanned("A", "F02")
DRAWN = ev.CardsDrawn("A", 2)
TOLL = ev.TollPaid("A", "C5", ("F01",))
OVER = ev.GameEnded("no_cards")
SCORES = ev.ScoresShown({"A": ev.SeatScore(10, 0, 1), "B": ev.SeatScore(9, 0, 2)})
ENTRY = st.EntryTask(0, "C5")
SOUL = (st.DriveTask(0, ()), st.SoulTask(0, 1))


def heard(*events: Any, before: RailState = MAP, **after: Any) -> list[str]:
    """The cues as text, after a step that left the state with these values."""
    made = cues(before, events, replace(before, **after))
    return [cue.name + ("" if cue.n is None else str(cue.n)) for cue in made]


@pytest.mark.parametrize(
    ("events", "after", "wanted"),
    [
        ((ev.EffectsDealt(6), ev.HandsDealt(3, 36), ev.FirstPlayerSet("A")), {"phase": Phase.START}, "toot"),
        ((NEXT,), {"phase": Phase.START}, "toot"),
        ((ev.CarLoaded("A", "F01"),), {}, "coupling"),
        ((FAN, DRAWN, NEXT), {}, "fire toot"),
        ((FAN, DRAWN, ev.Recharged(9), DRAWN, NEXT), {}, "fire riffle toot"),
        ((FAN, DRAWN, OVER), {"phase": Phase.ENDED}, "knock fire"),
        ((DRAWN,), {}, ""),
        ((ev.Recharged(9), DRAWN), {}, "riffle"),
        ((FUEL, STEP), {}, "chuffs1"),
        ((FUEL, *[STEP] * 6), {}, "chuffs6"),
        ((FUEL, *[STEP] * 3, IN), {}, "chuffs4 gong"),
        ((FUEL, *[STEP] * 3, IN), {"agenda": (ENTRY,)}, "knock chuffs4 gong"),
        ((TOLL, FUEL, STEP, STEP), {}, "toll chuffs2"),
        ((FUEL, STEP, RAM, PUSH, STEP, PUSH, STEP), {}, "chuffs3 ram"),
        ((FUEL, STEP, RAM), {"agenda": SOUL}, "knock chuffs1 ram"),
        ((FUEL, RAM), {"agenda": SOUL}, "knock chuffs1 ram"),
        ((FUEL, STEP, RAM, ev.PushedIntoCircle("B", "C5"), IN), {}, "chuffs2 ram gong"),
        ((FUEL, STEP, STEP, ev.HandDumped("A", ("F02",)), OFF, NEXT), {}, "chuffs2 derail toot"),
        ((ev.HandDumped("A", ("F02",)), OFF, NEXT), {}, "derail toot"),
        ((ev.CarRemoved("A", "B", "F02"), PUSH, STEP, PUSH, STEP), {}, "ram chuffs2"),
        ((PUSH, STEP, ev.PushedIntoCircle("B", "C5"), IN), {}, "ram chuffs2 gong"),
        ((ev.Flipped("A", "F01", FlipReason.DELINQUENCY), STEP, STEP, IN), {}, "chuffs3 gong"),
        ((BOAT, STEP), {}, "chuffs1"),
        ((BOAT, IN), {}, "chuffs1 gong"),
        ((BOAT, RAM, PUSH, STEP), {}, "chuffs1 ram"),
        ((ev.CarDelivered("A", 1),), {}, "delivery"),
        ((ev.Flipped("A", "F01", FlipReason.GERYON), ev.CarDelivered("A", 4)), {}, "delivery"),
        ((ev.HeresySpent("B", Token.HERESY_CANCEL), ev.EffectCancelled("A", "B")), {}, "heresy"),
        ((ev.RailLaid("A", "F01", "1,0", 0),), {}, "spike"),
        ((ev.RailUpgraded("A", "F01"),), {}, "spike"),
        ((OVER,), {"phase": Phase.ENDED, "reason": "no_cards"}, "knock"),
        ((OFF, NEXT, OVER), {"phase": Phase.ENDED}, "knock derail"),
        ((SCORES,), {"phase": Phase.ENDED}, "crown"),
        ((SCORES, ev.RevealMismatch("A", ("F01",), ())), {"phase": Phase.ENDED}, "crown knock"),
        ((ev.Corrected({"draw": 12}),), {}, "undo"),
        ((ev.EffectDeclared("A", Effect.ABYSS, Source.CIRCLE),), {"agenda": (st.PriceTask(0, Effect.ABYSS),)}, "knock"),
        ((ev.MarkerHit("A", "1,0:W"),), {"agenda": (st.MarkerTask(0, "1,0:W"),)}, "knock"),
        ((ev.TokenTaken("A", Token.TENDER), ev.EffectResolved("A", Effect.TENDERS)), {}, ""),
        ((ev.TenderReturned("A"),), {}, ""),
    ],
)
def test_what_a_step_sounds_like(events: tuple[Any, ...], after: dict[str, Any], wanted: str) -> None:
    assert heard(*events, **after) == wanted.split()


@pytest.mark.parametrize(
    ("events", "after", "wanted"),
    [
        ((FUEL, ev.Stepped("A", "rail", None)), {}, "chuffs3"),
        ((FUEL, IN), {"agenda": (ENTRY,)}, "knock chuffs3 gong"),
        ((FUEL,), {"agenda": (st.ArriveTask(0, 6),)}, "chuffs3"),
        ((BOAT, IN), {}, "chuffs3 gong"),
        ((TOLL, FUEL), {"agenda": (st.ArriveTask(0, 6),)}, "toll chuffs3"),
        ((RAM,), {}, "ram"),
        ((ev.Pushed("B", "rail", None),), {}, "ram"),
        ((ev.PushedIntoCircle("B", "C5"),), {}, "ram"),
    ],
)
def test_at_keeper_level_nobody_counts_ties(events: tuple[Any, ...], after: dict[str, Any], wanted: str) -> None:
    assert heard(*events, before=KEEPER, **after) == wanted.split()


def test_the_crown_silences_all_else_and_comes_once() -> None:
    ended = replace(MAP, phase=Phase.ENDED)
    assert cues(ended, (ev.CarDelivered("A", 1), SCORES), ended) == (Cue("crown"),)
    again = replace(ended, scores=(st.Score(0, 10, 0, 1),))
    assert cues(again, (SCORES,), again) == ()
    assert cues(again, (SCORES, ev.RevealMismatch("A", (), ("F01",))), again) == (Cue("knock"),)


def test_every_cue_has_a_weight_and_an_event() -> None:
    """Each kind of event alone: nothing is named that does not exist, everything that exists is named by something."""
    assert {kind.cue for kind in get_args(ev.RailEvent) if kind.cue} | {"chuffs"} == set(WEIGHT)
    assert MOST == 3
