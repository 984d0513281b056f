"""What can never be; and the fresh game that a position of Infernal Wagon puts right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from companion.engine.patch import Faults, Patches, Rules, broken
from companion.engine.strict import joined_key
from companion.games.infernal_wagon.events import Confirmed, Started
from companion.games.infernal_wagon.names import CardKind, Level, Phase, QuestionKind
from companion.games.infernal_wagon.rules.settle import BEFORE, LIVE, S, dress, settle
from companion.games.infernal_wagon.state import UNKNOWN, Pending

OVER = (Phase.ENDED, Phase.EXPLOIT, Phase.IDLE)
NEVER_LAID = (CardKind.SILENCE, CardKind.UTURN, CardKind.CURSE)
GAME: Rules = (
    ("phase", lambda s: s.phase in (*BEFORE, *LIVE, *OVER), "{0.phase.value} lies over one; say `held_at`, or `asks`"),
    ("result", lambda s: (s.result is not None) is (s.phase in OVER), "how it ended, of a game that is over only"),
    ("play", lambda s: s.play >= 1, "the games are counted from 1 on"),
)
STATE: Rules = (
    ("hands", lambda s: len(s.hands) == s.prep.n, "{0.prep.n} counts are wanted"),
    ("pile", lambda s: s.pile <= s.prep.cards, "{0.pile} is not between 0 and {0.prep.cards}"),
    ("curses", lambda s: s.curses <= s.prep.n, "{0.curses} of {0.prep.n} Curses cannot be left"),
    ("asks", lambda s: not s.asks or s.phase in LIVE, "nothing is asked but in a running game"),
    ("held_at", lambda s: s.held_at is None or (s.live and not s.running), "of a running game whose clock stands"),
    ("cursed", lambda s: len(s.cursed) >= s.curses, "{0.curses} are left, one a player"),
    ("track", lambda s: s.track, "the wagon's card is always there"),
    (
        "track",
        lambda s: s.prep.level is Level.L0 or len({laid.slot for laid in s.track}) == len(s.track),
        "each card once",
    ),
    ("exits", lambda s: s.prep.level is not Level.L2 or _symbols(s).issuperset(s.exits), "symbols of the box"),
)
LAID: Rules = (
    ("", lambda s, laid: laid.slot in s.prep.box.cards or s.prep.level is Level.L0, "the box has no card {1.slot}"),
    ("", lambda s, laid: laid.kind not in NEVER_LAID, "no card that could lie there"),
)
ASKED: Rules = (
    ("", lambda s, ask: ask.question is QuestionKind.WHO, "only of a question whose card it is"),
    ("", lambda s, ask: ask.pending.slot in s.prep.box.cards, "the box has no card {1.pending.slot}"),
    ("end", lambda s, ask: _has_end(s, ask.pending), "{1.pending.slot} has no end {1.pending.end}"),
)


def _symbols(state: S) -> set[str]:
    return {"*", UNKNOWN, *(symbol.id for symbol in state.prep.box.symbols)}


def _has_end(state: S, pending: Pending) -> bool:
    return pending.end is None or state.prep.box.cards[pending.slot].has_end(pending.end)


def begin(fresh: S, patch: Mapping[str, Any]) -> S:
    """A position in a game that has begun is put right from what is dealt, with the clock going."""
    phase = patch.get("phase", Phase.SETUP)
    if phase == Phase.SETUP:
        return fresh
    dealt = Confirmed().apply(fresh, 0)
    begun = dealt if phase == Phase.READY else Started(None).apply(dealt, 0)
    return replace(begun, phase=fresh.phase)


def invariants(state: S) -> Faults:
    yield from broken(GAME, "", state)
    yield from _state(state, "")


def _state(state: S, key: str) -> Faults:
    """A state of the game; `key`: its path inside the position."""
    if state.phase is Phase.SETUP or (state.phase is Phase.IDLE and not state.hands):
        return
    yield from broken(STATE, key, state)
    for i, laid in enumerate(state.track):
        yield from broken(LAID, joined_key(key, f"track[{i}]"), state, laid)
    for i, ask in enumerate(state.asks):
        if ask.pending is not None:
            yield from broken(ASKED, joined_key(key, f"asks[{i}].pending"), state, ask)
    if state.last is not None:
        yield from _state(state.last.base, joined_key(key, "last.base"))
    if state.before_end is not None:
        yield from _state(state.before_end, joined_key(key, "before_end"))


PATCHES = Patches(settle, invariants, begin, dress)
