"""What a turn of Cerbère shows, what a seat sees of itself, and how a game ended."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.summary import Ending
from companion.engine.text import N_, Text, counted
from companion.games.cerbere.data.card_words import action_name
from companion.games.cerbere.names import Side, Winner
from companion.games.cerbere.view import CerbereView
from companion.presentation.show import Fact, Show, TurnShown, few

NEAR = 3
"""Steps to the Hunt from which on they burn."""
NO_CARD = Text(N_("no card"))


def turn(view: CerbereView) -> TurnShown | None:
    """It is about how many steps are left before the Hunt; once it comes, about that."""
    if view.over is not None:
        return None
    steps = view.rage.steps
    if view.turn.chasing:
        about = Fact("hunt", Text(N_("{cb.cerberus} runs")), tone="danger")
    elif steps > 0:
        words = counted("step to the {cb.hunt}", "steps to the {cb.hunt}", steps)
        about = Fact("flame", words, str(steps), "ember" if steps <= NEAR else "")
    else:
        about = Fact("hunt", Text(N_("The {cb.hunt} comes with the end of this turn")), tone="danger")
    counts = (
        Fact("die", Text(N_("{cb.speed}")), str(view.rage.speed)),
        Fact("pile", Text(N_("{cb.survival}")), str(view.survival_pile)),
        Fact("pile", Text(N_("{cb.betrayal}")), str(view.betrayal_pile), "danger"),
    )
    return TurnShown(view.turn.player, about, counts, trial=Text(N_("demo cards") if view.demo else ""))


def own(view: CerbereView, name: str) -> Iterator[Fact]:
    """Its side, the cards left in its hand, the boat that it alone is looking at."""
    seat = next((seat for seat in view.seats if seat.name == name), None)
    if seat is None:
        return
    boats = view.boats
    if boats.peek is not None and boats.peek[0] == name and boats.seen is not None:
        seats = counted("{cb.boat} {slot}: {n} seat", "{cb.boat} {slot}: {n} seats", boats.seen, slot=boats.peek[1])
        yield Fact("boat", seats, tone="hex", secret=True)
    if seat.side is Side.RUNNER:
        yield Fact("pawn", Text(N_("You flee")), tone="brim")
        yield Fact("hand", Text(N_("{cb.survival}")), str(seat.survival))
    elif seat.side is Side.CERBERUS:
        yield Fact("cerberus", Text(N_("You run with {cb.cerberus}")), tone="danger")
        yield Fact("hand", Text(N_("{cb.betrayal}")), str(seat.betrayal))
    else:
        yield Fact("skull", Text(N_("Out of the game")))
        return
    if view.follow_cards:
        hunts = seat.side is Side.CERBERUS
        held = Text(", ", parts=tuple(action_name(n, hunts) for n in seat.actions)) if seat.actions else NO_CARD
        yield Fact("hand", Text(N_("{cb.action} cards in hand: {cards}"), {"cards": held}))


def ending(result: Mapping[str, Any]) -> Ending:
    """Return who got away, or that no player did."""
    n, played = int(result.get("difficulty") or 0), int(result.get("turns") or 0)
    more = (skulls(n),) * bool(n) + (turns(played),) * bool(played)
    if result.get("winner") != Winner.RUNNERS:
        return Ending(Text(N_("{cb.cerberus} wins")), lost=True, icon="cerberus", good=False, more=more)
    out = [str(name) for name in result.get("escaped") or result.get("winners") or ()]
    how, who = Text(N_("Escaped")), few(out)
    named = how
    if out:
        named = counted("{names} escaped", "{names} escaped", len(out), names=who)
        named = named if who else counted("{n} escaped", "{n} escaped", len(out))
    return Ending(how, lost=False, named=named, icon="boat", more=more)


def over(view: CerbereView) -> Ending | None:
    """Return the same for those who still look at it."""
    if view.over is None:
        return None
    got, turns = {"winner": view.over.side, "winners": view.over.winners}, view.turn.n
    return ending({**got, "escaped": view.boats.aboard, "difficulty": view.difficulty, "turns": turns})


def skulls(count: int) -> Text:
    """Return the difficulty in words."""
    return counted("{n} skull", "{n} skulls", count)


def turns(count: int) -> Text:
    return counted("{n} turn", "{n} turns", count)


def each(view: CerbereView, name: str) -> Iterator[Fact]:
    """Return what is public of a seat: its side and its cards of that."""
    seat = next((seat for seat in view.seats if seat.name == name), None)
    if seat is None or seat.side not in (Side.RUNNER, Side.CERBERUS):
        yield Fact("skull", Text(N_("Out of the game")))
    elif seat.side is Side.RUNNER:
        yield Fact("boat" if seat.aboard else "pawn", Text(N_("{cb.survival}")), str(seat.survival))
    else:
        yield Fact("cerberus", Text(N_("{cb.betrayal}")), str(seat.betrayal), "danger")


SHOW = Show(turn, own, ending, over, each=each)
