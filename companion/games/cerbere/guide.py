"""Cerbère explained to new players: set-up, hints, the screen, places, signs, keys. Our own words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.engine.guide import READER, UNDO, Chapter, Guide, GuideLine, Hints, LevelWords, PanelKey, SetupStep
from companion.engine.printed_names import at_first
from companion.engine.text import N_, Text
from companion.games.cerbere.names import PAWNS, Level, Side, SpecialPlace
from companion.games.cerbere.prompts.tree import END_TURN
from companion.games.cerbere.view import CerbereView


def steps(players: int, minimum: int, boards: Sequence[str]) -> Iterator[SetupStep]:
    """For so many players and a die that begins on `minimum`. `boards`: the two in the middle, from the start."""
    row = Text(N_("{cb.start_board:short}, {boards}, {cb.end_board:short}"), {"boards": ", ".join(boards)})
    yield SetupStep("map", Text(N_("The boards in a row")), row)
    yield SetupStep("cerberus", Text(N_("{cb.cerberus} in his den")), Text(N_("All pawns at the {cb.gates:short}.")))
    yield SetupStep("boat", Text(N_("3 {cb.boat:many}, face down")), Text(N_("Shuffled. Nobody looks at them.")))
    yield SetupStep(
        "hand",
        Text(N_("4 {cb.action} cards each")),
        Text(N_("{cb.adventurer} side. Nobody has {cb.survival} cards.")),
    )
    left = N_("It shows {m}. Unused pawns to its left.") if players < PAWNS else N_("It shows {m}.")
    yield SetupStep("die", Text(N_("The die on space {n}"), {"n": players}), Text(left, {"m": minimum}))
    yield SetupStep("pile", Text(N_("Two shuffled piles")), Text(N_("{cb.survival} and {cb.betrayal}.")))


# -- hints: what may be done now, and what has just appeared -----------------------------------------------------------


ASKED: dict[str, GuideLine] = {
    "option": GuideLine(
        "swap", N_("Upper or lower half"), N_("A card does one of its two halves. Its cost comes first."), "CB-041"
    ),
    "pay": GuideLine("discard", N_("Who pays?"), N_("A cost must be paid whole, or the half is closed."), "CB-045"),
    "target": GuideLine("pawn", N_("Who is meant?"), N_("Others are never your own pawn."), "CB-049"),
    "list": GuideLine("swap", N_("One of two"), N_("Whoever is shown chooses what happens."), "CB-047"),
    "seats": GuideLine(
        "boat", N_("Count the seats"), N_("Tell how many the {cb.boat} in the open has: 1, 2 or 3."), "CB-110"
    ),
    **dict.fromkeys(
        ("boats", "boat", "swap"),
        GuideLine(
            "boat",
            N_("Look or swap"),
            N_("See one {cb.boat} alone, and say what you like; or swap two unseen."),
            "CB-112",
        ),
    ),
    "way": GuideLine(
        "bridge",
        N_("Which way?"),
        N_("{cb.bridge:short}, {cb.portal:short} and {cb.funicular} are one step each."),
        "CB-150",
    ),
    "nacelle": GuideLine("nacelle", N_("Swap in the {cb.nacelle}?"), N_("It costs one step of this move."), "CB-165"),
    "caught": GuideLine(
        "hunt", N_("Was anybody caught?"), N_("All on his space are caught, also who goes back onto it."), "CB-061"
    ),
    "zone": GuideLine(
        "map",
        N_("Caught where?"),
        N_("On the {cb.start_board} a capture gives {cb.betrayal} cards; on the {cb.end_board} it ends your game."),
        "CB-078",
    ),
    "capture_order": GuideLine(
        "hunt", N_("Who comes first?"), N_("Dark spaces make {cb.cerberus_player:many}, light ones put out."), "CB-072"
    ),
}

CHASE = GuideLine(
    "cerberus", N_("{cb.cerberus} runs now"), N_("Spaces: {n}. He stops at the first he meets."), "CB-060"
)
ACTION = GuideLine("hand", N_("Play an {cb.action} card"), N_("{name}: exactly one, and one of its halves."), "CB-041")
BONUS_RUN = GuideLine("draw", "{cb.survival:first}", N_("If you like, before or after the {cb.action} card."), "CB-042")
BONUS_HUNT = GuideLine(
    "skull", "{cb.betrayal:first}", N_("If you like, before or after the {cb.action} card."), "CB-042"
)
END = GuideLine("next", N_("End of turn"), N_("With the die on the {cb.hunt_space}, {cb.cerberus} runs now."), "CB-054")
DO = N_("Do what it says")
RESOLVE = GuideLine("check", DO, N_("Move the pawns, take the cards, then touch “It is done”."), "CB-048")
RESOLVE_BOARD = GuideLine("check", DO, N_("Move the pawns as on the screen, take the cards."), "CB-048")
ABOARD = GuideLine("boat", N_("In the {cb.boat}"), N_("{name} plays on, but cannot advance any more."), "CB-116")
ARMED = GuideLine("hunt", "{cb.hunt:first}", N_("Pull the die back in this turn, or {cb.cerberus} runs."), "CB-023")


def _now(view: CerbereView) -> Iterator[GuideLine]:
    turn = view.turn
    if turn.chasing:
        yield CHASE.filled(n=view.rage.run)
        return
    active = next((seat for seat in view.seats if seat.name == turn.player), None)
    if view.play is not None:
        yield RESOLVE if view.level is Level.TRACKER else RESOLVE_BOARD
    elif not turn.action_done:
        yield ACTION.filled(name=turn.player)
    if view.rage.steps == 0:
        yield ARMED
    if view.play is None and active is not None and not turn.bonus_done and (active.survival or active.betrayal):
        yield BONUS_HUNT if active.side is Side.CERBERUS else BONUS_RUN
    if active is not None and active.aboard:
        yield ABOARD.filled(name=turn.player)


FIRSTS: dict[str, GuideLine] = {
    "turn_started": GuideLine(
        "hand",
        N_("A turn"),
        N_("One {cb.action} card, one {cb.survival} or {cb.betrayal} if you like, then the end."),
        "CB-041",
    ),
    "card_played": GuideLine(
        "hand", N_("The card stays out"), N_("It lies open until a card gives all {cb.action} cards back."), "CB-046"
    ),
    "cards_drawn": GuideLine(
        "draw",
        N_("{cb.survival}/{cb.betrayal}"),
        N_("Keep them secret. One may be played in each turn of yours."),
        "CB-042",
    ),
    "rage_moved": GuideLine(
        "die",
        "{cb.rage:first}",
        N_("When the die is on the {cb.hunt_space}, {cb.cerberus} runs as the turn ends."),
        "CB-023",
    ),
    "speed_changed": GuideLine(
        "die", "{cb.speed:first}", N_("The higher its number, the further {cb.cerberus} runs."), "CB-060"
    ),
    "hunt_armed": ARMED,
    "hunt_started": GuideLine(
        "cerberus", "{cb.hunt:first}", N_("{cb.cerberus} runs, and stops at the first he meets."), "CB-061"
    ),
    "hunt_missed": GuideLine(
        "die", N_("Nobody caught"), N_("The die shows one more, 8 at most: {cb.cerberus} runs further."), "CB-036"
    ),
    "captured": GuideLine(
        "skull",
        N_("Caught"),
        N_("Dark space: {cb.cerberus_player} from now on. Light space: out of the game."),
        "CB-076",
    ),
    "boat_revealed": GuideLine(
        "boat", N_("The {cb.boat:first}"), N_("So many seats it has, and no more. It leaves when it is full."), "CB-110"
    ),
    "seated": GuideLine("boat1", N_("On board"), N_("Safe, unless a card moves you back out."), "CB-117"),
    "boat_peeked": GuideLine(
        "eye", N_("A look at a {cb.boat}"), N_("Only one of you sees it, and need not tell the truth."), "CB-112"
    ),
    "bridge_gone": GuideLine("bridge", "{cb.bridge:first}", N_("It carries one crossing only."), "CB-167"),
    "symbol_fired": GuideLine(
        "flame", N_("A printed symbol"), N_("It works for the pawn that stops there, not passing."), "CB-160"
    ),
}
"""Tag of an event -> what has appeared with it."""
QUESTION = GuideLine("warning", N_("The screen asks"), N_("It only asks what it cannot see."), "CB-049")

HINTS = Hints(_now, ASKED, FIRSTS, QUESTION, offered={"end": END})


# -- the guide ---------------------------------------------------------------------------------------------------------


PLACES = {
    SpecialPlace.STILT: ("stilts", "{cb.stilts}"),
    SpecialPlace.PROMONTORY: ("promontory", "{cb.promontory}"),
    SpecialPlace.NACELLE: ("nacelle", "{cb.nacelle}"),
    SpecialPlace.FUNICULAR_FOOT: ("funicular", "{cb.funicular}"),
    SpecialPlace.BRIDGE: ("bridge", "{cb.bridge:short}"),
    SpecialPlace.PORTAL: ("portal", "{cb.portal:short}"),
}
UNDONE = GuideLine("undo", N_("Undo"), N_("Takes the last step back, as far as the game goes."))
PATH = GuideLine(
    "map", N_("The path"), N_("From the {cb.gates:short} to the {cb.boat}; a red stretch is in his reach."), "CB-060"
)
PILES = GuideLine("pile", N_("Piles"), N_("Pale: {cb.survival}. Red: {cb.betrayal}. So many cards are left."), "CB-013")
CAUGHT = GuideLine(
    "seat_square",
    N_("Squares and rings"),
    N_("Caught on a dark square: {cb.cerberus_player}. On a light ring: you are out."),
    "CB-076",
)
ON_SCREEN = (
    GuideLine(
        "die", N_("The die"), N_("Its place is the {cb.rage} of {cb.cerberus}, its number how far he runs."), "CB-020"
    ),
    GuideLine(
        "hunt",
        N_("Large number"),
        N_("Steps of the die to the {cb.hunt_space}. At 0 {cb.cerberus} runs as the turn ends."),
        "CB-054",
    ),
    GuideLine(
        "pawn",
        N_("Pawns to its left"),
        N_("Those that were caught, or that nobody plays. The die starts again next to them."),
        "CB-026",
    ),
    CAUGHT,
    GuideLine(
        "check",
        N_("{cb.action}, {cb.survival}/{cb.betrayal}"),
        N_("Ticked once the card of this turn was played."),
        "CB-041",
    ),
    GuideLine(
        "seat_disc",
        N_("Players"),
        N_("A shape each, in order of play; below it the {cb.survival} or {cb.betrayal} cards."),
        "CB-040",
    ),
    GuideLine("cerberus", N_("Three heads"), N_("Whoever has them plays for {cb.cerberus}."), "CB-095"),
    GuideLine("boat", "{cb.boat:first}", N_("Hidden, then one with its seats: those aboard are coloured."), "CB-110"),
    PILES,
    PATH,
    READER,
    UNDONE,
    GuideLine("list", N_("Menu"), N_("What happened on the table and no card says; counts; the way out.")),
)
"""The parts of the playing screen."""

NOTES = (
    GuideLine(
        "gates",
        "{cb.gates:first}",
        N_("All start here. A capture in this zone: 2 {cb.betrayal} to begin with."),
        "CB-092",
    ),
    GuideLine(
        "cerberus",
        "{cb.mark:first}",
        N_("After a capture {cb.cerberus} goes back to the last one behind him."),
        "CB-073",
    ),
    GuideLine(
        "boat",
        "{cb.boat:first}",
        N_("Hidden until a pawn sets foot on the {cb.end_board}. It leaves when it is full."),
        "CB-110",
    ),
    GuideLine(
        "stilts",
        at_first(PLACES[SpecialPlace.STILT][1]),
        N_("Room for one alone: whoever comes after stops before it."),
        "CB-163",
    ),
    GuideLine(
        "promontory",
        at_first(PLACES[SpecialPlace.PROMONTORY][1]),
        N_("Stop here to look at a {cb.boat}, or to swap two unseen."),
        "CB-164",
    ),
    GuideLine(
        "nacelle",
        at_first(PLACES[SpecialPlace.NACELLE][1]),
        N_("A pawn on each: one step of a move may swap them."),
        "CB-165",
    ),
    GuideLine(
        "funicular",
        at_first(PLACES[SpecialPlace.FUNICULAR_FOOT][1]),
        N_("Whoever sets off at its foot may step straight to the top."),
        "CB-166",
    ),
    GuideLine(
        "bridge",
        at_first(PLACES[SpecialPlace.BRIDGE][1]),
        N_("One step from end to end, for the first who dares; then it falls."),
        "CB-167",
    ),
    GuideLine(
        "portal",
        at_first(PLACES[SpecialPlace.PORTAL][1]),
        N_("One step from {cb.portal:short} to {cb.portal:short} while somebody stands on the {cb.stele}."),
        "CB-168",
    ),
    GuideLine("stele", "{cb.stele:first}", N_("Stand here and the {cb.portal:short} opens, for the others."), "CB-169"),
)
"""The places of the boards."""

SIGNS = (
    GuideLine(
        "hunt",
        "{cb.rage:first}",
        N_("Steps of the die towards the {cb.hunt}. Once it is there, {cb.cerberus} runs as the turn ends."),
        "CB-023",
    ),
    GuideLine(
        "die",
        "{cb.speed:first}",
        N_("The higher its number, the further {cb.cerberus} runs. It rises after each {cb.hunt} that fails, to 8."),
        "CB-036",
    ),
    GuideLine(
        "pawn", N_("Pawns"), N_("Steps towards the {cb.boat}, or back. Others are never your own pawn."), "CB-049"
    ),
    GuideLine(
        "cerberus",
        "{cb.cerberus:first}",
        N_("He stops where he meets somebody, and takes all who stand there."),
        "CB-061",
    ),
    GuideLine(
        "draw",
        N_("Draw"),
        N_("{cb.survival} for {cb.adventurer:many}, {cb.betrayal} for {cb.cerberus_player:many}."),
        "CB-044",
    ),
    GuideLine(
        "discard",
        N_("Discard"),
        N_("For a {cb.survival} or {cb.betrayal} card others may help, for an {cb.action} card nobody may."),
        "CB-050",
    ),
    GuideLine("hand", N_("Back in hand"), N_("All your {cb.action} cards, this one too."), "CB-046"),
    GuideLine("boat", "{cb.boat:first}", N_("Look at one alone, and say what you like; or swap two unseen."), "CB-112"),
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
