"""Marks of HellRail that keys and sheets draw."""

from __future__ import annotations

from companion.figures.hellrail.pieces import car
from companion.figures.marks import ringed
from companion.games.hellrail.view import SeatView
from kiosk.figures.put import square
from kiosk.widgets.seat import put_seat

put_ringed, put_car = square(ringed), square(car)


def put_player(x: float, y: float, side: float, seat: SeatView) -> None:
    put_seat(x, y, side, seat.colour, seat.name[:1])
