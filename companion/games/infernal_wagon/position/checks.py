"""What must hold in a position: every number in its range, seats that sit at the table, cards that the box has."""

from __future__ import annotations

from companion.engine.refused import BadInput
from companion.games.infernal_wagon.names import Phase, Question
from companion.games.infernal_wagon.rules.timing import NO_CUE_LEFT
from companion.games.infernal_wagon.state import Ask, Laid, Tally, WagonState

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


def _track(track: tuple[Laid, ...], s: WagonState, field: str) -> None:
    if not track and s.phase is not Phase.SETUP:
        raise BadInput(field=field, reason="the wagon's card is always there")


def _asked(s: WagonState, ask: Ask, field: str) -> None:
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


def _tally(tally: Tally, field: str) -> None:
    times = [*tally.misses, *(at for at, _ in tally.pace), *(at for span in tally.silences for at in span)]
    for at in [*times, tally.silent_since]:
        in_range(field, at, 0, MOST_MS)
    counted = (tally.discards, tally.no_draws, tally.explosions, *(pile for _, pile in tally.pace))
    for count in counted:
        in_range(field, count, 0, MOST)
