"""What an update of Infernal Wagon tells the table: the event line, the order, the warning band."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from companion.engine.game import Label
from companion.engine.message import Band, Line, Messages, Order, Tellers, line
from companion.engine.text import N_, Text
from companion.games.infernal_wagon import events as ev
from companion.games.infernal_wagon.names import Level, PenaltyKind
from companion.games.infernal_wagon.view import WagonView
from companion.games.infernal_wagon.words import KINDS

SILENT_REPEAT_MS = 3000
"""A card read twice within this says nothing (rule C of IW-063)."""


class Seen(Struct, frozen=True):
    """What a teller may look at besides its event. `slot_of`: the card that bears a tag."""

    view: WagonView
    undo: Label | None
    slot_of: Callable[[str], str | None]


MISSED = Text(N_("Missed"))


def kind_word(kind: str) -> Text:
    """A kind of card."""
    return Text(KINDS.get(str(kind), N_("Card")))


def _remove(n: int, fall: int) -> Order:
    return Order("miss", "danger", MISSED, Text(N_("Remove {n}"), {"n": n}), fall=fall)


def _mismatch(event: ev.Mismatch, seen: Seen) -> Line | Order:
    if event.kind is PenaltyKind.DISCARD and seen.view.setup.level is Level.L0:
        return _remove(event.n or 0, fall=0)  # no track is known that it could fall from
    if event.kind is not PenaltyKind.NONE:
        return Line("miss", "danger", MISSED)
    return Line("miss", "ash", Text(N_("Missed, no effect")))


def _discarded(event: ev.TrackDiscarded, _seen: Seen) -> Order | None:
    n = len(event.cards)
    return _remove(n, fall=n) if n else None


def _skipped(event: ev.DrawSkipped, _seen: Seen) -> Order:
    text = Text(N_("{name} draws nothing"), {"name": event.player}) if event.player else Text(N_("No draw"))
    return Order("nodraw", "danger", MISSED, text)


def _tunnel(_event: ev.TunnelExpected, _seen: Seen) -> Order:
    return Order("tunnel", "ember", Text("{iw.tunnel}"), Text(N_("Lay the top card")))


def _explosion(event: ev.Explosion, _seen: Seen) -> Line | Order:
    n = len(event.cards)
    if not n:
        return Line("explosion", "ember", Text(N_("{iw.explosion}: nothing to remove")))
    return Order("explosion", "ember", Text("{iw.explosion}"), Text(N_("Keep the last 3")), fall=n)


def _draws(event: ev.DrawExpected, _seen: Seen) -> Line:
    who = event.player or ""
    return Line("draw", "ok", Text(N_("{name} draws"), {"name": who}) if who else Text(N_("Draw a card")), who)


def _out(event: ev.PlayerOut, _seen: Seen) -> Line | None:
    who = event.player or ""
    return Line("hand", "ash", Text(N_("{name} is out of cards"), {"name": who})) if who else None


def _curse(event: ev.CurseCleared, _seen: Seen) -> Line:
    if event.left == 0:
        return Line("curse", "hex", Text(N_("All {iw.curse:many} are lifted")))
    who = event.player or ""
    text = Text(N_("{name} is free of the {iw.curse}"), {"name": who}) if who else Text("{iw.curse:first}")
    return Line("curse", "hex", text, who)


def _limit(event: ev.LimitWarning, _seen: Seen) -> Band:
    who = event.player
    title = Text(N_("{name} has just played"), {"name": who}) if who else Text(N_("The same player again"))
    return Band(title, Text(N_("Let somebody else go first.")))


def _own(_event: ev.Warn, _seen: Seen) -> Band:
    return Band(Text(N_("Not from your own hand")), Text(N_("{iw.uturn}: take a card from another hand.")))


CHECKS = {
    "draw": Band(Text(N_("Was that card drawn?")), Text(N_("It counts. Do not draw another."))),
    "switch": Band(Text(N_("A card was turned up without a tap")), Text(N_("All of them are out now: it is over."))),
    "hands": Band(Text(N_("Check the hands")), Text(N_("The count says that nobody has a card."))),
}


def _check(event: ev.Check, _seen: Seen) -> Band | None:
    return CHECKS.get(str(event.what))


def _drift(event: ev.CountDrift, _seen: Seen) -> Band:
    right = Text(N_("The count is right again."))
    if event.n < 0:
        return Band(Text(N_("The pile was higher than counted")), right)
    one, many = N_("{n} card fewer in the pile than counted"), N_("{n} cards fewer in the pile than counted")
    return Band(Text(many if event.n > 1 else one, {"n": event.n}), right)


def _duplicate(event: ev.DuplicateTap, seen: Seen) -> Band:
    slot = seen.slot_of(event.uid)
    lies = slot is not None and any(card.slot == slot for card in seen.view.track)
    title = N_("This card lies on the track") if lies else N_("This card was played already")
    return Band(Text(title), Text(N_("Lay a card from your hand.")), slot or "")


def _alarm(event: ev.InventoryAlarm, _seen: Seen) -> Band:
    title = Text(N_("{kind} is not in this game"), {"kind": kind_word(event.kind)})
    return Band(title, Text(N_("Put that card back in the box.")))


IGNORED = {
    "not_started": Band(Text(N_("Not started yet")), Text(N_("Press Start when all are ready."))),
    "held": Band(Text(N_("The game is on hold")), Text(N_("Press Resume first."))),
    "game_over": Band(Text(N_("The game is over")), Text(N_("This card changes nothing."))),
}


def _ignored(event: ev.Ignored, _seen: Seen) -> Band | None:
    return IGNORED.get(str(event.reason))


def _unknown(_event: ev.UnknownTag, _seen: Seen) -> Band:
    return Band(Text(N_("Unknown card")), Text(N_("It is not of this box. Lay one from your hand.")))


def _exit_drawn(event: ev.ExitDrawn, _seen: Seen) -> Line:
    who = event.player or ""
    text = Text(N_("{name} has the {iw.exit}"), {"name": who}) if who else Text(N_("The {iw.exit} is in a hand"))
    return Line("gates", "brim", text, who)


def _counted(event: ev.CardCounted, _seen: Seen) -> Line | None:
    return None if event.missed else Line("draw", "ok", Text(N_("Card counted")), stays_s=2)


TELLERS = Tellers(
    {
        ev.Started: line("play", "ok", N_("Off we go!"), 4),
        ev.Held: line("hold", "ash", N_("On hold")),
        ev.Resumed: line("play", "ok", N_("On we go!"), 4),
        ev.Match: line("match", "ok", N_("It fits"), 1.5),
        ev.Mismatch: _mismatch,
        ev.TrackDiscarded: _discarded,
        ev.Explosion: _explosion,
        ev.TunnelExpected: _tunnel,
        ev.DrawExpected: _draws,
        ev.DrawSkipped: _skipped,
        ev.PileEmpty: line("pile", "ash", N_("The pile is empty")),
        ev.LastCards: line("pile", "brim", N_("Only 4 cards in the pile")),
        ev.ExitDrawn: _exit_drawn,
        ev.PlayerOut: _out,
        ev.ReplacementExpected: line("draw", "ok", N_("Draw another one")),
        ev.SilenceOn: line("silence", "ice", "{iw.silence}"),
        ev.SilenceOff: line("silence", "bone", N_("Speak again!"), 4),
        ev.UturnOn: line("uturn", "brim", N_("Hands face away")),
        ev.UturnOff: line("uturn", "brim", N_("Turn your hands back"), 4),
        ev.CurseCleared: _curse,
        ev.LimitWarning: _limit,
        ev.Warn: _own,
        ev.Check: _check,
        ev.CountDrift: _drift,
        ev.DuplicateTap: _duplicate,
        ev.UnknownTag: _unknown,
        ev.InventoryAlarm: _alarm,
        ev.Ignored: _ignored,
        ev.Corrected: line("swap", "ash", N_("Corrected"), 4),
        ev.CardCounted: _counted,
    },
    rank=(
        ev.ExitDrawn, ev.CurseCleared, ev.SilenceOn, ev.SilenceOff, ev.UturnOn, ev.UturnOff, ev.LastCards,
        ev.PlayerOut, ev.CardCounted, ev.DrawExpected, ev.ReplacementExpected, ev.PileEmpty, ev.Match, ev.Mismatch,
    ),
    no_news=frozenset(
        (ev.DuplicateTap, ev.UnknownTag, ev.InventoryAlarm, ev.Ignored, ev.CueEvent, ev.Setup, ev.PileEvent)
    ),
)  # fmt: skip


def _no_slot(_uid: str) -> None:
    return None


def tell(
    events: Sequence[Any], view: WagonView, undo: Label | None = None, slot_of: Callable[[str], str | None] = _no_slot
) -> Messages:
    """The story of one update."""
    return TELLERS.tell(events, Seen(view, undo, slot_of))
