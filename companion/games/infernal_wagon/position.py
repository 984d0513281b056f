"""A game as JSON that a person can write, and back again (what FEN is to chess). docs/infernal_wagon.md lists the keys.

The keys of `_Written` are for people and all have defaults. `more` is what only a running companion knows (an open
question, the card that can still be judged anew, the pace so far); a position written by hand does without.
All times in it are ms relative to the moment of the position, which becomes session time 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.engine.codec import to_kind, to_plain
from companion.engine.game import Order, Player
from companion.engine.refused import BadInput
from companion.engine.secret import Secret
from companion.games.infernal_wagon.cards import Way
from companion.games.infernal_wagon.judge import Verdict, fit, settle, verdict
from companion.games.infernal_wagon.names import Kind, Level, Phase, Question, Reason, Special
from companion.games.infernal_wagon.prepare import prepare
from companion.games.infernal_wagon.state import (
    UNKNOWN,
    Ask,
    Clock,
    Join,
    Laid,
    Last,
    Offer,
    Preparation,
    Result,
    Tally,
    Turn,
    WagonState,
)
from companion.games.infernal_wagon.timing import cue_after


class _Card(Struct, frozen=True, forbid_unknown_fields=True):
    """A card of the track with what is known of how it lies."""

    card: str
    ways: tuple[Way, ...] | None = None
    join: Join | None = None
    special: Special | None = None


class _Tunnel(Struct, frozen=True, forbid_unknown_fields=True):
    owner: str | None = None


class _Result(Struct, frozen=True, forbid_unknown_fields=True):
    elapsed_ms: int
    reason: Reason | None = None
    appeal: bool = False
    at: int = 0


class _More(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Not for people."""

    play: int = 1
    unnamed: int | None = None
    used: tuple[str, ...] = ()
    shown: int | None = None
    correction: int | None = None
    drawn: bool | None = None
    streak: tuple[int, int] | None = None
    turn: Turn | None = None
    asks: tuple[Ask, ...] = ()
    last: Last | None = None
    fresh_last_cards: bool | None = None
    cursed: tuple[int, ...] | None = None
    empty_other: bool | None = False
    tally: Tally | None = None
    before_end: WagonState | None = None
    offer: Offer = Offer()
    cue: int | None = None


class _Written(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a person writes."""

    phase: Phase = Phase.OPEN
    track: tuple[str | _Card, ...] | None = None
    exit: tuple[str, ...] | None = None
    exit_any_of: bool | None = None
    pile: int | None = None
    hands: tuple[int, ...] | dict[str, int] | None = None
    total: int | None = None
    discarded: int | None = None
    silence: bool = False
    uturn: bool = False
    curses_left: int | tuple[str, ...] | None = None
    tunnel: _Tunnel | None = None
    elapsed_ms: int = 0
    held: bool = False
    paused: bool = False
    corrected: bool = False
    result: _Result | None = None
    more: _More = _More()


_KEYS = frozenset(field.name for field in msgspec.structs.fields(_Written))

SILENCE_IS_ON = "silence_on"
UTURN_IS_ON = "uturn_on"


# -- out -------------------------------------------------------------------------------------------


def position(s: WagonState, at: int, reveal: bool) -> dict[str, Any]:
    """The position at session time `at`. Which Curse was tried in vain is in it only if `reveal`."""
    prep = s.prep
    begun = s.phase not in {Phase.SETUP, Phase.READY} and bool(s.hands)
    written = _Written(
        phase=s.phase,
        track=tuple(_Card(c.slot, c.ways, c.join, c.special) for c in s.track) if begun else None,
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
        more=_more(s, at) if begun else _More(play=s.play),
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
        "level": prep.level.value,
        "attribution": prep.attribution.value,
        "sound": prep.sound,
        "readers": dict(prep.readers),
        "rulings": to_plain(prep.rulings),
        "box": prep.box_name,
    }
    known = {name: value for name, value in to_plain(prep.group).items() if value}
    return chosen | ({"group": known} if known else {})


def _ended(result: Result, at: int) -> _Result:
    return _Result(result.elapsed, result.reason, result.appeal, result.at - at)


def _more(s: WagonState, at: int) -> _More:
    lying = {card.slot for card in s.track}
    now = s.held_at if s.held_at is not None else at
    return _More(
        play=s.play,
        unnamed=s.unnamed,
        used=tuple(sorted(s.used - lying)),
        shown=s.shown,
        correction=s.correction,
        drawn=s.drawn,
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


def _plain(written: _Written, reveal: bool) -> dict[str, Any]:
    def secret(value: object) -> object:
        if isinstance(value, Secret):
            return value.reveal() if reveal else None
        raise NotImplementedError(type(value).__name__)

    plain: dict[str, Any] = msgspec.to_builtins(written, enc_hook=secret, str_keys=True)
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


# -- in --------------------------------------------------------------------------------------------


def from_position(order: Order, given: Mapping[str, Any], config_dir: Path | None) -> WagonState:
    """The state that `given` describes; what it does not say follows from the rules of the set-up.

    :raises BadInput: naming the key that is wrong.
    """
    prep, rest = _prepared(order, dict(given), config_dir)
    written: _Written = to_kind(_dressed(rest, prep), _Written)
    if written.phase in {Phase.SETUP, Phase.READY}:
        return WagonState(prep=prep, phase=written.phase, play=written.more.play)
    return _Reader(prep, written).state()


def _prepared(order: Order, given: dict[str, Any], config_dir: Path | None) -> tuple[Preparation, dict[str, Any]]:
    """What is chosen before the start comes from the position first, then from the order's options."""
    chosen = {name: given.pop(name) for name in list(given) if name not in _KEYS}
    seats = to_kind([_player(p) for p in chosen.pop("players")], tuple[Player, ...]) if "players" in chosen else ()
    group = chosen.pop("group", {})
    switches = {name: chosen.pop(key) for key, name in _SWITCHES.items() if key in chosen}
    options = {**order.options, **chosen}
    options = {name: value for name, value in options.items() if not (name == "box" and value == "")}
    prep = prepare(
        replace(order, seats=seats or order.seats, options=options, group={**order.group, **group}), config_dir
    )
    return replace(prep, **switches), given


_SWITCHES = {"silence_cards": "silence", "uturn_cards": "uturn", "curses": "curse"}


def _player(value: Any) -> Any:
    return {"name": value} if isinstance(value, str) else value


def _dressed(given: dict[str, Any], prep: Preparation) -> dict[str, Any]:
    """Puts the choices back into the states inside `more`."""
    more = given.get("more")
    if not isinstance(more, dict):
        return given
    plain = msgspec.to_builtins(prep, str_keys=True)

    def dress(state: Any) -> Any:
        if not isinstance(state, dict):
            return state
        last = state.get("last")
        inner = {**last, "base": dress(last.get("base"))} if isinstance(last, dict) else last
        return {**state, "prep": plain, "last": inner}

    fresh = dict(more)
    if isinstance(last := fresh.get("last"), dict):
        fresh["last"] = {**last, "base": dress(last.get("base"))}
    if fresh.get("before_end") is not None:
        fresh["before_end"] = dress(fresh["before_end"])
    return {**given, "more": fresh}


class _Reader:
    """Makes the state of a game that has begun; one method for each group of keys."""

    def __init__(self, prep: Preparation, written: _Written) -> None:
        self.prep = prep
        self.w = written
        self.more = written.more

    def state(self) -> WagonState:
        w, more, prep = self.w, self.more, self.prep
        track = self._track()
        exits, any_of, track = self._exit(track)
        hands = self._hands()
        unnamed = self._unnamed(hands)
        pile = self._pile()
        curses, cursed = self._curses()
        shown = more.shown if more.shown is not None else int(w.silence) + int(w.uturn)
        total = max(0, sum(hands) - unnamed)
        known = pile + total + len(track) + shown
        discarded = w.discarded if w.discarded is not None else max(0, prep.cards - known)
        live = w.phase in {Phase.OPEN, Phase.TUNNEL}
        frozen = w.held or any(a.question is Question.CURSES for a in more.asks)
        cue = more.cue if more.cue is not None else cue_after(w.elapsed_ms)
        return WagonState(
            prep=prep,
            phase=Phase.TUNNEL if w.tunnel is not None else w.phase,
            play=more.play,
            pile=pile,
            hands=hands,
            unnamed=unnamed,
            track=track,
            exits=exits,
            any_of=any_of,
            discarded=discarded,
            used=frozenset({*more.used, *prep.box.starts, *(card.slot for card in track)}),
            shown=shown,
            correction=more.correction if more.correction is not None else known + discarded - prep.cards,
            drawn=more.drawn if more.drawn is not None else w.tunnel is not None or pile < prep.p0,
            silence=w.silence,
            uturn=w.uturn,
            curses=curses,
            cursed=cursed,
            streak=more.streak,
            turn=self._turn(),
            asks=more.asks,
            held_at=0 if w.held else None,
            last=more.last,
            fresh_last_cards=more.fresh_last_cards if more.fresh_last_cards is not None else pile > 4,
            corrected=w.corrected,
            clock=Clock(w.elapsed_ms, None if frozen or not (live or w.result) else 0, cue, w.paused),
            tally=more.tally if more.tally is not None else Tally(pace=((w.elapsed_ms, pile),)),
            empty_other=more.empty_other,
            result=None if w.result is None else _result(w.result),
            before_end=more.before_end,
            offer=more.offer,
        )

    def _track(self) -> tuple[Laid, ...]:
        """Cards by name are laid one after the other; where it is open, they are taken to fit."""
        slots = self.w.track if self.w.track is not None else self.prep.box.starts
        if not slots:
            raise BadInput(field="track", reason="the wagon's card is always there")
        names = [item if isinstance(item, str) else item.card for item in slots]
        if len(set(names)) != len(names):
            raise BadInput(field="track", reason="a card lies there twice")
        track: list[Laid] = []
        exits: tuple[str, ...] = ()
        any_of = False
        for item in slots:
            laid, exits, any_of = self._laid(item if isinstance(item, _Card) else _Card(item), track, exits, any_of)
            track.append(laid)
        return tuple(track)

    def _laid(
        self, item: _Card, track: list[Laid], exits: tuple[str, ...], any_of: bool
    ) -> tuple[Laid, tuple[str, ...], bool]:
        card = self.prep.box.cards.get(item.card)
        if card is None:
            raise BadInput(field="track", reason=f"the box has no card {item.card}")
        if card.kind in {Kind.SILENCE, Kind.UTURN, Kind.CURSE}:
            raise BadInput(field="track", reason=f"{item.card} never lies on the track")
        special = (
            item.special if item.special is not None else (card.special if card.kind is Kind.DANGER else Special.NONE)
        )
        special = None if card.kind is Kind.START else special
        ways = card.ways if item.ways is None else item.ways
        join = item.join or (Join.NONE if not track or card.kind is Kind.START else None)
        if join is None:
            found = settle(exits, ways, verdict(exits, any_of, ways) is Verdict.MISS)
            ways, join = (found.ways if item.ways is None else ways), found.join
        after = fit(ways, join)
        return Laid(item.card, card.kind, special, ways, join), after.exits, after.any_of

    def _exit(self, track: tuple[Laid, ...]) -> tuple[tuple[str, ...], bool, tuple[Laid, ...]]:
        """What is said of the exit has the last word; it also tells how the newest card lies."""
        top = track[-1]
        if self.prep.level is not Level.L2:
            return self.w.exit or (), False, track
        after = fit(top.ways, top.join)
        if self.w.exit is None:
            return after.exits, after.any_of, track
        known = {symbol.id for symbol in self.prep.box.symbols} | {"*", UNKNOWN}
        for symbol in self.w.exit:
            if symbol not in known:
                raise BadInput(field="exit", reason=f"the box has no symbol {symbol}")
        ways = tuple(way for way in top.ways if set(way[1]) & set(self.w.exit))
        any_of = after.any_of if self.w.exit_any_of is None else self.w.exit_any_of
        if self.w.more.last is None and ways:
            track = (*track[:-1], replace(top, ways=ways))
        return tuple(sorted(self.w.exit)), any_of, track

    def _hands(self) -> tuple[int, ...]:
        hands = self.w.hands
        if hands is None:
            return (self.prep.hand,) * self.prep.n
        if isinstance(hands, dict):
            strangers = set(hands) - {player.name for player in self.prep.players}
            if strangers:
                raise BadInput(field="hands", reason=f"nobody is called {sorted(strangers)[0]}")
            hands = tuple(hands.get(player.name, self.prep.hand) for player in self.prep.players)
        if len(hands) != self.prep.n or any(cards < 0 for cards in hands):
            raise BadInput(field="hands", reason=f"{self.prep.n} counts of 0 or more are wanted")
        return hands

    def _unnamed(self, hands: tuple[int, ...]) -> int:
        if self.more.unnamed is not None:
            return self.more.unnamed
        if self.w.total is None:
            return 0
        if not 0 <= self.w.total <= sum(hands):
            raise BadInput(field="total", reason=f"all hands together hold at most {sum(hands)}")
        return sum(hands) - self.w.total

    def _pile(self) -> int:
        pile = self.prep.p0 if self.w.pile is None else self.w.pile
        if not 0 <= pile <= self.prep.cards:
            raise BadInput(field="pile", reason=f"{pile} is not between 0 and {self.prep.cards}")
        return pile

    def _curses(self) -> tuple[int, frozenset[int]]:
        left = self.w.curses_left
        if left is None:
            n = self.prep.n if self.prep.curse else 0
            return n, frozenset(range(n))
        if isinstance(left, int):
            if not 0 <= left <= self.prep.n:
                raise BadInput(field="curses_left", reason=f"{left} of {self.prep.n} Curses cannot be left")
            cursed = self.more.cursed if self.more.cursed is not None else tuple(range(self.prep.n)) if left else ()
            return left, frozenset(cursed)
        seats = [self._seat("curses_left", name) for name in left]
        return len(seats), frozenset(seats)

    def _turn(self) -> Turn | None:
        if self.more.turn is not None or self.w.tunnel is None:
            return self.more.turn
        owner = None if self.w.tunnel.owner is None else self._seat("tunnel", self.w.tunnel.owner)
        return Turn(owner, owner)

    def _seat(self, key: str, name: str) -> int:
        seat = self.prep.seat(name)
        if seat is None:
            raise BadInput(field=key, reason=f"nobody is called {name}")
        return seat


def _result(written: _Result) -> Result:
    return Result(written.at, written.elapsed_ms, written.reason, written.appeal)
