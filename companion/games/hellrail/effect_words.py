"""Effects and tokens in words and signs: an icon, the printed name, what an effect does in our own words."""

from __future__ import annotations

from typing import NamedTuple

from companion.engine.printed_names import at_first
from companion.engine.text import N_
from companion.engine.virtual import PieceMark
from companion.games.hellrail.names import Effect, Token
from companion.games.hellrail.view import SeatView


class EffectWords(NamedTuple):
    """All but icon and rule are msgids. `price`: what it may cost the user, where the text does not say so; `use`: what
    is on the key of a circle's token."""

    icon: str
    name: str
    text: str
    rule: str = ""
    price: str = ""
    use: str = N_("Use it")

    @property
    def first(self) -> str:
        """Return the name with that of the other language, for a reader who sees it for the first time."""
        return at_first(self.name)


TAKE = N_("Take it")

EFFECTS: dict[Effect, EffectWords] = {
    Effect.ABYSS: EffectWords(
        "tunnel",
        "{hr.abyss}",
        N_("Discard a card: you may take an unoccupied rail card of the same brimstone off the table."),
        "HR-088",
    ),
    Effect.BOATMEN: EffectWords(
        "boatman", "{hr.boatmen}", N_("Take a {hr.boatman}: later it carries you over a gap."), "HR-089", use=TAKE
    ),
    Effect.TENDERS: EffectWords(
        "tender",
        "{hr.brimstone_tenders}",
        N_("Take a {hr.tender:short}: you draw 3, each move needs 1 brimstone more, no fanning."),
        "HR-090",
        use=TAKE,
    ),
    Effect.CHAOS: EffectWords(
        "explosion",
        "{hr.chaos_reigns}",
        N_("All effect tokens, held ones too, are mixed and dealt to the circles anew."),
        "HR-091",
    ),
    Effect.DELINQUENCY: EffectWords(
        "warning",
        "{hr.delinquency}",
        N_("Lay a {hr.check} on an unoccupied tie: who comes there may lose cars."),
        "HR-092",
    ),
    Effect.FALSE_PATH: EffectWords(
        "uturn",
        "{hr.false_path}",
        N_("Discard a card: turn an unoccupied rail card of the same brimstone. As often as you like."),
        "HR-094",
    ),
    Effect.GERYON: EffectWords(
        "sealed",
        "{hr.geryon}",
        N_("Name a car of yours, turn a card: same brimstone delivers it, else it is lost."),
        "HR-095",
    ),
    Effect.GLUTTONY: EffectWords(
        "hand",
        "{hr.gluttony}",
        N_("Take cards from others until you hold the most."),
        "HR-096",
        N_("then the whole hand must go, no fanning"),
    ),
    Effect.GUARD_DUTY: EffectWords(
        "cerberus_token", "{hr.guard_duty}", N_("Send {hr.cerberus} to a circle: leaving it costs a toll."), "HR-097"
    ),
    Effect.HERESY: EffectWords(
        "heresy",
        "{hr.heresy}",
        N_("Take a {hr.heresy} token: later it stops or turns aside an effect of somebody else."),
        "HR-099",
        use=TAKE,
    ),
    Effect.INFERNAL: EffectWords(
        "flame",
        "{hr.infernal_power}",
        N_("Draw an unused token: at a later circle you may use it instead."),
        "HR-100",
        use=N_("Draw one"),
    ),
    Effect.LUST: EffectWords(
        "eye",
        "{hr.lust}",
        N_("Name a player, turn a card: all cards of that brimstone in the hand are yours."),
        "HR-102",
        N_("if there are none, you give all of yours"),
    ),
    Effect.SHIFT: EffectWords("swap", "{hr.shift_change}", N_("Swap this token with any other one."), "HR-103"),
    Effect.SOUL_CATCHER: EffectWords(
        "soulcatcher",
        "{hr.soul_catcher}",
        N_("Take one: ramming a train may cost it its last car."),
        "HR-104",
        use=TAKE,
    ),
    Effect.THIEVERY: EffectWords(
        "car",
        "{hr.thievery}",
        N_("Name somebody’s car, turn a card: same brimstone makes it yours."),
        "HR-105",
        N_("if not, you give a car of the turned card’s brimstone"),
    ),
}
"""Effect -> how it is shown."""

FACE_DOWN = EffectWords("lock", N_("Face down"), N_("Nobody knows what lies there."), "HR-118")

TOKENS: dict[Token, tuple[str, str]] = {
    Token.BOATMAN: ("boatman", "{hr.boatman}"),
    Token.TENDER: ("tender", "{hr.tender:short}"),
    Token.SOUL_CATCHER: ("soulcatcher", "{hr.soul_catcher_piece}"),
    Token.HERESY_CANCEL: ("heresy", N_("{hr.heresy}: stop")),
    Token.HERESY_REDIRECT: ("heresy", N_("{hr.heresy}: turn aside")),
}
"""Special token -> icon and name."""


def tokens_of(seat: SeatView, train: bool) -> list[PieceMark]:
    """Return what a player has besides cards and cars.

    :param train: also cars in the train.
    """
    found: list[PieceMark] = []
    if train and seat.tender:
        found.append(PieceMark("tender"))
    if train and seat.soul_catcher:
        found.append(PieceMark("soulcatcher"))
    if seat.boatman:
        found.append(PieceMark("boatman"))
    if seat.heresy is not None:
        found.append(PieceMark("heresy", "ash" if seat.heresy is Token.HERESY_CANCEL else "ember"))
    if seat.held is not None:
        found.append(PieceMark(EFFECTS[seat.held].icon, "hex"))
    elif seat.held_down:
        found.append(PieceMark("lock", "hex"))
    return found
