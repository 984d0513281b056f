"""What is told of Infernal Wagon: the screen, the cards, the branch lines, the keys. Our own words."""

from __future__ import annotations

from companion.engine.guide import READER, UNDO, Chapter, Guide, LevelWords, PanelKey, Told
from companion.engine.text import N_
from companion.games.infernal_wagon.names import Level
from companion.games.infernal_wagon.prompts.tree import FITS, HOLD, MISSED, START

LAMPS = Told("button", N_("Lamps"), N_("They say what the sound says: green fits, red does not."))
HELD_KEY = Told("hold", N_("Hold"), N_("Stops the clock. The exploits of speed are then gone."), "IW-135")
UNDONE = Told("undo", N_("Undo"), N_("Takes the last card back, step by step; never the clock."), "IW-065")
MISSED_KEY = Told("miss", N_("Missed"), N_("Press it when a card did not fit: its effect counts."), "IW-041")
WARNED = Told(
    "warning", N_("Red {iw.wagon}"), N_("Two cards behind it, or fewer: the next effect may be the end."), "IW-043"
)
ON_SCREEN = (
    Told(
        "play",
        N_("Clock"),
        N_("Seven minutes or as chosen. At 0:00 all is lost, even in mid-turn."),
        "IW-072",
    ),
    Told("pile", N_("Pile"), N_("Cards still to be drawn. The very last one is the {iw.exit}."), "IW-008"),
    Told("seat_up", N_("Players"), N_("A shape each, with the number of cards in that hand."), "IW-061"),
    Told("wagon", "{iw.wagon:first}", N_("It rides the newest card. If that one goes, all is lost."), "IW-070"),
    Told("rail", "{iw.track:first}", N_("The cards on the table, the newest below the {iw.wagon}."), "IW-035"),
    Told("discard", N_("Number behind"), N_("Cards behind the {iw.wagon}: so much can still fall off."), "IW-043"),
    WARNED,
    Told("gates", N_("Arch"), N_("The symbol that the next card should begin with."), "IW-033"),
    Told("match", N_("Line in the middle"), N_("What the last card did, and what comes next."), "IW-025"),
    Told("curse", N_("Eyes"), N_("{iw.curse:many} not yet laid open. Touch an eye when one is."), "IW-124"),
    MISSED_KEY,
    UNDONE,
    HELD_KEY,
    Told("list", N_("Counts"), N_("Put right what the screen and the table see differently."), "IW-066"),
    READER._replace(rule="IW-030"),
    LAMPS,
)
"""What stands on the playing screen."""

CARDS = (
    Told(
        "rail",
        "{iw.rail:first}",
        N_("At the free end. It fits if it begins with the symbol that ends there."),
        "IW-033",
    ),
    Told("discard", N_("Remove cards"), N_("It did not fit: so many of the oldest cards leave the track."), "IW-042"),
    Told("nodraw", N_("No draw"), N_("It did not fit: no card is drawn, and that hand stays smaller."), "IW-044"),
    Told("warning", "{iw.danger:first}", N_("What it shows happens at once, whether it fits or not."), "IW-080"),
    Told("tunnel", "{iw.tunnel:first}", N_("The top card of the pile comes behind it at once."), "IW-081"),
    Told("explosion", "{iw.explosion:first}", N_("Only the three newest cards stay on the track."), "IW-088"),
    Told("swap", "{iw.intersection:first}", N_("The next card goes to any one of its free sides."), "IW-036"),
    Told("joker", "{iw.joker:first}", N_("This symbol is as good as any other, on either side."), "IW-046"),
    Told("draw", N_("Draw"), N_("One card after each that was laid, unless an effect says no."), "IW-053"),
    Told("hand", N_("Empty hand"), N_("That player waits. All hands empty before the {iw.exit}: lost."), "IW-052"),
    Told("skull", N_("Gone"), N_("What leaves the track never comes back in this game."), "IW-045"),
    Told("gates", "{iw.exit:first}", N_("Lay it and you are out, all of you, whatever it touches."), "IW-074"),
)
"""What the cards do."""

BRANCHES = (
    Told("joker", "{iw.easy:first}", N_("It fits everywhere, and anything fits behind it."), "IW-094"),
    Told("plus", N_("How many {iw.easy}"), N_("As many as you lost games in a row, if you like."), "IW-095"),
    Told("silence", "{iw.silence:first}", N_("Drawn: nobody talks any more. Hands and faces may."), "IW-102"),
    Told("sound", N_("Second {iw.silence}"), N_("Both go away, and you talk again. The third one hushes."), "IW-103"),
    Told("uturn", "{iw.uturn:first}", N_("Drawn: hold your cards the other way round, play from others."), "IW-112"),
    Told("swap", N_("Second {iw.uturn}"), N_("Both go away: each of you sees the own hand again."), "IW-115"),
    Told("pile", N_("Drawn instead"), N_("Whoever drew such a card draws another one for the hand."), "IW-101"),
    Told("curse", "{iw.curse:first}", N_("Secret: lay it open when its two symbols meet on the track."), "IW-122"),
    Told("lock", N_("{iw.curse} and {iw.exit}"), N_("With one still in a hand the {iw.exit} saves nobody."), "IW-125"),
)
"""The modules."""

LEVELS = (
    LevelWords(Level.L0, "pile", N_("Clock only"), N_("no tags")),
    LevelWords(Level.L1, "tag", N_("Kinds"), N_("you press Missed")),
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
