"""What the player aid tells, page by page: the owner's cards from their data, the places of the board, the signs."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.text import N_
from companion.games.cerbere.data.card_words import card_icon, sign
from companion.games.cerbere.data.cards import Card, CardOption, Catalogue
from companion.games.cerbere.names import CardDeck, FaceUp, OpName, Ordering, Place
from kiosk.aid import CardEntry, Row, Section, Told, notes, screen_section
from kiosk.context import KioskContext
from kiosk.i18n import _
from kiosk.screens.cerbere.places import PLACES
from kiosk.screens.cerbere.words import card_name, catalogue_of, says

CAPITALS = (OpName.RAGE_FORWARD, OpName.RAGE_BACK, OpName.SPEED_UP, OpName.SPEED_DOWN, OpName.CERBERUS)
"""Ops whose words begin with a name: it keeps its capital in the middle of a line."""


ON_SCREEN: tuple[Told, ...] = (
    ("die", N_("The die"), N_("Its place is Cerberus’s rage, its number how far he runs."), "CB-020"),
    ("hunt", N_("Large number"), N_("Steps of the die to the paw. At 0 Cerberus runs as the turn ends."), "CB-054"),
    ("pawn", N_("Pawns below it"), N_("Who was caught. The die starts again just behind them."), "CB-026"),
    (
        "seat_square",
        N_("Squares and rings"),
        N_("Caught on a dark square: you hunt. On a light ring: you are out."),
        "CB-076",
    ),
    ("check", N_("Action, Bonus"), N_("Ticked once the card of this turn was played."), "CB-041"),
    ("seat_disc", N_("Players"), N_("A shape each, in order of play; below it the Bonus cards."), "CB-040"),
    ("cerberus", N_("Three heads"), N_("Whoever has them plays for Cerberus."), "CB-095"),
    ("boat", N_("Boats"), N_("Hidden, then one with its seats: those aboard are coloured."), "CB-110"),
    ("pile", N_("Piles"), N_("Pale: Survival. Red: Betrayal. So many cards are left."), "CB-013"),
    ("map", N_("The path"), N_("From the Gates to the boat; a red stretch is in his reach."), "CB-060"),
    ("undo", N_("Undo"), N_("Takes the last step back, as far as the game goes."), ""),
    ("list", N_("Menu"), N_("What happened on the table and no card says; counts; the way out."), ""),
)
"""What stands on the playing screen."""

NOTES: tuple[Told, ...] = (
    ("gates", N_("Gates of Hell"), N_("All start here. Caught in this zone: 2 Betrayal to begin with."), "CB-092"),
    ("cerberus", N_("Den"), N_("After a capture Cerberus goes back to the last one he passed."), "CB-073"),
    ("boat", N_("Boat"), N_("Hidden until a pawn sets foot on the last board. It leaves when it is full."), "CB-110"),
    ("stilts", PLACES[Place.STILT][1], N_("Room for one alone: whoever comes after stops before it."), "CB-163"),
    ("promontory", PLACES[Place.PROMONTORY][1], N_("Stop here to look at a boat, or to swap two unseen."), "CB-164"),
    ("nacelle", PLACES[Place.NACELLE][1], N_("A pawn on each: one step of a move may swap them."), "CB-165"),
    (
        "funicular",
        PLACES[Place.FUNICULAR_FOOT][1],
        N_("Whoever sets off at its foot may step straight to the top."),
        "CB-166",
    ),
    (
        "bridge",
        PLACES[Place.BRIDGE][1],
        N_("One step from end to end, for the first who dares; then it falls."),
        "CB-167",
    ),
    (
        "portal",
        PLACES[Place.PORTAL][1],
        N_("One step from portal to portal while somebody stands on the stele."),
        "CB-168",
    ),
    ("stele", N_("Stele"), N_("Stand here and the portal opens, for the others."), "CB-169"),
)
"""Icon, name, meaning: the places of the boards."""

SIGNS: tuple[Told, ...] = (
    (
        "hunt",
        N_("Rage"),
        N_("Steps of the die towards the chase. Once it is there, Cerberus runs as the turn ends."),
        "CB-023",
    ),
    (
        "die",
        N_("Speed"),
        N_("Spaces that Cerberus runs in the chase. One more after each that fails, 8 at most."),
        "CB-036",
    ),
    ("pawn", N_("Pawns"), N_("Steps towards the boat, or back. Others are never your own pawn."), "CB-049"),
    ("cerberus", N_("Cerberus"), N_("He stops where he meets somebody, and takes all who stand there."), "CB-061"),
    ("draw", N_("Draw"), N_("Survival for those who flee, Betrayal for those who hunt."), "CB-044"),
    ("discard", N_("Discard"), N_("With help: others may give cards of the same kind, if they like."), "CB-050"),
    ("hand", N_("Back in hand"), N_("All your Action cards, this one too."), "CB-046"),
    ("boat", N_("Boats"), N_("Look at one alone, and say what you like; or swap two unseen."), "CB-112"),
)
"""Icon, name, meaning: what the rows of the cards are about."""


def sections(context: KioskContext) -> tuple[Section, ...]:
    """All pages, with the cards of the owner."""
    return pages_of(catalogue_of(context))


def pages_of(catalogue: Catalogue) -> tuple[Section, ...]:
    """All of the aid but what may be done now, in the language of the moment."""
    cards = list(catalogue.cards.values())
    runners = [c for c in cards if c.face is FaceUp.ADVENTURER]
    hunters = [c for c in cards if c.face is FaceUp.CERBERUS]
    survival = [c for c in cards if c.deck is CardDeck.SURVIVAL]
    betrayal = [c for c in cards if c.deck is CardDeck.BETRAYAL]
    return (
        screen_section(ON_SCREEN),
        Section("runners", "pawn", _("Flight"), _("Actions of those who flee"), _entries(runners)),
        Section("hunters", "cerberus", _("Hunt"), _("Actions of those who hunt"), _entries(hunters)),
        Section("survival", "draw", _("Survival"), _("Survival cards"), _entries(survival)),
        Section("betrayal", "skull", _("Betrayal"), _("Betrayal cards"), _entries(betrayal)),
        Section("places", "map", _("Places"), _("Places and signs"), notes((*NOTES, *SIGNS))),
    )


def _entries(cards: Sequence[Card]) -> tuple[CardEntry, ...]:
    return tuple(_entry(card) for card in sorted(cards, key=lambda c: c.index))


def _entry(card: Card) -> CardEntry:
    count = f"×{card.copies}" if card.deck is not CardDeck.ACTION else ""
    rule = "CB-041" if card.deck is CardDeck.ACTION else "CB-042"
    return CardEntry(card_icon(card), card_name(card), count, tuple(_rows(option) for option in card.options), (rule,))


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
