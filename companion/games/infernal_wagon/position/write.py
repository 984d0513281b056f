"""A game as JSON that a person can write, and back again (what FEN is to chess). docs/infernal_wagon.md lists the keys.

The keys of `_Written` are for people and all have defaults. `more` is what only a running companion knows (an open
question, the card that can still be judged anew, the pace so far); a position written by hand does without.
All times in it are ms relative to the moment of the position, which becomes session time 0.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from companion.engine.codec import to_plain
from companion.engine.secret import Secret
from companion.games.infernal_wagon.names import Phase
from companion.games.infernal_wagon.position.read import Ended, More, OnTrack, PositionData
from companion.games.infernal_wagon.state import Ask, Preparation, Result, WagonState


def write_position(s: WagonState, at: int, reveal: bool) -> dict[str, Any]:
    """The position at session time `at`. Which Curse was tried in vain is in it only if `reveal`."""
    prep = s.prep
    begun = s.phase not in {Phase.SETUP, Phase.READY} and bool(s.hands)
    written = PositionData(
        phase=s.phase,
        track=tuple(OnTrack(c.slot, c.ways, c.join, c.special) for c in s.track) if begun else None,
        exit=s.exits if begun else None,
        exit_any_of=s.any_of if begun else None,
        pile=s.pile if begun else None,
        hands=s.hands if begun else None,
        discarded=s.discarded if begun else None,
        silence=s.silence,
        uturn=s.uturn,
        curses_left=s.curses if begun else None,
        elapsed_ms=s.clock.at(at),
        held=s.held_at is not None,
        paused=s.clock.paused,
        corrected=s.corrected,
        result=None if s.result is None else _ended(s.result, at),
        more=_more(s, at) if begun else More(play=s.play),
    )
    return _settings(prep) | _bare(_plain(written, reveal))


def _settings(prep: Preparation) -> dict[str, Any]:
    chosen: dict[str, Any] = {
        "players": to_plain(prep.players),
        "silence_cards": prep.silence,
        "uturn_cards": prep.uturn,
        "curses": prep.curse,
        "easy": prep.easy,
        "timer": prep.timer.value,
        "minutes": prep.minutes,
        "level": prep.level.value,
        "attribution": prep.attribution.value,
        "sound": prep.sound,
        "readers": dict(prep.readers),
        "rulings": to_plain(prep.rulings),
        "box": prep.box_name,
    }
    known = {name: value for name, value in to_plain(prep.group).items() if value}
    return chosen | ({"group": known} if known else {})


def _ended(result: Result, at: int) -> Ended:
    return Ended(result.elapsed, result.reason, result.appeal, result.at - at)


def _more(s: WagonState, at: int) -> More:
    lying = {card.slot for card in s.track}
    now = s.held_at if s.held_at is not None else at
    return More(
        play=s.play,
        unnamed=s.unnamed,
        used=tuple(sorted(s.used - lying)),
        shown=s.shown,
        correction=s.correction,
        drawn=s.drawn,
        drawer=s.drawer,
        streak=s.streak,
        turn=s.turn,
        asks=_moved(s.asks, -now),
        last=None if s.last is None else replace(s.last, at=s.last.at - at),
        fresh_last_cards=s.fresh_last_cards,
        cursed=tuple(sorted(s.cursed)),
        empty_other=s.empty_other,
        tally=s.tally,
        before_end=None if s.before_end is None else replace(s.before_end, asks=_moved(s.before_end.asks, -at)),
        offer=s.offer,
        cue=s.clock.cue,
    )


def _moved(asks: tuple[Ask, ...], by: int) -> tuple[Ask, ...]:
    return tuple(a if a.until is None else replace(a, until=a.until + by) for a in asks)


def _plain(written: PositionData, reveal: bool) -> dict[str, Any]:
    def secret(value: object) -> object:
        if isinstance(value, Secret):
            return value.reveal() if reveal else None
        raise NotImplementedError(type(value).__name__)

    plain: dict[str, Any] = msgspec.to_builtins(written, enc_hook=secret, str_keys=True, order="deterministic")
    return plain


def _bare(plain: dict[str, Any]) -> dict[str, Any]:
    """States inside `more` need no second copy of what was chosen before the start."""
    more = plain.get("more", {})
    for inner in (more.get("last", {}) or {}).get("base"), more.get("before_end"):
        if inner is not None:
            _stripped(inner)
    return plain


def _stripped(state: dict[str, Any]) -> None:
    state["prep"] = None
    if state.get("last"):
        _stripped(state["last"]["base"])
