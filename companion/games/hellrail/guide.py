"""HellRail explained to new players: set-up, hints, the screen, cards, rails, keys. Our own words."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from companion.engine.guide import UNDO, Chapter, Guide, GuideLine, Hints, LevelWords, PanelKey, SetupStep, event_tag
from companion.engine.text import N_, Text
from companion.games.hellrail.effect_words import EFFECTS
from companion.games.hellrail.events import EffectDeclared, HandsDealt
from companion.games.hellrail.names import Level, Phase, Variant
from companion.games.hellrail.prompts.steps import NO, YES
from companion.games.hellrail.prompts.tree import END
from companion.games.hellrail.view import HellRailView


def steps(variants: Collection[Variant]) -> Iterator[SetupStep]:
    advocate = Variant.DEVILS_ADVOCATE in variants
    yield SetupStep(
        "rings",
        Text(N_("The circles, in turn") if advocate else N_("The 10 circles")),
        Text(N_("Corner to corner, never side by side.")),
    )
    yield SetupStep(
        "engine", Text(N_("Engines at the {hr.gates:short}")), Text(N_("Your engine card in front of you."))
    )
    secret = Variant.SECRET_EFFECTS in variants
    yield SetupStep(
        "eye" if secret else "flame",
        Text(N_("1 token on each circle")),
        Text(
            N_("Face down, none at the {hr.gates:short}. The screen knows which.")
            if secret
            else N_("The screen says which, none at the {hr.gates:short}.")
        ),
    )
    yield SetupStep("hand", Text(N_("3 rail cards each")), Text(N_("Shuffled. The others are the pile.")))
    yield SetupStep("tender", Text(N_("The other tokens")), Text(N_("Beside the pile.")))


# -- hints: what may be done now, and what has just appeared -----------------------------------------------------------


ASKED: dict[str, GuideLine] = {
    **dict.fromkeys(
        ("entry", "shown"),
        GuideLine("rings", N_("Use the circle?"), N_("Once for each time you enter, or not at all."), "HR-083"),
    ),
    **dict.fromkeys(
        ("heresy", "redirect"),
        GuideLine(
            "heresy", N_("Answer with {hr.heresy}?"), N_("Stop the effect, or turn it on somebody else."), "HR-086"
        ),
    ),
    "flip": GuideLine("pile", N_("Turn a card over"), N_("The top of the pile; its brimstone decides."), "HR-073"),
    **dict.fromkeys(
        ("price", "dump"),
        GuideLine("discard", N_("Discard cards"), N_("Tell which ones leave the hand."), "HR-088"),
    ),
    "drop_cars": GuideLine("car", N_("Drop cars"), N_("Tell which cars leave the train."), "HR-093"),
    **dict.fromkeys(
        ("pick_rail", "pick_car"),
        GuideLine("thumb", N_("Choose one"), N_("Touch what the effect is about."), "HR-083"),
    ),
    **dict.fromkeys(
        ("turn_rail", "rotation"),
        GuideLine("uturn", N_("Turn a rail card"), N_("How it lies now; no engine may stand on it."), "HR-094"),
    ),
    "take": GuideLine("hand", N_("Take cards"), N_("Until you hold more than anybody else."), "HR-096"),
    **dict.fromkeys(("give", "give_car"), GuideLine("hand", N_("Hand over"), N_("Tell what changes hands."), "HR-102")),
    "draw_token": GuideLine(
        "flame", N_("Draw a token"), N_("Yours, at a later circle instead of the token there."), "HR-100"
    ),
    "deal_effects": GuideLine("rings", N_("Deal the tokens"), N_("One face up on each numbered circle."), "HR-091"),
    "soulcatch": GuideLine(
        "soulcatcher",
        N_("Discard its last car?"),
        N_("The last car of the rammed train goes to the discards."),
        "HR-112",
    ),
    "branch": GuideLine("move", N_("Which branch?"), N_("Any rail ahead, never backwards."), "HR-034"),
    "arrival": GuideLine(
        "engine", N_("Where does the engine stop?"), N_("In a circle, or somewhere on the rails."), "HR-029"
    ),
    **dict.fromkeys(
        ("loaded", "loaded_worth"),
        GuideLine("crown", N_("A tie"), N_("The cars still loaded decide it: add up their values."), "HR-080"),
    ),
    "answer": GuideLine("thumb", N_("Say how it went"), N_("The effect waits for an answer."), "HR-083"),
}

DEAL = GuideLine("pile", N_("Deal"), N_("3 rail cards for each of you; the rest is the pile."), "HR-007")
PLACE = GuideLine("rings", N_("Place a circle"), N_("It touches others at corners only."), "HR-124")
DRAW = GuideLine("draw", N_("Draw"), N_("{name} begins the turn with {n} from the pile."), "HR-011")
TENDER = GuideLine(
    "tender", N_("Give the {hr.tender:short} back"), N_("Before drawing, if you like: then you draw 1."), "HR-108"
)
DELIVER = GuideLine(
    "deliver", "{hr.set_out:short}", N_("A car whose setout circle is this one: it needs no card."), "HR-024"
)
PICKUP = GuideLine("car", "{hr.pick_up}", N_("A card as a car, if its pickup circle is this one."), "HR-020")
MOVE = GuideLine(
    "move", "{hr.move:short}", N_("Discard a card with enough brimstone: its car value is your steps."), "HR-028"
)
LAY = GuideLine("rail", "{hr.lay_rail}", N_("A card on any empty space beside others, or over one."), "HR-061 HR-063")
BOAT = GuideLine("boatman", N_("Cross a gap"), N_("Give the {hr.boatman} back and discard a card."), "HR-115")
FAN = GuideLine("flame", "{hr.fan:short}", N_("Last of all: one card out, as many in as its brimstone."), "HR-070")
TOLL = GuideLine(
    "cerberus_token", N_("Pay {hr.cerberus}"), N_("Leaving costs cards worth more than {n} in all."), "HR-098"
)
GLUTTONY = GuideLine(
    "hand", N_("Empty your hand"), N_("After {hr.gluttony} all cards must be played or discarded this turn."), "HR-096"
)
STOP = GuideLine("next", N_("End of turn"), N_("You may stop whenever you like."), "HR-018")


ARRIVE = GuideLine("rings", N_("Tell where you stop"), N_("Cards stay yours: touch the circle you enter."), "HR-038")


def _now(view: HellRailView) -> Iterator[GuideLine]:
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
        yield DRAW.filled(name=turn.player, n=max(turn.draws))
    if turn.gluttony:
        yield GLUTTONY
    if turn.setout:
        yield DELIVER
    if turn.toll is not None and turn.move:
        yield TOLL.filled(n=turn.toll)
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
        yield STOP


FIRSTS: dict[str, GuideLine] = {
    "hands_dealt": GuideLine(
        "hand", N_("Off you go"), N_("Draw first; then every card is rail, car, or fuel."), "HR-014"
    ),
    "hands_dealt:light": GuideLine(
        "rings", N_("Off you go"), N_("Where an engine arrives, touch its circle."), "HR-038"
    ),
    "cards_drawn": GuideLine("draw", N_("Now play cards"), N_("As many as you like, in any order, or none."), "HR-014"),
    "rail_laid": GuideLine("rail", N_("A rail"), N_("Rails need not meet: who moves off them derails."), "HR-062"),
    "rail_upgraded": GuideLine("rings", "{hr.upgrade}", N_("The new card keeps every old track."), "HR-064"),
    "car_loaded": GuideLine("car", N_("A car"), N_("Its big number is the circle it wants to go to."), "HR-024"),
    "fuel_spent": GuideLine(
        "flame", "{hr.brimstone:short}", N_("Every loaded car makes the next move dearer."), "HR-028"
    ),
    "circle_entered": GuideLine(
        "rings", N_("In a circle"), N_("The move ends here; the circle’s effect may be used once."), "HR-038"
    ),
    "effect_declared": GuideLine(
        "rings", N_("An effect"), N_("Only for who moves in, never for who is pushed."), "HR-048"
    ),
    "heresy_spent": GuideLine(
        "heresy", "{hr.heresy:first}", N_("It answers somebody else’s effect, and is then gone."), "HR-086"
    ),
    "rammed": GuideLine("ram", "{hr.ram}", N_("Nobody overtakes on rails: you push the train ahead."), "HR-044"),
    "marker_hit": GuideLine("warning", N_("The {hr.check}"), N_("A card is turned over; cars may be lost."), "HR-093"),
    "car_delivered": GuideLine("deliver", N_("Delivered"), N_("It counts in secret until the end."), "HR-026"),
    "fanned": GuideLine("flame", "{hr.fan}", N_("That always ends the turn."), "HR-072"),
    "recharged": GuideLine(
        "pile", "{hr.recharge}", N_("The discards are the new pile. Both empty: the game ends."), "HR-078"
    ),
    "derailed": GuideLine(
        "derail",
        "{hr.derail}",
        N_("Hand and cars are lost, delivered ones stay; back to the {hr.gates:short}."),
        "HR-054",
    ),
}
"""Tag of an event, or tag and effect -> what has appeared with it."""
FIRSTS |= {
    f"effect_declared:{effect}": GuideLine(words.icon, "{hr.effect_token:short}", words.first, words.rule)
    for effect, words in EFFECTS.items()
}
QUESTION = GuideLine("warning", N_("The screen asks"), N_("It only asks what it cannot see."), "HR-083")


def _keys(event: Any) -> Iterator[str]:
    light = isinstance(event, HandsDealt) and not event.draw  # the pile is not counted
    yield "hands_dealt:light" if light else event_tag(event)
    if isinstance(event, EffectDeclared):
        yield f"effect_declared:{event.effect}"


HINTS = Hints(_now, ASKED, FIRSTS, QUESTION, _keys)


# -- the guide ---------------------------------------------------------------------------------------------------------


UNDONE = GuideLine("undo", N_("Undo"), N_("Takes the last step back, as far as the game goes."))
ON_READER = GuideLine(
    "tag", N_("Card on the reader"), N_("It answers the question; else the screen asks what it is for.")
)
CIRCLES_LIT = GuideLine(
    "rings", N_("Circles on the map"), N_("Bright ones can be reached. The sign is the effect there."), "HR-038"
)
CAR = GuideLine("car", N_("Car"), N_("Its figure is the circle that it wants to go to. Green: it may."), "HR-024")
DELIVERED = GuideLine(
    "sealed", N_("Delivered cars"), N_("How many somebody delivered. What they are stays secret."), "HR-026"
)
DOG = GuideLine("cerberus_token", "{hr.cerberus}", N_("He guards a circle: who leaves it pays."), "HR-098")
CHECK = GuideLine("warning", "{hr.check}", N_("On a tie: who comes there turns a card and may lose cars."), "HR-093")
MENU = GuideLine("list", N_("Menu"), N_("All that is done more rarely; counts; the way out."))
ON_MAP = (
    GuideLine("engine", N_("Whose turn"), N_("Shape, name and where the engine stands: a circle, or rails."), "HR-031"),
    GuideLine("flame", N_("Large number"), N_("Brimstone that the discarded card must show for a move."), "HR-028"),
    CAR,
    GuideLine("crown", N_("Crown"), N_("What the car is worth once it is delivered."), "HR-027"),
    GuideLine("plus", N_("Dashed box"), N_("Here the next car is coupled, at the tail of the train."), "HR-021"),
    DELIVERED,
    GuideLine("hand", N_("Hand"), N_("How many cards somebody holds."), "HR-016"),
    GuideLine("pile", N_("Pile"), N_("Cards to draw, and beside it the discards."), "HR-074"),
    ON_READER,
    GuideLine("tender", "{hr.tender:first}", N_("It counts as one car more for each move."), "HR-106"),
    DOG,
    CIRCLES_LIT,
    CHECK,
    UNDONE,
    MENU,
)
ON_SCREEN: dict[Level, tuple[GuideLine, ...]] = {
    Level.LIGHT: (
        GuideLine("engine", N_("Whose turn"), N_("Shape and name; where the engine is, its circle shows."), "HR-031"),
        GuideLine(
            "rings", N_("The circles"), N_("Touch the one where you arrive. The sign is the effect there."), "HR-038"
        ),
        DELIVERED,
        GuideLine("tag", N_("Card on the reader"), N_("It is the car that you deliver."), "HR-024"),
        DOG,
        UNDONE,
        MENU,
    ),
    Level.KEEPER: tuple(told for told in ON_MAP if told not in (CIRCLES_LIT, CHECK)),
    Level.MAP: ON_MAP,
}
"""The parts of the playing screen of each level."""

CARDS = (
    GuideLine(
        "draw",
        N_("Draw first"),
        N_("One card, with a {hr.tender:short} three. Then play as many as you like."),
        "HR-011",
    ),
    GuideLine("rail", N_("As a rail"), N_("On an empty space beside rails or circles. It need not fit."), "HR-061"),
    GuideLine("rings", N_("Over a rail"), N_("If all old tracks stay, and nothing stands on it."), "HR-063"),
    GuideLine("car", N_("As a car"), N_("In its pickup circle: coupled at the tail."), "HR-020"),
    GuideLine(
        "move",
        N_("As fuel"),
        N_("Discarded: enough brimstone for the train, and its car value is the steps."),
        "HR-028",
    ),
    GuideLine(
        "deliver", "{hr.set_out:short}", N_("In its setout circle: face down under your engine card, free."), "HR-024"
    ),
    GuideLine("flame", "{hr.fan:short}", N_("At the end: one card out, as many in as its brimstone."), "HR-070"),
    GuideLine(
        "boatman",
        "{hr.boatman:first}",
        N_("With a card it carries you over empty spaces, its brimstone at most."),
        "HR-115",
    ),
    GuideLine("crown", N_("The end"), N_("No card left to draw or to shuffle: the delivered cars count."), "HR-078"),
)
"""What a card of the hand is good for."""

RAILS = (
    GuideLine("move", N_("A step"), N_("From tie to tie, forward only. At a branch you choose."), "HR-034"),
    GuideLine("rings", N_("Into a circle"), N_("It costs a step, and the move ends there."), "HR-038"),
    GuideLine("uturn", N_("Out of a circle"), N_("In any direction that has a track."), "HR-035"),
    GuideLine("ram", "{hr.ram:short}", N_("Nobody overtakes: you push the other train before you."), "HR-044"),
    GuideLine("gates", N_("Pushed into a circle"), N_("Safe there, but without its effect."), "HR-048"),
    GuideLine(
        "derail",
        "{hr.derail}",
        N_("Where the rails end: hand and cars are lost, back to the {hr.gates:short}."),
        "HR-054",
    ),
    GuideLine("soulcatcher", "{hr.soul_catcher_piece:first}", N_("A train you ram may lose its last car."), "HR-112"),
    GuideLine(
        "heresy", "{hr.heresy:first}", N_("It stops an effect of others, or turns it on somebody else."), "HR-086"
    ),
)
"""What happens on the rails."""

LEVELS = (
    LevelWords(Level.LIGHT, "rings", N_("Light"), N_("cards stay yours")),
    LevelWords(Level.KEEPER, "engine", N_("Cards and trains"), N_("the map is yours")),
    LevelWords(Level.MAP, "map", N_("The whole map"), N_("ties, rams, gaps")),
)
GUIDE = Guide(
    taps=(ON_READER,),
    keys=(
        PanelKey("start", (Text(N_("Deal")), Text(N_("Draw")), END.label)),
        PanelKey("a", (YES,)),
        PanelKey("b", (NO,)),
        PanelKey("undo", (UNDO,), UNDONE),
    ),
    signs=(CAR, CIRCLES_LIT),
    levels=LEVELS,
    chapters=(
        Chapter(N_("On the screen"), ON_MAP),
        Chapter(N_("What a card is good for"), CARDS),
        Chapter(N_("On the rails"), RAILS),
    ),
)
