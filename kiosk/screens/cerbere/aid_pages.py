"""What the player aid tells, page by page: the owner's cards from their data, the places of the board, the signs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.games.cerbere.cards import Card, CardOption, Catalogue
from companion.games.cerbere.names import CardDeck, FaceUp, OpName, Ordering, Place, Side
from companion.games.cerbere.view import CerbereView
from kiosk.i18n import N_, _
from kiosk.screens.cerbere.places import PLACES
from kiosk.screens.cerbere.words import card_icon, card_name, says, sign


@dataclass(frozen=True)
class Row:
    """One line of an option: its sign and its words. `cost`: it is paid, not had."""

    icon: str
    text: str
    cost: bool = False


@dataclass(frozen=True)
class CardEntry:
    """A card face: its icon and name, how many there are, and the rows of its options."""

    icon: str
    name: str
    count: str
    options: tuple[tuple[Row, ...], ...]


@dataclass(frozen=True)
class NoteEntry:
    """A place or a sign: its icon, what it is called, and what it means."""

    icon: str
    name: str
    text: str


Entry = CardEntry | NoteEntry
CAPITALS = (OpName.RAGE_FORWARD, OpName.RAGE_BACK, OpName.SPEED_UP, OpName.SPEED_DOWN, OpName.CERBERUS)
"""Ops whose words begin with a name: it keeps its capital in the middle of a line."""


@dataclass(frozen=True)
class Section:
    """A key at the foot of the aid: icon, word, title and all its entries."""

    name: str
    icon: str
    word: str
    title: str
    entries: tuple[Entry, ...]


NOTES: tuple[tuple[str, str, str], ...] = (
    ("gates", N_("Gates of Hell"), N_("All start here. Caught in this zone: 2 Betrayal to begin with.")),
    ("cerberus", N_("Den"), N_("After a capture Cerberus goes back to the last one he passed.")),
    ("boat", N_("Boat"), N_("Hidden until a pawn sets foot on the last board. It leaves when it is full.")),
    ("stilts", PLACES[Place.STILT][1], N_("Room for one alone: whoever comes after stops before it.")),
    ("promontory", PLACES[Place.PROMONTORY][1], N_("Stop here to look at a boat, or to swap two unseen.")),
    ("nacelle", PLACES[Place.NACELLE][1], N_("A pawn on each: one step of a move may swap them.")),
    ("funicular", PLACES[Place.FUNICULAR_FOOT][1], N_("Whoever sets off at its foot may step straight to the top.")),
    ("bridge", PLACES[Place.BRIDGE][1], N_("One step from end to end, for the first who dares; then it falls.")),
    ("portal", PLACES[Place.PORTAL][1], N_("One step from portal to portal while somebody stands on the stele.")),
    ("stele", N_("Stele"), N_("Stand here and the portal opens, for the others.")),
)  # fmt: skip
"""Icon, name, meaning: the places of the boards."""

SIGNS: tuple[tuple[str, str, str], ...] = (
    ("hunt", N_("Rage"), N_("Steps of the die towards the chase. Once it is there, Cerberus runs as the turn ends.")),
    ("die", N_("Speed"), N_("Spaces that Cerberus runs in the chase. One more after each that fails, 8 at most.")),
    ("pawn", N_("Pawns"), N_("Steps towards the boat, or back. Others are never your own pawn.")),
    ("cerberus", N_("Cerberus"), N_("He stops where he meets somebody, and takes all who stand there.")),
    ("draw", N_("Draw"), N_("Survival for those who flee, Betrayal for those who hunt.")),
    ("discard", N_("Discard"), N_("With help: others may give cards of the same kind, if they like.")),
    ("hand", N_("Back in hand"), N_("All your Action cards, this one too.")),
    ("boat", N_("Boats"), N_("Look at one alone, and say what you like; or swap two unseen.")),
)  # fmt: skip
"""Icon, name, meaning: what the rows of the cards are about."""


def sections(catalogue: Catalogue) -> tuple[Section, ...]:
    """All of the aid, in the language of the moment."""
    cards = list(catalogue.cards.values())
    runners = [c for c in cards if c.face is FaceUp.ADVENTURER]
    hunters = [c for c in cards if c.face is FaceUp.CERBERUS]
    survival = [c for c in cards if c.deck is CardDeck.SURVIVAL]
    betrayal = [c for c in cards if c.deck is CardDeck.BETRAYAL]
    places = (*NOTES, *SIGNS)
    return (
        Section("runners", "pawn", _("Flight"), _("Actions of those who flee"), _entries(runners)),
        Section("hunters", "cerberus", _("Hunt"), _("Actions of those who hunt"), _entries(hunters)),
        Section("survival", "draw", _("Survival"), _("Survival cards"), _entries(survival)),
        Section("betrayal", "skull", _("Betrayal"), _("Betrayal cards"), _entries(betrayal)),
        Section(
            "places",
            "map",
            _("Places"),
            _("Places and signs"),
            tuple(NoteEntry(icon, _(name), _(text)) for icon, name, text in places),
        ),
    )


def first_of(view: CerbereView | None) -> str:
    """The section that the active player is most likely to want."""
    if view is None:
        return "runners"
    active = next((seat for seat in view.seats if seat.name == view.turn.player), None)
    return "hunters" if active is not None and active.side is Side.CERBERUS else "runners"


def _entries(cards: Sequence[Card]) -> tuple[CardEntry, ...]:
    return tuple(_entry(card) for card in sorted(cards, key=lambda c: c.index))


def _entry(card: Card) -> CardEntry:
    count = f"×{card.copies}" if card.deck is not CardDeck.ACTION else ""
    return CardEntry(card_icon(card), card_name(card), count, tuple(_rows(option) for option in card.options))


def _rows(option: CardOption) -> tuple[Row, ...]:
    """Costs first. Who is meant is counted through both: "yet another" is neither of the pawns before."""
    ops = (*option.cost, *option.effect)
    rows = []
    paid = len(option.cost)
    for i, (op, what) in enumerate(zip(ops, says(ops), strict=True)):
        small = what[:1].lower() + what[1:] if op.op not in CAPITALS else what
        text = what
        if i < paid:
            text = _("Cost: {what}").format(what=small)
        elif i > paid and option.order is Ordering.LISTED:
            text = _("then {what}").format(what=small)
        rows.append(Row(sign(op)[0], text, i < paid))
    return tuple(rows)
