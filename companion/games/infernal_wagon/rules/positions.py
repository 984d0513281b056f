"""What a position of Infernal Wagon leaves out follows from the rules of the set-up; and what can never be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace

from companion.engine.codec import to_kind
from companion.engine.game import GameSetup
from companion.engine.patch import Faults, Names, Patches, said
from companion.engine.refused import BadInput
from companion.games.infernal_wagon.events import Confirmed, Started
from companion.games.infernal_wagon.names import STILL, Kind, Level, Phase, Question, Special
from companion.games.infernal_wagon.rules.judge import Verdict, fit, verdict
from companion.games.infernal_wagon.rules.judge import settle as judged
from companion.games.infernal_wagon.rules.timing import cue_after
from companion.games.infernal_wagon.state import UNKNOWN, Ask, Laid, Turn, WagonState

S = WagonState
BEFORE = (Phase.SETUP, Phase.READY)
LIVE = (Phase.OPEN, Phase.TUNNEL)
OVER = (Phase.ENDED, Phase.EXPLOIT, Phase.IDLE)
NEVER_LAID = (Kind.SILENCE, Kind.UTURN, Kind.CURSE)


def opening(s: S, /) -> GameSetup:
    """The seats and options of a game like this one. A box that came as an object is given again."""
    prep = s.prep
    plain: dict[str, Any] = to_builtins(
        {
            "modules": sorted(prep.modules),
            "easy": prep.easy,
            "timer": prep.timer,
            "minutes": prep.minutes,
            "level": prep.level,
            "attribution": prep.attribution,
            "sound": prep.sound,
            "readers": prep.readers,
            "rulings": prep.rulings,
            **{name: value for name, value in to_builtins(prep.group).items() if value},
        }
    )
    return GameSetup(prep.players, plain | ({"box": prep.box_name} if prep.box_name else {}))


def names(s: S) -> Names:
    return {"seat": [player.name for player in s.prep.players]}


def begin(fresh: S, patch: Mapping[str, Any]) -> S:
    """A position in a game that has begun is put right from what is dealt, with the clock going."""
    phase = patch.get("phase", Phase.SETUP)
    if phase == Phase.SETUP:
        return fresh
    dealt = Confirmed().apply(fresh, 0)
    begun = dealt if phase == Phase.READY else Started(None).apply(dealt, 0)
    return replace(begun, phase=fresh.phase)


def dress(s: S, patch: Mapping[str, Any]) -> Mapping[str, Any]:
    """Cards of the track that are only named lie one after the other; where it is open, they are taken to fit. What is
    said of the exit also tells how the newest one lies.

    :raises BadInput: for a card that the box does not have, or that never lies there.
    """
    given = patch.get("track")
    if not isinstance(given, list | tuple) or not any(isinstance(item, str) for item in given):
        return patch
    track: list[Laid] = []
    exits: tuple[str, ...] = ()
    any_of = False
    for i, item in enumerate(given):
        laid = _laid(s, item, track, exits, any_of, f"track[{i}]") if isinstance(item, str) else to_kind(item, Laid)
        after = fit(laid.ways, laid.join)
        exits, any_of = after.exits, after.any_of
        track.append(laid)
    left = patch.get("exits")
    if isinstance(left, list | tuple) and isinstance(given[-1], str) and s.prep.level is Level.L2:
        ways = tuple(way for way in track[-1].ways if set(way[1]) & set(map(str, left)))
        track[-1] = replace(track[-1], ways=ways or track[-1].ways)
    return {**patch, "track": to_builtins(track)}


def _laid(s: S, slot: str, track: list[Laid], exits: tuple[str, ...], any_of: bool, key: str) -> Laid:
    card = s.prep.box.cards.get(slot)
    if card is None:
        raise BadInput(field=key, reason=f"the box has no card {slot}")
    special = None
    if card.kind not in (Kind.START, Kind.EXIT):
        special = card.special if card.kind is Kind.DANGER else Special.NONE
    if not track or card.kind is Kind.START:
        return Laid(slot, card.kind, special, card.ways)
    found = judged(exits, card.ways, verdict(exits, any_of, card.ways) is Verdict.MISS)
    return Laid(slot, card.kind, special, found.ways, found.join)


def settle(before: S, s: S, patch: Mapping[str, Any]) -> S:
    """What was counted so far, as far as it is not said: the rest of the cards is behind the wagon."""
    if s.phase in BEFORE:
        return s
    prep = s.prep

    def unsaid(**values: Any) -> dict[str, Any]:
        return {name: value for name, value in values.items() if name not in patch}

    if s.track and (said(patch, "track") or said(patch, "exits")):
        after = fit(s.track[-1].ways, s.track[-1].join)
        detailed = prep.level is Level.L2
        s = replace(s, **unsaid(exits=after.exits if detailed else (), any_of=detailed and after.any_of))
    if s.phase is Phase.TUNNEL and s.turn is None and not said(patch, "turn"):
        s = replace(s, turn=Turn())
    if said(patch, "cursed"):
        s = replace(s, **unsaid(curses=len(s.cursed)))
    elif said(patch, "curses"):
        s = replace(s, cursed=frozenset(range(prep.n)) if s.curses else frozenset())
    used = {*s.used, *(card.slot for card in s.track)}
    s = replace(s, **unsaid(used=frozenset(used), shown=s.silence + s.uturn))
    known = s.pile + s.total + len(s.track) + s.shown
    s = replace(s, **unsaid(discarded=max(0, prep.cards - known)))
    drawn = s.phase is Phase.TUNNEL or s.pile < prep.p0
    counted = {"correction": known + s.discarded - prep.cards, "drawn": drawn, "fresh_last_cards": s.pile > 4}
    s = replace(s, **unsaid(**counted))
    clock, tally = s.clock, s.tally
    if not said(patch, "clock", "cue"):
        clock = replace(clock, cue=cue_after(clock.elapsed, prep.minutes))
    still = s.held_at is not None or any(ask.question in STILL for ask in s.asks)
    if not said(patch, "clock", "since") and (still or not (s.phase in LIVE or s.result is not None)):
        clock = replace(clock, since=None)
    if not said(patch, "tally", "pace"):
        tally = replace(tally, pace=((clock.elapsed, s.pile),))
    return replace(s, clock=clock, tally=tally)


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


PATCHES = Patches(names, settle, invariants, begin, dress)
