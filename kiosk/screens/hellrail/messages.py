"""What an update of HellRail tells the table in one line. Nothing in it names a delivered car."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.engine.text import N_
from companion.engine.update import Update
from companion.games.hellrail import events as ev
from companion.games.hellrail.effect_words import EFFECTS, TOKENS
from companion.games.hellrail.view import HellRailView
from kiosk.i18n import _, ngettext
from kiosk.refusals import refusal
from kiosk.screens.hellrail.words import place
from kiosk.words import Said


@dataclass(frozen=True)
class Line:
    """The event line: what just happened."""

    icon: str
    tone: str
    text: str


@dataclass(frozen=True)
class Messages:
    """Each may be missing. `news`: something happened, whatever stood there before is over."""

    line: Line | None = None
    band: Said | None = None
    news: bool = False
    delivered: str = ""
    """Whose sealed wagon flies."""
    dealt: bool = False
    """Tokens came on the circles, face up: the table lays them out."""


Teller = Callable[[Any], Line | None]


def _said(icon: str, tone: str, text: str) -> Teller:
    """A line with the event's own fields as facts."""

    def teller(event: Any) -> Line:
        return Line(icon, tone, _(text).format(**{name: getattr(event, name) for name in event.__struct_fields__}))

    return teller


def _drawn(event: ev.CardsDrawn) -> Line:
    words = ngettext("{name} draws {n} card", "{name} draws {n} cards", event.n)
    return Line("pile", "ok", words.format(name=event.seat, n=event.n))


def _fuel(event: ev.FuelSpent) -> Line:
    if event.limit is None:
        return Line("move", "ember", _("{name} drives").format(name=event.seat))
    words = ngettext("{name}: up to {n} tie", "{name}: up to {n} ties", event.limit)
    return Line("move", "ember", words.format(name=event.seat, n=event.limit))


def _effect(icon: str, tone: str, text: str) -> Teller:
    """About an effect."""

    def teller(event: Any) -> Line | None:
        if getattr(event, "effect", None) is None:
            return None
        return Line(
            icon or EFFECTS[event.effect].icon,
            tone,
            _(text).format(name=event.seat, effect=_(EFFECTS[event.effect].name)),
        )

    return teller


def _token(event: ev.TokenTaken) -> Line:
    icon, name = TOKENS[event.token]
    return Line(icon, "ok", _("{name} takes: {token}").format(name=event.seat, token=_(name)))


def _dog(event: ev.CerberusMoved) -> Line:
    return Line("cerberus", "danger", _("Cerberus lies at {place}").format(place=place(event.circle)))


def _into(event: ev.PushedIntoCircle) -> Line:
    return Line("rings", "ember", _("{name} pushed into {place}").format(name=event.seat, place=place(event.circle)))


def _entered(event: ev.CircleEntered) -> Line:
    return Line("rings", "ok", _("{name} comes to {place}").format(name=event.seat, place=place(event.circle)))


def _turn(event: ev.TurnEnded) -> Line:
    return Line("next", "ember", _("It is {name}’s turn").format(name=event.next))


def _given(event: ev.CardsGiven) -> Line:
    words = ngettext("{name} gives {n} card to {target}", "{name} gives {n} cards to {target}", event.n)
    return Line("hand", "ok", words.format(name=event.source, n=event.n, target=event.target))


def _rammed(event: ev.Rammed) -> Line:
    return Line("ram", "danger", _("{name} rams {target}").format(name=event.seat, target=event.target))


def _lost(event: ev.CarsDropped) -> Line:
    words = ngettext("{name} loses {n} car", "{name} loses {n} cars", len(event.cards))
    return Line("discard", "danger", words.format(name=event.seat, n=len(event.cards)))


TELLERS: dict[type, Teller] = {
    ev.GameStarted: _said("engine", "ember", N_("Steam up!")),
    ev.HandsDealt: _said("hand", "ok", N_("{each} cards each")),
    ev.TenderReturned: _said("tender", "ash", N_("{seat} gives the Tender back")),
    ev.CardsDrawn: _drawn,
    ev.Recharged: _said("pile", "brim", N_("Shuffle the discards: {count}")),
    ev.TurnEnded: _turn,
    ev.CarLoaded: _said("car", "ok", N_("{seat} picks up a car")),
    ev.CarDelivered: _said("sealed", "ok", N_("{seat} has delivered a car")),
    ev.TollPaid: _said("cerberus", "ok", N_("{seat} pays the toll")),
    ev.FuelSpent: _fuel,
    ev.CardShown: _said("tag", "ember", N_("Where to?")),
    ev.Rammed: _rammed,
    ev.PushedIntoCircle: _into,
    ev.MarkerHit: _said("warning", "danger", N_("{seat} runs onto a check")),
    ev.Derailed: _said("derail", "danger", N_("{seat} derails")),
    ev.CircleEntered: _entered,
    ev.CarRemoved: _said("soulcatcher", "danger", N_("{target} loses the last car")),
    ev.BoatUsed: _said("boatman", "ember", N_("{seat} crosses the gap")),
    ev.RailLaid: _said("rail", "ok", N_("{seat} lays a rail")),
    ev.RailUpgraded: _said("rings", "ok", N_("{seat} covers a rail")),
    ev.EffectLooked: _said("eye", "ash", N_("{seat} looks, alone")),
    ev.EffectDeclared: _effect("", "ember", N_("{name}: {effect}")),
    ev.EffectDeclined: _said("cross", "ash", N_("{seat} leaves the circle alone")),
    ev.EffectCancelled: _said("heresy", "danger", N_("{by} stops it")),
    ev.EffectRedirected: _said("heresy", "danger", N_("{by} turns it on {target}")),
    ev.CarsDropped: _lost,
    ev.TokenTaken: _token,
    ev.TokenDrawn: _effect("", "ok", N_("{name} draws: {effect}")),
    ev.EffectsSwapped: _said("swap", "ok", N_("Two tokens change places")),
    ev.MarkerPlaced: _said("warning", "ember", N_("{seat} lays a check")),
    ev.CerberusMoved: _dog,
    ev.RailRemoved: _said("tunnel", "danger", N_("A rail card is gone")),
    ev.RailTurned: _said("uturn", "ok", N_("A rail card is turned")),
    ev.CarMoved: _said("car", "ok", N_("{target} has a car of {source}")),
    ev.CardTaken: _said("hand", "ok", N_("{target} takes a card of {source}")),
    ev.CardsGiven: _given,
    ev.Fanned: _said("flame", "brim", N_("{seat} fans the flames")),
    ev.HandDumped: _said("discard", "danger", N_("{seat}’s hand is gone")),
    ev.Corrected: _said("swap", "ash", N_("Corrected")),
}
"""Event -> its line. One that is not here is told by another one."""

STEP = "undo"
"""The cue of a step back or forth, which tells no event."""

RANK: tuple[type, ...] = (
    ev.Derailed, ev.Recharged, ev.CarDelivered, ev.MarkerHit, ev.CarRemoved, ev.EffectCancelled, ev.EffectRedirected,
    ev.CarMoved, ev.CarsDropped, ev.PushedIntoCircle, ev.Rammed, ev.CerberusMoved, ev.TokenTaken, ev.TokenDrawn,
    ev.EffectsSwapped, ev.Fanned, ev.CircleEntered, ev.EffectDeclared, ev.BoatUsed, ev.CardsGiven, ev.FuelSpent,
    ev.TollPaid, ev.TurnEnded,
)  # fmt: skip
"""Which line wins when one input tells several; what is not named comes after these."""


def tell(update: Update) -> Messages:
    """The story of one update."""
    if update.refusal is not None:
        return Messages(band=refusal(update.refusal, "hellrail"))
    if not update.events and any(cue.name == STEP for cue in update.cues):
        return Messages(Line("undo", "ember", _("Taken back")), news=True)  # which way it went is not told here
    told = [event for event in update.events if getattr(event, "told", True)]
    if not isinstance(update.view, HellRailView) or not told:
        return Messages()
    lines: list[tuple[int, Line]] = []
    for event in told:
        kind = type(event)
        teller = TELLERS.get(kind)
        line = teller(event) if teller is not None else None
        if line is not None:
            lines.append((RANK.index(kind) if kind in RANK else len(RANK), line))
    best = min(lines, key=lambda pair: pair[0])[1] if lines else None
    delivered = next((event.seat for event in told if isinstance(event, ev.CarDelivered)), "")
    dealt = any(isinstance(event, ev.EffectsDealt) and event.effects is not None for event in told)
    return Messages(best, None, True, delivered, dealt)
