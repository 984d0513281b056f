"""What an update of HellRail tells the table in one line. Nothing in it names a delivered car."""

from __future__ import annotations

from typing import Any

from companion.engine.message import Line, Teller, Tellers, line
from companion.engine.text import N_, Text
from companion.games.hellrail import events as ev
from companion.games.hellrail.effect_words import EFFECTS, TOKENS
from companion.games.hellrail.prompts.parts import circle_words


def _counted(icon: str, tone: str, one: str, many: str, n: int, **facts: str | int | Text) -> Line:
    return Line(icon, tone, Text(many if n > 1 else one, {"n": n, **facts}))


def _drawn(event: ev.CardsDrawn, _seen: Any) -> Line:
    return _counted("pile", "ok", N_("{name} draws {n} card"), N_("{name} draws {n} cards"), event.n, name=event.seat)


def _fuel(event: ev.FuelSpent, _seen: Any) -> Line:
    if event.limit is None:
        return Line("move", "ember", Text(N_("{name} drives"), {"name": event.seat}))
    one, many = N_("{name}: up to {n} tie"), N_("{name}: up to {n} ties")
    return _counted("move", "ember", one, many, event.limit, name=event.seat)


def _effect(tone: str, msgid: str) -> Teller:
    """About an effect, if it is known which."""

    def teller(event: Any, _seen: Any) -> Line | None:
        if getattr(event, "effect", None) is None:
            return None
        effect = EFFECTS[event.effect]
        return Line(effect.icon, tone, Text(msgid, {"name": event.seat, "effect": Text(effect.name)}))

    return teller


def _token(event: ev.TokenTaken, _seen: Any) -> Line:
    icon, name = TOKENS[event.token]
    return Line(icon, "ok", Text(N_("{name} takes: {token}"), {"name": event.seat, "token": Text(name)}))


def _at(icon: str, tone: str, msgid: str) -> Teller:
    """About a circle, and who comes there."""

    def teller(event: Any, _seen: Any) -> Line:
        where = circle_words(event.circle).within()
        return Line(icon, tone, Text(msgid, {"name": getattr(event, "seat", ""), "place": where}))

    return teller


def _turn(event: ev.TurnEnded, _seen: Any) -> Line:
    return Line("next", "ember", Text(N_("It is {name}’s turn"), {"name": event.next}))


def _given(event: ev.CardsGiven, _seen: Any) -> Line:
    one, many = N_("{name} gives {n} card to {target}"), N_("{name} gives {n} cards to {target}")
    return _counted("hand", "ok", one, many, event.n, name=event.source, target=event.target)


def _rammed(event: ev.Rammed, _seen: Any) -> Line:
    return Line("ram", "danger", Text(N_("{name} rams {target}"), {"name": event.seat, "target": event.target}))


def _lost(event: ev.CarsDropped, _seen: Any) -> Line:
    one, many = N_("{name} loses {n} car"), N_("{name} loses {n} cars")
    return _counted("discard", "danger", one, many, len(event.cards), name=event.seat)


TELLERS = Tellers(
    {
        ev.GameStarted: line("engine", "ember", N_("Steam up!")),
        ev.CirclesDealt: line("rings", "ok", N_("The circles are dealt")),
        ev.HandsDealt: line("hand", "ok", N_("{each} cards each")),
        ev.TenderReturned: line("tender", "ash", N_("{seat} gives the {hr.tender:short} back")),
        ev.CardsDrawn: _drawn,
        ev.Recharged: line("pile", "brim", N_("Shuffle the discards: {count}")),
        ev.TurnEnded: _turn,
        ev.CarLoaded: line("car", "ok", N_("{seat} picks up a car")),
        ev.CarDelivered: line("sealed", "ok", N_("{seat} sets a car out")),
        ev.TollPaid: line("cerberus", "ok", N_("{seat} pays the toll")),
        ev.FuelSpent: _fuel,
        ev.CardShown: line("tag", "ember", N_("Where to?")),
        ev.Rammed: _rammed,
        ev.PushedIntoCircle: _at("rings", "ember", N_("{name} pushed into {place}")),
        ev.MarkerHit: line("warning", "danger", N_("{seat} runs onto a {hr.check}")),
        ev.Derailed: line("derail", "danger", N_("{seat} derails")),
        ev.CircleEntered: _at("rings", "ok", N_("{name} comes to {place}")),
        ev.CarRemoved: line("soulcatcher", "danger", N_("{target} loses the last car")),
        ev.BoatUsed: line("boatman", "ember", N_("{seat} crosses the gap")),
        ev.RailLaid: line("rail", "ok", N_("{seat} lays a rail")),
        ev.RailUpgraded: line("rings", "ok", N_("{seat} upgrades a rail")),
        ev.EffectLooked: line("eye", "ash", N_("{seat} looks, alone")),
        ev.EffectDeclared: _effect("ember", N_("{name}: {effect}")),
        ev.EffectDeclined: line("cross", "ash", N_("{seat} leaves the circle alone")),
        ev.EffectCancelled: line("heresy", "danger", N_("{by} stops it")),
        ev.EffectRedirected: line("heresy", "danger", N_("{by} turns it on {target}")),
        ev.CarsDropped: _lost,
        ev.TokenTaken: _token,
        ev.TokenDrawn: _effect("ok", N_("{name} draws: {effect}")),
        ev.EffectsSwapped: line("swap", "ok", N_("Two tokens change places")),
        ev.MarkerPlaced: line("warning", "ember", N_("{seat} lays a {hr.check}")),
        ev.CerberusMoved: _at("cerberus", "danger", N_("{hr.cerberus} lies at {place}")),
        ev.RailRemoved: line("tunnel", "danger", N_("A rail card is gone")),
        ev.RailTurned: line("uturn", "ok", N_("A rail card is turned")),
        ev.CarMoved: line("car", "ok", N_("{target} has a car of {source}")),
        ev.CardTaken: line("hand", "ok", N_("{target} takes a card of {source}")),
        ev.CardsGiven: _given,
        ev.Fanned: line("flame", "brim", N_("{seat} fans the flames")),
        ev.HandDumped: line("discard", "danger", N_("{seat}’s hand is gone")),
        ev.Corrected: line("swap", "ash", N_("Corrected")),
    },
    rank=(
        ev.Derailed, ev.Recharged, ev.CarDelivered, ev.MarkerHit, ev.CarRemoved, ev.EffectCancelled,
        ev.EffectRedirected, ev.CarMoved, ev.CarsDropped, ev.PushedIntoCircle, ev.Rammed, ev.CerberusMoved,
        ev.TokenTaken, ev.TokenDrawn, ev.EffectsSwapped, ev.Fanned, ev.CircleEntered, ev.EffectDeclared, ev.BoatUsed,
        ev.CardsGiven, ev.FuelSpent, ev.TollPaid, ev.TurnEnded,
    ),
)  # fmt: skip
