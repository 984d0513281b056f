"""The cards' words in the language of the moment, the owner's cards, and a player by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.games.cerbere.data import card_words
from companion.games.cerbere.data.card_words import WordForms
from companion.games.cerbere.data.cards import Card, CardCatalogue, Op
from companion.games.cerbere.view import CerbereView, SeatView
from companion.presentation.i18n import spoken
from kiosk.screens.sheet import UPRIGHT_FOOT, WIDE_FOOT, Sheet, foot, lay_head, place_keys
from kiosk.table.state import TableState


def say(op: Op, name: str | None = None, again: bool = False) -> str:
    return spoken(card_words.say(op, name, again))


def brief(op: Op, name: str | None = None, again: bool = False) -> str:
    return spoken(card_words.brief(op, name, again))


def ask(op: Op) -> str:
    return spoken(card_words.ask(op))


def says(ops: Sequence[Op], names: Mapping[str, str] | None = None, player: str | None = None) -> tuple[str, ...]:
    return tuple(map(spoken, card_words.says(ops, names, player)))


def form(forms: WordForms, who: str, **facts: str | int) -> str:
    return spoken(card_words.form(forms, who, **facts))


def card_name(card: Card) -> str:
    return spoken(card_words.card_name(card))


def card_at_first(card: Card) -> str:
    return spoken(card_words.card_at_first(card))


def catalogue_of(table: TableState) -> CardCatalogue:
    """Return the cards of the owner; an empty catalogue if there are none."""
    found = getattr(table.books.get("cerbere"), "catalogue", None)
    return found if isinstance(found, CardCatalogue) else CardCatalogue({})


__all__ = ["UPRIGHT_FOOT", "WIDE_FOOT", "Sheet", "foot", "lay_head", "place_keys", "seat_of"]


def seat_of(view: CerbereView, name: str) -> SeatView | None:
    return next((seat for seat in view.seats if seat.name == name), None)
