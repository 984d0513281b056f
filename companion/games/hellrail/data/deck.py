"""The deck as data, and what its file looks like (5.3): cards, layouts, rulings. The owner’s: `hellrail/deck.toml`."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from companion.games.hellrail.board.segments import SEGMENTS
from companion.games.hellrail.names import Effect


class Rulings(Struct, frozen=True, forbid_unknown_fields=True):
    """Agreed before the game. Where only one value is listed the matrix knows no other."""

    q01_thievery_mismatch: Literal["give_own_car_matching_flip"] = "give_own_car_matching_flip"
    q03_upgrade_blocked_by_tokens: bool = True
    q04_soul_catcher_scope: Literal["direct_contact_once_per_move"] = "direct_contact_once_per_move"
    q05_derail_loses: tuple[Literal["hand", "loaded_cars", "soul_catcher"], ...] = (
        "hand",
        "loaded_cars",
        "soul_catcher",
    )
    q06_check_marker_stays: bool = True
    q07_check_trigger: Literal["any_engine_entering_tie"] = "any_engine_entering_tie"
    q08_flip_counts_as_draw: Literal[True] = True
    q09_flip_goes_to: Literal["discard"] = "discard"
    q10_heresy_spent_on_use: bool = True
    q12_tender_counts: Literal["move_only", "everywhere"] = "move_only"
    q13_tender_draw: Literal["three_or_one", "three"] = "three_or_one"
    q14_fan_draw: Literal["exact"] = "exact"
    q15_gluttony: Literal["mandatory_check_first", "may_stop"] = "mandatory_check_first"
    q16_cerberus_on_gates_number: Annotated[int, Meta(ge=0, le=99)] = 0
    q18_unmatched_edge: Literal["derail", "blocked"] = "derail"
    q19_zero_tie_move: bool = False
    q21_abyss_removes: Literal["top_card_only", "whole_stack"] = "top_card_only"
    q22_false_path_rotates: Literal["whole_stack"] = "whole_stack"
    q28_final_tie: Literal["shared"] = "shared"
    q30_secret_infernal_owner_may_look: bool = True


Value = Annotated[int, Meta(ge=0, le=99)]


class Card(Struct, frozen=True):
    """A rail card. `pickup`, `setout`: `G` or `1`..`9` (None: unknown); `rails`: segments as printed."""

    id: str
    car: Value | None = None
    pickup: str | None = None
    setout: str | None = None
    brimstone: Value | None = None
    rails: tuple[str, ...] = ()
    name: str = ""

    @property
    def printed(self) -> dict[str, int | str]:
        """The values printed on it besides its drawing, as far as they are known."""
        values = {"car": self.car, "pickup": self.pickup, "setout": self.setout, "brimstone": self.brimstone}
        return {key: value for key, value in values.items() if value is not None}


class CircleSpot(Struct, frozen=True):
    """The place of a circle: x east, y south."""

    circle: str
    x: int
    y: int


class CircleLayout(Struct, frozen=True):
    """A figure of the ten circles; `spots` is empty where the owner has not filled it in."""

    id: str
    status: str
    spots: tuple[CircleSpot, ...]


class TagOf(Struct, frozen=True):
    """What bears a tag: `card` (a rail card's id), `circle`, `effect` or `piece`; one of them is set."""

    card: str = ""
    circle: str = ""
    effect: str = ""
    piece: str = ""


class Deck(Struct, frozen=True):
    """The 45 cards by id, layouts by id, tags by UID.

    `placeholder`: not the printed cards, results are never called official.
    """

    name: str
    cards: dict[str, Card]
    layouts: dict[str, CircleLayout]
    tags: dict[str, TagOf]
    rulings: Rulings = Rulings()
    placeholder: bool = False
    verified: bool = False

    @property
    def official(self) -> bool:
        return self.verified and not self.placeholder

    @property
    def without_rails(self) -> tuple[str, ...]:
        """Cards without a drawing: with one of them there is no game at Map level (5.3)."""
        return tuple(card.id for card in self.cards.values() if not card.rails)


SCHEMA: Final = "hellrail-deck/1"
LABELS: Final = ("G", "1", "2", "3", "4", "5", "6", "7", "8", "9")
"""What is printed on the circles; also what cards call them."""
MUST_FILL: Final = "owner_must_fill"
"""Status of a layout whose figure is unknown."""

CircleLabel = Literal["G", "1", "2", "3", "4", "5", "6", "7", "8", "9"]
Name = Annotated[str, Meta(min_length=1)]
CarValue = Annotated[int, Meta(ge=1, le=99)]
Coordinate = Annotated[int, Meta(ge=-99, le=99)]


class DeckHead(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    edition: str = ""
    placeholder: bool = False
    owner_verified: bool = False
    card_count: Literal[45] = 45
    generator: str = ""
    generator_seed: Annotated[int, Meta(ge=-(2**53), le=2**53)] | None = None


class Ranges(Struct, frozen=True, forbid_unknown_fields=True):
    """Beyond `car` and `brimstone` a card is remarked on, not refused. The rest is fixed."""

    car: tuple[Value, Value] = (3, 9)
    brimstone: tuple[Value, Value] = (1, 5)
    circles: tuple[CircleLabel, ...] = LABELS
    setup_hand: Literal[3] = 3
    players: tuple[Literal[2], Literal[4]] = (2, 4)


class Convention(Struct, frozen=True, forbid_unknown_fields=True):
    segments: tuple[str, ...] = SEGMENTS
    rotation: str = ""


class CircleRow(Struct, frozen=True, forbid_unknown_fields=True):
    id: Literal["CG", "C1", "C2", "C3", "C4", "C5", "C6", "C7", "C8", "C9"]
    label: CircleLabel | None = None
    number: Annotated[int, Meta(ge=0, le=99)] | None = None
    effect_slot: bool | None = None
    tag: str = ""


class EffectRow(Struct, frozen=True, forbid_unknown_fields=True):
    id: Effect
    tag: str = ""


class DeckPieces(Struct, frozen=True, forbid_unknown_fields=True):
    heresy: tuple[Literal["heresy_cancel", "heresy_redirect"], ...] = ("heresy_cancel", "heresy_redirect")
    boatman: Literal[2] = 2
    tender: Literal[2] = 2
    soul_catcher: Literal[2] = 2
    cerberus: Literal[1] = 1
    check_marker: Literal[8] = 8
    engines: tuple[Literal["blue", "green", "red", "yellow"], ...] = ("blue", "green", "red", "yellow")


class CellRow(Struct, frozen=True, forbid_unknown_fields=True):
    circle: CircleLabel
    x: Coordinate
    y: Coordinate


class LayoutRow(Struct, frozen=True, forbid_unknown_fields=True):
    id: Name
    status: Name
    cells: tuple[CellRow, ...] = ()


class CardRow(Struct, frozen=True, forbid_unknown_fields=True):
    id: Name
    car: CarValue
    pickup: CircleLabel
    setout: CircleLabel
    brimstone: Value
    rails: tuple[str, ...] = ()
    """May be empty: the Keeper needs none."""
    tag: str = ""
    name: str = ""


class DeckFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file. `piece_tags`: tags on other pieces, as many as there are of one (a string or a list)."""

    schema: Literal["hellrail-deck/1"]
    deck: DeckHead
    circle: tuple[CircleRow, ...]
    effect: tuple[EffectRow, ...]
    card: tuple[CardRow, ...]
    ranges: Ranges = Ranges()
    convention: Convention = Convention()
    rulings: Rulings = Rulings()
    pieces: DeckPieces = DeckPieces()
    piece_tags: dict[str, str | tuple[str, ...]] = {}
    layout: tuple[LayoutRow, ...] = ()
