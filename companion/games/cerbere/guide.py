"""What is told of Cerbère: the screen, the places of the boards, the signs, the keys. Our own words."""

from __future__ import annotations

from companion.engine.guide import READER, UNDO, Chapter, Guide, LevelWords, PanelKey, Told
from companion.engine.text import N_, Text
from companion.games.cerbere.names import Level, Place
from companion.games.cerbere.prompts.tree import END_TURN

PLACES = {
    Place.STILT: ("stilts", N_("Stilts")),
    Place.PROMONTORY: ("promontory", N_("Promontory")),
    Place.NACELLE: ("nacelle", N_("Gondolas")),
    Place.FUNICULAR_FOOT: ("funicular", N_("Funicular")),
    Place.BRIDGE: ("bridge", N_("Bridge")),
    Place.PORTAL: ("portal", N_("Portal")),
}
UNDONE = Told("undo", N_("Undo"), N_("Takes the last step back, as far as the game goes."))
PATH = Told("map", N_("The path"), N_("From the Gates to the boat; a red stretch is in his reach."), "CB-060")
PILES = Told("pile", N_("Piles"), N_("Pale: Survival. Red: Betrayal. So many cards are left."), "CB-013")
CAUGHT = Told(
    "seat_square",
    N_("Squares and rings"),
    N_("Caught on a dark square: you hunt. On a light ring: you are out."),
    "CB-076",
)
ON_SCREEN = (
    Told("die", N_("The die"), N_("Its place is Cerberus’s rage, its number how far he runs."), "CB-020"),
    Told("hunt", N_("Large number"), N_("Steps of the die to the paw. At 0 Cerberus runs as the turn ends."), "CB-054"),
    Told("pawn", N_("Pawns below it"), N_("Who was caught. The die starts again just behind them."), "CB-026"),
    CAUGHT,
    Told("check", N_("Action, Bonus"), N_("Ticked once the card of this turn was played."), "CB-041"),
    Told("seat_disc", N_("Players"), N_("A shape each, in order of play; below it the Bonus cards."), "CB-040"),
    Told("cerberus", N_("Three heads"), N_("Whoever has them plays for Cerberus."), "CB-095"),
    Told("boat", N_("Boats"), N_("Hidden, then one with its seats: those aboard are coloured."), "CB-110"),
    PILES,
    PATH,
    READER,
    UNDONE,
    Told("list", N_("Menu"), N_("What happened on the table and no card says; counts; the way out.")),
)
"""What stands on the playing screen."""

NOTES = (
    Told("gates", N_("Gates of Hell"), N_("All start here. Caught in this zone: 2 Betrayal to begin with."), "CB-092"),
    Told("cerberus", N_("Den"), N_("After a capture Cerberus goes back to the last one he passed."), "CB-073"),
    Told(
        "boat", N_("Boat"), N_("Hidden until a pawn sets foot on the last board. It leaves when it is full."), "CB-110"
    ),
    Told("stilts", PLACES[Place.STILT][1], N_("Room for one alone: whoever comes after stops before it."), "CB-163"),
    Told(
        "promontory", PLACES[Place.PROMONTORY][1], N_("Stop here to look at a boat, or to swap two unseen."), "CB-164"
    ),
    Told("nacelle", PLACES[Place.NACELLE][1], N_("A pawn on each: one step of a move may swap them."), "CB-165"),
    Told(
        "funicular",
        PLACES[Place.FUNICULAR_FOOT][1],
        N_("Whoever sets off at its foot may step straight to the top."),
        "CB-166",
    ),
    Told(
        "bridge",
        PLACES[Place.BRIDGE][1],
        N_("One step from end to end, for the first who dares; then it falls."),
        "CB-167",
    ),
    Told(
        "portal",
        PLACES[Place.PORTAL][1],
        N_("One step from portal to portal while somebody stands on the stele."),
        "CB-168",
    ),
    Told("stele", N_("Stele"), N_("Stand here and the portal opens, for the others."), "CB-169"),
)
"""The places of the boards."""

SIGNS = (
    Told(
        "hunt",
        N_("Rage"),
        N_("Steps of the die towards the chase. Once it is there, Cerberus runs as the turn ends."),
        "CB-023",
    ),
    Told(
        "die",
        N_("Speed"),
        N_("Spaces that Cerberus runs in the chase. One more after each that fails, 8 at most."),
        "CB-036",
    ),
    Told("pawn", N_("Pawns"), N_("Steps towards the boat, or back. Others are never your own pawn."), "CB-049"),
    Told("cerberus", N_("Cerberus"), N_("He stops where he meets somebody, and takes all who stand there."), "CB-061"),
    Told("draw", N_("Draw"), N_("Survival for those who flee, Betrayal for those who hunt."), "CB-044"),
    Told(
        "discard",
        N_("Discard"),
        N_("For a Bonus card others may help with theirs, for an Action card nobody may."),
        "CB-050",
    ),
    Told("hand", N_("Back in hand"), N_("All your Action cards, this one too."), "CB-046"),
    Told("boat", N_("Boats"), N_("Look at one alone, and say what you like; or swap two unseen."), "CB-112"),
)
"""What the rows of the cards are about."""


LEVELS = (
    LevelWords(Level.TRACKER, "die", N_("Rage and cards"), N_("you place the pawns")),
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
