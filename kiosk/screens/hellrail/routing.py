"""Which sheet shows: from the view, the open question, and what a finger has chosen before it is a move."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.choice import Choice
from companion.games.hellrail.names import Effect, Owes, Phase
from companion.games.hellrail.view import HellRailView

TABLE, MAP, DEAL, CARD, ASK, CARS, FIELDS, CIRCLES, MORE, REPORT, TOLL, COVERED, LOOK, MODES, SPOKEN = (
    "table", "map", "deal", "card", "ask", "cars", "fields", "circles", "more", "report", "toll", "covered", "look",
    "modes", "spoken",
)  # fmt: skip


@dataclass(frozen=True)
class SheetKey:
    """A sheet and what it is about. Another place is another sheet; the same one is only told the news."""

    kind: str
    about: str = ""
    part: str = ""


def place_of(view: HellRailView, choice: Choice | None, local: SheetKey | None, mapped: bool, on_map: bool) -> SheetKey:
    """The sheet for a view.

    :param local: a sheet of the screen's own that a finger opened; news take it away.
    :param mapped: there is a map.
    :param on_map: the open question is answered there.
    """
    table = SheetKey(MAP if mapped else TABLE)
    if local is not None:
        return local
    if view.looking is not None:
        return SheetKey(LOOK, view.looking)
    if choice is not None:
        return table if on_map else _asked(view, choice)
    if view.phase is Phase.SETUP:
        return SheetKey(DEAL)
    return table


def _asked(view: HellRailView, choice: Choice) -> SheetKey:
    facts = choice.facts
    seat = str(facts.get("seat", ""))
    using = view.using.effect if view.using is not None else None
    match choice.question:
        case Owes.FLIP:
            return SheetKey(CARD, "flip", seat)
        case Owes.DISCARD if "n" not in facts:
            return SheetKey(CARD, "price", seat)
        case Owes.DROP_CARS:
            return SheetKey(CARS, "drop", seat)
        case Owes.GIVE if using is Effect.THIEVERY:
            return SheetKey(CARS, "give", seat)
        case Owes.GIVE:
            return SheetKey(SPOKEN, "give", f"{seat} {facts.get('target', '')}")
        case Owes.PICK if using is Effect.THIEVERY:
            return SheetKey(CARS, "pick", seat)
    return SheetKey(ASK, choice.question, seat)
