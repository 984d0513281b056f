"""The player aid, page by page: the owner's cards from their data, the places of the board, the signs."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.cerbere.data.card_words import card_icon, op_sign, says
from companion.games.cerbere.data.cards import Card, CardCatalogue, CardOption
from companion.games.cerbere.guide import NOTES, ON_SCREEN, SIGNS
from companion.games.cerbere.names import CardDeck, FaceUp, Ordering
from companion.presentation.i18n import _, spoken
from kiosk.screens.cerbere.words import card_at_first, catalogue_of
from kiosk.table.aid import AidSection, CardEntry, OptionRow, note_entries, screen_section
from kiosk.table.context import KioskContext


def sections(context: KioskContext) -> tuple[AidSection, ...]:
    """Return all pages, with the cards of the owner."""
    return aid_sections(catalogue_of(context.table))


def aid_sections(catalogue: CardCatalogue) -> tuple[AidSection, ...]:
    """Return all of the aid but what may be done now, in the language of the moment."""
    cards = list(catalogue.cards.values())
    runners = [c for c in cards if c.face is FaceUp.ADVENTURER]
    hunters = [c for c in cards if c.face is FaceUp.CERBERUS]
    survival = [c for c in cards if c.deck is CardDeck.SURVIVAL]
    betrayal = [c for c in cards if c.deck is CardDeck.BETRAYAL]
    return (
        screen_section(ON_SCREEN),
        AidSection(
            "runners",
            "pawn",
            _("{cb.action}"),
            _("{cb.action} cards, {cb.adventurer_face}"),
            _entries(runners),
        ),
        AidSection(
            "hunters",
            "cerberus",
            _("{cb.cerberus_face:short}"),
            _("{cb.action} cards, {cb.cerberus_face}"),
            _entries(hunters),
        ),
        AidSection("survival", "draw", _("{cb.survival}"), _("{cb.survival} cards"), _entries(survival)),
        AidSection("betrayal", "skull", _("{cb.betrayal}"), _("{cb.betrayal} cards"), _entries(betrayal)),
        AidSection("places", "map", _("Places"), _("Places and signs"), note_entries((*NOTES, *SIGNS))),
    )


def _entries(cards: Sequence[Card]) -> tuple[CardEntry, ...]:
    return tuple(_entry(card) for card in sorted(cards, key=lambda c: c.index))


def _entry(card: Card) -> CardEntry:
    count = f"×{card.copies}" if card.deck is not CardDeck.ACTION else ""
    rule = "CB-041" if card.deck is CardDeck.ACTION else "CB-042"
    return CardEntry(
        card_icon(card), card_at_first(card), count, tuple(_rows(option) for option in card.options), (rule,)
    )


def _rows(option: CardOption) -> tuple[OptionRow, ...]:
    """Return the rows, costs first. Pawns are counted through both: "yet another" is neither of the pawns before."""
    ops = (*option.cost, *option.effect)
    rows = []
    paid = len(option.cost)
    for i, (op, what) in enumerate(zip(ops, says(ops), strict=True)):
        text = spoken(what)
        if i < paid:
            text = _("Cost: {what}").format(what=spoken(what.within()))
        elif i > paid and option.order is Ordering.LISTED:
            text = _("then {what}").format(what=spoken(what.within()))
        rows.append(OptionRow(op_sign(op)[0], text, i < paid))
    return tuple(rows)
