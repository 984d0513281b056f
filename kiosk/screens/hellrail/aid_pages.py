"""What the player aid of HellRail tells: the screen, what a card is good for, the effects, the rails. Our own words."""

from __future__ import annotations

from companion.engine.text import N_
from companion.games.hellrail.effect_words import EFFECTS
from companion.games.hellrail.names import Effect
from kiosk.aid import NoteEntry, Section, Told, notes, screen_section
from kiosk.context import KioskContext
from kiosk.i18n import _

ON_SCREEN: tuple[Told, ...] = (
    ("engine", N_("Whose turn"), N_("Shape, name and where the engine stands: a circle, or rails."), "HR-031"),
    ("flame", N_("Large number"), N_("Brimstone that the thrown card must show for a drive."), "HR-028"),
    ("car", N_("Car"), N_("Its figure is the circle that it wants to go to. Green: it may."), "HR-024"),
    ("crown", N_("Crown"), N_("What the car is worth once it is delivered."), "HR-027"),
    ("plus", N_("Dashed box"), N_("Here the next car is coupled, at the tail of the train."), "HR-021"),
    ("sealed", N_("Sealed cars"), N_("How many somebody delivered. What they are stays secret."), "HR-026"),
    ("hand", N_("Hand"), N_("How many cards somebody holds."), "HR-016"),
    ("pile", N_("Pile"), N_("Cards to draw, and beside it the thrown ones."), "HR-074"),
    ("tag", N_("Next tap"), N_("What a card laid on the reader will do. Touch it to change it."), ""),
    ("tender", N_("Tender"), N_("It counts as one car more for each drive."), "HR-106"),
    ("cerberus_token", N_("Cerberus"), N_("He guards a circle: who leaves it pays."), "HR-098"),
    ("rings", N_("Circles on the map"), N_("Bright ones can be reached. The sign is the effect there."), "HR-038"),
    ("warning", N_("Checks"), N_("On a tie: who comes there turns a card and may lose cars."), "HR-093"),
    ("undo", N_("Undo"), N_("Takes the last step back, as far as the game goes."), ""),
    ("list", N_("Menu"), N_("All that is done more rarely; counts; the way out."), ""),
)
"""What stands on the playing screen."""

CARDS: tuple[Told, ...] = (
    ("draw", N_("Draw first"), N_("One card, with a Tender three. Then play as many as you like."), "HR-011"),
    ("rail", N_("As a rail"), N_("On an empty place beside rails or circles. It need not fit."), "HR-061"),
    ("rings", N_("Over a rail"), N_("If all old tracks stay, and nothing stands on it."), "HR-063"),
    ("car", N_("As a car"), N_("In the circle whose number it bears: coupled at the tail."), "HR-020"),
    ("move", N_("As fuel"), N_("Thrown: enough brimstone for the train, and its value is the steps."), "HR-028"),
    ("deliver", N_("Deliver"), N_("In the circle a car wants: face down under your engine, free."), "HR-024"),
    ("flame", N_("Fan the flames"), N_("At the end: one card out, as many in as its brimstone."), "HR-070"),
    ("boatman", N_("Boatman"), N_("With a card he carries you over as many empty places as it pays."), "HR-115"),
    ("crown", N_("The end"), N_("No card left to draw or to shuffle: the delivered cars count."), "HR-078"),
)
"""What a card of the hand is good for."""

RAILS: tuple[Told, ...] = (
    ("move", N_("A step"), N_("From tie to tie, forward only. At a branch you choose."), "HR-034"),
    ("rings", N_("Into a circle"), N_("It costs a step, and the drive ends there."), "HR-038"),
    ("uturn", N_("Out of a circle"), N_("In any direction that has a track."), "HR-035"),
    ("ram", N_("Ram"), N_("Nobody overtakes: you push the other train before you."), "HR-044"),
    ("gates", N_("Pushed into a circle"), N_("Safe there, but without its effect."), "HR-048"),
    ("derail", N_("Derailed"), N_("Where the rails end: hand and cars are lost, back to the Gates."), "HR-054"),
    ("soulcatcher", N_("Soul Catcher"), N_("A train you ram may lose its last car."), "HR-112"),
    ("heresy", N_("Heresy"), N_("It stops an effect of others, or turns it on somebody else."), "HR-086"),
)
"""What happens on the rails."""

EFFECT_RULES = {
    Effect.ABYSS: "HR-088",
    Effect.BOATMEN: "HR-089",
    Effect.TENDERS: "HR-090",
    Effect.CHAOS: "HR-091",
    Effect.DELINQUENCY: "HR-092",
    Effect.FALSE_PATH: "HR-094",
    Effect.GERYON: "HR-095",
    Effect.GLUTTONY: "HR-096",
    Effect.GUARD_DUTY: "HR-097",
    Effect.HERESY: "HR-099",
    Effect.INFERNAL: "HR-100",
    Effect.LUST: "HR-102",
    Effect.SHIFT: "HR-103",
    Effect.SOUL_CATCHER: "HR-104",
    Effect.THIEVERY: "HR-105",
}
"""Effect -> its rule."""


def sections(_context: KioskContext) -> tuple[Section, ...]:
    """All of the aid but what may be done now, in the language of the moment."""
    effects = tuple(
        NoteEntry(words.icon, _(words.name), _(words.text), (EFFECT_RULES[effect],))
        for effect, words in EFFECTS.items()
    )
    return (
        screen_section(ON_SCREEN),
        Section("cards", "hand", _("Cards"), _("What a card is good for"), notes(CARDS)),
        Section("rails", "rail", _("Rails"), _("On the rails"), notes(RAILS)),
        Section("effects", "rings", _("Effects"), _("The circle effects"), effects),
    )
