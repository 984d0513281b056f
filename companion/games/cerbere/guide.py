"""What is told of Cerbère: the screen, the places of the boards, the signs, the keys. Our own words."""

from __future__ import annotations

from companion.engine.guide import READER, UNDO, Chapter, Guide, LevelWords, PanelKey, Told
from companion.engine.printed_names import at_first
from companion.engine.text import N_, Text
from companion.games.cerbere.names import Level, Place
from companion.games.cerbere.prompts.tree import END_TURN

PLACES = {
    Place.STILT: ("stilts", "{cb.stilts}"),
    Place.PROMONTORY: ("promontory", "{cb.promontory}"),
    Place.NACELLE: ("nacelle", "{cb.nacelle}"),
    Place.FUNICULAR_FOOT: ("funicular", "{cb.funicular}"),
    Place.BRIDGE: ("bridge", "{cb.bridge:short}"),
    Place.PORTAL: ("portal", "{cb.portal:short}"),
}
UNDONE = Told("undo", N_("Undo"), N_("Takes the last step back, as far as the game goes."))
PATH = Told(
    "map", N_("The path"), N_("From the {cb.gates:short} to the {cb.boat}; a red stretch is in his reach."), "CB-060"
)
PILES = Told("pile", N_("Piles"), N_("Pale: {cb.survival}. Red: {cb.betrayal}. So many cards are left."), "CB-013")
CAUGHT = Told(
    "seat_square",
    N_("Squares and rings"),
    N_("Caught on a dark square: {cb.cerberus_player}. On a light ring: you are out."),
    "CB-076",
)
ON_SCREEN = (
    Told(
        "die", N_("The die"), N_("Its place is the {cb.rage} of {cb.cerberus}, its number how far he runs."), "CB-020"
    ),
    Told(
        "hunt",
        N_("Large number"),
        N_("Steps of the die to the {cb.hunt_space}. At 0 {cb.cerberus} runs as the turn ends."),
        "CB-054",
    ),
    Told("pawn", N_("Pawns to its left"), N_("Who was caught. The die starts again just behind them."), "CB-026"),
    CAUGHT,
    Told(
        "check",
        N_("{cb.action}, {cb.survival}/{cb.betrayal}"),
        N_("Ticked once the card of this turn was played."),
        "CB-041",
    ),
    Told(
        "seat_disc",
        N_("Players"),
        N_("A shape each, in order of play; below it the {cb.survival} or {cb.betrayal} cards."),
        "CB-040",
    ),
    Told("cerberus", N_("Three heads"), N_("Whoever has them plays for {cb.cerberus}."), "CB-095"),
    Told("boat", "{cb.boat:first}", N_("Hidden, then one with its seats: those aboard are coloured."), "CB-110"),
    PILES,
    PATH,
    READER,
    UNDONE,
    Told("list", N_("Menu"), N_("What happened on the table and no card says; counts; the way out.")),
)
"""What stands on the playing screen."""

NOTES = (
    Told(
        "gates", "{cb.gates:first}", N_("All start here. Caught in this zone: 2 {cb.betrayal} to begin with."), "CB-092"
    ),
    Told(
        "cerberus", "{cb.den:first}", N_("After a capture {cb.cerberus} goes back to the last one he passed."), "CB-073"
    ),
    Told(
        "boat",
        "{cb.boat:first}",
        N_("Hidden until a pawn sets foot on the {cb.end_board}. It leaves when it is full."),
        "CB-110",
    ),
    Told(
        "stilts",
        at_first(PLACES[Place.STILT][1]),
        N_("Room for one alone: whoever comes after stops before it."),
        "CB-163",
    ),
    Told(
        "promontory",
        at_first(PLACES[Place.PROMONTORY][1]),
        N_("Stop here to look at a {cb.boat}, or to swap two unseen."),
        "CB-164",
    ),
    Told(
        "nacelle", at_first(PLACES[Place.NACELLE][1]), N_("A pawn on each: one step of a move may swap them."), "CB-165"
    ),
    Told(
        "funicular",
        at_first(PLACES[Place.FUNICULAR_FOOT][1]),
        N_("Whoever sets off at its foot may step straight to the top."),
        "CB-166",
    ),
    Told(
        "bridge",
        at_first(PLACES[Place.BRIDGE][1]),
        N_("One step from end to end, for the first who dares; then it falls."),
        "CB-167",
    ),
    Told(
        "portal",
        at_first(PLACES[Place.PORTAL][1]),
        N_("One step from {cb.portal:short} to {cb.portal:short} while somebody stands on the {cb.stele}."),
        "CB-168",
    ),
    Told("stele", "{cb.stele:first}", N_("Stand here and the {cb.portal:short} opens, for the others."), "CB-169"),
)
"""The places of the boards."""

SIGNS = (
    Told(
        "hunt",
        "{cb.rage:first}",
        N_("Steps of the die towards the {cb.hunt}. Once it is there, {cb.cerberus} runs as the turn ends."),
        "CB-023",
    ),
    Told(
        "die",
        "{cb.speed:first}",
        N_("The higher its number, the further {cb.cerberus} runs. It rises after each {cb.hunt} that fails, to 8."),
        "CB-036",
    ),
    Told("pawn", N_("Pawns"), N_("Steps towards the {cb.boat}, or back. Others are never your own pawn."), "CB-049"),
    Told(
        "cerberus",
        "{cb.cerberus:first}",
        N_("He stops where he meets somebody, and takes all who stand there."),
        "CB-061",
    ),
    Told(
        "draw",
        N_("Draw"),
        N_("{cb.survival} for {cb.adventurer:many}, {cb.betrayal} for {cb.cerberus_player:many}."),
        "CB-044",
    ),
    Told(
        "discard",
        N_("Discard"),
        N_("For a {cb.survival} or {cb.betrayal} card others may help, for an {cb.action} card nobody may."),
        "CB-050",
    ),
    Told("hand", N_("Back in hand"), N_("All your {cb.action} cards, this one too."), "CB-046"),
    Told("boat", "{cb.boat:first}", N_("Look at one alone, and say what you like; or swap two unseen."), "CB-112"),
)
"""What the rows of the cards are about."""


LEVELS = (
    LevelWords(Level.TRACKER, "die", N_("{cb.rage} and cards"), N_("you place the pawns")),
    LevelWords(Level.BOARD, "map", N_("Whole board"), N_("pawns, catches, places")),
)
OK = Text(N_("OK"))
GUIDE = Guide(
    taps=(READER,),
    keys=(
        PanelKey("start", (OK, END_TURN.label)),
        PanelKey("a", (OK,)),
        PanelKey("b", ()),
        PanelKey("undo", (UNDO,), UNDONE),
    ),
    signs=(CAUGHT, PILES, PATH),
    levels=LEVELS,
    chapters=(
        Chapter(N_("On the screen"), ON_SCREEN),
        Chapter(N_("What the cards show"), SIGNS),
        Chapter(N_("Places"), NOTES),
    ),
)
