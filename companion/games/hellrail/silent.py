"""Bookkeeping events: saved and applied, told to nobody. What is kept from the public rides in them."""

from __future__ import annotations

from companion.engine.game import Silent
from companion.engine.secret import Secret
from companion.games.hellrail.data.deck import Card
from companion.games.hellrail.names import Effect
from companion.games.hellrail.state import Task


class Planned(Silent, frozen=True, tag="planned"):
    """What is still to be done after this move."""

    agenda: tuple[Task, ...]
    toll: tuple[str, ...] = ()
    mode: tuple[str, str] = ("play", "lay")

    @property
    def aside(self) -> bool:
        return True


class DrawDone(Silent, frozen=True, tag="draw_done"):
    """The turn's draw is over. `tender`: it was made with a Tender."""

    tender: bool


class FlipDone(Silent, frozen=True, tag="flip_done"):
    """The flipped card goes to the discard pile (HR-Q09, reading 9)."""


class GluttonyOn(Silent, frozen=True, tag="gluttony_on"):
    """HR-096: the hand has to go this turn."""


class MarkerGone(Silent, frozen=True, tag="marker_gone"):
    """A check marker goes back to the supply once it was hit (a house rule: q06)."""

    node: str | None


class Placed(Silent, frozen=True, tag="placed"):
    """All circles are placed: the game is set up further."""


class Sealed(Silent, frozen=True, tag="sealed"):
    """The car that was delivered."""

    seat: str
    card: Secret[str]


class Uncovered(Silent, frozen=True, tag="uncovered"):
    """A covered car's card was tapped again."""

    card: Secret[str]


class TokensPlaced(Silent, frozen=True, tag="tokens_placed"):
    """The effect tokens as they lie now (in the secret variant nobody is told)."""

    effects: Secret[dict[str, Effect]]
    unused: Secret[tuple[Effect, ...]]
    held: Secret[tuple[Effect | None, ...]]
    in_use: Secret[Effect | None] = Secret(None)


class CardsKnown(Silent, frozen=True, tag="cards_known"):
    """Cards of a hand that were shown and tapped (Lust)."""

    seat: str
    cards: Secret[frozenset[str]]


class Looked(Silent, frozen=True, tag="looked"):
    """Secret variant: who looks at the token under them; None: nobody any more."""

    seat: str | None


class Stranger(Silent, frozen=True, tag="stranger"):
    """A card without a tag, entered by its values."""

    card: Secret[Card]


class Opened(Silent, frozen=True, tag="opened"):
    """The delivered cards at the end, seat by seat."""

    cards: tuple[tuple[str, ...], ...]


class Fresh(Silent, frozen=True, tag="fresh"):
    """The same table once more: everything as before the deal."""
