"""What happened: names and fields as in section 3.2 of docs/rules/infernal-wagon.md, and what each event changes and
says. `Silent` events only keep the books.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.game import Event, Player, Silent, UndoLabel, events_of
from companion.engine.message import Band, Line, Order, Say
from companion.engine.secret import Secret
from companion.engine.text import N_, Text, counted
from companion.games.infernal_wagon import state as st
from companion.games.infernal_wagon.data.cards import CardWay
from companion.games.infernal_wagon.names import (
    KINDS,
    STILL,
    CardKind,
    Level,
    PenaltyKind,
    Phase,
    QuestionKind,
    Reason,
    Special,
)
from companion.games.infernal_wagon.rules.settle import corrected, paced
from companion.games.infernal_wagon.rules.timing import NO_CUE_LEFT, cue_after
from companion.games.infernal_wagon.state import WagonState
from companion.games.infernal_wagon.view import WagonView


class Seen(Struct, frozen=True):
    """What an event's line may look at besides the event."""

    view: WagonView
    undo: UndoLabel | None


MISSED = Text(N_("Missed"))


def kind_word(kind: str) -> Text:
    return Text(KINDS[kind][1])


def _remove(count: int, fall: int) -> Order:
    return Order("miss", "danger", MISSED, Text(N_("Remove {n}"), {"n": count}), fall=fall)


CHECKS = {
    "draw": Band(Text(N_("Was that card drawn?")), Text(N_("It counts. Do not draw another."))),
    "switch": Band(Text(N_("A card was turned up without a tap")), Text(N_("All of them are out now: it is over."))),
    "hands": Band(Text(N_("Check the hands")), Text(N_("The count says that nobody has a card."))),
}
IGNORED = {
    "not_started": Band(Text(N_("Not started yet")), Text(N_("Press “Start” when all are ready."))),
    "held": Band(Text(N_("The game is on hold")), Text(N_("Press “Resume” first."))),
    "game_over": Band(Text(N_("The game is over")), Text(N_("This card changes nothing."))),
}
_OF_THE_DRAW = ("draw_expected", "exit_drawn")


def _hand(hands: tuple[int, ...], seat: int, change: int) -> tuple[int, ...]:
    return (*hands[:seat], hands[seat] + change, *hands[seat + 1 :])


def _quiet_over(state: WagonState, at: int) -> WagonState:
    t = state.tally
    if t.silent_since is not None:
        t = replace(t, silences=(*t.silences, (t.silent_since, state.clock.at(at))), silent_since=None)
    return replace(state, silence=False, tally=t)


def _ended(state: WagonState, result: st.Result, at: int) -> WagonState:
    silence = state.silence
    state = replace(_quiet_over(state, at), silence=silence)  # the quiet is over for the chart, not for the table
    clock = replace(state.clock, since=at) if state.clock.since is None else state.clock
    return replace(
        state, phase=Phase.ENDED, result=result, asks=(), held_at=None, before_end=None, turn=None, clock=clock
    )


class Once(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Announced once for a card: resolved again by *Miss* or *Hit*, it happens `again` but is silent (reading 6)."""

    again: bool = False

    @classmethod
    def name(cls) -> str:
        return str(cls.__struct_config__.tag)

    def noted(self, state: WagonState) -> st.LastCard | None:
        """Return the card, with this event noted as announced."""
        last = state.last
        return last if last is None or self.name() in last.said else replace(last, said=(*last.said, self.name()))

    def apply(self, state: WagonState, at: int) -> WagonState:
        return replace(state, last=self.noted(state))

    @property
    def announced(self) -> bool:
        return not self.again


# -- before the start ------------------------------------------------------------------------------


class Prepared(Silent, frozen=True, tag="prepared"):
    """The choices as they are now, but for the box, which stays; `fresh`: a new game begins with them."""

    prep: st.Preparation
    fresh: bool = False

    @property
    def seated(self) -> tuple[Player, ...] | None:
        return self.prep.players

    def apply(self, state: WagonState, at: int) -> WagonState:
        prep = replace(self.prep, box=state.prep.box)
        if self.fresh:
            return WagonState(prep=prep, phase=Phase.SETUP, play=state.play + 1)
        return replace(state, prep=prep)


class Confirmed(Silent, frozen=True, tag="confirmed"):
    def apply(self, state: WagonState, at: int) -> WagonState:
        """IW-003, IW-006, IW-120: the track is laid out, hands and Curses are dealt."""
        prep = state.prep
        starts = tuple(
            st.Laid(slot, CardKind.START, None, prep.box.cards[slot].ways if slot in prep.box.cards else ())
            for slot in prep.box.starts
        )
        exits = starts[-1].ways[0][1] if starts and starts[-1].ways else ("*",)
        return replace(
            state,
            phase=Phase.READY,
            pile=prep.p0,
            hands=(prep.hand,) * prep.n,
            track=starts,
            used=frozenset(prep.box.starts),
            exits=exits,
            curses=prep.n if prep.curse else 0,
            cursed=frozenset(range(prep.n)) if prep.curse else frozenset(),
        )


class WentBack(Silent, frozen=True, tag="went_back"):
    def apply(self, state: WagonState, at: int) -> WagonState:
        return WagonState(prep=state.prep, phase=Phase.SETUP, play=state.play)


class SetupChosen(Event, frozen=True, tag="setup"):
    n: int
    hand: int
    p0: int
    curses: int
    news = False


class PileEvent(Event, frozen=True, tag="pile"):
    p0: int
    news = False


class Started(Event, frozen=True, tag="started"):
    remaining_ms: int | None
    tells = Say("play", "ok", N_("Off we go!"), 4)

    def apply(self, state: WagonState, at: int) -> WagonState:
        return replace(
            state,
            phase=Phase.OPEN,
            clock=st.GameClock(since=at, cue=1),
            tally=replace(state.tally, pace=((0, state.pile),)),
        )


# -- the clock -------------------------------------------------------------------------------------


class CueEvent(Event, frozen=True, tag="cue"):
    id: str
    news = False

    @property
    def by_clock(self) -> bool:
        return True

    def apply(self, state: WagonState, at: int) -> WagonState:
        if state.clock.cue == 1 and self.id == "A0":
            return state
        return replace(state, clock=replace(state.clock, cue=state.clock.cue + 1))


class ClockHeld(Event, frozen=True, tag="held"):
    remaining_ms: int | None
    tells = Say("hold", "ash", N_("On hold"))
    cue = "hold"

    def apply(self, state: WagonState, at: int) -> WagonState:
        return replace(
            state, held_at=at, clock=replace(state.clock, elapsed=state.clock.at(at), since=None, paused=True)
        )


class Resumed(Event, frozen=True, tag="resumed"):
    remaining_ms: int | None
    tells = Say("play", "ok", N_("On we go!"), 4)
    cue = "resume"

    def apply(self, state: WagonState, at: int) -> WagonState:
        away = at - (state.held_at if state.held_at is not None else at)
        asks = tuple(replace(a, until=a.until + away) if a.until is not None else a for a in state.asks)
        frozen = any(a.question in STILL for a in asks)
        return replace(state, held_at=None, asks=asks, clock=state.clock if frozen else replace(state.clock, since=at))


# -- a card ----------------------------------------------------------------------------------------


class CardPlaced(Event, frozen=True, tag="card_placed"):
    """A card from a hand is on the track. `kind`, `special` and `ways` are what the box says of it."""

    card: str
    player: str | None
    owner: str | None
    kind: CardKind

    def apply(self, state: WagonState, at: int) -> WagonState:
        actor = state.prep.seat(self.player) if self.player is not None else None
        owner = state.prep.seat(self.owner) if self.owner is not None else None
        hands, unnamed, correction = state.hands, state.unnamed, state.correction
        nothing_left = state.total == 0
        if owner is not None and hands[owner] > 0:
            hands = _hand(hands, owner, -1)
            unnamed -= nothing_left
        elif not nothing_left:
            unnamed += 1
        streak = None
        if actor is not None:
            streak = (actor, state.streak[1] + 1 if state.streak is not None and state.streak[0] == actor else 1)
        return replace(
            state,
            hands=hands,
            unnamed=unnamed,
            correction=correction + nothing_left,
            track=(*state.track, st.Laid(self.card, self.kind, None)),
            used=state.used | {self.card},
            streak=streak,
            turn=st.Turn(actor, owner),
            drawn=False,
            last=None,
        )


class Lies(Silent, frozen=True, tag="lies"):
    """How the card on top may lie, before it is judged; it can be judged anew from here."""

    ways: tuple[CardWay, ...]
    special: Special | None

    def apply(self, state: WagonState, at: int) -> WagonState:
        top = state.track[-1]
        base = replace(
            state, track=(*state.track[:-1], st.Laid(top.slot, top.kind, self.special, self.ways)), last=None
        )
        return replace(base, last=st.LastCard(base, at))


class TunnelCard(Event, frozen=True, tag="tunnel_card"):
    card: str
    kind: CardKind
    cue = "echo_off"

    def apply(self, state: WagonState, at: int) -> WagonState:
        return replace(
            state,
            pile=state.pile - 1,
            track=(*state.track, st.Laid(self.card, self.kind, None)),
            used=state.used | {self.card},
            drawn=False,
            last=None,
            tally=paced(state, state.pile - 1, at),
        )


class Judged(Silent, frozen=True, tag="judged"):
    """What is known of the newest card and of the exit now. `missed` is None where the table judges."""

    ways: tuple[CardWay, ...]
    join: st.Join
    exits: tuple[str, ...]
    any_of: bool
    missed: bool | None

    def apply(self, state: WagonState, at: int) -> WagonState:
        top = state.track[-1]
        return replace(
            state,
            track=(*state.track[:-1], st.Laid(top.slot, top.kind, top.special, self.ways, self.join)),
            exits=self.exits,
            any_of=self.any_of,
            last=None if state.last is None else replace(state.last, at=at, missed=self.missed),
        )


class Match(Event, frozen=True, tag="match"):
    importance = 2
    tells = Say("match", "ok", N_("It fits"), 1.5)
    cue = "match"


class Mismatch(Event, frozen=True, tag="mismatch"):
    kind: PenaltyKind
    n: int | None = None
    importance = 1

    def apply(self, state: WagonState, at: int) -> WagonState:
        t = state.tally
        discards = t.discards + (self.kind is PenaltyKind.DISCARD)
        return replace(state, tally=replace(t, misses=(*t.misses, state.clock.at(at)), discards=discards))

    def line(self, seen: Seen) -> Line | Order:
        if self.kind is PenaltyKind.DISCARD and seen.view.setup.level is Level.L0:
            return _remove(self.n or 0, fall=0)  # no track is known that it could fall from
        if self.kind is not PenaltyKind.NONE:
            return Line("miss", "danger", MISSED)
        return Line("miss", "ash", Text(N_("Missed, no effect")))


class TrackDiscarded(Event, frozen=True, tag="track_discarded"):
    cards: tuple[str, ...]

    def apply(self, state: WagonState, at: int) -> WagonState:
        return replace(state, track=state.track[len(self.cards) :], discarded=state.discarded + len(self.cards))

    def line(self, seen: Seen) -> Order | None:
        n = len(self.cards)
        return _remove(n, fall=n) if n else None


class Explosion(Event, frozen=True, tag="explosion"):
    cards: tuple[str, ...]
    cue = "blast"

    def apply(self, state: WagonState, at: int) -> WagonState:
        after = replace(state, track=state.track[len(self.cards) :], discarded=state.discarded + len(self.cards))
        return replace(after, tally=replace(state.tally, explosions=state.tally.explosions + 1))

    def line(self, seen: Seen) -> Line | Order:
        n = len(self.cards)
        if not n:
            return Line("explosion", "ember", Text(N_("{iw.explosion}: nothing to remove")))
        return Order("explosion", "ember", Text("{iw.explosion}"), Text(N_("Keep the last 3")), fall=n)


class TurnNoted(Silent, frozen=True, tag="turn_noted"):
    turn: st.Turn

    def apply(self, state: WagonState, at: int) -> WagonState:
        return replace(state, turn=self.turn)


class TunnelExpected(Once, frozen=True, tag="tunnel_expected"):
    owner: str | None
    cue = "echo_on"

    def apply(self, state: WagonState, at: int) -> WagonState:
        return replace(state, phase=Phase.TUNNEL, drawn=True, last=self.noted(state))

    def line(self, seen: Seen) -> Order:
        return Order("tunnel", "ember", Text("{iw.tunnel}"), Text(N_("Lay the top card")))


class SpecialTold(Silent, frozen=True, tag="special_told"):
    """What the table says the Danger card on top does (L1)."""

    special: Special

    def apply(self, state: WagonState, at: int) -> WagonState:
        top = state.track[-1]
        last = None if state.last is None else replace(state.last, special=self.special)
        return replace(state, track=(*state.track[:-1], replace(top, special=self.special)), last=last)


class DrawExpected(Once, frozen=True, tag="draw_expected"):
    player: str | None
    importance = 5

    def apply(self, state: WagonState, at: int) -> WagonState:
        owner = state.turn.owner if state.turn is not None else None
        named = owner is not None
        return replace(
            state,
            pile=state.pile - 1,
            hands=_hand(state.hands, owner, 1) if owner is not None else state.hands,
            unnamed=state.unnamed if named else state.unnamed - 1,
            drawn=True,
            drawer=owner,
            last=self.noted(state),
            tally=paced(state, state.pile - 1, at),
        )

    def line(self, seen: Seen) -> Line:
        who = self.player or ""
        return Line("draw", "ok", Text(N_("{name} draws"), {"name": who}) if who else Text(N_("Draw a card")), who)


class DrawSkipped(Event, frozen=True, tag="draw_skipped"):
    player: str | None

    def apply(self, state: WagonState, at: int) -> WagonState:
        # A draw that was announced before is taken back: if there is one after all, it is announced anew.
        last = (
            None
            if state.last is None
            else replace(state.last, said=tuple(n for n in state.last.said if n not in _OF_THE_DRAW))
        )
        state = replace(state, tally=replace(state.tally, no_draws=state.tally.no_draws + 1), last=last)
        named = state.prep.seat(self.player) if self.player is not None else None
        if named is None or (state.turn is not None and state.turn.owner is not None):
            return state
        return replace(state, hands=_hand(state.hands, named, -1), unnamed=state.unnamed - 1)

    def line(self, seen: Seen) -> Order:
        text = Text(N_("{name} draws nothing"), {"name": self.player}) if self.player else Text(N_("No draw"))
        return Order("nodraw", "danger", MISSED, text)


class PileEmpty(Once, frozen=True, tag="pile_empty"):
    importance = 3
    tells = Say("pile", "ash", N_("The pile is empty"))


class TurnDone(Silent, frozen=True, tag="turn_done"):
    """The next card may come."""

    def apply(self, state: WagonState, at: int) -> WagonState:
        return replace(state, phase=Phase.OPEN, turn=None)


class LastCards(Once, frozen=True, tag="last_cards"):
    left: int
    importance = 8
    tells = Say("pile", "brim", N_("Only 4 cards in the pile"))
    cue = "last_cards"

    def apply(self, state: WagonState, at: int) -> WagonState:
        return replace(state, fresh_last_cards=False, last=self.noted(state))


class ExitDrawn(Once, frozen=True, tag="exit_drawn"):
    player: str | None
    importance = 14
    cue = "exit_drawn"

    def line(self, seen: Seen) -> Line:
        who = self.player or ""
        text = Text(N_("{name} has the {iw.exit}"), {"name": who}) if who else Text(N_("The {iw.exit} is in a hand"))
        return Line("gates", "brim", text, who)


class PlayerOut(Once, frozen=True, tag="player_out"):
    player: str
    importance = 7

    def line(self, seen: Seen) -> Line | None:
        who = self.player or ""
        return Line("hand", "ash", Text(N_("{name} is out of cards"), {"name": who})) if who else None


class Rewound(Silent, frozen=True, tag="rewound"):
    """The newest card is judged anew: back to where it lay unjudged. The clock stays."""

    def apply(self, state: WagonState, at: int) -> WagonState:
        last = state.last
        if last is None:
            return state
        gone = state.clock.at(at)
        missed_cues = 0 if state.result is None else cue_after(gone, state.prep.minutes)  # they stay silent (reading 5)
        clock = replace(state.clock, cue=max(state.clock.cue, missed_cues))
        return replace(
            last.base,
            clock=clock,
            curses=state.curses,
            cursed=state.cursed,
            used=state.used,
            prep=state.prep,
            fresh_last_cards=state.fresh_last_cards,
            last=replace(last, missed=None, at=at),
        )


# -- switches and Curses ---------------------------------------------------------------------------


class SwitchShown(Silent, frozen=True, tag="switch_shown"):
    """`card`: None where no tag says which (L0)."""

    card: str | None = None

    def apply(self, state: WagonState, at: int) -> WagonState:
        empty = state.pile == 0
        pile = 0 if empty else state.pile - 1
        return replace(
            state,
            pile=pile,
            correction=state.correction + empty,
            shown=state.shown + 1,
            used=state.used if self.card is None else state.used | {self.card},
            drawn=False,
            last=None,
            tally=paced(state, pile, at),
        )


class SilenceOn(Event, frozen=True, tag="silence_on"):
    importance = 12
    tells = Say("silence", "ice", "{iw.silence}")
    cue = "silence_on"

    def apply(self, state: WagonState, at: int) -> WagonState:
        return replace(state, silence=True, tally=replace(state.tally, silent_since=state.clock.at(at)))


class SilenceOff(Event, frozen=True, tag="silence_off"):
    importance = 11
    tells = Say("silence", "bone", N_("Speak again!"), 4)
    cue = "silence_off"

    def apply(self, state: WagonState, at: int) -> WagonState:
        return _quiet_over(state, at)


class UturnOn(Event, frozen=True, tag="uturn_on"):
    importance = 10
    tells = Say("uturn", "brim", N_("Hands face away"))
    cue = "uturn_on"

    def apply(self, state: WagonState, at: int) -> WagonState:
        return replace(state, uturn=True)


class UturnOff(Event, frozen=True, tag="uturn_off"):
    importance = 9
    tells = Say("uturn", "brim", N_("Turn your hands back"), 4)
    cue = "uturn_off"

    def apply(self, state: WagonState, at: int) -> WagonState:
        return replace(state, uturn=False)


class ReplacementExpected(Event, frozen=True, tag="replacement_expected"):
    importance = 4
    tells = Say("draw", "ok", N_("Draw another one"))

    def apply(self, state: WagonState, at: int) -> WagonState:
        return replace(state, drawn=True)


class CurseCleared(Event, frozen=True, tag="curse_cleared"):
    player: str | None
    left: int
    importance = 13

    def apply(self, state: WagonState, at: int) -> WagonState:
        seat = state.prep.seat(self.player) if self.player is not None else None
        return replace(state, curses=self.left, cursed=state.cursed if seat is None else state.cursed - {seat})

    def line(self, seen: Seen) -> Line:
        if self.left == 0:
            return Line("curse", "hex", Text(N_("All {iw.curse:many} are lifted")))
        who = self.player or ""
        text = Text(N_("{name} is free of the {iw.curse}"), {"name": who}) if who else Text("{iw.curse:first}")
        return Line("curse", "hex", text, who)


class CurseDoubtful(Event, frozen=True, tag="curse_doubtful"):
    player: str | None
    cue = "knock"


class CurseUsed(Silent, frozen=True, tag="curse_used"):
    """Which Curse it was: for the box's book-keeping."""

    card: Secret[str]

    def apply(self, state: WagonState, at: int) -> WagonState:
        return replace(state, used=state.used | {self.card.reveal()})


# -- what the table should know --------------------------------------------------------------------


class LimitWarning(Event, frozen=True, tag="limit_warning"):
    player: str
    cue = "knock"

    def line(self, seen: Seen) -> Band:
        who = self.player
        title = Text(N_("{name} has just played"), {"name": who}) if who else Text(N_("The same player again"))
        return Band(title, Text(N_("Let somebody else go first.")))


class Warn(Event, frozen=True, tag="warn"):
    what: str
    player: str
    cue = "knock"

    def line(self, seen: Seen) -> Band:
        return Band(Text(N_("Not from your own hand")), Text(N_("{iw.uturn}: take a card from another hand.")))


class HandsChecked(Event, frozen=True, tag="check"):
    """`draw`, `switch` or `hands`."""

    what: str
    cue = "knock"

    def apply(self, state: WagonState, at: int) -> WagonState:
        return replace(_quiet_over(state, at), uturn=False) if self.what == "switch" else state

    def line(self, seen: Seen) -> Band | None:
        return CHECKS.get(str(self.what))


class CountDrift(Event, frozen=True, tag="count_drift"):
    n: int

    def apply(self, state: WagonState, at: int) -> WagonState:
        return replace(state, pile=state.pile - self.n, correction=state.correction - self.n)

    def line(self, seen: Seen) -> Band:
        right = Text(N_("The count is right again."))
        if self.n < 0:
            return Band(Text(N_("The pile was higher than counted")), right)
        fewer = counted("{n} card fewer in the pile than counted", "{n} cards fewer in the pile than counted", self.n)
        return Band(fewer, right)


class PileKnown(Silent, frozen=True, tag="pile_known"):
    """The pile is known to be this high; at L0 it had not been counted."""

    pile: int

    def apply(self, state: WagonState, at: int) -> WagonState:
        return replace(state, pile=self.pile, correction=state.correction + self.pile - state.pile)


class DuplicateTap(Event, frozen=True, tag="duplicate_tap"):
    """Both are "" for a secret card."""

    uid: str
    card: str
    news = False

    def line(self, seen: Seen) -> Band:
        lies = any(card.slot == self.card for card in seen.view.track)
        title = N_("This card lies on the track") if lies else N_("This card was played already")
        return Band(Text(title), Text(N_("Lay a card from your hand.")), self.card)


class UnknownTag(Event, frozen=True, tag="unknown_tag"):
    uid: str
    news = False
    cue = "refused"

    def line(self, seen: Seen) -> Band:
        return Band(Text(N_("Unknown card")), Text(N_("It is not of this box. Lay one from your hand.")))


class InventoryAlarm(Event, frozen=True, tag="inventory_alarm"):
    kind: CardKind
    news = False
    cue = "refused"

    def line(self, seen: Seen) -> Band:
        title = Text(N_("{kind} is not in this game"), {"kind": kind_word(self.kind)})
        return Band(title, Text(N_("Put that card back in the box.")))


class Ignored(Event, frozen=True, tag="ignored"):
    reason: str
    news = False
    cue = "refused"

    def line(self, seen: Seen) -> Band | None:
        return IGNORED.get(str(self.reason))


class Asked(Silent, frozen=True, tag="asked"):
    ask: st.OpenQuestion

    def apply(self, state: WagonState, at: int) -> WagonState:
        frozen = self.ask.question in STILL
        clock = replace(state.clock, elapsed=state.clock.at(at), since=None) if frozen else state.clock
        return replace(state, asks=(*state.asks, self.ask), clock=clock)


class Answered(Silent, frozen=True, tag="answered"):
    """The question on top is closed."""

    def apply(self, state: WagonState, at: int) -> WagonState:
        return replace(state, asks=state.asks[:-1])


class QuestionPut(Event, frozen=True, tag="prompt"):
    question: QuestionKind
    cue = "knock"


class Corrected(Event, frozen=True, tag="corrected"):
    label: str
    tells = Say("swap", "ash", N_("Corrected"), 4)
    cue = "undo"


class CardCounted(Event, frozen=True, tag="card_counted"):
    """L0: a card was laid from a hand; which card and whose is not known. `missed`: only its misfit was said."""

    missed: bool = False
    importance = 6

    def apply(self, state: WagonState, at: int) -> WagonState:
        tally = replace(state.tally, counted=state.tally.counted or not self.missed)
        known = state.total > 0
        base = replace(
            state,
            unnamed=state.unnamed + known,
            correction=state.correction - known,
            drawn=False,
            last=None,
            tally=tally,
        )
        return replace(base, last=st.LastCard(base, at))

    def line(self, seen: Seen) -> Line | None:
        return None if self.missed else Line("draw", "ok", Text(N_("Card counted")), stays_s=2)


class PutRight(Silent, frozen=True, tag="put_right"):
    """What the table says of what it sees."""

    patch: dict[str, Any]

    def apply(self, state: WagonState, at: int) -> WagonState:
        return corrected(state, self.patch, at)


# -- the end ---------------------------------------------------------------------------------------


class Won(Event, frozen=True, tag="won"):
    elapsed_ms: int
    paused: bool
    appeal: bool
    cue = "won"

    def apply(self, state: WagonState, at: int) -> WagonState:
        return _ended(state, st.Result(at, self.elapsed_ms, None, self.appeal), at)


class Lost(Event, frozen=True, tag="lost"):
    reason: Reason

    def apply(self, state: WagonState, at: int) -> WagonState:
        if self.reason is Reason.TIME:
            kept = replace(state, before_end=None)
            return replace(_ended(state, st.Result(at, state.prep.length_ms, self.reason), at), before_end=kept)
        return _ended(state, st.Result(at, state.clock.at(at), self.reason), at)


class ExitLies(Silent, frozen=True, tag="exit_lies"):
    """The Exit was laid: whether another player was out of cards just before (IW-138)."""

    empty_other: bool | None

    def apply(self, state: WagonState, at: int) -> WagonState:
        return replace(state, empty_other=self.empty_other, turn=None)


class ExitOnTrack(Silent, frozen=True, tag="exit_on_track"):
    """The Exit was laid without a tap, from no named hand (an appeal)."""

    card: str

    def apply(self, state: WagonState, at: int) -> WagonState:
        """The Exit comes from an unnamed hand or, in a tunnel, from the pile; either way the pile is empty."""
        from_hand = state.phase is not Phase.TUNNEL and state.total > 0
        return replace(
            state,
            pile=0,
            unnamed=state.unnamed + from_hand,
            track=(*state.track, st.Laid(self.card, CardKind.EXIT, None)),
            used=state.used | {self.card},
            correction=state.correction + 1 - state.pile - from_hand,
            last=None,
        )


class CursesCounted(Silent, frozen=True, tag="curses_counted"):
    """The table says that all Curses lie open."""

    def apply(self, state: WagonState, at: int) -> WagonState:
        return replace(state, curses=0, cursed=frozenset())


class LossWithdrawn(Silent, frozen=True, tag="loss_withdrawn"):
    """The time was not up after all: the Exit was stamped in time."""

    def apply(self, state: WagonState, at: int) -> WagonState:
        return state if state.before_end is None else replace(state.before_end, clock=state.clock)


class Appealed(Silent, frozen=True, tag="appealed"):
    """Back to where the time ran out, with all the time gone."""

    def apply(self, state: WagonState, at: int) -> WagonState:
        if state.before_end is None:
            return state
        clock = st.GameClock(state.prep.length_ms, None, NO_CUE_LEFT, state.clock.paused)
        return replace(state.before_end, asks=(), turn=None, clock=clock)


class ExploitsOffered(Event, frozen=True, tag="exploits_offered"):
    ids: tuple[str, ...]
    ask: tuple[str, ...]


class Offered(Silent, frozen=True, tag="offered"):
    offer: st.Offer

    def apply(self, state: WagonState, at: int) -> WagonState:
        return replace(state, phase=Phase.EXPLOIT, offer=self.offer)


class ExploitTicked(Event, frozen=True, tag="exploit_ticked"):
    id: str

    def apply(self, state: WagonState, at: int) -> WagonState:
        group = state.prep.group
        if self.id != "none":
            group = replace(group, ticked=(*group.ticked, self.id))
        offer = st.Offer(state.offer.ids, state.offer.ask, self.id)
        return replace(state, phase=Phase.IDLE, offer=offer, prep=replace(state.prep, group=group))


WagonEvent = events_of(__name__)
"""All events. `card_placed` and `tunnel_card` carry the kind for a client without the box."""
