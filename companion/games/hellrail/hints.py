"""What may be done now, and what has just appeared for the first time, for the aid of the screen. Our own words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.engine.hint import Hint, Hints, tag_of
from companion.engine.text import N_
from companion.games.hellrail.effect_words import EFFECT_RULES, EFFECTS
from companion.games.hellrail.events import EffectDeclared, HandsDealt
from companion.games.hellrail.names import Level, Phase
from companion.games.hellrail.view import HellRailView

ASKED: dict[str, Hint] = {
    **dict.fromkeys(
        ("entry", "shown"),
        Hint(
            "entry", "rings", N_("Use the circle?"), N_("Once for each time you drive in, or not at all."), ("HR-083",)
        ),
    ),
    **dict.fromkeys(
        ("heresy", "redirect"),
        Hint(
            "heresy",
            "heresy",
            N_("Answer with {hr.heresy}?"),
            N_("Stop the effect, or turn it on somebody else."),
            ("HR-086",),
        ),
    ),
    "flip": Hint(
        "flip", "pile", N_("Turn a card over"), N_("The top of the pile; its brimstone decides."), ("HR-073",)
    ),
    **dict.fromkeys(
        ("price", "dump"),
        Hint("discard", "discard", N_("Throw cards"), N_("Tell which ones leave the hand."), ("HR-088",)),
    ),
    "drop_cars": Hint("drop_cars", "car", N_("Drop cars"), N_("Tell which cars leave the train."), ("HR-093",)),
    **dict.fromkeys(
        ("pick_rail", "pick_car"),
        Hint("pick", "thumb", N_("Choose one"), N_("Touch what the effect is about."), ("HR-083",)),
    ),
    **dict.fromkeys(
        ("turn_rail", "rotation"),
        Hint("turn_rail", "uturn", N_("Turn a rail card"), N_("How it lies now; nobody may stand on it."), ("HR-094",)),
    ),
    "take": Hint("take", "hand", N_("Take cards"), N_("Until you hold more than anybody else."), ("HR-096",)),
    **dict.fromkeys(
        ("give", "give_car"), Hint("give", "hand", N_("Hand over"), N_("Tell what changes hands."), ("HR-102",))
    ),
    "draw_token": Hint("draw_token", "flame", N_("Draw a token"), N_("Yours to use at a later circle."), ("HR-100",)),
    "deal_effects": Hint(
        "deal_effects", "rings", N_("Deal the tokens"), N_("One face up on each numbered circle."), ("HR-091",)
    ),
    "soulcatch": Hint(
        "soulcatch", "soulcatcher", N_("Catch the car?"), N_("The last car of the rammed train is gone."), ("HR-112",)
    ),
    "branch": Hint("branch", "move", N_("Which branch?"), N_("Any rail ahead, never backwards."), ("HR-034",)),
    "arrival": Hint(
        "arrival", "engine", N_("Where did it stop?"), N_("In a circle, or somewhere on the rails."), ("HR-029",)
    ),
    **dict.fromkeys(
        ("loaded", "loaded_worth"),
        Hint("loaded", "crown", N_("A tie"), N_("The cars still loaded decide it: add up their values."), ("HR-080",)),
    ),
    "answer": Hint("answer", "thumb", N_("Say how it went"), N_("The effect waits for an answer."), ("HR-083",)),
}

DEAL = Hint("deal", "pile", N_("Deal"), N_("3 rail cards for each of you; the rest is the pile."), ("HR-007",))
PLACE = Hint("place", "rings", N_("Place a circle"), N_("It touches others at corners only."), ("HR-124",))
DRAW = Hint("draw", "draw", N_("Draw"), N_("{name} begins the turn with {n} from the pile."), ("HR-011",))
TENDER = Hint(
    "tender",
    "tender",
    N_("Give the {hr.tender:short} back"),
    N_("Before drawing, if you like: then you draw 1."),
    ("HR-108",),
)
DELIVER = Hint(
    "deliver", "deliver", "{hr.set_out:short}", N_("A car whose circle is this one: it needs no card."), ("HR-024",)
)
PICKUP = Hint("pickup", "car", "{hr.pick_up}", N_("Lay a card as a car if its number is this circle."), ("HR-020",))
MOVE = Hint(
    "move", "move", "{hr.move:short}", N_("Throw a card with enough brimstone: its value is your steps."), ("HR-028",)
)
LAY = Hint(
    "lay", "rail", "{hr.lay_rail}", N_("A card at any free place beside others, or over one."), ("HR-061", "HR-063")
)
BOAT = Hint("boat", "boatman", N_("Cross a gap"), N_("Give the {hr.boatman} and a card back."), ("HR-115",))
FAN = Hint("fan", "flame", "{hr.fan:short}", N_("Last of all: one card out, as many in as its brimstone."), ("HR-070",))
TOLL = Hint(
    "toll",
    "cerberus_token",
    N_("Pay {hr.cerberus}"),
    N_("Leaving costs cards worth more than {n} in all."),
    ("HR-098",),
)
GLUTTONY = Hint(
    "gluttony", "hand", N_("Empty your hand"), N_("After {hr.gluttony} all cards must go this turn."), ("HR-096",)
)
END = Hint("end", "next", N_("End of turn"), N_("You may stop whenever you like."), ("HR-018",))


ARRIVE = Hint(
    "arrive", "rings", N_("Tell where you stop"), N_("Cards stay yours: touch the circle you drive into."), ("HR-038",)
)


def _now(view: HellRailView) -> Iterator[Hint]:
    turn = view.turn
    if view.level is Level.LIGHT and view.phase is Phase.ACTIONS:
        yield from (ARRIVE, DELIVER)
    if view.phase is Phase.PLACING:
        yield PLACE
        return
    if view.phase is Phase.SETUP:
        yield DEAL
        return
    if turn.drop_tender:
        yield TENDER
    if turn.draws:
        yield DRAW.told(name=turn.player, n=max(turn.draws))
    if turn.gluttony:
        yield GLUTTONY
    if turn.setout:
        yield DELIVER
    if turn.toll is not None and turn.move:
        yield TOLL.told(n=turn.toll)
    if turn.move:
        yield MOVE
    if turn.pickup:
        yield PICKUP
    if turn.act:
        yield LAY
    if turn.boat:
        yield BOAT
    if turn.fan:
        yield FAN
    if turn.end:
        yield END


FIRSTS: dict[str, Hint] = {
    "hands_dealt": Hint(
        "hands_dealt", "hand", N_("Off you go"), N_("Draw first; then every card is rail, car, or fuel."), ("HR-014",)
    ),
    "hands_dealt:light": Hint(
        "hands_dealt:light",
        "rings",
        N_("Off you go"),
        N_("Where an engine arrives, touch its circle."),
        ("HR-038",),
    ),
    "cards_drawn": Hint(
        "cards_drawn", "draw", N_("Now play cards"), N_("As many as you like, in any order, or none."), ("HR-014",)
    ),
    "rail_laid": Hint(
        "rail_laid", "rail", N_("A rail"), N_("Rails need not meet: a gap derails who drives off."), ("HR-062",)
    ),
    "rail_upgraded": Hint(
        "rail_upgraded", "rings", "{hr.upgrade}", N_("The new card keeps every old track."), ("HR-064",)
    ),
    "car_loaded": Hint(
        "car_loaded", "car", N_("A car"), N_("Its big number is the circle it wants to go to."), ("HR-024",)
    ),
    "fuel_spent": Hint(
        "fuel_spent", "flame", "{hr.brimstone:short}", N_("Every loaded car makes the next move dearer."), ("HR-028",)
    ),
    "circle_entered": Hint(
        "circle_entered",
        "rings",
        N_("In a circle"),
        N_("The move ends here; its effect may be used once."),
        ("HR-038",),
    ),
    "effect_declared": Hint(
        "effect_declared", "rings", N_("An effect"), N_("Only for who drives in, never for who is pushed."), ("HR-048",)
    ),
    "heresy_spent": Hint(
        "heresy_spent",
        "heresy",
        "{hr.heresy:first}",
        N_("It answers somebody else’s effect, and is then gone."),
        ("HR-086",),
    ),
    "rammed": Hint(
        "rammed", "ram", "{hr.ram}", N_("Nobody overtakes on rails: you push the train ahead."), ("HR-044",)
    ),
    "marker_hit": Hint(
        "marker_hit", "warning", N_("The {hr.check}"), N_("A card is turned over; cars may be lost."), ("HR-093",)
    ),
    "car_delivered": Hint(
        "car_delivered", "deliver", N_("Delivered"), N_("It counts in secret until the end."), ("HR-026",)
    ),
    "fanned": Hint("fanned", "flame", "{hr.fan}", N_("That always ends the turn."), ("HR-072",)),
    "recharged": Hint(
        "recharged",
        "pile",
        "{hr.recharge}",
        N_("The thrown cards were shuffled. With none left, it is over."),
        ("HR-078",),
    ),
    "derailed": Hint(
        "derailed",
        "derail",
        N_("Derailed"),
        N_("Hand and cars are lost, delivered ones stay; back to the {hr.gates:short}."),
        ("HR-054",),
    ),
}
"""Tag of an event, or tag and effect -> what has appeared with it."""
FIRSTS |= {
    (key := f"effect_declared:{effect}"): Hint(
        key, words.icon, "{hr.effect_token:short}", words.first, (EFFECT_RULES[effect],)
    )
    for effect, words in EFFECTS.items()
}
QUESTION = Hint(
    "question", "warning", N_("The screen asks"), N_("It only asks what the cards do not tell it."), ("HR-083",)
)


def _keys(event: Any) -> Iterator[str]:
    light = isinstance(event, HandsDealt) and not event.draw  # nobody counts the pile
    yield "hands_dealt:light" if light else tag_of(event)
    if isinstance(event, EffectDeclared):
        yield f"effect_declared:{event.effect}"


HINTS = Hints(_now, ASKED, FIRSTS, QUESTION, _keys)
