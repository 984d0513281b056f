"""What the table may do (4.3). Every command names the seat that acts; None is the one whose turn or answer it is.

A card is an id of the deck, the UID of its tag, or `Values` where the table has no tags.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from companion.engine.game import Move, moves_of
from companion.engine.secret import Secret
from companion.games.hellrail.names import Dir, Effect, Heresy, Source, Token, What, YesNo


class Values(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """A card as a person reads it; what is left out is not known and not checked."""

    car: int | None = None
    pickup: str | None = None
    setout: str | None = None
    brimstone: int | None = None
    rails: tuple[str, ...] | None = None


CardRef = str | Values
NO_CARD = Secret("")
CardRefs = tuple[CardRef, ...]


class Command(Move, frozen=True, omit_defaults=True, kw_only=True):
    """Base of all commands."""

    seat: str | None = None


class NewGame(Command, frozen=True, tag="new_game"):
    """The same table once more, after the end."""


class DealCircles(Command, frozen=True, tag="deal_circles"):
    """Devil's Advocate: the companion shuffles the circles and deals them (HR-122)."""


class PlaceCircle(Command, frozen=True, tag="place_circle"):
    circle: str
    cell: str | None = None


class Deal(Command, frozen=True, tag="deal"):
    effects: dict[str, Effect] | None = None
    first: str | None = None


class DropTender(Command, frozen=True, tag="drop_tender"):
    pass


class Draw(Command, frozen=True, tag="draw"):
    """`n` None: what is due."""

    n: int | None = None


class Pickup(Command, frozen=True, tag="pickup"):
    card: CardRef


class Setout(Command, frozen=True, tag="setout"):
    """`card`: of the own train, by id, by tag, by its place (`#1` = next to the engine); light: by id, by tag, or not
    said. `car`, `setout`: what a car without a tag is worth and where it goes, entered by its owner on the covered
    keypad."""

    card: Secret[str] = NO_CARD
    car: Secret[int] | None = None
    setout: Secret[str] | None = None


class Go(Command, frozen=True, tag="move"):
    """Map: `path`, the nodes entered. Keeper: `to`, a circle, `rail` or `off` (None: reported later)."""

    card: CardRef
    toll: CardRefs = ()
    path: tuple[str, ...] | None = None
    to: str | None = None


class Branching(Command, frozen=True, tag="branch"):
    node: str


class Soulcatch(Command, frozen=True, tag="soulcatch"):
    use: YesNo


class PlayBoat(Command, frozen=True, tag="boat"):
    card: CardRef
    toll: CardRefs = ()
    direction: Dir | None = None
    gap: int | None = None
    to: str | None = None


class LayRail(Command, frozen=True, tag="lay"):
    card: CardRef
    cell: str | None = None
    rotation: int = 0


class Upgrade(Command, frozen=True, tag="upgrade"):
    card: CardRef
    cell: str | None = None
    rotation: int = 0


class LookAtToken(Command, frozen=True, tag="look"):
    """Secret variant: the entering player looks at the token; once more: has seen it."""


class UseEffect(Command, frozen=True, tag="use", rename={"with_": "with"}):
    """Which fields count depends on the effect (4.3). `with` names a circle, a seat or an effect."""

    source: Source = Source.CIRCLE
    node: str | None = None
    car: str | None = None
    circle: str | None = None
    token: Token | None = None
    target: str | None = None
    with_: str | None = None


class Decline(Command, frozen=True, tag="decline"):
    pass


class TellHeresy(Command, frozen=True, tag="heresy"):
    choice: Heresy
    target: str | None = None


class TellFlip(Command, frozen=True, tag="flip"):
    card: CardRef


class Discard(Command, frozen=True, tag="discard"):
    cards: CardRefs


class DropCars(Command, frozen=True, tag="drop_cars"):
    cards: tuple[str, ...]


class Pick(Command, frozen=True, tag="pick"):
    """`card` None: none. Values: the rail card of a Keeper's table without tags."""

    card: CardRef | None = None


class TurnCard(Command, frozen=True, tag="turn_rail"):
    card: CardRef
    rotation: int = 1


class Done(Command, frozen=True, tag="done"):
    pass


class TakeOne(Command, frozen=True, tag="take"):
    target: str


class Give(Command, frozen=True, tag="give"):
    """Lust: `n` cards (`cards`: which, if the table taps them). Thievery: `card`."""

    n: int | None = None
    cards: tuple[str, ...] | None = None
    card: str | None = None


class Answer(Command, frozen=True, tag="answer"):
    """Geryon: deliver? Thievery: take?"""

    answer: YesNo


class TakeToken(Command, frozen=True, tag="draw_token"):
    effect: Effect | None = None


class Redeal(Command, frozen=True, tag="deal_effects"):
    effects: dict[str, Effect] | None = None


class Fan(Command, frozen=True, tag="fan"):
    card: CardRef


class EndOfTurn(Command, frozen=True, tag="end_turn"):
    pass


class ReportMove(Command, frozen=True, tag="report"):
    """Keeper and light: what happened on the board. `target`: the other engine."""

    what: What
    target: str | None = None
    circle: str | None = None


class RevealScores(Command, frozen=True, tag="reveal"):
    """After the end: show the scores."""


class TellLoaded(Command, frozen=True, tag="tell_loaded"):
    """Light, after the end: what the loaded cars of a seat that is level are worth together (HR-080)."""

    worth: int


class Gather(Command, frozen=True, tag="gather"):
    """One of several cards that are tapped one by one: a derailed hand, cars to drop, a toll."""

    card: str


class Uncover(Command, frozen=True, tag="uncover"):
    """The card of a covered car was tapped again at its train."""

    card: str


class Correct(Command, frozen=True, tag="correct"):
    """The table is right: a patch of what is kept in public. The screen has those of `rules/corrections.py`."""

    patch: dict[str, Any]


RailMove = moves_of(__name__)
