"""The fifteen circle effects in our own words: an icon, a name, what it does in one breath."""

from __future__ import annotations

from typing import NamedTuple

from companion.engine.text import N_
from companion.games.hellrail.names import Effect, Token


class EffectWords(NamedTuple):
    """Name and text are msgids."""

    icon: str
    name: str
    text: str


EFFECTS: dict[Effect, EffectWords] = {
    Effect.ABYSS: EffectWords(
        "tunnel", N_("Abyss"), N_("Throw a card: a free rail card of the same brimstone leaves the table.")
    ),
    Effect.BOATMEN: EffectWords("boatman", N_("Boatmen"), N_("Take a Boatman: later he carries you over a gap.")),
    Effect.TENDERS: EffectWords(
        "tender", N_("Brimstone Tenders"), N_("Take a Tender: you draw 3, each move costs 1 more, no fanning.")
    ),
    Effect.CHAOS: EffectWords(
        "explosion", N_("Chaos Reigns"), N_("All tokens are mixed and dealt to the circles anew.")
    ),
    Effect.DELINQUENCY: EffectWords(
        "warning", N_("Delinquency"), N_("Lay a check on a free tie: who comes there may lose cars.")
    ),
    Effect.FALSE_PATH: EffectWords(
        "uturn",
        N_("False Path"),
        N_("Throw a card: turn a free rail card of the same brimstone. As often as you like."),
    ),
    Effect.GERYON: EffectWords(
        "sealed", N_("Geryon"), N_("Name a car of yours, turn a card: same brimstone delivers it, else it is lost.")
    ),
    Effect.GLUTTONY: EffectWords(
        "hand",
        N_("Gluttony"),
        N_(
            "Take cards, unseen, until you hold more than each other. Then your whole hand has to be played or "
            "discarded this turn, and you do not fan."
        ),
    ),
    Effect.GUARD_DUTY: EffectWords(
        "cerberus_token", N_("Guard Duty"), N_("Send Cerberus to a circle: leaving it costs a toll.")
    ),
    Effect.HERESY: EffectWords(
        "heresy", N_("Heresy"), N_("Take a Heresy: later it stops or turns aside an effect of somebody else.")
    ),
    Effect.INFERNAL: EffectWords(
        "flame", N_("Infernal Power"), N_("Draw a spare token: it is yours to use at a later circle.")
    ),
    Effect.LUST: EffectWords(
        "eye",
        N_("Lust"),
        N_(
            "Name a player, turn a card: that hand is shown to you, its cards of the same brimstone are yours. "
            "Has it none, you show yours and give all of that brimstone."
        ),
    ),
    Effect.SHIFT: EffectWords("swap", N_("Shift Change"), N_("Swap this token with any other one.")),
    Effect.SOUL_CATCHER: EffectWords(
        "soulcatcher", N_("Soul Catcher"), N_("Take one: ramming a train may cost it its last car.")
    ),
    Effect.THIEVERY: EffectWords(
        "car",
        N_("Thievery"),
        N_(
            "Name somebody’s car, turn a card: same brimstone makes it yours. If not, you give that player a car of "
            "yours that has the brimstone of the card, if you have one."
        ),
    ),
}
"""Effect -> how it is shown."""

FACE_DOWN = EffectWords("lock", N_("Face down"), N_("Nobody knows what lies there."))

TOKENS: dict[Token, tuple[str, str]] = {
    Token.BOATMAN: ("boatman", N_("Boatman")),
    Token.TENDER: ("tender", N_("Tender")),
    Token.SOUL_CATCHER: ("soulcatcher", N_("Soul Catcher")),
    Token.HERESY_CANCEL: ("heresy", N_("Heresy: stop")),
    Token.HERESY_REDIRECT: ("heresy", N_("Heresy: turn aside")),
}
"""Special token -> icon and name."""
