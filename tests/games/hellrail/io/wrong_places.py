"""Positions in which one field is wrong."""

from __future__ import annotations

from typing import Any

from companion.games.hellrail.names import CIRCLES, Effect
from tests.games.hellrail.io.hand import Json, cards
from tests.games.hellrail.place import laid, place

DEMO: Json = {"deck": "demo"}


def two(**said: Any) -> Json:
    """Two seats, and what is said besides."""
    return place("AB", **{**DEMO, **said})


def of(name: str, /, _table: Any = (), **more: Any) -> Json:
    """The first of two seats has that, and the table the rest."""
    return two(**dict(_table)) | {"seats": {name: more}}


def first(**more: Any) -> Json:
    return of("A", **more)


def each(**more: Any) -> Json:
    return two() | {"seats": {"A": more, "B": more}}


def mapped(*rows: tuple[str, str, int], **said: Any) -> Json:
    """A map with cards."""
    return two(level="map", grid={"stacks": laid(*rows)}, **said)


def standing(**seats: str) -> Json:
    """Engines on a map of one card."""
    return mapped(LONE) | {"seats": {name: {"at": at} for name, at in seats.items()}}


def deck(at: int = 0, **changes: Any) -> Json:
    """The fixture's cards, one changed."""
    rows = cards()
    rows[at] |= changes
    return {"cards": rows}


def carded(**deck: Any) -> Json:
    return two(deck=deck)


def begun(*tasks: Any, **said: Any) -> Json:
    return two(agenda=list(tasks), **said)


LONE = ("R01", "2,1", 0)
ENTRY: Json = {"type": "entry", "seat": "A", "circle": "CG"}
EVERY = [effect.value for effect in Effect]
PLACING: Json = {"phase": "placing", "variants": ["devils_advocate"]}
SCORES = [{"seat": name, "delivered": 0, "loaded": 0, "rank": 1} for name in "AB"]
LIGHT: Json = {"level": "light"}
BY_FIELD: dict[str, list[Json]] = {
    # what is no position at all
    "odd": [two(odd=1)],
    "options.level": [two(level="full"), two(level=3)],
    "options": [two(variants=["sacrilege", "devils_advocate"]), two(layout="mine"), two(deck="mine")],
    "options.variants[0]": [two(variants=["open"])],
    "options.layout": [two(level="map", layout=7)],
    "options.rulings": [two(rulings=1)],
    "options.rulings.q18_unmatched_edge": [two(rulings={"q18_unmatched_edge": "jump"})],
    "options.rulings.q99": [two(rulings={"q99": 1})],
    "options.readers": [two(readers=["train"]), two(readers={"usb": 3})],
    # the deck
    "options.deck": [two(deck=45), two(deck={"name": "x"})],
    "options.deck.cards": [
        two(deck={"cards": cards()[:44]}), two(deck={"cards": [*cards(), cards()[0] | {"id": "Z"}]}),
    ],
    "options.deck.cards[0].rails": [two(deck=deck(rails=["NN"]))],
    "options.deck.cards[0].car": [two(deck=deck(car="six")), two(deck=deck(car=-1)), two(deck=deck(car=10**15))],
    "options.deck.cards[0].id": [two(deck={"cards": [{"car": 1}, *cards()[1:]]})],
    "options.deck.cards[0].odd": [two(deck=deck(odd=1))],
    "options.deck.cards[0].brimstone": [two(deck=deck(brimstone=100))],
    "options.deck.cards.F01.pickup": [two(deck=deck(pickup="0"))],
    "options.deck.cards.~1.id": [two(deck=deck(id="~1"))],
    "options.deck.rulings.q19_zero_tie_move": [carded(**deck(), rulings={"q19_zero_tie_move": "no"})],
    "options.deck.rulings": [carded(**deck(), rulings=1)],
    "options.deck.odd": [carded(**deck(), odd=1)],
    # players
    "players": [
        place("A"), place("ABCDE"), place("AA"), place([""]), place([{"seat": "A", "colour": "pink"}, "B"]),
        place([{"seat": name, "colour": "red"} for name in "AB"]),
    ],
    "players[0]": [{"players": [1, 2]}],
    # seats
    "seats": [two() | {"seats": 2}, two() | {"seats": [{"hand": 3}]}],
    "seats.C": [of("C", hand=1)],
    "seats.B": [two() | {"seats": {"B": 3}}],
    "seats.A.name": [first(name="Z")],
    "seats.A.colour": [first(colour="red")],
    "seats.A.odd": [first(odd=1)],
    "seats.A.loaded_worth": [first(loaded_worth=100), first(loaded_worth="7"), of("A", LIGHT, loaded_worth=7)],
    "seats.A.hand": [first(hand=-1), first(hand=46), first(hand=True), first(hand="3"), of("A", LIGHT, hand=1)],
    "seats.A.known": [
        first(known="R01"), first(known=["R01"], hand=0), first(known=["R99"]), first(known=["R01"], train=["R01"]),
    ],
    "seats.A.train": [
        first(train=["R99"]), first(train="R01"), first(train=["R01", "R01"]), of("A", LIGHT, train=["R01"]),
        first(train=[""]),
    ],
    "seats.A.train[0]": [first(train=[3])],
    "seats.A.delivered": [
        first(delivered=["R01", "R99"]), first(delivered="R01"), first(delivered=["R01"], train=["R01"]),
        first(delivered=[100]), first(delivered=2),
    ],
    "seats.A.count": [first(count=-1), first(count=46), first(count="2"), first(count=1, delivered=["R01", "R02"])],
    "seats.A.tender": [first(tender=1)],
    "seats.A.boatman": [place("ABC", **DEMO) | {"seats": {name: {"boatman": True} for name in "ABC"}}],
    "seats.A.heresy": [first(heresy="tender"), first(heresy=True)],
    "seats.B.heresy": [each(heresy="heresy_cancel")],
    "seats.A.held": [
        first(held="nothing"), first(held=1), first(held="sealed"), of("A", {"effects": {"C1": "lust"}}, held="lust"),
    ],
    "seats.A.at.node": [
        first(at="C10"), first(at={"node": 5}), first(at="1,0:W"), first(at="off"), standing(A="2,1:X"),
        of("A", {"level": "map"}, at="rail"),
    ],
    "seats.A.at": [first(at=5)],
    "seats.B.at.node": [standing(A="2,1:N@in", B="2,1:N@in")],
    "seats.A.at.heading": [first(at="CG@in"), standing(A="2,1:N@E"), standing(A="2,1:N")],
    "seats.A.circles": [
        first(circles="C1"), first(circles=["C1"]), of("A", PLACING, circles=["CG", *CIRCLES]),
        of("A", PLACING, circles=["C1"]),
    ],
    # the turn
    "phase": [
        two(phase="fan"), two(phase="placing"), two(phase="setup", discard=["R01"]), two(phase="start", level="light"),
        of("A", {"phase": "setup", "draw": 42}, hand=3),
    ],
    "turn.active": [two(turn={"active": "Z"}), two(turn={"active": 0})],
    "turn.still[0]": [two(turn={"still": ["Z"]})],
    "first": [two(first="Z")],
    "turn": [two() | {"turn": 3}],
    "turn.n": [two(turn={"n": 0}), two(turn={"n": 10**15})],
    "turn.drawn": [two(turn={"drawn": 1})],
    "turn.odd": [two(turn={"odd": True})],
    # cards
    "draw": [two(draw=40), two(draw=-1), two(draw="39"), two(draw=3, level="light")],
    "discard": [
        two(discard=["R99"]), two(discard=["R01", "R01"]), two(discard="R01"), two(discard=1, effects={"C1": "lust"}),
    ],
    "discard[0]": [two(discard=[1])],
    "limbo": [two(limbo="R99"), two(limbo="R01"), two(limbo="R01", discard=["R01"])],
    "table": [two(table=["R99"]), two(table=["R01", "R01"]), two(table=["R01"], level="map")],
    "strangers.F": [two(strangers={"F": {"id": "F"}})],
    "strangers.~1": [two(strangers={"~1": {"id": "~2"}})],
    "strangers.~1.car": [two(strangers={"~1": {"id": "~1", "car": 500}})],
    "strangers.~1.rails": [two(strangers={"~1": {"id": "~1", "rails": ["N"]}})],
    "sealed": [two(sealed=["R99"])],
    "sealed[0]": [two(sealed=["~x"])],
    "named": [two(named=["R99"])],
    "named[0]": [two(named=["~0"])],
    "placer": [two(placer="Zoe")],
    "toll": [two(toll=["R99"])],
    "recharges": [two(recharges=-1)],
    # the map
    "grid": [two(level="map", grid=1)],
    "grid.odd": [two(level="map", grid={"odd": 1})],
    "grid.circles": [
        *(two(level="map", grid={"circles": circles}) for circles in (
            {"C1": None}, {"C1": "0,0", "C2": "0,0"},
        )),
    ],
    "grid.circles.C0": [two(level="map", grid={"circles": {f"C{i}": f"{i},{i}" for i in range(10)}})],
    "grid.circles.C1": [two(level="map", grid={"circles": {"C1": cell}}) for cell in ("0 0", "+1,0", "999,0")],
    "grid.stacks.2,0": [mapped(("R01", "2,0", 0))],
    "grid.stacks": [
        mapped(("R99", "0,0", 0)), mapped(("R01", "0,0", 0), ("R01", "1,0", 0)), two(grid={"stacks": laid(LONE)}),
        two(level="light", grid={"stacks": laid(LONE)}),
    ],
    "grid.stacks.0;0": [mapped(("R01", "0;0", 0))],
    "grid.stacks.100,0": [mapped(("R01", "100,0", 0))],
    "grid.stacks.0,0": [
        mapped(("~1", "0,0", 0), strangers={"~1": {"id": "~1"}}), two(level="map", grid={"stacks": {"0,0": []}}),
    ],
    "grid.stacks.0,0[0].q": [mapped(("R01", "0,0", 4))],
    "grid.stacks.0,0[0].card": [two(level="map", grid={"stacks": {"0,0": [{"q": 1}]}})],
    "markers": [
        two(level="map", markers=1), two(markers=["1,0:W"]), two(level="map", markers=["1,0:W"]),
        mapped(LONE, markers=["2,1:N"] * 9), mapped(LONE, markers=["C1"]),
    ],
    "markers_out": [two(level="map", markers_out=1), two(markers_out=9), two(level="light", markers_out=1)],
    "cerberus": [two(cerberus="C0"), two(cerberus=3)],
    # tokens
    "effects": [two(effects=["abyss"])],
    "effects.CG": [two(effects={"CG": "abyss"})],
    "effects.C1": [two(effects={"C1": "fire"}), two(effects={"C1": "sealed"})],
    "effects.C2": [two(effects={"C1": "abyss", "C2": "abyss"})],
    "unused": [
        two(unused=EVERY[:14]), two(unused=[*EVERY, "abyss"]), two(unused=14),
        two(unused=EVERY, effects={"C1": "abyss"}),
    ],
    "unused[0]": [two(unused=["fire"])],
    "in_use": [two(in_use="lust"), two(in_use="fire")],
    # the end, the books
    "reason": [two(reason="no_cards")],
    "scores": [two(scores=[]), two(phase="ended", scores=[])],
    "scores[0].rank": [two(phase="ended", scores=[{"seat": "A", "delivered": 1, "loaded": 1}])],
    "opened": [two(opened={"A": ["R01"], "B": []}), two(phase="ended", scores=SCORES)],
    "looked": [two(looked="A"), two(looked="Z")],
    "tally.deliveries[0][1]": [two(tally={"deliveries": [[1, "Z"]]})],
    "tally.longest[1]": [two(tally={"longest": [3, 2]})],
    "tally.longest[0]": [two(tally={"longest": [-3, "A"]})],
    "tally.odd": [two(tally={"odd": 1})],
    "agenda": [
        begun(ENTRY, phase="start"),
        begun({"type": "end_turn"}),
        begun({"type": "window", "holders": ["B"]}),
        begun({"type": "price", "seat": "A", "effect": "abyss"}),
        begun(ENTRY, ENTRY),
        begun({"type": "derail", "seat": "A"}),
    ],
    "agenda[1].seat": [begun({"type": "derail", "seat": "B"}, {"type": "dump_hand", "seat": "A"})],
    "agenda[0].type": [begun({"type": "jump"})],
    "agenda[0].seat": [
        begun(ENTRY | {"seat": "Z"}), begun(ENTRY | {"seat": "B"}), begun({"type": "entry", "circle": "CG"}),
    ],
    "agenda[0].circle": [begun(ENTRY | {"circle": "C1"})],
    "agenda[0].odd": [begun(ENTRY | {"odd": 1})],
    "agenda[0]": [
        begun({"type": "arrive", "seat": "A", "limit": 3}, level="map"),
        begun({"type": "flip", "seat": "A", "why": "lust"}, level="light"),
    ],
}  # fmt: skip
"""Field -> positions in which it is wrong."""
