"""What stands on the Undo key."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.audience import PUBLIC
from companion.engine.history import step_of
from companion.engine.printed_names import named
from companion.engine.refused import Refused
from companion.engine.secret import Secret
from companion.games.hellrail import moves as mv
from companion.games.hellrail.names import Heresy, What, YesNo
from tests.games.hellrail.io.hand import GAME, TWO, Json, joined, made, middles, random_game, row, staged
from tests.games.hellrail.place import place

AT_1: Json = {"P1": {"at": "C1", "hand": 4}}
LOADED: Json = {"P1": {"at": "C5", "train": ["F01", "F02"]}}


def entered(effect: str, **seats: Any) -> Json:
    """P1 has just come to a circle with that token."""
    return staged("keeper", entry="C3", effects={"C3": effect}, seats={"P1": {"at": "C3"}} | seats)


def said(position: Json | str, *moves: Any) -> tuple[str, str] | None:
    """The last step's name and words; None if it is none."""
    state = middles()[position] if isinstance(position, str) else joined(position)
    for move in moves:
        before = state
        state, events = made(state, move)
    label = step_of(GAME, before, moves[-1], events, state, 0)
    return None if label is None else (label.name, named(label.text, "en").format(**label.facts))


LEVEL: Json = staged("light", phase="ended", reason="no_cards", opened={"P1": [], "P2": []})
CASES: list[tuple[Json | str, list[Any], str]] = [
    (TWO | {"phase": "setup"}, [mv.Deal()], "the deal"),
    (staged("keeper", phase="start"), [mv.Draw()], "the draw of P1"),
    (staged("keeper", phase="start", seats={"P1": {"tender": True}}), [mv.DropTender()], "P1: the Tender given back"),
    (staged("keeper", seats=AT_1), [mv.Pickup(card="F01")], "a car for P1"),
    (staged("keeper", seats=LOADED), [mv.Setout(card=Secret("F01"))], "a car set out by P1"),
    (staged("map", seats=AT_1, map="M1"), [mv.Go(card="F01", path=row(2))], "the move of P1"),
    (staged("keeper", seats=AT_1), [mv.Go(card="F01", to="C2")], "the move of P1"),
    (staged("keeper", seats={"P1": {"boatman": True}}), [mv.PlayBoat(card="F01", gap=1, to="C2")], "the Boatman of P1"),
    (staged("map", seats=AT_1, map="M1"), [mv.LayRail(card="F01", cell="3,0")], "a rail card by P1"),
    (staged("map", map="M1"), [mv.Upgrade(card="F03", cell="1,0")], "a rail card by P1"),
    (staged("keeper"), [mv.Fan(card="F01")], "the flames of P1"),
    (staged("light"), [mv.Fan(card=mv.Values())], "the flames of P1"),
    (LEVEL, [mv.TellLoaded(seat="P1", worth=4)], "what P1 has loaded"),
    (staged("keeper"), [mv.EndOfTurn()], "the end of P1’s turn"),
    (staged("keeper", seats={"P2": {"at": "rail"}}), [mv.ReportMove(what=What.RAMMED, target="P2")], "the ram into P2"),
    (staged("keeper", seats={"P1": {"hand": 0}}), [mv.ReportMove(what=What.DERAILED)], "the derailment of P1"),
    (staged("keeper"), [mv.Correct(patch={"cerberus": "C1"})], "the correction"),
    (staged("keeper", phase="start", draw=0), [mv.Draw()], "the end of the game"),
    (entered("boatmen"), [mv.UseEffect()], "P1: the effect of the circle"),
    (entered("boatmen"), [mv.Decline()], "P1: left the circle alone"),
    (
        entered("boatmen", P2={"heresy": "heresy_cancel"}),
        [mv.UseEffect(), mv.TellHeresy(choice=Heresy.CANCEL)],
        "the Heresy of P2",
    ),
    (entered("abyss"), [mv.UseEffect(), mv.Discard(cards=("F01",))], "the cards discarded by P1"),
    (entered("abyss"), [mv.UseEffect(), mv.Discard(cards=("F01",)), mv.Pick()], "the choice of P1"),
    (entered("false_path"), [mv.UseEffect(), mv.Discard(cards=("F01",)), mv.Done()], "the end of the effect"),
    (
        entered("false_path") | {"table": ["F05"], "draw": None},
        [mv.UseEffect(), mv.Discard(cards=("F01",)), mv.TurnCard(card="F05")],
        "a rail card turned",
    ),
    (entered("lust"), [mv.UseEffect(target="P2"), mv.TellFlip(card="F01")], "the card turned over"),
    (entered("lust"), [mv.UseEffect(target="P2"), mv.TellFlip(card="F01"), mv.Give(n=1)], "the gift of P2"),
    (entered("gluttony"), [mv.UseEffect(target="P2"), mv.TakeOne(target="P2")], "a card taken by P1"),
    (entered("infernal_power"), [mv.UseEffect(), mv.TakeToken()], "the token drawn by P1"),
    (entered("chaos_reigns"), [mv.UseEffect(), mv.Redeal()], "the tokens dealt anew"),
    ("geryon/use/deliver", [mv.Answer(answer=YesNo.NO)], "the answer of P1"),
    ("geryon/use/deliver", [mv.Answer(answer=YesNo.YES)], "a car set out by P1"),
    ("thievery/use/takecar", [mv.Answer(answer=YesNo.YES)], "the answer of P1"),
    ("drive/soul", [mv.Soulcatch(use=YesNo.YES)], "the answer of the Soul Catcher"),
    ("drive/branch", [mv.Branching(node="2,0:EW.2")], "the way at the junction"),
    ("marker", [mv.DropCars(cards=("F01", "F02"))], "the cars dropped by P1"),
    (
        staged("map", map="M3", seats={"P1": {"at": "C1", "hand": 1}}),
        [mv.Go(card="F06", path=(*row(4), "off"))],
        "the derailment of P1",
    ),
]  # fmt: skip


def marked() -> Any:
    """P1 has a card turned over at a marker and cars to drop."""
    full = {"P1": {"at": "rail", "train": ["F01", "F02", "F03"]}}
    return staged("keeper", seats=full, markers_out=1), [mv.ReportMove(what=What.MARKER), mv.TellFlip(card="F07")]


@pytest.mark.parametrize(("position", "moves", "label"), CASES, ids=[label for _, _, label in CASES])
def test_what_undo_takes_back(position: Json | str, moves: list[Any], label: str) -> None:
    if moves[-1:] == [mv.DropCars(cards=("F01", "F02"))]:
        position, before = marked()
        moves = [*before, *moves]
    if isinstance(position, dict) and position.get("draw", 1) is None:
        del position["draw"]
    assert said(position, *moves) == (type(moves[-1]).__struct_config__.tag, label)


@pytest.mark.parametrize("seed", range(6))
def test_HR_026_no_label_names_a_card(seed: int) -> None:
    """A card that lies in the open may be delivered later, and then no line names it."""
    states = list(random_game(seed, 60))
    for state in states:
        for move in GAME.legal(state, 0):
            try:
                after, events = made(state, move)
            except Refused:
                continue  # a delivered card is offered like one of a hand (S41)
            label = step_of(GAME, state, move, events, after, 0)
            assert label is None or not set(label.facts.values()) & set(state.deck.cards)


def test_who_places_which_circles_is_said_by_their_numbers() -> None:
    hands = {"P1": ["CG", "C3", "C5", "C7", "C9"], "P2": ["C1", "C2", "C4", "C6", "C8"]}
    seats = [{"seat": name, "circles": circles} for name, circles in hands.items()]
    state = joined(place(seats, phase="placing", level="map", variants=["devils_advocate"]))
    asked = GAME.prompt(state, PUBLIC)
    assert asked and named(str(asked.text), "en") == "P1: the Gates, 3, 5, 7, 9\nP2: 1, 2, 4, 6, 8"
