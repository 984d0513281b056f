"""What can never be; and the fresh game that a position of Infernal Wagon puts right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from companion.engine.patch import Faults, Patches
from companion.engine.refused import BadInput
from companion.games.infernal_wagon.events import Confirmed, Started
from companion.games.infernal_wagon.names import Kind, Level, Phase, Question
from companion.games.infernal_wagon.rules.settle import BEFORE, LIVE, S, dress, settle
from companion.games.infernal_wagon.state import UNKNOWN, Ask

OVER = (Phase.ENDED, Phase.EXPLOIT, Phase.IDLE)
NEVER_LAID = (Kind.SILENCE, Kind.UTURN, Kind.CURSE)


def begin(fresh: S, patch: Mapping[str, Any]) -> S:
    """A position in a game that has begun is put right from what is dealt, with the clock going."""
    phase = patch.get("phase", Phase.SETUP)
    if phase == Phase.SETUP:
        return fresh
    dealt = Confirmed().apply(fresh, 0)
    begun = dealt if phase == Phase.READY else Started(None).apply(dealt, 0)
    return replace(begun, phase=fresh.phase)


def invariants(s: S) -> Faults:
    if s.phase not in (*BEFORE, *LIVE, *OVER):
        yield "phase", f"{s.phase.value} lies over another one; say `held_at`, or what is asked"
    if (s.result is not None) is not (s.phase in OVER):
        yield "result", "a game that is over says how it ended, and no other game does"
    if s.play < 1:
        yield "play", "the games are counted from 1 on"
    yield from _state(s, "")


def _state(s: S, key: str) -> Faults:
    """A state of the game; `key`: its path inside the position, ending in a dot."""
    if s.phase is Phase.SETUP or (s.phase is Phase.IDLE and not s.hands):
        return
    prep = s.prep
    if len(s.hands) != prep.n:
        yield f"{key}hands", f"{prep.n} counts are wanted, not {len(s.hands)}"
    if s.pile > prep.cards:
        yield f"{key}pile", f"{s.pile} is not between 0 and {prep.cards}"
    if s.curses > prep.n:
        yield f"{key}curses", f"{s.curses} of {prep.n} Curses cannot be left"
    if s.asks and s.phase not in LIVE:
        yield f"{key}asks", "nothing is asked but in a running game"
    if s.held_at is not None and (s.phase not in LIVE or s.clock.since is not None):
        yield f"{key}held_at", "the clock of a running game stands then"
    if s.curses and not s.cursed:
        yield f"{key}cursed", "who holds a Curse"
    slots = [card.slot for card in s.track]
    if not slots or (len(set(slots)) != len(slots) and prep.level is not Level.L0):
        yield f"{key}track", "the wagon's card is always there, and each card once"
    for i, card in enumerate(s.track):
        known = prep.box.cards.get(card.slot)
        if (known is None and prep.level is not Level.L0) or card.kind in NEVER_LAID:
            yield f"{key}track[{i}]", f"the box has no card {card.slot} that could lie there"
    symbols = {symbol.id for symbol in prep.box.symbols} | {"*", UNKNOWN}
    if prep.level is Level.L2 and not symbols.issuperset(s.exits):
        yield f"{key}exits", "symbols of the box"
    for i, ask in enumerate(s.asks):
        yield from _asked(s, ask, f"{key}asks[{i}]")
    if s.last is not None:
        yield from _state(s.last.base, f"{key}last.base.")
    if s.before_end is not None:
        yield from _state(s.before_end, f"{key}before_end.")


def _asked(s: S, ask: Ask, key: str) -> Faults:
    if ask.pending is None:
        return
    card = s.prep.box.cards.get(ask.pending.slot)
    if card is None or ask.question is not Question.WHO:
        yield f"{key}.pending", f"the box has no card {ask.pending.slot} to ask about"
    elif ask.pending.end is not None:
        try:
            card.way_from(ask.pending.end)
        except BadInput as error:
            yield f"{key}.pending.end", str(error.facts["reason"])


PATCHES = Patches(settle, invariants, begin, dress)
