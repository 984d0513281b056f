"""Makes the sheet for a place of the playing screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiosk.screens.hellrail import mode
from kiosk.screens.hellrail.ask import Ask
from kiosk.screens.hellrail.card import ACTIONS, CardSheet
from kiosk.screens.hellrail.cars import Cars
from kiosk.screens.hellrail.circles import Circles
from kiosk.screens.hellrail.covered import Covered
from kiosk.screens.hellrail.deal import Deal
from kiosk.screens.hellrail.fields import Fields
from kiosk.screens.hellrail.look_alone import LookAlone
from kiosk.screens.hellrail.mode import Place
from kiosk.screens.hellrail.modes import Modes
from kiosk.screens.hellrail.more import More
from kiosk.screens.hellrail.report import Report
from kiosk.screens.hellrail.spoken import Spoken
from kiosk.screens.hellrail.table import Table
from kiosk.screens.hellrail.toll import Toll
from kiosk.screens.sheet import Sheet

if TYPE_CHECKING:
    from kiosk.screens.hellrail.game import Game

READS: dict[tuple[str, str], tuple[str, str]] = {
    (mode.CARD, "pickup"): ("train", ""),
    (mode.CARD, "move"): ("discard", "move"),
    (mode.CARD, "boat"): ("discard", "boat"),
    (mode.CARD, "fan"): ("discard", "fan"),
    (mode.CARD, "lay"): ("play", "lay"),
    (mode.CARD, "upgrade"): ("play", "upgrade"),
    (mode.CARD, "price"): ("discard", ""),
    (mode.CARD, "throw"): ("discard", ""),
    (mode.CARD, "flip"): ("flip", ""),
    (mode.CARS, "deliver"): ("deliver", ""),
    (mode.COVERED, ""): ("deliver", ""),
    (mode.CARS, "drop"): ("discard", ""),
    (mode.CARS, "give"): ("train", ""),
    (mode.CARS, "pick"): ("train", ""),
    (mode.TOLL, "move"): ("discard", "toll"),
    (mode.TOLL, "boat"): ("discard", "toll"),
    (mode.ASK, "pick"): ("discard", ""),
    (mode.ASK, "discard"): ("discard", ""),
    (mode.ASK, "turn_rail"): ("play", ""),
}
"""What the next tap is to mean while a sheet shows: kind and what it is about -> zone and mode."""


def reads(place: Place) -> tuple[str, str] | None:
    """What a reader without a zone is to do there; None: what it does anyway."""
    return READS.get((place.kind, "" if place.kind == mode.COVERED else place.about))


def make_sheet(game: Game, place: Place) -> Sheet:
    """A new sheet for it."""
    house = game.house
    match place.kind:
        case mode.MAP:
            return make_map(game) or Table(house, game.go)
        case mode.DEAL:
            return Deal(house, game.first)
        case mode.CARD if place.about in ACTIONS:
            card = place.part if place.about == "boat" else ""
            return CardSheet(house, place.about, lambda values: game.submit(place.about, values, card), game.back, card)
        case mode.ASK:
            return Ask(house, game.go)
        case mode.CARS:
            return Cars(house, place.about, game.go)
        case mode.FIELDS:
            return Fields(house, place.about, place.part, game.go)
        case mode.CIRCLES:
            return Circles(house, place.about == "fresh", game.go)
        case mode.MORE:
            return More(house, game.go)
        case mode.MODES:
            return Modes(house, game.go)
        case mode.REPORT:
            return Report(house, place.about, place.part, game.go)
        case mode.TOLL:
            return Toll(house, game.worth, lambda toll: game.toll_paid(place.about, toll), game.back)
        case mode.COVERED:
            return Covered(house, place.about, game.back)
        case mode.LOOK:
            return LookAlone(house, place.about, place.part == "held", lambda: game.looked(place))
        case mode.SPOKEN:
            return Spoken(house)
    return Table(house, game.go)


def make_map(game: Game) -> Sheet | None:
    """The map as a sheet."""
    from kiosk.screens.hellrail.map import MapView

    sheet: Sheet = MapView(game.house, game.go)
    return sheet
