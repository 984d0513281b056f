"""Infernal Wagon explained to new players: set-up, hints, the screen, cards, keys. Our own words."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.engine.guide import READER, UNDO, Chapter, Guide, GuideLine, Hints, LevelWords, PanelKey, SetupStep
from companion.engine.text import N_, Text, counted
from companion.games.infernal_wagon.names import Level, Module, Phase
from companion.games.infernal_wagon.prompts.tree import FITS, HOLD, MISSED, START
from companion.games.infernal_wagon.view import SetupView, WagonView

SHUFFLED_IN = (
    (Module.EASY, "joker", "{n} {iw.easy}"),
    (Module.SILENCE, "silence", "{iw.silence}"),
    (Module.UTURN, "uturn", "{iw.uturn}"),
)
"""Branches that are shuffled into what is left after the deal (IW-007)."""


def steps(setup: SetupView) -> Iterator[SetupStep]:
    """For the modules that are chosen. `setup.hand`: cards each."""
    yield SetupStep("wagon", Text(N_("The 3 {iw.start} in a row")), Text(N_("The wagon on the last one.")))
    yield SetupStep(
        "hand",
        counted("Deal {n} card each", "Deal {n} cards each", setup.hand),
        Text(N_("{iw.exit} and branches lie aside.")),
    )
    if Module.CURSE in setup.modules:
        yield SetupStep(
            "curse", Text(N_("Now 1 {iw.curse} each")), Text(N_("In secret. The others, back into the box."))
        )
    shuffled = [(icon, Text(name, {"n": setup.easy})) for module, icon, name in SHUFFLED_IN if module in setup.modules]
    if shuffled:
        cards = Text(", ", parts=tuple(name for _icon, name in shuffled))
        yield SetupStep(
            shuffled[0][0],
            Text(N_("Shuffle the branches in")),
            Text(N_("{cards}. Never before the deal."), {"cards": cards}),
        )
    yield SetupStep("gates", Text(N_("{iw.exit} below the pile")), Text(N_("Face down.")))


# -- hints: what may be done now, and what has just appeared -----------------------------------------------------------


ASKED: dict[str, GuideLine] = {
    "matched": GuideLine("rail", N_("Did it fit?"), N_("Say whether the new card fits. The clock runs on."), "IW-041"),
    "who": GuideLine(
        "hand",
        N_("Whose card?"),
        N_("Touch the player whose hand it came from: the counts follow."),
        "IW-044",
    ),
    "special": GuideLine(
        "warning", N_("Which special?"), N_("Say what the {iw.danger} card shows besides its rails."), "IW-080"
    ),
    "doubtful": GuideLine(
        "curse", N_("Is the {iw.curse} true?"), N_("Its two symbols must meet on the track, in that order."), "IW-122"
    ),
    "curses": GuideLine(
        "curse",
        N_("Are all {iw.curse:many} open?"),
        N_("The {iw.exit} saves nobody while one is still in a hand."),
        "IW-125",
    ),
    "ends": GuideLine("hand", N_("Is it over?"), N_("Without a card in any hand the game is lost."), "IW-071"),
}

READY = GuideLine(
    "play", N_("Deal, then start"), N_("Cards for each of you: {n}. Then “Start”: the clock runs."), "IW-006"
)
HELD = GuideLine("hold", N_("The clock stands"), N_("Resume when all are back. Counts can be put right."), "IW-066")
LAY = GuideLine("rail", N_("Lay a card"), N_("Anybody, at the free end, one card; then somebody else."), "IW-020")
LAY_TWO = GuideLine("rail", N_("Lay a card"), N_("Either of you, at the free end; twice running at most."), "IW-021")
FROM_OTHERS = GuideLine("uturn", N_("Play from others"), N_("Take the card out of somebody else’s hand."), "IW-112")
COUNT = GuideLine("plus", N_("Then touch “Card”"), N_("Without tags each laid card is counted by touch."), "IW-060")
DRAW = GuideLine("draw", N_("Then draw"), N_("One card from the pile, unless an effect says no."), "IW-053")
MISS = GuideLine("miss", N_("It did not fit?"), N_("Press “Missed”: the effect printed on that card counts."), "IW-041")
HIT = GuideLine("match", N_("It fits after all?"), N_("Press “It fits”: the effect is taken back."), "IW-040")
HUSH = GuideLine("silence", N_("Not a word"), N_("Mime what you want until the next {iw.silence} card."), "IW-102")
OPEN_CURSES = GuideLine(
    "curse", N_("Lay {iw.curse:many} open"), N_("As soon as the two symbols of yours meet on the track."), "IW-122"
)
EXIT = GuideLine("gates", N_("Lay the {iw.exit}"), N_("The pile is empty: one of you holds it."), "IW-055 IW-074")
TUNNEL = GuideLine(
    "tunnel", N_("Feed the {iw.tunnel}"), N_("The top card of the pile goes on the track at once."), "IW-081"
)


def _now(view: WagonView) -> Iterator[GuideLine]:
    if view.phase is Phase.READY:
        yield READY.filled(n=view.setup.hand)
        return
    if view.phase is Phase.HELD:
        yield HELD
        return
    if view.tunnel:
        yield TUNNEL
    if view.silence:
        yield HUSH
    if view.pile == 0:
        yield EXIT
    yield FROM_OTHERS if view.uturn else LAY_TWO if len(view.hands) == 2 else LAY
    if view.setup.level is Level.L0:
        yield COUNT
    if view.pile > 0:
        yield DRAW
    if view.curses_left:
        yield OPEN_CURSES


FIRSTS: dict[str, GuideLine] = {
    "started": GuideLine("play", N_("Off you go"), N_("Lay any first card at the free end, then draw one."), "IW-012"),
    "card_placed": GuideLine(
        "wagon", N_("The {iw.wagon} moved on"), N_("It always rides the newest card: never lose that one."), "IW-035"
    ),
    "mismatch": GuideLine(
        "miss", N_("That did not fit"), N_("The card stays, and its own effect applies at once."), "IW-041"
    ),
    "track_discarded": GuideLine(
        "discard", N_("The tail falls off"), N_("The oldest cards leave the track for good."), "IW-042"
    ),
    "draw_skipped": GuideLine(
        "nodraw", N_("One card less"), N_("No draw: that hand stays smaller to the end."), "IW-050"
    ),
    "explosion": GuideLine(
        "explosion", "{iw.explosion:first}", N_("Only the newest three cards stay on the track."), "IW-088"
    ),
    "tunnel_expected": GuideLine(
        "tunnel", "{iw.tunnel:first}", N_("The top card of the pile follows at once, fit or not."), "IW-081"
    ),
    "silence_on": GuideLine(
        "silence", "{iw.silence}", N_("Nobody talks until the next card like it. Miming is fine."), "IW-102"
    ),
    "uturn_on": GuideLine(
        "uturn", "{iw.uturn:first}", N_("You see all cards but yours: play from other hands."), "IW-112"
    ),
    "curse_cleared": GuideLine(
        "curse", "{iw.curse:first}", N_("It stays lifted, whatever happens to the track."), "IW-124"
    ),
    "limit_warning": GuideLine(
        "hand", N_("The same player again"), N_("Somebody else should have played. Undo, or let it count."), "IW-020"
    ),
    "player_out": GuideLine(
        "hand", N_("An empty hand"), N_("That player waits; the others find the {iw.exit}."), "IW-051"
    ),
    "pile_empty": GuideLine(
        "gates", N_("The pile is empty"), N_("Somebody holds the {iw.exit:first}: lay it and you are out."), "IW-055"
    ),
}
"""Tag of an event -> what has appeared with it."""
QUESTION = GuideLine(
    "warning",
    N_("The screen asks"),
    N_("Answer by touch. Where a bar runs down, its answer counts once it is empty."),
    "IW-041",
)

HINTS = Hints(_now, ASKED, FIRSTS, QUESTION, offered={"hit": HIT, "miss": MISS})


# -- the guide ---------------------------------------------------------------------------------------------------------


LAMPS = GuideLine("button", N_("Lamps"), N_("They say what the sound says: green fits, red does not."))
HELD_KEY = GuideLine("hold", N_("Hold"), N_("Stops the clock. The exploits of speed are then gone."), "IW-135")
UNDONE = GuideLine("undo", N_("Undo"), N_("Takes the last card back, step by step; never the clock."), "IW-065")
MISSED_KEY = GuideLine("miss", N_("Missed"), N_("Press it when a card did not fit: its effect counts."), "IW-041")
WARNED = GuideLine(
    "warning", N_("Red {iw.wagon}"), N_("Two cards behind it, or fewer: the next effect may be the end."), "IW-043"
)
ON_SCREEN = (
    GuideLine("play", N_("Clock"), N_("Seven minutes or as chosen. At 0:00 all is lost, even in mid-turn."), "IW-072"),
    GuideLine("pile", N_("Pile"), N_("Cards still to be drawn. The very last one is the {iw.exit}."), "IW-008"),
    GuideLine("seat_up", N_("Players"), N_("A shape each, with the number of cards in that hand."), "IW-061"),
    GuideLine("wagon", "{iw.wagon:first}", N_("It rides the newest card. If that one goes, all is lost."), "IW-070"),
    GuideLine("rail", "{iw.track:first}", N_("The cards on the table, the newest below the {iw.wagon}."), "IW-035"),
    GuideLine("discard", N_("Number behind"), N_("Cards behind the {iw.wagon}: so much can still fall off."), "IW-043"),
    WARNED,
    GuideLine("gates", N_("Arch"), N_("The symbol that the next card should begin with."), "IW-033"),
    GuideLine("match", N_("Line in the middle"), N_("What the last card did, and what comes next."), "IW-025"),
    GuideLine("curse", N_("Eyes"), N_("{iw.curse:many} not yet laid open. Touch an eye when one is."), "IW-124"),
    MISSED_KEY,
    UNDONE,
    HELD_KEY,
    GuideLine("list", N_("Counts"), N_("Put right what the screen and the table see differently."), "IW-066"),
    replace(READER, rules="IW-030"),
    LAMPS,
)
"""The parts of the playing screen."""

CARDS = (
    GuideLine(
        "rail",
        "{iw.rail:first}",
        N_("At the free end. It fits if it begins with the symbol that ends there."),
        "IW-033",
    ),
    GuideLine(
        "discard", N_("Remove cards"), N_("It did not fit: so many of the oldest cards leave the track."), "IW-042"
    ),
    GuideLine("nodraw", N_("No draw"), N_("It did not fit: no card is drawn, and that hand stays smaller."), "IW-044"),
    GuideLine("warning", "{iw.danger:first}", N_("What it shows happens at once, whether it fits or not."), "IW-080"),
    GuideLine("tunnel", "{iw.tunnel:first}", N_("The top card of the pile comes behind it at once."), "IW-081"),
    GuideLine("explosion", "{iw.explosion:first}", N_("Only the three newest cards stay on the track."), "IW-088"),
    GuideLine("swap", "{iw.intersection:first}", N_("The next card goes to any one of its free sides."), "IW-036"),
    GuideLine("joker", "{iw.joker:first}", N_("This symbol is as good as any other, on either side."), "IW-046"),
    GuideLine("draw", N_("Draw"), N_("One card after each that was laid, unless an effect says no."), "IW-053"),
    GuideLine("hand", N_("Empty hand"), N_("That player waits. All hands empty before the {iw.exit}: lost."), "IW-052"),
    GuideLine("skull", N_("Gone"), N_("What leaves the track never comes back in this game."), "IW-045"),
    GuideLine("gates", "{iw.exit:first}", N_("Lay it and you are out, all of you, whatever it touches."), "IW-074"),
)
"""What the cards do."""

BRANCHES = (
    GuideLine("joker", "{iw.easy:first}", N_("It fits everywhere, and anything fits behind it."), "IW-094"),
    GuideLine("plus", N_("How many {iw.easy}"), N_("As many as you lost games in a row, if you like."), "IW-095"),
    GuideLine("silence", "{iw.silence:first}", N_("Drawn: nobody talks any more. Hands and faces may."), "IW-102"),
    GuideLine(
        "sound", N_("Second {iw.silence}"), N_("Both go away, and you talk again. The third one hushes."), "IW-103"
    ),
    GuideLine(
        "uturn", "{iw.uturn:first}", N_("Drawn: hold your cards the other way round, play from others."), "IW-112"
    ),
    GuideLine("swap", N_("Second {iw.uturn}"), N_("Both go away: each of you sees the own hand again."), "IW-115"),
    GuideLine("pile", N_("Drawn instead"), N_("Whoever drew such a card draws another one for the hand."), "IW-101"),
    GuideLine("curse", "{iw.curse:first}", N_("Secret: lay it open when its two symbols meet on the track."), "IW-122"),
    GuideLine(
        "lock", N_("{iw.curse} and {iw.exit}"), N_("With one still in a hand the {iw.exit} saves nobody."), "IW-125"
    ),
)
"""The modules."""

LEVELS = (
    LevelWords(Level.L0, "pile", N_("Clock only"), N_("no tags")),
    LevelWords(Level.L1, "tag", N_("Kinds"), N_("you press “Missed”")),
    LevelWords(Level.L2, "joker", N_("All cards"), N_("it judges each fit")),
)
GUIDE = Guide(
    taps=(READER,),
    keys=(
        PanelKey("start", (START.label, HOLD.label), HELD_KEY),
        PanelKey("a", (FITS,)),
        PanelKey("b", (MISSED,), MISSED_KEY),
        PanelKey("undo", (UNDO,), UNDONE),
    ),
    signs=(LAMPS, WARNED),
    levels=LEVELS,
    chapters=(
        Chapter(N_("On the screen"), ON_SCREEN),
        Chapter(N_("What the cards do"), CARDS),
        Chapter("{iw.branches}", BRANCHES),
    ),
)
