"""A game as JSON that a person can write, and back again (what FEN is to chess). docs/infernal_wagon.md lists the keys.

The keys of `PositionData` are for people and all have defaults; what they do not say follows from the rules of the
set-up. `more` is what only a running companion knows (an open question, the card that can still be judged anew, the
pace so far); a position written by hand does without. All times in it are ms relative to the moment of the position,
which becomes session time 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.engine.codec import to_kind, to_plain
from companion.engine.game import GameSetup, Player
from companion.engine.player_names import check_distinct, check_names
from companion.engine.refused import BadInput
from companion.engine.secret import Secret
from companion.games.infernal_wagon import state as st
from companion.games.infernal_wagon.data.cards import Way
from companion.games.infernal_wagon.events import Confirmed
from companion.games.infernal_wagon.names import Kind, Level, Phase, Question, Reason, Special
from companion.games.infernal_wagon.rules.judge import Verdict, fit, settle, verdict
from companion.games.infernal_wagon.rules.prepare import as_table, prepare
from companion.games.infernal_wagon.rules.timing import NO_CUE_LEFT, cue_after
from companion.games.infernal_wagon.state import Ask, Preparation, Result, WagonState


class OnTrack(Struct, frozen=True, forbid_unknown_fields=True):
    """A card of the track with what is known of how it lies."""

    card: str
    ways: tuple[Way, ...] | None = None
    join: st.Join | None = None
    special: Special | None = None


class Tunnel(Struct, frozen=True, forbid_unknown_fields=True):
    owner: str | None = None


class Ended(Struct, frozen=True, forbid_unknown_fields=True):
    elapsed_ms: int
    reason: Reason | None = None
    appeal: bool = False
    at: int = 0


class More(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Not for people."""

    play: int = 1
    unnamed: int | None = None
    used: tuple[str, ...] = ()
    shown: int | None = None
    correction: int | None = None
    drawn: bool | None = None
    drawer: int | None = None
    streak: tuple[int, int] | None = None
    turn: st.Turn | None = None
    asks: tuple[st.Ask, ...] = ()
    last: st.Last | None = None
    fresh_last_cards: bool | None = None
    cursed: tuple[int, ...] | None = None
    empty_other: bool | None = False
    tally: st.Tally | None = None
    before_end: WagonState | None = None
    offer: st.Offer = st.Offer()
    cue: int | None = None


class PositionData(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a person writes."""

    phase: Phase = Phase.OPEN
    track: tuple[str | OnTrack, ...] | None = None
    exit: tuple[str, ...] | None = None
    exit_any_of: bool | None = None
    pile: int | None = None
    hands: tuple[int, ...] | dict[str, int] | None = None
    total: int | None = None
    discarded: int | None = None
    silence: bool = False
    uturn: bool = False
    curses_left: int | tuple[str, ...] | None = None
    tunnel: Tunnel | None = None
    elapsed_ms: int = 0
    held: bool = False
    paused: bool = False
    corrected: bool = False
    result: Ended | None = None
    more: More = More()


KEYS = frozenset(field.name for field in msgspec.structs.fields(PositionData))


MOST_CARDS = 96
"""Cards of the box: no hand and no pile has more."""
MOST = 99_999
"""More than anything that is counted in a game, or over a group's games."""
MOST_MS = 100_000_000_000
"""More than any time of a session: three years."""
BEGUN = (Phase.OPEN, Phase.TUNNEL)
OVER = (Phase.ENDED, Phase.EXPLOIT, Phase.IDLE)


def in_range(field: str, value: int | None, least: int, most: int) -> None:
    """:raises BadInput: naming the field and its range; None is in any."""
    if value is not None and not least <= value <= most:
        raise BadInput(field=field, reason=f"{value} is not between {least} and {most}")


def check(s: WagonState) -> None:
    """:raises BadInput: naming the field of the position that cannot be."""
    if s.phase not in (*BEGUN, *OVER):
        raise BadInput(field="phase", reason=f"{s.phase.value} lies over another one; say `held`, or what is asked")
    if (s.result is not None) is not (s.phase in OVER):
        raise BadInput(field="result", reason="a game that is over says how it ended, and no other game does")
    in_range("more.play", s.play, 1, MOST)
    if s.result is not None:
        in_range("result.elapsed_ms", s.result.elapsed, 0, MOST_MS)
        in_range("result.at", s.result.at, -MOST_MS, MOST_MS)
    _state(s, "")


def _state(s: WagonState, key: str) -> None:
    """A state of the game; `key`: where one lies inside the position, with a dot."""
    more = key or "more."
    in_range(key + "elapsed_ms", s.clock.elapsed, 0, MOST_MS)
    _counts(s, key, more)
    _turns(s, more)
    _track(s.track, s, key + "track")
    for i, ask in enumerate(s.asks):
        _asked(s, ask, f"{more}asks[{i}]")
    _tally(s.tally, more + "tally")
    in_range(more + "cue", s.clock.cue, 0, NO_CUE_LEFT)
    for field, moment in (("clock.since", s.clock.since), ("held_at", s.held_at)):
        in_range(key + field, moment, -MOST_MS, MOST_MS)
    if s.last is not None:
        in_range(more + "last.at", s.last.at, -MOST_MS, MOST_MS)
        _state(s.last.base, more + "last.base.")
    if s.before_end is not None:
        _state(s.before_end, more + "before_end.")


def _counts(s: WagonState, key: str, more: str) -> None:
    n = s.prep.n
    if len(s.hands) != n:
        raise BadInput(field=key + "hands", reason=f"{n} counts are wanted, not {len(s.hands)}")
    for i, cards in enumerate(s.hands):
        in_range(f"{key}hands[{i}]", cards, 0, MOST_CARDS)
    in_range(key + "pile", s.pile, 0, MOST_CARDS)
    in_range(key + "discarded", s.discarded, 0, MOST)
    in_range(key + "curses_left", s.curses, 0, n)
    for name, value in (("unnamed", s.unnamed), ("correction", s.correction)):
        in_range(more + name, value, -MOST, MOST)
    in_range(more + "shown", s.shown, 0, MOST)


def _turns(s: WagonState, more: str) -> None:
    for i, seat in enumerate(sorted(s.cursed)):
        _seat(s, seat, f"{more}cursed[{i}]")
    _seat(s, s.drawer, more + "drawer")
    if s.streak is not None:
        _seat(s, s.streak[0], more + "streak[0]")
        in_range(more + "streak[1]", s.streak[1], 0, MOST)
    if s.turn is not None:
        _seat(s, s.turn.actor, more + "turn.actor")
        _seat(s, s.turn.owner, more + "turn.owner")
        for i, late in enumerate(s.turn.late):
            in_range(f"{more}turn.late[{i}]", late, -1, 9)


def _seat(s: WagonState, seat: int | None, field: str) -> None:
    in_range(field, seat, 0, s.prep.n - 1)


def _track(track: tuple[st.Laid, ...], s: WagonState, field: str) -> None:
    if not track and s.phase is not Phase.SETUP:
        raise BadInput(field=field, reason="the wagon's card is always there")


def _asked(s: WagonState, ask: st.Ask, field: str) -> None:
    in_range(field + ".until", ask.until, -MOST_MS, MOST_MS)
    in_range(field + ".lasts", ask.lasts, 0, MOST_MS)
    _seat(s, ask.seat, field + ".seat")
    if ask.pending is None:
        return
    _seat(s, ask.pending.actor, field + ".pending.actor")
    card = s.prep.box.cards.get(ask.pending.slot)
    if card is None or ask.question is not Question.WHO:
        raise BadInput(field=field + ".pending", reason=f"the box has no card {ask.pending.slot} to ask about")
    if ask.pending.end is not None:
        try:
            card.way_from(ask.pending.end)
        except BadInput as error:
            raise BadInput(field=field + ".pending.end", reason=error.facts["reason"]) from None


def _tally(tally: st.Tally, field: str) -> None:
    times = [*tally.misses, *(at for at, _ in tally.pace), *(at for span in tally.silences for at in span)]
    for at in [*times, tally.silent_since]:
        in_range(field, at, 0, MOST_MS)
    counted = (tally.discards, tally.no_draws, tally.explosions, *(pile for _, pile in tally.pace))
    for count in counted:
        in_range(field, count, 0, MOST)


def import_position(order: GameSetup, given: Mapping[str, Any], config_dir: Path | None) -> WagonState:
    """The state that `given` describes; what it does not say follows from the rules of the set-up.

    :raises BadInput: naming the key that is wrong.
    """
    prep, rest = _prepared(order, dict(given), config_dir)
    written: PositionData = to_kind(_dressed(rest, prep), PositionData)
    if written.phase in {Phase.SETUP, Phase.READY}:
        fresh = WagonState(prep=prep, play=written.more.play)
        return fresh if written.phase is Phase.SETUP else Confirmed().apply(fresh, 0)
    state = Reader(prep, written).state()
    check(state)
    return state


def _prepared(
    order: GameSetup, given: dict[str, Any], config_dir: Path | None
) -> tuple[st.Preparation, dict[str, Any]]:
    """What is chosen before the start comes from the position first, then from the order's options."""
    chosen = {name: given.pop(name) for name in list(given) if name not in KEYS}
    told = _list(chosen.pop("players", []))
    seats = to_kind([({"name": p} if isinstance(p, str) else p) for p in told], tuple[Player, ...])
    check_names(seat.name for seat in seats)
    check_distinct(seat.name for seat in seats)
    group = as_table(chosen.pop("group", {}), "group")
    switches = {name: chosen.pop(key) for key, name in _SWITCHES.items() if key in chosen}
    if chosen.get("box") == "":  # of none, or of one that came as an object: whoever joins gives it again
        del chosen["box"]
    options = {**order.options, **chosen}
    prep = prepare(
        replace(order, seats=seats or order.seats, options=options, group={**order.group, **group}), config_dir
    )
    return replace(prep, **switches), given


_SWITCHES = {"silence_cards": "silence", "uturn_cards": "uturn", "curses": "curse"}


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list | tuple):
        raise BadInput(field="players", reason="a list of players is wanted")
    return list(value)


def _dressed(given: dict[str, Any], prep: st.Preparation) -> dict[str, Any]:
    """Puts the choices back into the states inside `more`."""
    more = given.get("more")
    if not isinstance(more, dict):
        return given
    plain = msgspec.to_builtins(prep, str_keys=True)

    def complete(state: Any) -> Any:
        if not isinstance(state, dict):
            return state
        last = state.get("last")
        inner = {**last, "base": complete(last.get("base"))} if isinstance(last, dict) else last
        return {**state, "prep": plain, "last": inner}

    fresh = dict(more)
    if isinstance(last := fresh.get("last"), dict):
        fresh["last"] = {**last, "base": complete(last.get("base"))}
    if fresh.get("before_end") is not None:
        fresh["before_end"] = complete(fresh["before_end"])
    return {**given, "more": fresh}


class Reader:
    """Makes the state of a game that has begun; one method for each group of keys."""

    def __init__(self, prep: st.Preparation, written: PositionData) -> None:
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
        cue = more.cue if more.cue is not None else cue_after(w.elapsed_ms, prep.minutes)
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
            drawer=more.drawer,
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
            clock=st.Clock(w.elapsed_ms, None if frozen or not (live or w.result) else 0, cue, w.paused),
            tally=more.tally if more.tally is not None else st.Tally(pace=((w.elapsed_ms, pile),)),
            empty_other=more.empty_other,
            result=None if w.result is None else _result(w.result),
            before_end=more.before_end,
            offer=more.offer,
        )

    def _track(self) -> tuple[st.Laid, ...]:
        """Cards by name are laid one after the other; where it is open, they are taken to fit."""
        slots = self.w.track if self.w.track is not None else self.prep.box.starts
        if not slots:
            raise BadInput(field="track", reason="the wagon's card is always there")
        names = [item if isinstance(item, str) else item.card for item in slots]
        if len(set(names)) != len(names):
            raise BadInput(field="track", reason="a card lies there twice")
        track: list[st.Laid] = []
        exits: tuple[str, ...] = ()
        any_of = False
        for item in slots:
            laid, exits, any_of = self._laid(item if isinstance(item, OnTrack) else OnTrack(item), track, exits, any_of)
            track.append(laid)
        return tuple(track)

    def _laid(
        self, item: OnTrack, track: list[st.Laid], exits: tuple[str, ...], any_of: bool
    ) -> tuple[st.Laid, tuple[str, ...], bool]:
        card = self.prep.box.cards.get(item.card)
        if card is None:
            raise BadInput(field="track", reason=f"the box has no card {item.card}")
        if card.kind in {Kind.SILENCE, Kind.UTURN, Kind.CURSE}:
            raise BadInput(field="track", reason=f"{item.card} never lies on the track")
        special = (
            item.special if item.special is not None else (card.special if card.kind is Kind.DANGER else Special.NONE)
        )
        special = None if card.kind in {Kind.START, Kind.EXIT} else special
        ways = card.ways if item.ways is None else item.ways
        join = item.join or (st.Join.NONE if not track or card.kind is Kind.START else None)
        if join is None:
            found = settle(exits, ways, verdict(exits, any_of, ways) is Verdict.MISS)
            ways, join = (found.ways if item.ways is None else ways), found.join
        after = fit(ways, join)
        return st.Laid(item.card, card.kind, special, ways, join), after.exits, after.any_of

    def _exit(self, track: tuple[st.Laid, ...]) -> tuple[tuple[str, ...], bool, tuple[st.Laid, ...]]:
        """What is said of the exit has the last word; it also tells how the newest card lies."""
        top = track[-1]
        if self.prep.level is not Level.L2:
            return self.w.exit or (), False, track
        after = fit(top.ways, top.join)
        if self.w.exit is None:
            return after.exits, after.any_of, track
        known = {symbol.id for symbol in self.prep.box.symbols} | {"*", st.UNKNOWN}
        for symbol in self.w.exit:
            if symbol not in known:
                raise BadInput(field="exit", reason=f"the box has no symbol {symbol}")
        ways = tuple(way for way in top.ways if set(way[1]) & set(self.w.exit))
        any_of = after.any_of if self.w.exit_any_of is None else self.w.exit_any_of
        if self.w.more.last is None and not self.w.more.asks and ways:  # a card that is asked about lies unjudged
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
        if len(hands) != self.prep.n:
            raise BadInput(field="hands", reason=f"{self.prep.n} counts are wanted, not {len(hands)}")
        for i, cards in enumerate(hands):
            in_range(f"hands[{i}]", cards, 0, MOST_CARDS)
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

    def _turn(self) -> st.Turn | None:
        if self.more.turn is not None or self.w.tunnel is None:
            return self.more.turn
        owner = None if self.w.tunnel.owner is None else self._seat("tunnel", self.w.tunnel.owner)
        return st.Turn(owner, owner)

    def _seat(self, key: str, name: str) -> int:
        seat = self.prep.seat(name)
        if seat is None:
            raise BadInput(field=key, reason=f"nobody is called {name}")
        return seat


def _result(written: Ended) -> st.Result:
    return st.Result(written.at, written.elapsed_ms, written.reason, written.appeal)


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
