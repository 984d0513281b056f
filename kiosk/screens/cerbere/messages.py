"""What an update of Cerbère tells the table: the line of what happened, and what is grave enough to fill the screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.engine.text import N_
from companion.engine.update import Update
from companion.games.cerbere import events as ev
from companion.games.cerbere.data.card_words import DRAWS, DROPS, sign
from companion.games.cerbere.data.cards import Catalogue
from companion.games.cerbere.names import BOATS, Boating, By, Deck, OpName, Role, Why
from companion.games.cerbere.rules.targets import slot_of
from companion.games.cerbere.view import CerbereView, PlayView
from kiosk.i18n import _, ngettext
from kiosk.refusals import refusal
from kiosk.screens.cerbere.words import card_name, form, say
from kiosk.theme import MOTION
from kiosk.words import Said

MANY = 3
"""Players caught at once that an order speaks of one by one."""
SHORT = 2.0
"""s. An order of a few words, of which nothing is to be done."""


@dataclass(frozen=True)
class Line:
    """The event line: what just happened."""

    icon: str
    tone: str
    text: str


class Note(NamedTuple):
    """A line below an order: what follows from it."""

    icon: str
    tone: str
    text: str


@dataclass(frozen=True)
class Order:
    """It fills the screen for 4 s or until somebody goes on. `fangs`: it is about a capture."""

    icon: str
    tone: str
    head: str
    text: str
    notes: tuple[Note, ...] = ()
    seats: tuple[str, ...] = ()
    """Players it is about: their marks stand before it."""
    fangs: bool = False
    stays: float = MOTION.order_stays
    """s."""


@dataclass(frozen=True)
class Messages:
    """Each may be missing. `news`: something happened, whatever stood there before is over.

    `intro`: an order that is shown before the pawns walk; `order` comes after them.
    """

    line: Line | None = None
    order: Order | None = None
    band: Said | None = None
    news: bool = False
    intro: Order | None = None


class Seen(NamedTuple):
    """What a teller may look at besides its event."""

    view: CerbereView
    before: CerbereView | None
    catalogue: Catalogue
    events: tuple[Any, ...] = ()


Teller = Callable[[Any, Seen], Line | None]


def tag_of(event: Any) -> str:
    """The name of an event as the table protocol has it."""
    return str(type(event).__struct_config__.tag)


# ---------------------------------------------------------------- one line for an event


def _played(event: ev.CardPlayed, seen: Seen) -> Line | None:
    card = seen.catalogue.cards.get(event.card)
    if card is None:
        return None
    return Line("play", "ash", _("{name}: {card}").format(name=event.player, card=card_name(card)))


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
        return Line(sign(op.of[picked][0])[0], "ok", ", ".join(words))
    return Line(sign(op)[0], "ok", say(op, name))


def _play_of(seen: Seen) -> PlayView | None:
    return seen.view.play or (seen.before.play if seen.before is not None else None)


def _named_for(slot: str, seen: Seen) -> str | None:
    """Who was named for a slot of the card, before this move or with it."""
    plays = [view.play for view in (seen.view, seen.before) if view is not None and view.play is not None]
    known = [name for play in plays for names in (play.targets, play.meant) if (name := names.get(slot))]
    return known[0] if known else None


def _dropped(_event: Any, _seen: Seen) -> Line:
    return Line("cross", "ash", _("That changes nothing"))


def _moved(event: ev.RageMoved, _seen: Seen) -> Line:
    n = event.to - event.source
    return Line("hunt", "ember", _("Rage +{n}").format(n=n) if n > 0 else _("Rage −{n}").format(n=-n))


def _speed(event: ev.SpeedChanged, _seen: Seen) -> Line:
    return Line("die", "ember", _("Speed {n}").format(n=event.to))


def _drawn(event: ev.CardsDrawn, _seen: Seen) -> Line:
    return Line("draw", "ok", form(DRAWS[event.deck], "named", name=event.player, n=event.n))


def _thrown(event: ev.CardsDiscarded, _seen: Seen) -> Line:
    return Line("discard", "ash", form(DROPS[event.deck], "named", name=event.player, n=event.n))


def _named(icon: str, tone: str, text: str) -> Teller:
    """A line with the event's own fields as facts."""

    def teller(event: Any, _seen: Seen) -> Line:
        facts: Mapping[str, Any] = {name: getattr(event, name) for name in event.__struct_fields__}
        return Line(icon, tone, _(text).format(**facts))

    return teller


def _started(_event: Any, seen: Seen) -> Line:
    """The first line of a game; boats with tags are to be laid first."""
    boats = seen.view.boats
    if boats.boating is Boating.TAGGED and boats.laid < len(BOATS):
        return Line("boat", "ember", _("Lay the 3 boats, face down"))
    return Line("gates", "ember", _("Run!"))


def _deck(event: ev.DeckReshuffled, _seen: Seen) -> Line:
    survival = event.deck is Deck.SURVIVAL
    return Line("pile", "ash", _("Shuffle the Survival discards") if survival else _("Shuffle the Betrayal discards"))


def _blocked(event: ev.Blocked, _seen: Seen) -> Line:
    words = _("{name} stops before the stilt") if event.by is By.STILT else _("The boat is full: {name} waits")
    return Line("hold", "ash", words.format(name=event.pawn))


def _cerberus(event: ev.CerberusMoved, _seen: Seen) -> Line:
    if event.why is Why.RETREAT:
        return Line("cerberus", "ash", _("Cerberus goes back to his mark"))
    n = event.to - event.source
    return Line("cerberus", "danger", _("Cerberus advances {n}").format(n=n))


def _pawn(event: ev.PawnMoved, _seen: Seen) -> Line:
    n = len(event.path)
    if event.to >= event.source:
        return Line("pawn", "ok", _("{name} advances {n}").format(name=event.pawn, n=n))
    return Line("pawn", "danger", _("{name} goes back {n}").format(name=event.pawn, n=n))


def full_boat(view: CerbereView) -> Line | None:
    """Those in the boat get away when the turn ends: said for as long as it lies there full."""
    boats = view.boats
    if boats.revealed is None or len(boats.aboard) < boats.revealed or view.over is not None:
        return None
    return Line(f"boat{boats.revealed}", "ok", _("Full: away at the end of the turn"))


def _seated(event: ev.Seated, seen: Seen) -> Line:
    return full_boat(seen.view) or Line("boat1", "ok", _("{pawn} is in the boat").format(pawn=event.pawn))


def _symbol(event: ev.SymbolFired, _seen: Seen) -> Line:
    return Line("flame", "ember", _("{name} sets off a symbol").format(name=event.pawn))


def _portal(event: ev.Portal, _seen: Seen) -> Line:
    return Line("portal", "ember", _("The portal opens") if event.open else _("The portal closes"))


TELLERS: dict[type, Teller] = {
    ev.GameStarted: _started,
    ev.CardPlayed: _played,
    ev.EffectApplied: _applied,
    ev.EffectDropped: _dropped,
    ev.RageMoved: _moved,
    ev.SpeedChanged: _speed,
    ev.HuntArmed: _named("hunt", "danger", N_("The chase is awake")),
    ev.HuntDisarmed: _named("hunt", "ok", N_("No chase this turn")),
    ev.CardsDrawn: _drawn,
    ev.CardsDiscarded: _thrown,
    ev.DeckReshuffled: _deck,
    ev.ActionsRestored: _named("hand", "ok", N_("{player} takes back all Actions")),
    ev.BoatPeeked: _named("eye", "ash", N_("{player} has seen boat {slot}")),
    ev.BoatsSwapped: _named("swap", "ash", N_("Boats {a} and {b} swapped")),
    ev.BoatLaid: _named("boat", "ash", N_("Boat {slot} is laid")),
    ev.Seated: _seated,
    ev.Unseated: _named("back", "danger", N_("{pawn} falls out of the boat")),
    ev.BridgeGone: _named("bridge", "ash", N_("The bridge is gone")),
    ev.ActionSkipped: _named("cross", "ash", N_("{player} passes")),
    ev.HuntMissed: _named("cerberus", "ok", N_("Nobody is caught")),
    ev.Corrected: _named("swap", "ash", N_("Corrected")),
    ev.PawnMoved: _pawn,
    ev.CerberusMoved: _cerberus,
    ev.Blocked: _blocked,
    ev.SymbolFired: _symbol,
    ev.Portal: _portal,
}
"""Event -> its line. An event that is not here is told by another one, by an order, or by a sheet of its own."""

ENGINE = {"undone": ("undo", "ember", N_("Taken back")), "redone": ("redo", "ember", N_("Made again"))}
"""Events of the engine, by name."""

RANK: tuple[type, ...] = (
    ev.HuntArmed, ev.HuntMissed, ev.BridgeGone, ev.Seated, ev.Unseated, ev.BoatPeeked, ev.BoatsSwapped, ev.SymbolFired,
    ev.Blocked, ev.ActionSkipped, ev.CardsDrawn, ev.PawnMoved, ev.CardsDiscarded, ev.HuntDisarmed, ev.EffectApplied,
    ev.CardPlayed, ev.SpeedChanged, ev.RageMoved,
)  # fmt: skip
"""Which line wins when one input tells several; what is not named comes after these."""


# ---------------------------------------------------------------- orders


def _fate(event: ev.Captured, bonus: int) -> Note:
    """What becomes of somebody who was caught."""
    if event.role is Role.OUT:
        return Note("skull", "ash", _("{name} is out of the game").format(name=event.pawn))
    if not bonus:
        return Note("cerberus", "danger", _("{name} hunts with Cerberus").format(name=event.pawn))
    return Note("cerberus", "danger", _("{name} hunts, draws {n} Betrayal").format(name=event.pawn, n=bonus))


def _fates(caught: list[ev.Captured]) -> list[Note]:
    """The same for many, in two lines."""
    notes = []
    for role, icon, tone, text in (
        (Role.CERBERUS, "cerberus", "danger", _("With Cerberus: {names}")),
        (Role.OUT, "skull", "ash", _("Out of the game: {names}")),
    ):
        who = [e.pawn for e in caught if e.role is role]
        if who:
            notes.append(Note(icon, tone, text.format(names=", ".join(who))))
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
        notes.append(Note("back", "bone", _("Cerberus: back to the last mark he passed")))
    if len(names) == 1:
        text = _("{name} is caught").format(name=names[0])
    else:
        joined = _(" and ").join((", ".join(names[:-1]), names[-1]))
        text = _("{names} are caught").format(names=joined)
    if len(caught) > MANY:
        text = _("{n} are caught").format(n=len(caught))
    return Order("cerberus", "danger", _("Captured"), text, tuple(notes), tuple(names), fangs=True)


def _revealed(events: tuple[Any, ...]) -> Order | None:
    for e in events:
        if isinstance(e, ev.BoatRevealed):
            text = ngettext("{n} seat", "{n} seats", e.seats).format(n=e.seats)
            note = Note("cross", "ash", _("The other two boats are gone"))
            return Order(f"boat{e.seats}", "brim", _("The boat is there"), text, (note,))
    return None


def _missed(events: tuple[Any, ...], view: CerbereView) -> Order | None:
    """CB-062: nobody was caught, and what that changes."""
    if not any(isinstance(e, ev.HuntMissed) for e in events):
        return None
    faster = next((e.to for e in events if isinstance(e, ev.SpeedChanged)), None)
    words = _("The Speed stays at {n}") if faster is None else _("The Speed rises to {n}")
    notes = (
        Note("die", "danger" if faster else "ash", words.format(n=view.rage.speed if faster is None else faster)),
        Note("hunt", "ok", _("The Rage begins anew")),
    )
    return Order("cerberus", "bone", _("Nobody is caught"), _("Cerberus goes hungry"), notes, stays=SHORT)


def _begun(events: tuple[Any, ...], view: CerbereView) -> Order | None:
    """Board: the chase begins, before anybody sees where it leads."""
    run = next((e for e in events if isinstance(e, ev.HuntStarted)), None)
    if run is None or view.path is None:
        return None
    text = ngettext("{n} space", "{n} spaces", run.steps).format(n=run.steps)
    return Order("cerberus", "danger", _("Cerberus runs"), text, fangs=True, stays=SHORT)


def tell(update: Update, before: CerbereView | None, catalogue: Catalogue) -> Messages:
    """The story of one update. `before`: the view before it."""
    if update.refusal is not None:
        return Messages(band=refusal(update.refusal, "cerbere"))
    view = update.view
    if not isinstance(view, CerbereView) or not update.events:
        return Messages()
    seen = Seen(view, before, catalogue, update.events)
    lines: list[tuple[int, Line]] = []
    for event in update.events:
        kind = type(event)
        teller = TELLERS.get(kind)
        line = teller(event, seen) if teller is not None else None
        if tag_of(event) in ENGINE:
            icon, tone, text = ENGINE[tag_of(event)]
            line = Line(icon, tone, _(text))
        if line is not None:
            lines.append((RANK.index(kind) if kind in RANK else len(RANK), line))
    best = min(lines, key=lambda pair: pair[0])[1] if lines else None
    events = update.events
    caught = _captures(events, view)
    if caught is not None:  # nothing else is the news of such a turn
        best = Line(caught.icon, caught.tone, caught.text)
    order = caught or _missed(events, view) or _revealed(events)
    return Messages(best, order, None, True, _begun(events, view))
