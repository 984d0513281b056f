"""Random games at Keeper level against a second reading of the rules (`cardboard`): every event, every count."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.hellrail.cardboard import Table
from tests.games.hellrail.path import RailDesk, engine, facts
from tests.games.hellrail.stage import opened
from tests.games.hellrail.visitors import Visitors
from tests.games.scenario import Json, compare_events, written
from tests.thorough import rounds

GAMES, TURNS = 16, 60
EVERY = rounds(3, 1)
"""After so many commands all is compared: what is wrong then stays wrong. Events are compared after each."""
COMMANDS = (
    "deal drop_tender draw pickup setout move soulcatch boat lay upgrade use decline heresy flip discard drop_cars "
    "pick turn_rail done take give answer draw_token deal_effects fan end_turn report reveal"
)
EVENTS = (
    "effects_dealt hands_dealt first_player_set tender_returned cards_drawn recharged turn_ended game_ended "
    "car_loaded car_delivered toll_paid fuel_spent stepped rammed pushed_into_circle marker_hit derailed "
    "circle_entered car_removed boat_used rail_laid rail_upgraded effect_declared effect_declined effect_cancelled "
    "effect_redirected effect_resolved heresy_spent flipped cards_discarded hand_dumped cars_dropped token_taken "
    "token_drawn held_returned effects_swapped marker_placed cerberus_moved rail_removed rail_turned car_moved "
    "card_taken cards_given fanned scores_shown"
)
"""All that Keeper level knows, but circles placed, reports mismatched and looks."""


@pytest.mark.parametrize("seed", range(rounds(GAMES // 3, GAMES)))
def test_random_games_go_as_the_second_reading_says(seed: int) -> None:
    """HR-007..HR-117 by their effects together; 45 cards and 15 tokens after every event (4.1); undo and redo."""
    rng = Random(seed)
    names = ["P1", "P2", "P3", "P4"][: rng.randint(2, 4)]
    table = Table(Random(seed), names)
    people = Visitors(table)
    companion = engine()
    short = {"new": True, "options": {"layout": "placeholder_a"}, "seats": {name: {} for name in names}}
    assert companion.ask({"open": opened(short, "keeper")})["ok"]
    for number, command in enumerate(people.game(TURNS)):
        where = f"seed {seed}: {command}"
        answer = companion.ask({"move": written(command)})
        compare_events(where, table.say, answer)
        table.say.clear()
        table.check()
        if table.over or number % EVERY == 0:
            compare(where, table, companion, answer)
        if rng.random() < 0.2:
            wrong(rng, where, table, people, companion)
        if rng.random() < 0.1 and not table.over:
            there_and_back(where, companion)
    if table.over:
        shown = facts(companion.ask({"view": {}}), companion.secrets())["scores"]
        assert dict(shown) == table.scores()


def test_the_random_games_reach_what_they_are_meant_to_reach() -> None:
    """The oracle is worth what it plays: every command and every event of Keeper level comes up."""
    commands, events = set(), set()
    for seed in range(GAMES):
        table = Table(Random(seed), ["P1", "P2", "P3", "P4"][: Random(seed).randint(2, 4)])
        for command in Visitors(table).game(TURNS):
            commands.add(command.split()[0])
            events |= {said.split()[0] for said in table.say}
            table.say.clear()
    never = (set(COMMANDS.split()) - commands) | (set(EVENTS.split()) - events)
    assert not never, "other rules, other chances: more GAMES, or players.py does it more often"


def compare(where: str, table: Table, companion: RailDesk, answer: Json) -> None:
    """What the companion counts is what lies there, and what it knows of hands is true."""
    hidden = companion.secrets()
    stands = facts(answer, hidden)
    seats = table.players
    expected = {
        "draw": len(table.draw),
        "discard": table.discard,
        "discards": len(table.discard),
        "top": table.discard[-1] if table.discard else None,
        "table": len(table.rails),
        "limbo": table.limbo,
        "hands": {p.name: len(p.hand) for p in seats},
        "train": {p.name: p.train for p in seats},
        "delivered": {p.name: len(p.delivered) for p in seats},
        "sealed": {p.name: p.delivered for p in seats},
        "tender": {p.name: p.tender for p in seats},
        "boatman": {p.name: p.boatman for p in seats},
        "soul_catcher": {p.name: p.soul_catcher for p in seats},
        "heresy": {p.name: p.heresy for p in seats},
        "held": {p.name: p.held for p in seats},
        "at": {p.name: p.at for p in seats},
        "effects": dict.fromkeys(("CG",)) | table.effects,
        "unused_tokens": sorted(table.unused),
        "cerberus": table.cerberus,
        "checks": 8 - table.markers,
        "supply": {t: table.left(t) for t in ("boatman", "tender", "soul_catcher", "heresy_cancel", "heresy_redirect")},
    }
    wrong = {word: (stands[word], expected[word]) for word in expected if stands[word] != expected[word]}
    assert not wrong, f"{where}: (companion, cardboard) {wrong}"
    for seat, mine in zip(hidden["seats"], seats, strict=True):
        assert set(seat["known"]) <= set(mine.hand), f"{where}: {seat['seat']} does not hold that"
    located = [*hidden["discard"], *hidden["table"], *([hidden["limbo"]] if hidden["limbo"] else [])]
    for seat in hidden["seats"]:
        located += [*seat["train"], *seat["delivered"]]
    unseen = set(table.draw).union(*(p.hand for p in seats))
    assert set(located) == set(table.faces) - unseen, where
    assert len(located) == len(set(located)), where


def wrong(rng: Random, where: str, table: Table, people: Visitors, companion: RailDesk) -> None:
    """Something that cannot be now: refused, and nothing changes (`RailDesk` looks)."""
    other = rng.choice([p for p in table.players if p is not people.me])
    tries = [
        f"end_turn seat={other.name}",
        f"pickup seat={other.name} card=R01",
        "reveal",
        "draw n=2",
        "branch node=p1",
    ]
    lying = [*table.discard, *table.rails, *(c for p in table.players for c in (*p.train, *p.delivered))]
    if lying:
        tries += [f"fan card={rng.choice(lying)}", f"lay card={rng.choice(lying)}", f"pickup card={rng.choice(lying)}"]
    if table.over:
        tries = ["draw n=1", "end_turn", "fan card=R01"]
    move = rng.choice(tries)
    assert not companion.ask({"move": written(move)})["ok"], f"{where}, then {move}"


def there_and_back(where: str, companion: RailDesk) -> None:
    """Undo and redo lead back to the same table."""
    before = companion.hidden()
    assert companion.ask({"undo": {}})["ok"], where
    assert companion.ask({"redo": {}})["ok"], where
    assert companion.hidden() == before, where
