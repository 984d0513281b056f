"""Positions in which one field is wrong."""

from __future__ import annotations

from typing import Any

from companion.games.hellrail.names import CIRCLES, Effect
from tests.games.hellrail.io.hand import TWO, Json, cards

A, B = {"seat": "A"}, {"seat": "B"}
MAP: Json = TWO | {"level": "map"}
KEEPER: Json = TWO


def first(**more: Any) -> Json:
    """Two seats, the first of them with more."""
    return {"seats": [A | more, B], "deck": "demo"}


def laid(*rows: tuple[str, str, int]) -> Json:
    """A map with cards."""
    return MAP | {"grid": {"cards": [{"card": card, "cell": cell, "q": q} for card, cell, q in rows]}}


def deck(at: int = 0, **changes: Any) -> Json:
    """The fixture's cards, one changed."""
    rows = cards()
    rows[at] |= changes
    return {"cards": rows}


EVERY = [effect.value for effect in Effect]
LIGHT: Json = {"seats": [A, B], "deck": "demo", "level": "light"}
BY_FIELD: dict[str, list[Json]] = {
    # what is no position at all
    "odd": [TWO | {"odd": 1}],
    "level": [TWO | {"level": "full"}, TWO | {"level": 3}],
    "variants": [TWO | {"variants": ["sacrilege", "devils_advocate"]}],
    "variants[0]": [TWO | {"variants": ["open"]}],
    "layout": [TWO | {"layout": "mine"}, MAP | {"layout": 7}],
    "rulings": [TWO | {"rulings": {"q18_unmatched_edge": "jump"}}, TWO | {"rulings": {"q99": 1}}, TWO | {"rulings": 1}],
    "readers": [TWO | {"readers": ["train"]}, TWO | {"readers": {"usb": 3}}],
    # the deck
    "deck": [{"seats": [A, B], "deck": "mine"}, TWO | {"deck": 45}, TWO | {"deck": {"name": "x"}}],
    "deck.cards": [
        TWO | {"deck": {"cards": cards()[:44]}},
        TWO | {"deck": {"cards": [*cards(), cards()[0] | {"id": "Z"}]}},
    ],
    "deck.cards[0].rails": [TWO | {"deck": deck(rails=["NN"])}],
    "deck.cards[0].car": [TWO | {"deck": deck(car="six")}],
    "deck.cards[0].id": [TWO | {"deck": {"cards": [{"car": 1}, *cards()[1:]]}}],
    "deck.cards[0].odd": [TWO | {"deck": deck(odd=1)}],
    "deck.cards.F01.car": [TWO | {"deck": deck(car=-1)}, TWO | {"deck": deck(car=10**30)}],
    "deck.cards.F01.brimstone": [TWO | {"deck": deck(brimstone=100)}],
    "deck.cards.F01.pickup": [TWO | {"deck": deck(pickup="0")}],
    "deck.cards.~1.id": [TWO | {"deck": deck(id="~1")}],
    "deck.rulings": [
        TWO | {"deck": deck() | {"rulings": {"q19_zero_tie_move": "no"}}},
        TWO | {"deck": deck() | {"rulings": 1}},
    ],
    "deck.odd": [TWO | {"deck": deck() | {"odd": 1}}],
    # seats
    "seats": [TWO | {"seats": 2}, TWO | {"seats": [A]}, TWO | {"seats": [{"seat": c} for c in "ABCDE"]}],
    "seats[1]": [TWO | {"seats": [A, "B"]}],
    "seats[0].seat": [TWO | {"seats": [{"colour": "red"}, B]}, first(seat="")],
    "seats[1].seat": [TWO | {"seats": [A, A]}],
    "seats[0].colour": [first(colour="pink"), first(colour=1)],
    "seats[1].colour": [TWO | {"seats": [A | {"colour": "red"}, B | {"colour": "red"}]}],
    "seats[0].odd": [first(odd=1)],
    "seats[0].loaded_worth": [first(loaded_worth=100), first(loaded_worth="7")],
    "seats[0].hand": [first(hand=-1), first(hand=46), first(hand=True), first(hand="3")],
    "seats[0].known": [
        first(known="R01"),
        first(known=["R01"], hand=0),
        first(known=["R99"]),
        first(known=["R01"], loaded=["R01"]),
    ],
    "seats[0].loaded": [first(loaded=["R99"]), first(loaded="R01"), first(loaded=["R01", "R01"])],
    "seats[0].loaded[0]": [first(loaded=[3]), first(loaded=[""])],
    "seats[0].loaded[0].covered": [first(loaded=[{"covered": False}]), first(loaded=[{}])],
    "seats[0].delivered": [
        first(delivered=["R01", "R99"]),
        first(delivered=-1),
        first(delivered="R01"),
        first(delivered=["R01"], loaded=["R01"]),
    ],
    "seats[0].tender": [first(tender=1)],
    "seats[2].boatman": [TWO | {"seats": [{"seat": c, "boatman": True} for c in "ABC"]}],
    "seats[0].heresy": [first(heresy="tender"), first(heresy=True)],
    "seats[1].heresy": [TWO | {"seats": [A | {"heresy": "heresy_cancel"}, B | {"heresy": "heresy_cancel"}]}],
    "seats[0].held": [
        first(held="nothing"),
        first(held=1),
        first(held="down"),
        TWO | {"seats": [A | {"held": "lust"}, B], "effects": {"C1": "lust"}},
    ],
    "seats[0].at": [
        first(at="C10"),
        first(at=5),
        first(at="1,0:W"),
        first(at="off"),
        first(at="rail") | {"level": "map"},
        laid(("R01", "2,1", 0)) | {"seats": [A | {"at": "2,1:X"}, B]},
    ],
    "seats[1].at": [laid(("R01", "2,1", 0)) | {"seats": [s | {"at": "2,1:N", "heading": "in"} for s in (A, B)]}],
    "seats[0].heading": [
        first(heading="in"),
        laid(("R01", "2,1", 0)) | {"seats": [A | {"at": "2,1:N", "heading": "E"}, B]},
    ],
    "seats[0].circles": [
        first(circles="C1"),
        first(circles=["C1"]),
        first(circles=["CG", *CIRCLES]) | {"phase": "placing", "variants": ["devils_advocate"]},
        first(circles=["C1"]) | {"phase": "placing", "variants": ["devils_advocate"]},
    ],
    # the turn
    "phase": [
        TWO | {"phase": "fan"},
        TWO | {"phase": "placing"},
        TWO | {"phase": "setup", "discard": ["R01"]},
        TWO | {"phase": "setup", "draw": 42, "seats": [A | {"hand": 3}, B]},
    ],
    "active": [TWO | {"active": "Z"}, TWO | {"active": 0}],
    "first": [TWO | {"first": "Z"}],
    "turn": [TWO | {"turn": 3}],
    "turn.n": [TWO | {"turn": {"n": 0}}, TWO | {"turn": {"n": 10**20}}],
    "turn.drawn": [TWO | {"turn": {"drawn": 1}}],
    "turn.odd": [TWO | {"turn": {"odd": True}}],
    # cards
    "draw": [TWO | {"draw": 40}, TWO | {"draw": -1}, TWO | {"draw": "39"}],
    "discard": [TWO | {"discard": ["R99"]}, TWO | {"discard": ["R01", "R01"]}, TWO | {"discard": "R01"}],
    "discard[0]": [TWO | {"discard": [1]}],
    "limbo": [TWO | {"limbo": "R99"}, TWO | {"limbo": "R01"}, TWO | {"limbo": "R01", "discard": ["R01"]}],
    "table": [KEEPER | {"table": ["R99"]}, KEEPER | {"table": ["R01", "R01"]}, MAP | {"table": ["R01"]}],
    "strangers.F": [TWO | {"strangers": {"F": {"id": "F"}}}],
    "strangers.~1": [TWO | {"strangers": {"~1": {"id": "~2"}}}],
    "strangers.~1.car": [TWO | {"strangers": {"~1": {"id": "~1", "car": 500}}}],
    "strangers.~1.rails": [TWO | {"strangers": {"~1": {"id": "~1", "rails": ["N"]}}}],
    "sealed": [TWO | {"sealed": ["R99"]}],
    "named": [TWO | {"named": ["R99"]}],
    "placer": [TWO | {"placer": "Zoe"}],
    "toll": [TWO | {"toll": ["R99"]}],
    "recharges": [TWO | {"recharges": -1}],
    # the map
    "grid": [MAP | {"grid": 1}],
    "grid.odd": [MAP | {"grid": {"odd": 1}}],
    "grid.circles": [
        MAP | {"grid": {"circles": {"C1": "0,0"}}},
        MAP | {"grid": {"circles": {f"C{i}": f"{i},{i}" for i in range(10)}}},
        MAP | {"grid": {"circles": {"C1": "0 0"}}},
        MAP | {"grid": {"circles": {"C1": "+1,0"}}},
        MAP | {"grid": {"circles": {"C1": "999,0"}}},
        MAP | {"grid": {"circles": {"C1": "0,0", "C2": "0,0"}}},
    ],
    "grid.cards": [
        laid(("R01", "2,0", 0)),
        laid(("R99", "0,0", 0)),
        laid(("R01", "0;0", 0)),
        laid(("R01", "100,0", 0)),
        laid(("R01", "0,0", 0), ("R01", "1,0", 0)),
        KEEPER | {"grid": {"cards": [{"card": "R01", "cell": "0,0"}]}},
        MAP | {"strangers": {"~1": {"id": "~1"}}, "grid": {"cards": [{"card": "~1", "cell": "0,0"}]}},
    ],
    "grid.cards[0].q": [laid(("R01", "0,0", 4))],
    "grid.cards[0].cell": [MAP | {"grid": {"cards": [{"card": "R01"}]}}],
    "markers": [
        MAP | {"markers": 1},
        KEEPER | {"markers": ["1,0:W"]},
        KEEPER | {"markers": 9},
        MAP | {"markers": ["1,0:W"]},
        laid(("R01", "2,1", 0)) | {"markers": ["2,1:N"] * 9},
        laid(("R01", "2,1", 0)) | {"markers": ["C1"]},
        laid(("R01", "2,1", 0)) | {"markers": ["2,1:N"] * 9},
    ],
    "cerberus": [TWO | {"cerberus": "C0"}, TWO | {"cerberus": 3}],
    # tokens
    "effects": [TWO | {"effects": ["abyss"]}],
    "effects.CG": [TWO | {"effects": {"CG": "abyss"}}],
    "effects.C1": [TWO | {"effects": {"C1": "fire"}}, TWO | {"effects": {"C1": "down"}}],
    "effects.C2": [TWO | {"effects": {"C1": "abyss", "C2": "abyss"}}],
    "unused": [
        TWO | {"unused": EVERY[:14]},
        TWO | {"unused": [*EVERY, "abyss"]},
        TWO | {"unused": 16},
        TWO | {"unused": 14},
        TWO | {"unused": EVERY, "effects": {"C1": "abyss"}},
        TWO | {"unused": -1},
    ],
    "unused[0]": [TWO | {"unused": ["fire"]}],
    "in_use": [TWO | {"in_use": "lust"}, TWO | {"in_use": "fire"}],
    # the end, the books
    "reason": [TWO | {"reason": "no_cards"}],
    "scores": [TWO | {"scores": []}, TWO | {"phase": "ended", "scores": []}],
    "scores[0].rank": [TWO | {"phase": "ended", "scores": [{"seat": 0, "delivered": 1, "loaded": 1}]}],
    "opened": [
        TWO | {"opened": [["R01"]]},
        TWO | {"phase": "ended", "scores": [{"seat": i, "delivered": 0, "loaded": 0, "rank": 1} for i in (0, 1)]},
    ],
    "looked": [TWO | {"looked": "A"}, TWO | {"looked": "Z"}],
    "tally": [TWO | {"tally": {"deliveries": [[1, 7]]}}, TWO | {"tally": {"longest": [3, 2]}}],
    "tally.longest[0]": [TWO | {"tally": {"longest": [-3, 0]}}],
    "tally.odd": [TWO | {"tally": {"odd": 1}}],
    "agenda": [
        TWO | {"agenda": {"type": "entry"}},
        TWO | {"phase": "start", "agenda": [{"type": "entry", "seat": 0, "circle": "CG"}]},
        TWO | {"agenda": [{"type": "end_turn"}]},
        TWO | {"agenda": [{"type": "window", "holders": [1]}]},
        TWO | {"agenda": [{"type": "price", "seat": 0, "effect": "abyss"}]},
        TWO | {"agenda": [{"type": "entry", "seat": 0, "circle": "CG"}] * 2},
        TWO | {"agenda": [{"type": "derail", "seat": 0}]},
        TWO | {"agenda": [{"type": "derail", "seat": 1}, {"type": "dump_hand", "seat": 0}]},
    ],
    "agenda[0].type": [TWO | {"agenda": [{"type": "jump"}]}],
    "agenda[0].seat": [
        TWO | {"agenda": [{"type": "entry", "seat": 9, "circle": "CG"}]},
        TWO | {"agenda": [{"type": "entry", "seat": 1, "circle": "CG"}]},
    ],
    "agenda[0].circle": [TWO | {"agenda": [{"type": "entry", "seat": 0, "circle": "C1"}]}],
    "agenda[0].odd": [TWO | {"agenda": [{"type": "entry", "seat": 0, "circle": "CG", "odd": 1}]}],
    "agenda[0]": [MAP | {"agenda": [{"type": "arrive", "seat": 0, "limit": 3}]}],
}
"""Field -> positions in which it is wrong."""
