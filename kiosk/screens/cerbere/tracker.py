"""The table of Tracker level: whose turn, how far the Hunt, the Rage track with pawns and die, seats, boats, piles."""

from __future__ import annotations

from companion.engine.prompt import Prompt
from companion.games.cerbere.view import CerbereView, SeatView
from companion.presentation.colours import C, colour
from companion.presentation.i18n import _, ngettext
from kiosk.context import KioskContext
from kiosk.icons import Icon
from kiosk.screens.cerbere.seats import Crew, Piles, Seats, Ticks, put_player
from kiosk.screens.cerbere.turn_keys import Go, TurnKeys
from kiosk.screens.cerbere.words import UPRIGHT_FOOT, Sheet
from kiosk.screens.screen import Box
from kiosk.theme import Metrics
from kiosk.widgets.background import Fire
from kiosk.widgets.base import Drawn
from kiosk.widgets.event_line import EventLine
from kiosk.widgets.figures import Figures
from kiosk.widgets.label import Text
from kiosk.widgets.rage_track import RageTrack

NEAR = 3
"""Steps to the Hunt from which on they burn."""
SEATS_TOP = 57.0
"""u above the players, upright."""
CALM_WIDE = Fire(C.glow, 0.5, 0.9, 0.95, 0.6, 0.8)
CALM_UPRIGHT = Fire(C.danger, 0.24, 0.74, 0.1, 0.9, 0.5)


class PlayerMark(Drawn):
    """The player whose turn it is, large."""

    def __init__(self, **kwargs: object) -> None:
        self.seat: SeatView | None = None
        super().__init__(**kwargs)

    def show(self, seat: SeatView) -> None:
        """Another one, or another side."""
        if seat != self.seat:
            self.seat = seat
            self.redraw()

    def draw(self) -> None:
        side = min(self.width, self.height)
        if self.seat is not None and side > 4:
            put_player(self.center_x - side / 2, self.center_y - side / 2, side, self.seat)


class Tracker(Sheet):
    """Everything on one rail. The number stands where the die is not."""

    sparks = True

    def __init__(self, context: KioskContext, go: Go) -> None:
        super().__init__(context)
        self.turn_keys = TurnKeys(context, go)
        self.view: CerbereView | None = None
        self.track = RageTrack()
        self.mark = PlayerMark()
        self.name = Text("", "name")
        self.ticks = Ticks()
        self.line = EventLine(size=3.4)
        self.steps = Figures("", size=18.6)
        self.paw = Icon("hunt", C.danger)
        self.until = Text("", "body", size=4, lines=3)
        self.seats = Seats()
        self.crew = Crew()
        self.piles = Piles()
        self.demo = Text(_("demo cards"), "small")
        for widget in (
            self.track, self.mark, self.name, self.ticks, self.line, self.steps, self.paw, self.until, self.seats,
            self.crew, self.piles, self.demo,
        ):  # fmt: skip
            self.add_widget(widget)

    def update(self, view: CerbereView, prompt: Prompt | None) -> None:
        before, self.view = self.view, view
        rage, turn = view.rage, view.turn
        named = {seat.name: seat for seat in view.seats}
        active = named[turn.player]
        self.mark.show(active)
        self.name.show(active.name)
        self.ticks.show(turn, view.follow_cards)
        armed = rage.steps <= 0
        self.steps.visible, self.paw.visible = not armed, armed
        self.steps.show(str(max(0, rage.steps)), C.ember if rage.steps <= NEAR else C.bone)
        self.until.show(_until(rage.steps), C.danger if armed else C.bone)
        caught = [named[name] for name in rage.caught]
        self.track.show(
            rage.die, rage.hunt, rage.speed, rage.unused, [s.colour for s in caught], [s.name[:1] for s in caught]
        )
        self.seats.show(view.seats, turn.player, "row" if self.m.wide else "names")
        self.crew.show(view.boats, view.seats)
        self.piles.show(view.survival_pile, view.betrayal_pile)
        self.demo.visible = view.demo
        self.set_keys(*self.turn_keys.keys(prompt))
        if before is None or self._aside(before) != self._aside(view) or len(before.seats) != len(view.seats):
            self.rearrange()

    @staticmethod
    def _aside(view: CerbereView) -> bool:
        """The die lies where the number would be (wide)."""
        return view.rage.die <= 3

    def say(self, text: str, icon: str, tone: str) -> None:
        self.line.say(text, icon, colour(tone) if tone else None)

    @property
    def below_band(self) -> tuple[Drawn, ...]:
        return (self.line, self.crew) if self.m.wide else (self.line,)

    @property
    def burning(self) -> Fire:
        return CALM_WIDE if self.m.wide else CALM_UPRIGHT

    def closed(self) -> None:
        self.track.settle()

    def tip_box(self, m: Metrics) -> Box | None:
        if m.wide:
            return Box(m.columns - 49, 3, 3.7, 14.9)  # over seats and boats
        if self.paw.visible:
            return None  # the words below the paw take three lines
        return Box(3, m.columns - 37, SEATS_TOP - 0.6, self._seats_high() + 10)  # over seats, boats and piles

    def lay(self, m: Metrics) -> None:
        (self._wide if m.wide else self._upright)(m)

    def _wide(self, m: Metrics) -> None:
        cols = m.columns
        self.track.reshape("wide")
        self.crew.align = self.piles.align = "right"
        self.seats.shape = "row"
        count = len(self.view.seats) if self.view else 4
        seats = 6.1 * count
        self.put(self.track, left=0, right=0, top=22.2, height=25)
        self.put(self.mark, left=4, width=9, top=4, height=9)
        self.put(self.name, left=16.8, width=cols - 16.8 - 4 - seats - 1.5, baseline=8.1)
        self.put(self.ticks, left=17, width=34, top=9.8, height=3.6)
        self.put(self.seats, right=4, width=seats, top=4, height=8.4)
        self.put(self.crew, right=4, width=44, top=13.2, height=5)
        self.put(self.piles, right=4, width=34, top=20.4, height=3)
        self.put(self.demo, left=8, width=30, baseline=3.3)
        self.put(self.line, left=4, width=cols - 8 - 36, top=16, height=4)
        aside = self.view is not None and self._aside(self.view)
        left = 0.5 * cols - 0.5 if aside else 4.4
        self.steps.resize(18.6)
        self.put(self.steps, left=left, width=11, baseline=33)
        self.put(self.paw, left=left, width=11.5, top=21.6, height=11.5)
        self.until.lines = 2
        self.put(self.until, left=left + 12.4, width=21 if aside else 32, top=21.6, height=11.6)

    def _upright(self, m: Metrics) -> None:
        self.track.reshape("upright")
        self.crew.align = self.piles.align = "left"
        self.seats.shape = "names"
        self.put(self.track, left=37, right=1, top=0, bottom=UPRIGHT_FOOT)
        self.put(self.mark, left=4, width=9.4, top=5.6, height=9.4)
        self.put(self.name, left=15.6, width=22.4, baseline=12.6)
        self.put(self.ticks, left=4.4, width=33, top=15.9, height=3.4)
        self.put(self.line, left=4, width=37, top=22.4, height=6)
        self.put(self.demo, left=8, width=20, baseline=3.6)
        self.steps.resize(20.5)
        self.put(self.steps, left=4.6, width=13, baseline=43.6)
        self.put(self.paw, left=4, width=14, top=29.6, height=14)
        self.until.lines = 3
        self.put(self.until, left=4.3, width=34, top=45.4, height=9.6)
        high = self._seats_high()
        below = SEATS_TOP + high
        self.put(self.seats, left=4, width=38, top=SEATS_TOP, height=high)
        self.put(self.crew, left=4, width=38, top=below + 0.6, height=4.8)
        self.put(self.piles, left=4, width=38, top=below + 6.2, height=2.8)

    def _seats_high(self) -> float:
        """u of the players below each other in two columns (upright)."""
        rows = -(-(len(self.view.seats) if self.view else 4) // 2)
        return rows * (4.8 if rows > 3 else 5.3)


def _until(steps: int) -> str:
    if steps <= 0:
        return _("The {cb.hunt} comes\nwith the end\nof this turn")
    return ngettext("step to\nthe {cb.hunt}", "steps to\nthe {cb.hunt}", steps)
