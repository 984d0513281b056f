"""The cards that may come next, as prompts: kind, then card. A tag is quicker; this is for tables without tags."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from companion.engine.prompt import Keys, Option, Prompt
from companion.engine.text import N_, Text
from companion.games.infernal_wagon import moves as mv
from companion.games.infernal_wagon.data.cards import CardBox
from companion.games.infernal_wagon.names import CardKind, Phase
from companion.games.infernal_wagon.state import WagonState

KINDS: dict[str, Option] = {
    CardKind.RAIL: Option(CardKind.RAIL, Text("{iw.rail}"), icon="rail"),
    CardKind.DANGER: Option(CardKind.DANGER, Text("{iw.danger}"), icon="warning"),
    CardKind.EASY: Option(CardKind.EASY, Text("{iw.easy}"), icon="joker"),
    CardKind.SILENCE: Option(CardKind.SILENCE, Text("{iw.silence}"), icon="silence", tone="ice"),
    CardKind.UTURN: Option(CardKind.UTURN, Text("{iw.uturn}"), icon="uturn", tone="brim"),
}
WHICH = Text(N_("Which card?"))
MOST, PART = 18, 12
"""Cards in one prompt at most; of a kind that has more, so many at a time."""


class _Cards(Struct, frozen=True):
    """Cards that are offered together: their options, or `parts` of them by key where they are many."""

    slots: frozenset[str]
    options: tuple[Option, ...]
    parts: dict[str, tuple[Option, _Cards]] = {}


_known: dict[int, tuple[CardBox, dict[str, _Cards]]] = {}


def kinds_to_come(state: WagonState) -> tuple[str, ...]:
    """Kinds of which a card may come next."""
    return tuple([kind for kind in KINDS if _to_come(state, kind)])


def any_to_come(state: WagonState) -> bool:
    """Return whether a card of any kind may come next."""
    return any(_to_come(state, kind) for kind in KINDS)


def _to_come(state: WagonState, kind: str) -> bool:
    """IW-053, IW-055, IW-117: of the modules in play, and not used up; a switch only after a draw."""
    prep = state.prep
    match kind:
        case CardKind.SILENCE:
            there = prep.silence and state.drawn and state.pile > 1
        case CardKind.UTURN:
            there = prep.uturn and state.drawn and state.pile > 1
        case _:
            there = not (state.phase is Phase.TUNNEL and state.pile == 1) and (kind != CardKind.EASY or prep.easy > 0)
    return there and (state.phase is not Phase.OPEN or state.total > 0) and not _of(prep.box, kind).slots <= state.used


@lru_cache(maxsize=64)
def card_kinds(kinds: tuple[str, ...]) -> Prompt:
    return Prompt("card_kind", WHICH, tuple(KINDS[kind] for kind in kinds))


def cards_prompt(state: WagonState, path: Keys) -> Prompt:
    """Return the cards of a kind that are not used up; of many first which part of them."""
    kind, used = path[0], state.used
    if kind not in KINDS or not _to_come(state, kind):
        raise LookupError(path)
    found = _of(state.prep.box, kind)
    for key in path[1:]:
        if key not in found.parts:
            raise LookupError(path)
        found = found.parts[key][1]
    if found.slots <= used:
        raise LookupError(path)
    if found.parts:
        parts = tuple([option for option, part in found.parts.values() if not part.slots <= used])
        return Prompt("card_part", WHICH, parts, hint=KINDS[kind].label)
    return Prompt(
        "card", WHICH, tuple([option for option in found.options if option.slot not in used]), hint=KINDS[kind].label
    )


def _of(box: CardBox, kind: str) -> _Cards:
    """Looked up once for each box that is in use."""
    known = _known.get(id(box))
    if known is None or known[0] is not box:
        if len(_known) > 16:
            _known.clear()
        known = _known[id(box)] = (box, {})
    if kind not in known[1]:
        known[1][kind] = _sorted_out(box, CardKind(kind))
    return known[1][kind]


def _sorted_out(box: CardBox, kind: CardKind) -> _Cards:
    names = {symbol.id: symbol.name for symbol in box.symbols}
    options = tuple(
        _option(card.slot, kind, " · ".join([names.get(end) or end for end in card.ends])) for card in box.of_kind(kind)
    )
    parts = {}
    if len(options) > MOST:
        for key, first in enumerate(range(0, len(options), PART), 1):
            part = options[first : first + PART]
            label = Text("{first} – {last}", {"first": part[0].label, "last": part[-1].label})
            parts[str(key)] = (Option(str(key), label, icon="list"), _cards(part))
    return _cards(options, parts)


def _cards(options: tuple[Option, ...], parts: dict[str, tuple[Option, _Cards]] | None = None) -> _Cards:
    return _Cards(frozenset([option.slot for option in options]), options, parts or {})


@lru_cache(maxsize=256)
def _option(slot: str, kind: CardKind, ends: str) -> Option:
    """`rail-07` is number 07 of its kind; other names are the owner's own."""
    of, _dash, number = slot.partition("-")
    label = number if of == kind and number else slot
    return Option(
        slot,
        Text("{card}", {"card": label}),
        Text("{ends}", {"ends": ends}),
        icon=KINDS[kind].icon,
        slot=slot,
        move=mv.CardTap(card=slot),
    )
