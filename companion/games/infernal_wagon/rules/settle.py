"""What a position leaves out follows from the rules of the set-up, and what a correction makes of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace

from companion.engine.patch import checked_value, correction, following, names_field, patched
from companion.engine.refused import BadInput, Refused
from companion.games.infernal_wagon.names import LAST_CARDS, STILL, CardKind, Level, Phase, Special
from companion.games.infernal_wagon.rules.judge import Verdict, card_fit, settle_ways, verdict
from companion.games.infernal_wagon.rules.timing import cue_after
from companion.games.infernal_wagon.state import Laid, Tally, Turn, WagonState

S = WagonState
BEFORE = (Phase.SETUP, Phase.READY)
LIVE = (Phase.OPEN, Phase.TUNNEL)
ON_TABLE = ("pile", "hands", "discarded", "track", "exits", "silence", "uturn", "curses", "cursed")
"""What a table sees."""


def dress(state: S, patch: Mapping[str, Any]) -> Mapping[str, Any]:
    """Place cards of the track that are only named as before, or one after the other; where it is open, they are taken
    to fit. What is said of the exit also settles the place of the newest one.

    :raises BadInput: for a card that the box does not have, or that is never on the track.
    """
    given, lying = patch.get("track"), {laid.slot: laid for laid in state.track}
    if not isinstance(given, list | tuple) or not any(isinstance(item, str) for item in given):
        return patch
    track: list[Laid] = []
    for i, item in enumerate(given):
        known = lying.get(item) if isinstance(item, str) else checked_value(item, Laid, f"track[{i}]")
        track.append(known or _laid(state, item, track, f"track[{i}]"))
    left = patch.get("exits")
    if isinstance(left, list | tuple) and isinstance(given[-1], str) and state.prep.level is Level.L2:
        ways = tuple(way for way in track[-1].ways if set(way[1]) & set(map(str, left)))
        track[-1] = replace(track[-1], ways=ways or track[-1].ways)
    return {**patch, "track": to_builtins(track)}


def _laid(state: S, slot: str, track: list[Laid], key: str) -> Laid:
    card = state.prep.box.cards.get(slot)
    if card is None:
        raise BadInput(field=key, reason=f"the box has no card {slot}")
    special = None
    if card.kind not in (CardKind.START, CardKind.EXIT):
        special = card.special if card.kind is CardKind.DANGER else Special.NONE
    if not track or card.kind is CardKind.START:
        return Laid(slot, card.kind, special, card.ways)
    before = card_fit(track[-1].ways, track[-1].join)
    missed = verdict(before.exits, before.any_of, card.ways) is Verdict.MISS
    found = settle_ways(before.exits, card.ways, missed)
    return Laid(slot, card.kind, special, found.ways, found.join)


def settle(before: S, state: S, patch: Mapping[str, Any]) -> S:
    """What was counted so far, as far as it is not said: the rest of the cards is behind the wagon."""
    if state.phase in BEFORE:
        return state
    if state.track and (names_field(patch, "track") or names_field(patch, "exits")):
        state = _exit(state, patch)
    used = state.used.union(card.slot for card in state.track)
    state = following(_curses(state, patch), patch, used=used, shown=state.silence + state.uturn)
    prep, tunnel = state.prep, state.phase is Phase.TUNNEL
    known = state.pile + state.total + len(state.track) + state.shown
    state = following(
        state,
        patch,
        discarded=max(0, prep.cards - known),
        drawn=tunnel or state.pile < prep.p0,
        fresh_last_cards=state.pile > LAST_CARDS,
        turn=Turn() if tunnel else state.turn,
    )
    clock = following(state.clock, patch, "clock", cue=cue_after(state.clock.elapsed, prep.minutes))
    still = state.held_at is not None or any(ask.question in STILL for ask in state.asks)
    if still or not (state.phase in LIVE or state.result is not None):
        clock = following(clock, patch, "clock", since=None)
    tally = following(state.tally, patch, "tally", pace=((clock.elapsed, state.pile),))
    state = following(state, patch, correction=known + state.discarded - prep.cards)
    return replace(state, clock=clock, tally=tally)


def _exit(state: S, patch: Mapping[str, Any]) -> S:
    """The exit of the newest card, as far as it is not said."""
    after, detailed = card_fit(state.track[-1].ways, state.track[-1].join), state.prep.level is Level.L2
    return following(state, patch, exits=after.exits if detailed else (), any_of=detailed and after.any_of)


def _curses(state: S, patch: Mapping[str, Any]) -> S:
    """Settle how many are left, and who holds them: one follows from the other."""
    if names_field(patch, "cursed"):
        return following(state, patch, curses=len(state.cursed))
    return (
        replace(state, cursed=frozenset(range(state.prep.n if state.curses else 0)))
        if names_field(patch, "curses")
        else state
    )


def paced(state: S, pile: int, at: int) -> Tally:
    """With a point of the recap's chart more."""
    return replace(state.tally, pace=(*state.tally.pace, (state.clock.at(at), pile)))


def corrected(before: S, patch: Mapping[str, Any], at: int) -> S:
    """Return the corrected state. A hand's correction first uses up losses without a name (reading 15); what the track
    has less is behind the wagon.

    :raises BadInput: for what no correction says, or a value that cannot be.
    :raises Refused: `not_allowed_now` where no card would be left on the track.
    """
    patch = dress(before, correction(patch, before, ON_TABLE))
    s = _curses(patched(before, patch, at), patch)
    unnamed = before.unnamed
    for old, new in zip(before.hands, s.hands, strict=True):
        unnamed -= max(0, min(unnamed, old - new))
    s = replace(s, unnamed=unnamed, corrected=True, last=None)
    gone = s.discarded - before.discarded
    if names_field(patch, "track"):
        s = following(s, patch, discarded=max(0, before.discarded + len(before.track) - len(s.track)))
    elif gone and not 0 < gone < len(s.track):
        raise Refused("not_allowed_now")
    else:
        s = replace(s, track=s.track[gone:])
    if s.track and s.track[-1:] != before.track[-1:]:
        s = _exit(s, patch)
    if s.pile != before.pile:
        s = replace(s, tally=paced(s, s.pile, at))
    s = replace(s, tally=replace(s.tally, counted=s.tally.counted or names_field(patch, "pile")))
    return replace(s, correction=before.correction + _count(s) - _count(before))


def _count(state: S) -> int:
    return state.pile + state.total + len(state.track) + state.discarded
