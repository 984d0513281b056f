"""Makes the sheet for a place of the playing screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiosk.screens.hellrail import routing
from kiosk.screens.hellrail.ask import Ask
from kiosk.screens.hellrail.card import ACTIONS, CardSheet
from kiosk.screens.hellrail.cars import Cars
from kiosk.screens.hellrail.circles import Circles
from kiosk.screens.hellrail.covered import Covered
from kiosk.screens.hellrail.deal import Deal
from kiosk.screens.hellrail.fields import Fields
from kiosk.screens.hellrail.look_alone import LookAlone
from kiosk.screens.hellrail.modes import Modes
from kiosk.screens.hellrail.more import More
from kiosk.screens.hellrail.report import Report
from kiosk.screens.hellrail.routing import SheetKey
from kiosk.screens.hellrail.spoken import Spoken
from kiosk.screens.hellrail.table import Table
from kiosk.screens.hellrail.toll import Toll
from kiosk.screens.sheet import Sheet

if TYPE_CHECKING:
    from kiosk.screens.hellrail.game import Game

READS: dict[tuple[str, str], tuple[str, str]] = {
    (routing.CARD, "pickup"): ("train", ""),
    (routing.CARD, "move"): ("discard", "move"),
    (routing.CARD, "boat"): ("discard", "boat"),
    (routing.CARD, "fan"): ("discard", "fan"),
    (routing.CARD, "lay"): ("play", "lay"),
    (routing.CARD, "upgrade"): ("play", "upgrade"),
    (routing.CARD, "price"): ("discard", ""),
    (routing.CARD, "throw"): ("discard", ""),
    (routing.CARD, "flip"): ("flip", ""),
    (routing.CARS, "deliver"): ("deliver", ""),
    (routing.COVERED, ""): ("deliver", ""),
    (routing.CARS, "drop"): ("discard", ""),
    (routing.CARS, "give"): ("train", ""),
    (routing.CARS, "pick"): ("train", ""),
    (routing.TOLL, "move"): ("discard", "toll"),
    (routing.TOLL, "boat"): ("discard", "toll"),
    (routing.ASK, "pick"): ("discard", ""),
    (routing.ASK, "discard"): ("discard", ""),
    (routing.ASK, "turn_rail"): ("play", ""),
}
"""What the next tap is to mean while a sheet shows: kind and what it is about -> zone and mode."""


def reads(place: SheetKey) -> tuple[str, str] | None:
    """What a reader without a zone is to do there; None: what it does anyway."""
    return READS.get((place.kind, "" if place.kind == routing.COVERED else place.about))


def make_sheet(game: Game, place: SheetKey) -> Sheet:
    """A new sheet for it."""
    context = game.context
    match place.kind:
        case routing.MAP:
            return make_map(game) or Table(context, game.go)
        case routing.DEAL:
            return Deal(context, game.first)
        case routing.CARD if place.about in ACTIONS:
            card = place.part if place.about == "boat" else ""
            return CardSheet(
                context, place.about, lambda values: game.submit(place.about, values, card), game.back, card
            )
        case routing.ASK:
            return Ask(context, game.go)
        case routing.CARS:
            return Cars(context, place.about, game.go)
        case routing.FIELDS:
            return Fields(context, place.about, place.part, game.go)
        case routing.CIRCLES:
            return Circles(context, place.about == "fresh", game.go)
        case routing.MORE:
            return More(context, game.go)
        case routing.MODES:
            return Modes(context, game.go)
        case routing.REPORT:
            return Report(context, place.about, place.part, game.go)
        case routing.TOLL:
            return Toll(context, game.worth, lambda toll: game.toll_paid(place.about, toll), game.back)
        case routing.COVERED:
            return Covered(context, place.about, game.back)
        case routing.LOOK:
            return LookAlone(context, place.about, place.part == "held", lambda: game.looked(place))
        case routing.SPOKEN:
            return Spoken(context)
    return Table(context, game.go)


def make_map(game: Game) -> Sheet | None:
    """The map as a sheet."""
    from kiosk.screens.hellrail.map import MapView

    sheet: Sheet = MapView(game.context, game.go)
    return sheet
