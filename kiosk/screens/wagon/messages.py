"""What an update of Infernal Wagon tells the table: the event line, the order, the warning band. Words, no rule."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from companion.engine.text import N_
from companion.engine.update import Update
from companion.games.infernal_wagon.view import WagonView
from companion.games.infernal_wagon.words import CARD_COUNTED
from kiosk.i18n import _, ngettext
from kiosk.refusals import refusal
from kiosk.words import Said

SILENT_REPEAT_MS = 3000
"""A card read twice within this says nothing (rule C of IW-063)."""


@dataclass(frozen=True)
class Line:
    """The event line: what just happened. `stays` (s) None: until the next one."""

    icon: str
    tone: str
    text: str
    seat: str | None = None
    stays: float | None = None


@dataclass(frozen=True)
class Order:
    """What everybody must do now: the biggest thing on the screen for 4 s or until the next card."""

    icon: str
    tone: str
    head: str
    text: str
    then: str = ""
    fall: int = 0
    """Cards that leave the track."""


@dataclass(frozen=True)
class Band:
    """A tap that does not count (or counts with a warning), for 3 s over the event line."""

    words: Said
    slot: str | None = None
    """The card meant, if it lies on the track."""


@dataclass(frozen=True)
class Messages:
    """All three; each may be missing. `news`: a game event happened, whatever stood there before is over."""

    line: Line | None = None
    order: Order | None = None
    band: Band | None = None
    news: bool = False


def tag_of(event: Any) -> str:
    """The name of an event as the table protocol has it."""
    return str(type(event).__struct_config__.tag)


def _player(event: Any) -> str | None:
    found = getattr(event, "player", None)
    return str(found) if found else None


def kind_word(kind: str) -> str:
    """A kind of card."""
    return _(KINDS.get(str(kind), N_("Card")))


KINDS = {
    "exit": N_("Exit"),
    "start": N_("Start"),
    "rail": N_("Rail"),
    "danger": N_("Danger"),
    "easy": N_("Easy"),
    "curse": N_("Curse"),
    "silence": N_("Silence"),
    "uturn": N_("U-turn"),
}

SlotOf = Callable[[str], str | None]
Teller = Callable[[Any, WagonView], Messages]


def _line(icon: str, tone: str, text: str, seat: str | None = None, stays: float | None = None) -> Messages:
    return Messages(line=Line(icon, tone, text, seat, stays))


def _match(_e: Any, _v: WagonView) -> Messages:
    return _line("match", "ok", _("It fits"), stays=1.5)


def penalty(kind: str, n: int | None) -> Order:
    """The penalty of a card that does not fit, as the table said it; it falls from no track."""
    text = {"discard": _("Remove {n}").format(n=n), "no_draw": _("No draw")}.get(kind, _("No penalty"))
    return Order("nodraw" if kind == "no_draw" else "miss", "danger", _("Missed"), text)


def _mismatch(event: Any, _v: WagonView) -> Messages:
    return (
        _line("miss", "danger", _("Missed"), stays=None)
        if str(event.kind) != "none"
        else _line("miss", "ash", _("Missed, no penalty"))
    )


def _discarded(event: Any, _v: WagonView) -> Messages:
    n = len(event.cards)
    if not n:
        return Messages()
    text = ngettext("Remove {n}", "Remove {n}", n).format(n=n)
    return Messages(order=Order("miss", "danger", _("Missed"), text, fall=n))


def _skipped(event: Any, _v: WagonView) -> Messages:
    who = _player(event)
    text = _("{name} draws nothing").format(name=who) if who else _("No draw")
    return Messages(order=Order("nodraw", "danger", _("Missed"), text))


def _tunnel(_e: Any, _v: WagonView) -> Messages:
    return Messages(order=Order("tunnel", "ember", _("Tunnel"), _("Lay the top card")))


def _explosion(event: Any, _v: WagonView) -> Messages:
    n = len(event.cards)
    if not n:
        return _line("explosion", "ember", _("Explosion: nothing to remove"))
    return Messages(order=Order("explosion", "ember", _("Explosion"), _("Keep the last 3"), fall=n))


def _draws(event: Any, _v: WagonView) -> Messages:
    who = _player(event)
    return _line("draw", "ok", _("{name} draws").format(name=who) if who else _("Draw a card"), who)


def _out(event: Any, _v: WagonView) -> Messages:
    who = _player(event)
    return _line("hand", "ash", _("{name} is out of cards").format(name=who)) if who else Messages()


def _curse(event: Any, _v: WagonView) -> Messages:
    left = getattr(event, "left", None)
    if left == 0:
        return _line("curse", "hex", _("All Curses are lifted"))
    who = _player(event)
    return _line(
        "curse", "hex", _("{name} is free of the Curse").format(name=who) if who else _("A Curse is lifted"), who
    )


def _limit(event: Any, _v: WagonView) -> Messages:
    who = _player(event)
    title = _("{name} has just played").format(name=who) if who else _("The same player again")
    return Messages(band=Band(Said(title, _("Let somebody else go first."))))


def _own(event: Any, _v: WagonView) -> Messages:
    return Messages(band=Band(Said(_("Not from your own hand"), _("U-turn: take a card from another hand."))))


def _check(event: Any, _v: WagonView) -> Messages:
    words = {
        "draw": Said(_("Was that card drawn?"), _("It counts. Do not draw another.")),
        "switch": Said(_("A card was turned up without a tap"), _("All of them are out now: it is over.")),
        "hands": Said(_("Check the hands"), _("The count says that nobody has a card.")),
    }.get(str(event.what))
    return Messages(band=Band(words)) if words else Messages()


def _drift(event: Any, _v: WagonView) -> Messages:
    if event.n < 0:
        return Messages(band=Band(Said(_("The pile was higher than counted"), _("The count is right again."))))
    text = ngettext("{n} card fewer in the pile than counted", "{n} cards fewer in the pile than counted", event.n)
    return Messages(band=Band(Said(text.format(n=event.n), _("The count is right again."))))


def _duplicate(slot: str | None, view: WagonView) -> Messages:
    lies = slot is not None and any(card.slot == slot for card in view.track)
    title = _("This card lies on the track") if lies else _("This card was played already")
    return Messages(band=Band(Said(title, _("Lay a card from your hand.")), slot))


def _alarm(event: Any, _v: WagonView) -> Messages:
    text = _("{kind} is not in this game").format(kind=kind_word(event.kind))
    return Messages(band=Band(Said(text, _("Put that card back in the box."))))


def _ignored(event: Any, _v: WagonView) -> Messages:
    words = {
        "not_started": Said(_("Not started yet"), _("Press Start when all are ready.")),
        "held": Said(_("The game is on hold"), _("Press Resume first.")),
        "game_over": Said(_("The game is over"), _("This card changes nothing.")),
    }.get(str(event.reason))
    return Messages(band=Band(words)) if words else Messages()


def _unknown(_e: Any, _v: WagonView) -> Messages:
    return Messages(band=Band(Said(_("Unknown card"), _("It is not of this box. Lay one from your hand."))))


def _doubtful(_e: Any, _v: WagonView) -> Messages:
    return Messages()


def _exit_drawn(event: Any, _v: WagonView) -> Messages:
    who = _player(event)
    return _line("gates", "brim", _("{name} has the Exit").format(name=who) if who else _("The Exit is in a hand"), who)


def _counted(update: Update) -> bool:
    """Whether the count that was changed is a card laid and drawn without a tag, the normal act at L0."""
    return update.undo is not None and update.undo.text == CARD_COUNTED


def _simple(icon: str, tone: str, msgid: str, stays: float | None = None) -> Teller:
    return lambda _event, _view: _line(icon, tone, _(msgid), stays=stays)


TELLERS: dict[str, Teller] = {
    "started": _simple("play", "ok", N_("Off we go!"), 4),
    "held": _simple("hold", "ash", N_("On hold")),
    "resumed": _simple("play", "ok", N_("On we go!"), 4),
    "match": _match,
    "mismatch": _mismatch,
    "track_discarded": _discarded,
    "explosion": _explosion,
    "tunnel_expected": _tunnel,
    "draw_expected": _draws,
    "draw_skipped": _skipped,
    "pile_empty": _simple("pile", "ash", N_("The pile is empty")),
    "last_cards": _simple("pile", "brim", N_("Only 4 cards in the pile")),
    "exit_drawn": _exit_drawn,
    "player_out": _out,
    "replacement_expected": _simple("draw", "ok", N_("Draw another one")),
    "silence_on": _simple("silence", "ice", N_("Silence")),
    "silence_off": _simple("silence", "bone", N_("Speak again!"), 4),
    "uturn_on": _simple("uturn", "brim", N_("Hands face away")),
    "uturn_off": _simple("uturn", "brim", N_("Turn your hands back"), 4),
    "curse_cleared": _curse,
    "curse_doubtful": _doubtful,
    "limit_warning": _limit,
    "warn": _own,
    "check": _check,
    "count_drift": _drift,
    "unknown_tag": _unknown,
    "inventory_alarm": _alarm,
    "ignored": _ignored,
    "undone": _simple("undo", "ember", N_("Taken back"), 4),
    "redone": _simple("redo", "ember", N_("Made again"), 4),
    "corrected": _simple("swap", "ash", N_("Corrected"), 4),
}
"""Event -> what it tells. An event that is not here tells nothing by itself."""

RANK = (
    "exit_drawn", "curse_cleared", "silence_on", "silence_off", "uturn_on", "uturn_off", "last_cards", "player_out",
    "draw_expected", "replacement_expected", "pile_empty", "match", "mismatch",
)  # fmt: skip
"""Which line wins when one input tells several; what is not named comes last."""

NO_NEWS = {"duplicate_tap", "unknown_tag", "inventory_alarm", "ignored", "cue", "setup", "pile"}


def tell(update: Update, slot_of: SlotOf = lambda _uid: None) -> Messages:
    """The story of one update. `slot_of`: the card that bears a tag."""
    if update.refusal is not None:
        return Messages(band=Band(refusal(update.refusal)))
    view = update.view
    if not isinstance(view, WagonView):
        return Messages()
    lines: list[tuple[int, Line]] = []
    orders: list[Order] = []
    band: Band | None = None
    for event in update.events:
        teller = TELLERS.get(tag_of(event))
        part = teller(event, view) if teller else Messages()
        if tag_of(event) == "duplicate_tap":
            part = _duplicate(slot_of(str(getattr(event, "uid", ""))), view)
        if tag_of(event) == "corrected" and _counted(update):
            part = _line("draw", "ok", _("Card counted"), stays=2)
        if part.line:
            name = tag_of(event)
            lines.append((RANK.index(name) if name in RANK else len(RANK), part.line))
        if part.order:
            orders.append(part.order)
        band = part.band or band
    line = min(lines, key=lambda pair: pair[0])[1] if lines else None
    news = any(tag_of(event) not in NO_NEWS for event in update.events)
    return Messages(line, _one(orders), band, news)


def _one(orders: list[Order]) -> Order | None:
    """Several orders of one card: the first is huge, the next stands below it."""
    if not orders:
        return None
    first, *rest = orders
    return replace(first, then=rest[0].text, fall=sum(o.fall for o in orders)) if rest else first
