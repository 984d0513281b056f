"""What the player aid of Infernal Wagon tells: the screen, the cards, the branch lines, the exploits. Our own words."""

from __future__ import annotations

from companion.engine.text import N_
from companion.games.infernal_wagon.words import EXPLOIT_WORDS
from kiosk.aid import NoteEntry, Section, Told, notes, screen_section
from kiosk.context import KioskContext
from kiosk.i18n import _

ON_SCREEN: tuple[Told, ...] = (
    ("play", N_("Clock"), N_("Seven minutes. At 0:00 all is lost, even in the middle of a turn."), "IW-072"),
    ("pile", N_("Pile"), N_("Cards still to be drawn. The very last one is the Exit."), "IW-008"),
    ("seat_up", N_("Players"), N_("A shape each, with the number of cards in that hand."), "IW-061"),
    ("wagon", N_("Wagon"), N_("It rides the newest card. If that one goes, all is lost."), "IW-070"),
    ("rail", N_("Track"), N_("The cards on the table, the newest below the wagon."), "IW-035"),
    ("discard", N_("Number behind"), N_("Cards behind the wagon: so much can still fall off."), "IW-043"),
    ("warning", N_("Red wagon"), N_("Two cards behind it, or fewer: the next penalty may be the end."), "IW-043"),
    ("gates", N_("Arch"), N_("The symbol that the next card should begin with."), "IW-033"),
    ("match", N_("Line in the middle"), N_("What the last card did, and what comes next."), "IW-025"),
    ("curse", N_("Eyes"), N_("Curses not yet laid open. Touch an eye when one is."), "IW-124"),
    ("miss", N_("Missed"), N_("Press it when a card did not fit: its penalty counts."), "IW-041"),
    ("undo", N_("Undo"), N_("Takes the last card back, step by step; never the clock."), "IW-065"),
    ("hold", N_("Hold"), N_("Stops the clock. The exploits of speed are then gone."), "IW-135"),
    ("list", N_("Counts"), N_("Put right what the screen and the table see differently."), "IW-066"),
    ("tag", N_("Reader"), N_("Lay a card with a tag on it, and the screen knows it."), "IW-030"),
    ("button", N_("Lamps"), N_("They say what the sound says: green fits, red does not."), ""),
)
"""What stands on the playing screen."""

CARDS: tuple[Told, ...] = (
    ("rail", N_("Rail"), N_("At the free end. It fits if it begins with the symbol that ends there."), "IW-033"),
    ("discard", N_("Remove cards"), N_("It did not fit: so many of the oldest cards leave the track."), "IW-042"),
    ("nodraw", N_("No draw"), N_("It did not fit: no card is drawn, and that hand stays smaller."), "IW-044"),
    ("warning", N_("Danger"), N_("What it shows happens at once, whether it fits or not."), "IW-080"),
    ("tunnel", N_("Tunnel"), N_("The top card of the pile comes behind it at once."), "IW-081"),
    ("explosion", N_("Explosion"), N_("Only the three newest cards stay on the track."), "IW-088"),
    ("swap", N_("Intersection"), N_("The next card goes to any one of its free sides."), "IW-036"),
    ("joker", N_("Joker"), N_("This symbol is as good as any other, on either side."), "IW-046"),
    ("draw", N_("Draw"), N_("One card after each that was laid, unless a penalty says no."), "IW-053"),
    ("hand", N_("Empty hand"), N_("That player waits. All hands empty before the Exit: lost."), "IW-052"),
    ("skull", N_("Gone"), N_("What leaves the track never comes back in this game."), "IW-045"),
    ("gates", N_("Exit"), N_("Lay it and you are out, all of you, whatever it touches."), "IW-074"),
)
"""What the cards do."""

BRANCHES: tuple[Told, ...] = (
    ("joker", N_("Easy"), N_("It fits everywhere, and anything fits behind it."), "IW-094"),
    ("plus", N_("How many Easy"), N_("As many as you lost games in a row, if you like."), "IW-095"),
    ("silence", N_("Silence"), N_("Drawn: nobody talks any more. Hands and faces may."), "IW-102"),
    ("sound", N_("Second Silence"), N_("Both go away, and you talk again. The third one hushes."), "IW-103"),
    ("uturn", N_("U-turn"), N_("Drawn: hold your cards the other way round, play from others."), "IW-112"),
    ("swap", N_("Second U-turn"), N_("Both go away: each of you sees the own hand again."), "IW-115"),
    ("pile", N_("Drawn instead"), N_("Whoever drew such a card draws another one for the hand."), "IW-101"),
    ("curse", N_("Curse"), N_("Secret: lay it open when its two symbols meet on the track."), "IW-122"),
    ("lock", N_("Curse and Exit"), N_("With one still in a hand the Exit saves nobody."), "IW-125"),
)
"""The modules."""

EXPLOIT_RULES = {
    "welcome": "IW-131",
    "a_toi_a_moi": "IW-132",
    "oceans_5": "IW-133",
    "six_coups": "IW-135",
    "five_minutes": "IW-136",
    "ghost_rider": "IW-137",
    "le_bon": "IW-138",
    "dead_man": "IW-139",
    "impitoyable": "IW-140",
    "seven_in_hell": "IW-141",
    "seven_mercenaries": "IW-142",
}
"""Exploit -> the rule that says when it is won."""


def sections(_context: KioskContext) -> tuple[Section, ...]:
    """All of the aid but what may be done now, in the language of the moment."""
    exploits = tuple(
        NoteEntry("crown", _(name), _(text), (EXPLOIT_RULES[id],)) for id, (name, text) in EXPLOIT_WORDS.items()
    )
    return (
        screen_section(ON_SCREEN),
        Section("cards", "rail", _("Cards"), _("What the cards do"), notes(CARDS)),
        Section("branches", "uturn", _("Branches"), _("The branch lines"), notes(BRANCHES)),
        Section("exploits", "crown", _("Exploits"), _("One exploit a game"), exploits),
    )
