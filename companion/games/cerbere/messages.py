"""What an update of Cerbère tells the table: the line of what happened, and what is grave enough to fill the screen."""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec.structs import replace

from companion.engine.message import Line, Messages, Order, Tellers, line
from companion.engine.text import N_, Text
from companion.games.cerbere import events as ev
from companion.games.cerbere.data.card_words import DRAWS, DROPS, card_name, form, say, sign
from companion.games.cerbere.data.cards import Catalogue
from companion.games.cerbere.names import BOATS, Boating, By, Deck, OpName, Role, Why
from companion.games.cerbere.rules.targets import slot_of
from companion.games.cerbere.view import CerbereView, PlayView

MANY = 3
"""Players caught at once that an order speaks of one by one."""
SHORT_S = 2.0
"""An order of a few words, of which nothing is to be done."""


class Seen(NamedTuple):
    """What a teller may look at besides its event."""

    view: CerbereView
    before: CerbereView | None
    catalogue: Catalogue
    events: tuple[Any, ...] = ()


# ---------------------------------------------------------------- one line for an event


def _played(event: ev.CardPlayed, seen: Seen) -> Line | None:
    card = seen.catalogue.cards.get(event.card)
    if card is None:
        return None
    return Line("play", "ash", Text(N_("{name}: {card}"), {"name": event.player, "card": card_name(card)}))


def _applied(event: ev.EffectApplied, seen: Seen) -> Line | None:
    """An effect that was carried out, with the names that the card had before or has now."""
    play = _play_of(seen)
    card = seen.catalogue.cards.get(play.card) if play is not None else None
    option = card.option(play.option or "") if card is not None and play is not None else None
    if play is None or option is None or event.effect >= len(option.effect):
        return None
    op = option.effect[event.effect]
    slot = slot_of(op)
    name = _named_for(slot, seen) if slot else play.player
    picked = next((e.pick for e in seen.events if isinstance(e, ev.ChoiceMade)), None)
    if op.op is OpName.CHOOSE and isinstance(picked, int) and picked < len(op.of):
        words = [say(inner, name) for inner in op.of[picked]]
        return Line(sign(op.of[picked][0])[0], "ok", Text(", ", parts=tuple(words)))
    return Line(sign(op)[0], "ok", say(op, name))


def _play_of(seen: Seen) -> PlayView | None:
    return seen.view.play or (seen.before.play if seen.before is not None else None)


def _named_for(slot: str, seen: Seen) -> str | None:
    """Who was named for a slot of the card, before this move or with it."""
    plays = [view.play for view in (seen.view, seen.before) if view is not None and view.play is not None]
    known = [name for play in plays for names in (play.targets, play.meant) if (name := names.get(slot))]
    return known[0] if known else None


def _dropped(_event: Any, _seen: Seen) -> Line:
    return Line("cross", "ash", Text(N_("That changes nothing")))


def _moved(event: ev.RageMoved, _seen: Seen) -> Line:
    n = event.to - event.source
    return Line(
        "hunt", "ember", Text(N_("{cb.rage} +{n}"), {"n": n}) if n > 0 else Text(N_("{cb.rage} −{n}"), {"n": -n})
    )


def _speed(event: ev.SpeedChanged, _seen: Seen) -> Line:
    return Line("die", "ember", Text(N_("{cb.speed} {n}"), {"n": event.to}))


def _drawn(event: ev.CardsDrawn, _seen: Seen) -> Line:
    return Line("draw", "ok", form(DRAWS[event.deck], "named", name=event.player, n=event.n))


def _thrown(event: ev.CardsDiscarded, _seen: Seen) -> Line:
    return Line("discard", "ash", form(DROPS[event.deck], "named", name=event.player, n=event.n))


def _started(_event: Any, seen: Seen) -> Line:
    """The first line of a game; boats with tags are to be laid first."""
    boats = seen.view.boats
    if boats.boating is Boating.TAGGED and boats.laid < len(BOATS):
        return Line("boat", "ember", Text(N_("Lay the 3 {cb.boat:many}, face down")))
    return Line("gates", "ember", Text(N_("Run!")))


def _deck(event: ev.DeckReshuffled, _seen: Seen) -> Line:
    survival = event.deck is Deck.SURVIVAL
    words = N_("Shuffle the {cb.survival} discards") if survival else N_("Shuffle the {cb.betrayal} discards")
    return Line("pile", "ash", Text(words))


def _blocked(event: ev.Blocked, _seen: Seen) -> Line:
    words = (
        N_("{name} stops before the {cb.stilts}") if event.by is By.STILT else N_("The {cb.boat} is full: {name} waits")
    )
    return Line("hold", "ash", Text(words, {"name": event.pawn}))


def _cerberus(event: ev.CerberusMoved, _seen: Seen) -> Line:
    if event.why is Why.RETREAT:
        return Line("cerberus", "ash", Text(N_("{cb.cerberus} goes back to his mark")))
    n = event.to - event.source
    return Line("cerberus", "danger", Text(N_("{cb.cerberus} advances {n}"), {"n": n}))


def _pawn(event: ev.PawnMoved, _seen: Seen) -> Line:
    n = len(event.path)
    if event.to >= event.source:
        return Line("pawn", "ok", Text(N_("{name} advances {n}"), {"name": event.pawn, "n": n}))
    return Line("pawn", "danger", Text(N_("{name} goes back {n}"), {"name": event.pawn, "n": n}))


def full_boat(view: CerbereView) -> Line | None:
    """Those in the boat get away when the turn ends: said for as long as it lies there full."""
    boats = view.boats
    if boats.revealed is None or len(boats.aboard) < boats.revealed or view.over is not None:
        return None
    return Line(f"boat{boats.revealed}", "ok", Text(N_("Full: away at the end of the turn")))


def _seated(event: ev.Seated, seen: Seen) -> Line:
    return full_boat(seen.view) or Line("boat1", "ok", Text(N_("{pawn} is in the {cb.boat}"), {"pawn": event.pawn}))


def _symbol(event: ev.SymbolFired, _seen: Seen) -> Line:
    return Line("flame", "ember", Text(N_("{name} sets off a symbol"), {"name": event.pawn}))


def _portal(event: ev.Portal, _seen: Seen) -> Line:
    return Line(
        "portal",
        "ember",
        Text(N_("The {cb.portal:short} opens")) if event.open else Text(N_("The {cb.portal:short} closes")),
    )


def _shown(event: ev.BoatsShown, _seen: Seen) -> Line:
    one, two, three = event.slots
    words = Text(N_("The {cb.boat:many}: {one}, {two} and {three} seats"), {"one": one, "two": two, "three": three})
    return Line("boat", "bone", words)


TELLERS = Tellers(
    {
        ev.GameStarted: _started,
        ev.CardPlayed: _played,
        ev.EffectApplied: _applied,
        ev.EffectDropped: _dropped,
        ev.RageMoved: _moved,
        ev.SpeedChanged: _speed,
        ev.HuntArmed: line("hunt", "danger", N_("The {cb.hunt} starts")),
        ev.HuntDisarmed: line("hunt", "ok", N_("No {cb.hunt} this turn")),
        ev.CardsDrawn: _drawn,
        ev.CardsDiscarded: _thrown,
        ev.DeckReshuffled: _deck,
        ev.ActionsRestored: line("hand", "ok", N_("{player} takes back all {cb.action} cards")),
        ev.BoatPeeked: line("eye", "ash", N_("{player} has seen {cb.boat} {slot}")),
        ev.BoatsShown: _shown,
        ev.BoatsSwapped: line("swap", "ash", N_("{cb.boat:many} {a} and {b} swapped")),
        ev.BoatLaid: line("boat", "ash", N_("{cb.boat} {slot} is laid")),
        ev.Seated: _seated,
        ev.Unseated: line("back", "danger", N_("{pawn} falls out of the {cb.boat}")),
        ev.BridgeGone: line("bridge", "ash", N_("The {cb.bridge:short} is gone")),
        ev.ActionSkipped: line("cross", "ash", N_("{player} passes")),
        ev.HuntMissed: line("cerberus", "ok", N_("Nobody is caught")),
        ev.Corrected: line("swap", "ash", N_("Corrected")),
        ev.PawnMoved: _pawn,
        ev.CerberusMoved: _cerberus,
        ev.Blocked: _blocked,
        ev.SymbolFired: _symbol,
        ev.Portal: _portal,
    },
    rank=(
        ev.HuntArmed, ev.HuntMissed, ev.BridgeGone, ev.Seated, ev.Unseated, ev.BoatPeeked, ev.BoatsSwapped,
        ev.SymbolFired, ev.Blocked, ev.ActionSkipped, ev.CardsDrawn, ev.PawnMoved, ev.CardsDiscarded, ev.HuntDisarmed,
        ev.EffectApplied, ev.CardPlayed, ev.SpeedChanged, ev.RageMoved,
    ),
)  # fmt: skip
"""An event that is not here is told by another one, by an order, or by a sheet of its own."""


# ---------------------------------------------------------------- orders


def _fate(event: ev.Captured, bonus: int) -> Line:
    """What becomes of somebody who was caught."""
    if event.role is Role.OUT:
        return Line("skull", "ash", Text(N_("{name} is out of the game"), {"name": event.pawn}))
    if not bonus:
        return Line("cerberus", "danger", Text(N_("{name} becomes a {cb.cerberus_player}"), {"name": event.pawn}))
    return Line(
        "cerberus",
        "danger",
        Text(N_("{name}, {cb.cerberus_player}, draws {n} {cb.betrayal}"), {"name": event.pawn, "n": bonus}),
    )


def _fates(caught: list[ev.Captured]) -> list[Line]:
    """The same for many, in two lines."""
    notes = []
    for role, icon, tone, text in (
        (Role.CERBERUS, "cerberus", "danger", N_("With {cb.cerberus}: {names}")),
        (Role.OUT, "skull", "ash", N_("Out of the game: {names}")),
    ):
        who = [e.pawn for e in caught if e.role is role]
        if who:
            notes.append(Line(icon, tone, Text(text, {"names": ", ".join(who)})))
    return notes


def _captures(events: tuple[Any, ...], view: CerbereView) -> Order | None:
    """Who was caught, on which side they are now, where Cerberus goes, who draws."""
    caught = [e for e in events if isinstance(e, ev.Captured)]
    if not caught:
        return None
    names = [e.pawn for e in caught]
    bonus = {e.player: e.n for e in events if isinstance(e, ev.BetrayalBonus)}
    notes = _fates(caught) if len(caught) > MANY else [_fate(e, bonus.get(e.pawn, 0)) for e in caught]
    if view.path is None:
        notes.append(Line("back", "bone", Text(N_("{cb.cerberus}: back to the last mark he passed"))))
    if len(names) == 1:
        text = Text(N_("{name} is caught"), {"name": names[0]})
    else:
        joined = tuple(Text("{names}", {"names": part}) for part in (", ".join(names[:-1]), names[-1]))
        text = Text(N_("{names} are caught"), {"names": Text(N_(" and "), parts=joined)})
    if len(caught) > MANY:
        text = Text(N_("{n} are caught"), {"n": len(caught)})
    return Order("cerberus", "danger", Text(N_("Captured")), text, tuple(notes), tuple(names), capture=True)


def _revealed(events: tuple[Any, ...]) -> Order | None:
    for e in events:
        if isinstance(e, ev.BoatRevealed):
            text = Text(N_("{n} seats") if e.seats > 1 else N_("1 seat"), {"n": e.seats})
            note = Line("cross", "ash", Text(N_("The other two {cb.boat:many} are gone")))
            return Order(f"boat{e.seats}", "brim", Text(N_("The {cb.boat} is there")), text, (note,))
    return None


def _missed(events: tuple[Any, ...], view: CerbereView) -> Order | None:
    """CB-062: nobody was caught, and what that changes."""
    if not any(isinstance(e, ev.HuntMissed) for e in events):
        return None
    faster = next((e.to for e in events if isinstance(e, ev.SpeedChanged)), None)
    words = N_("The {cb.speed} stays at {n}") if faster is None else N_("The {cb.speed} rises to {n}")
    n = view.rage.speed if faster is None else faster
    notes = (
        Line("die", "danger" if faster else "ash", Text(words, {"n": n})),
        Line("hunt", "ok", Text(N_("The {cb.rage} begins anew"))),
    )
    return Order(
        "cerberus", "bone", Text(N_("Nobody is caught")), Text(N_("{cb.cerberus} goes hungry")), notes, stays_s=SHORT_S
    )


def _begun(events: tuple[Any, ...], view: CerbereView) -> Order | None:
    """Board: the chase begins, before anybody sees where it leads."""
    run = next((e for e in events if isinstance(e, ev.HuntStarted)), None)
    if run is None or view.path is None:
        return None
    text = Text(N_("{n} spaces") if run.steps > 1 else N_("{n} space"), {"n": run.steps})
    return Order("cerberus", "danger", Text(N_("{cb.cerberus} runs")), text, capture=True, stays_s=SHORT_S)


def tell(events: tuple[Any, ...], view: CerbereView, before: CerbereView | None, catalogue: Catalogue) -> Messages:
    """The story of one update. `before`: the view before it."""
    told = TELLERS.tell(events, Seen(view, before, catalogue, events))
    caught = _captures(events, view)
    order = caught or _missed(events, view) or _revealed(events)
    told = replace(told, order=order, intro=_begun(events, view))
    if caught is not None:  # nothing else is the news of such a turn
        return replace(told, line=Line(caught.icon, caught.tone, caught.text))
    return told
