"""The names of the symbols on the owner's cards."""

from __future__ import annotations

from companion.games.infernal_wagon.view import JOKER, SymbolView, WagonView, symbol_mark
from companion.presentation.colours import Colour, tone_of
from companion.presentation.i18n import _, language


def symbol_look(symbol: str, symbols: tuple[SymbolView, ...]) -> tuple[str, Colour, str]:
    """Return icon, colour and name of a symbol of the owner's box."""
    mark = symbol_mark(symbol, symbols)
    if symbol == JOKER:
        name = _("any card")
    else:
        name = next((_own_word(known.name) for known in symbols if known.id == symbol), symbol)
    return mark.icon, tone_of(mark.tone), name


def _own_word(name: str) -> str:
    """Return the owner's word for a symbol; "Flamme / Flame" is one word in each language, French first."""
    words = name.split(" / ")
    return words[0] if language() == "fr" else words[-1]


def caption(view: WagonView) -> str:
    """Return a few words about what leads on: the name, or how several are meant."""
    symbols = view.exit.symbols
    if not symbols:
        return _("not known")
    if len(symbols) == 1:
        return symbol_look(symbols[0], view.symbols)[2]
    return _("your choice") if view.exit.any_of else _("one of these")
