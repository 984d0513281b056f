"""Makes the sheet for a place of the playing screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiosk.screens.hellrail import routing
from kiosk.screens.hellrail.card import CardSheet
from kiosk.screens.hellrail.circles import Circles
from kiosk.screens.hellrail.covered import Covered
from kiosk.screens.hellrail.deal import Deal
from kiosk.screens.hellrail.look_alone import LookAlone
from kiosk.screens.hellrail.map import MapView
from kiosk.screens.hellrail.modes import Modes
from kiosk.screens.hellrail.more import More
from kiosk.screens.hellrail.prompts import HellRailPrompt
from kiosk.screens.hellrail.routing import SheetKey
from kiosk.screens.hellrail.table import Table
from kiosk.screens.hellrail.toll import Toll
from kiosk.screens.sheet import Sheet

if TYPE_CHECKING:
    from kiosk.screens.hellrail.game import Game


def make_sheet(game: Game, place: SheetKey) -> Sheet:
    """A new sheet for it."""
    context, explain = game.context, game.band.say
    match place.kind:
        case routing.MAP:
            return MapView(context, game.go, explain, game.refresh)
        case routing.DEAL:
            return Deal(context, game.first)
        case routing.CARD:
            return CardSheet(context, explain)
        case routing.CIRCLES:
            return Circles(context, place.about == "fresh", game.go)
        case routing.MORE:
            return More(context, explain, game.go)
        case routing.MODES:
            return Modes(context, game.go)
        case routing.TOLL:
            return Toll(context, explain)
        case routing.COVERED:
            return Covered(context)
        case routing.LOOK:
            return LookAlone(context, place.about, place.part == "held", lambda: game.looked(place))
        case routing.TABLE:
            return Table(context, game.go, explain)
    return HellRailPrompt(context, explain)
