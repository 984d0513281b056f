"""What can never be; and the fresh game that a position of Infernal Wagon puts right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from companion.engine.patch import Faults, Patches
from companion.engine.refused import BadInput
from companion.games.infernal_wagon.events import Confirmed, Started
from companion.games.infernal_wagon.names import CardKind, Level, Phase, QuestionKind
from companion.games.infernal_wagon.rules.settle import BEFORE, LIVE, S, dress, settle
from companion.games.infernal_wagon.state import UNKNOWN, OpenQuestion

OVER = (Phase.ENDED, Phase.EXPLOIT, Phase.IDLE)
NEVER_LAID = (CardKind.SILENCE, CardKind.UTURN, CardKind.CURSE)


def begin(fresh: S, patch: Mapping[str, Any]) -> S:
    """A position in a game that has begun is put right from what is dealt, with the clock going."""
    phase = patch.get("phase", Phase.SETUP)
    if phase == Phase.SETUP:
        return fresh
    dealt = Confirmed().apply(fresh, 0)
    begun = dealt if phase == Phase.READY else Started(None).apply(dealt, 0)
    return replace(begun, phase=fresh.phase)


def invariants(state: S) -> Faults:
    if state.phase not in (*BEFORE, *LIVE, *OVER):
        yield "phase", f"{state.phase.value} lies over another one; say `held_at`, or what is asked"
    if (state.result is not None) is not (state.phase in OVER):
        yield "result", "a game that is over says how it ended, and no other game does"
    if state.play < 1:
        yield "play", "the games are counted from 1 on"
    yield from _state(state, "")


def _state(state: S, key: str) -> Faults:
    """A state of the game; `key`: its path inside the position, ending in a dot."""
    if state.phase is Phase.SETUP or (state.phase is Phase.IDLE and not state.hands):
        return
    prep = state.prep
    if len(state.hands) != prep.n:
        yield f"{key}hands", f"{prep.n} counts are wanted, not {len(state.hands)}"
    if state.pile > prep.cards:
        yield f"{key}pile", f"{state.pile} is not between 0 and {prep.cards}"
    if state.curses > prep.n:
        yield f"{key}curses", f"{state.curses} of {prep.n} Curses cannot be left"
    if state.asks and state.phase not in LIVE:
        yield f"{key}asks", "nothing is asked but in a running game"
    if state.held_at is not None and (state.phase not in LIVE or state.clock.since is not None):
        yield f"{key}held_at", "the clock of a running game stands then"
    if state.curses and not state.cursed:
        yield f"{key}cursed", "who holds a Curse"
    slots = [card.slot for card in state.track]
    if not slots or (len(set(slots)) != len(slots) and prep.level is not Level.L0):
        yield f"{key}track", "the wagon's card is always there, and each card once"
    for i, card in enumerate(state.track):
        known = prep.box.cards.get(card.slot)
        if (known is None and prep.level is not Level.L0) or card.kind in NEVER_LAID:
            yield f"{key}track[{i}]", f"the box has no card {card.slot} that could lie there"
    symbols = {symbol.id for symbol in prep.box.symbols} | {"*", UNKNOWN}
    if prep.level is Level.L2 and not symbols.issuperset(state.exits):
        yield f"{key}exits", "symbols of the box"
    for i, ask in enumerate(state.asks):
        yield from _asked(state, ask, f"{key}asks[{i}]")
    if state.last is not None:
        yield from _state(state.last.base, f"{key}last.base.")
    if state.before_end is not None:
        yield from _state(state.before_end, f"{key}before_end.")


def _asked(state: S, ask: OpenQuestion, key: str) -> Faults:
    if ask.pending is None:
        return
    card = state.prep.box.cards.get(ask.pending.slot)
    if card is None or ask.question is not QuestionKind.WHO:
        yield f"{key}.pending", f"the box has no card {ask.pending.slot} to ask about"
    elif ask.pending.end is not None:
        try:
            card.way_from(ask.pending.end)
        except BadInput as error:
            yield f"{key}.pending.end", str(error.facts["reason"])


PATCHES = Patches(settle, invariants, begin, dress)
