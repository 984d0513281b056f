"""What is told of HellRail: the screen, what a card is good for, the rails, the keys. Our own words."""

from __future__ import annotations

from companion.engine.guide import UNDO, Chapter, Guide, LevelWords, PanelKey, Told
from companion.engine.text import N_, Text
from companion.games.hellrail.names import Level
from companion.games.hellrail.prompts.steps import NO, YES
from companion.games.hellrail.prompts.tree import END

UNDONE = Told("undo", N_("Undo"), N_("Takes the last step back, as far as the game goes."))
ON_READER = Told("tag", N_("Card on the reader"), N_("It answers the question, or is asked what it is for."))
CIRCLES_LIT = Told(
    "rings", N_("Circles on the map"), N_("Bright ones can be reached. The sign is the effect there."), "HR-038"
)
CAR = Told("car", N_("Car"), N_("Its figure is the circle that it wants to go to. Green: it may."), "HR-024")
ON_SCREEN = (
    Told("engine", N_("Whose turn"), N_("Shape, name and where the engine stands: a circle, or rails."), "HR-031"),
    Told("flame", N_("Large number"), N_("Brimstone that the thrown card must show for a move."), "HR-028"),
    CAR,
    Told("crown", N_("Crown"), N_("What the car is worth once it is delivered."), "HR-027"),
    Told("plus", N_("Dashed box"), N_("Here the next car is coupled, at the tail of the train."), "HR-021"),
    Told("sealed", N_("Delivered cars"), N_("How many somebody delivered. What they are stays secret."), "HR-026"),
    Told("hand", N_("Hand"), N_("How many cards somebody holds."), "HR-016"),
    Told("pile", N_("Pile"), N_("Cards to draw, and beside it the thrown ones."), "HR-074"),
    ON_READER,
    Told("tender", "{hr.tender:first}", N_("It counts as one car more for each move."), "HR-106"),
    Told("cerberus_token", "{hr.cerberus}", N_("He guards a circle: who leaves it pays."), "HR-098"),
    CIRCLES_LIT,
    Told("warning", "{hr.check}", N_("On a tie: who comes there turns a card and may lose cars."), "HR-093"),
    UNDONE,
    Told("list", N_("Menu"), N_("All that is done more rarely; counts; the way out.")),
)
"""What stands on the playing screen."""

CARDS = (
    Told(
        "draw",
        N_("Draw first"),
        N_("One card, with a {hr.tender:short} three. Then play as many as you like."),
        "HR-011",
    ),
    Told("rail", N_("As a rail"), N_("On an empty place beside rails or circles. It need not fit."), "HR-061"),
    Told("rings", N_("Over a rail"), N_("If all old tracks stay, and nothing stands on it."), "HR-063"),
    Told("car", N_("As a car"), N_("In the circle whose number it bears: coupled at the tail."), "HR-020"),
    Told("move", N_("As fuel"), N_("Thrown: enough brimstone for the train, and its value is the steps."), "HR-028"),
    Told(
        "deliver", "{hr.set_out:short}", N_("In the circle a car wants: face down under your engine, free."), "HR-024"
    ),
    Told("flame", "{hr.fan:short}", N_("At the end: one card out, as many in as its brimstone."), "HR-070"),
    Told(
        "boatman",
        "{hr.boatman:first}",
        N_("With a card it carries you over as many empty places as that pays."),
        "HR-115",
    ),
    Told("crown", N_("The end"), N_("No card left to draw or to shuffle: the delivered cars count."), "HR-078"),
)
"""What a card of the hand is good for."""

RAILS = (
    Told("move", N_("A step"), N_("From tie to tie, forward only. At a branch you choose."), "HR-034"),
    Told("rings", N_("Into a circle"), N_("It costs a step, and the move ends there."), "HR-038"),
    Told("uturn", N_("Out of a circle"), N_("In any direction that has a track."), "HR-035"),
    Told("ram", "{hr.ram:short}", N_("Nobody overtakes: you push the other train before you."), "HR-044"),
    Told("gates", N_("Pushed into a circle"), N_("Safe there, but without its effect."), "HR-048"),
    Told(
        "derail",
        N_("Derailed"),
        N_("Where the rails end: hand and cars are lost, back to the {hr.gates:short}."),
        "HR-054",
    ),
    Told("soulcatcher", "{hr.soul_catcher_piece:first}", N_("A train you ram may lose its last car."), "HR-112"),
    Told("heresy", "{hr.heresy:first}", N_("It stops an effect of others, or turns it on somebody else."), "HR-086"),
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
        Chapter(N_("On the screen"), ON_SCREEN),
        Chapter(N_("What a card is good for"), CARDS),
        Chapter(N_("On the rails"), RAILS),
    ),
)
