"""A sentence is about what it says: a part of a card, a chase that is over, a card by its name."""

from __future__ import annotations

import re
from random import Random
from typing import Any

from companion.engine.audience import PUBLIC
from companion.engine.correction import KeysRow
from companion.games.cerbere import events as ev
from companion.games.cerbere import moves as mv
from companion.games.cerbere.data.catalogue import load_catalogue
from companion.games.cerbere.data.enrol import CerbereBox, names_of
from companion.games.cerbere.show import SHOW
from companion.games.cerbere.state import CerbereState
from companion.games.cerbere.words import tell
from companion.presentation import i18n
from tests.games.cerbere.io.hand import BOARD, FOUR, GAME, joined
from tests.games.cerbere.place import place

CARDS = load_catalogue(None)
FRENCH = i18n.Catalogue("fr")
ACTIONS = {"Provisions", "Course", "Course à deux", "Regroupement", "Hâte", "Panique", "Rôde", "Repos"}


def after(s: CerbereState, move: Any) -> tuple[CerbereState, list[Any], str]:
    """After a move: the state, its events, the line in French."""
    before = GAME.view(s, PUBLIC, 0)
    events, s = GAME.make_move(s, move, 0, Random(1))
    shown = [event for event in events if event.announced]
    line = tell(tuple(shown), GAME.view(s, PUBLIC, 0), before, CARDS).line
    return s, shown, "" if line is None else FRENCH.spoken(line.text).replace("\u00a0", " ")


def test_a_part_that_could_not_be_done_speaks_for_itself_alone() -> None:
    """CB-048: with two runners left, Panic moves one on for its price and one back; the other two parts fall away."""
    players = [{"seat": "Ana", "side": "cerberus"}, "Bo", "Cy", {"seat": "Dan", "side": "out"}]
    s = joined(place(players, turn={"active": "Ana"}))
    s, _events, line = after(s, mv.PlayCard("act2_cer", "a", carry=True))
    assert line == "Un autre avance de 1"
    s, _events, line = after(s, mv.Answer("Bo"))
    assert line == "Cy recule de 1"
    s, events, line = after(s, mv.Answer("none"))
    assert [type(event) for event in events] == [ev.EffectDropped, ev.EffectDropped]
    assert line == "Un autre recule de 1 : impossible"


def test_after_a_chase_without_a_capture_cerberus_stays_where_he_is() -> None:
    """CB-060, CB-062: only a capture sends him back."""
    for level in ("tracker", "board"):
        lying: dict[str, Any] = {"pos": dict.fromkeys(FOUR, 12), "cerberus": 2} if level == "board" else {}
        position = place(FOUR, level=level, die=9, turn={"active": "Ana", "action_done": True}, **lying)
        s, events, line = after(joined(position), mv.EndTurn())
        if level == "tracker":
            assert line == "Cerbère court", "the announcement of the chase is over once he runs"
            turn = SHOW.turn(GAME.view(s, PUBLIC, 0))
            assert turn is not None
            status = next(turn.facts)
            assert FRENCH.spoken(status.text) == "Cerbère court"
            s, events, line = after(s, mv.Answer("none"))
        order = tell(tuple(events), GAME.view(s, PUBLIC, 0), None, CARDS).order
        assert order is not None and FRENCH.spoken(order.text) == "Cerbère reste où il est"
        assert line == "Personne n’est capturé"


def test_an_action_card_is_called_by_its_name() -> None:
    """On the correction page, on a phone and where tags are enrolled."""
    s = joined({**BOARD, "seats": {"Cy": {"side": "cerberus"}}})
    view = GAME.view(s, PUBLIC, 0)
    for page in GAME.correction_pages(s)[1:]:
        labels = {FRENCH.spoken(key.label) for line in page.lines if isinstance(line, KeysRow) for key in line.keys}
        assert len(labels & ACTIONS) == 4 and not [label for label in labels if re.search(r"\d", label)]
    for name in ("Ana", "Cy"):
        held = next(words for fact in SHOW.own(view, name) if "en main" in (words := FRENCH.spoken(fact.text)))
        assert len(ACTIONS & set(re.split(", |: ", held))) == 4
    plan, names = CerbereBox().plan(None), names_of(CARDS)
    for heap in plan.group("actions"):
        said = {FRENCH.spoken(names.slot(heap, slot)) for slot in heap.slots}
        assert len(said) == 4 and not [words for words in said if re.search(r"\d", words)]
