"""The table of Board level: the path; turn, Rage, question and keys stand beside it (upright: above and below)."""

from __future__ import annotations

from companion.engine.prompt import Option, Prompt
from companion.engine.update import Update
from companion.games.cerbere.data.cards import Catalogue
from companion.games.cerbere.view import CerbereView
from companion.presentation.colours import C, colour
from companion.presentation.i18n import _, spoken
from kiosk.context import KioskContext
from kiosk.screens.cerbere.board import Board, pawn_options, space_options
from kiosk.screens.cerbere.grid import PlayerGrid
from kiosk.screens.cerbere.routing import ON_BOARD
from kiosk.screens.cerbere.seats import Crew, Piles, Seats, Ticks
from kiosk.screens.cerbere.steps import Steps
from kiosk.screens.cerbere.tracker import NEAR, PlayerMark
from kiosk.screens.cerbere.turn_keys import Go, TurnKeys
from kiosk.screens.cerbere.words import brief, seat_of
from kiosk.screens.screen import Box
from kiosk.screens.sheet import UNDO_WIDE, put_undo
from kiosk.theme import Metrics
from kiosk.widgets import background as fires
from kiosk.widgets.background import Fire
from kiosk.widgets.event_line import EventLine
from kiosk.widgets.figures import Figures
from kiosk.widgets.label import Text
from kiosk.widgets.rage_track import RageTrack

SIDE = 28.0
"""u of the column beside the board."""
FIRE = Fire(C.glow, 0.4, 0.35, 1.06, 0.85, 0.78)
LINE_LEAST = 4.4
"""u, of a card's line that a finger can still touch."""
ABOVE, BELOW = 16.6, 37.6
"""u above and below the board on an upright screen."""


def _how_answered(prompt: Prompt) -> str:
    """Where the answers are, if the board rings them."""
    if pawn_options(prompt):
        return _("Touch a ringed pawn")
    return _("Touch what is ringed") if space_options(prompt) else ""


def question_of(prompt: Prompt) -> str:
    """The question; at a fork, whose pawn stands there."""
    title = spoken(prompt.title)
    return f"{spoken(prompt.hint)}\n{title}" if prompt.id == "way" else title


class Table(Steps):
    """It also asks the questions that pawns and spaces answer; the board rings them, the words stand here."""

    def __init__(self, context: KioskContext, catalogue: Catalogue, go: Go) -> None:
        super().__init__(context, catalogue)
        self.words = brief
        self.board = Board(context.choose)
        self.mark = PlayerMark()
        self.name = Text("", "name", size=5)
        self.ticks = Ticks(2.9)
        self.steps = Figures("", size=7)
        self.track = RageTrack("slim")
        self.seats = Seats()
        self.crew = Crew("left")
        self.piles = Piles("left")
        self.line = EventLine(size=3.1)
        self.question = Text("", "name", face="bold", size=4.6, lines=3)
        self.how = Text("", "small", C.ember)
        self.grid = PlayerGrid(context.choose)
        self.demo = Text(_("demo cards"), "small", align="right")
        self.turn_keys = TurnKeys(context, go)
        self.asking = False
        for widget in (
            self.board, self.mark, self.name, self.ticks, self.steps, self.track, self.seats, self.crew, self.piles,
            self.line, self.question, self.how, self.grid, self.demo,
        ):  # fmt: skip
            self.add_widget(widget)

    # ------------------------------------------------------------ news

    def news(self, update: Update, wait: bool = False) -> None:
        """Every update, also while another sheet shows: the pawns stay where they are told to be.

        :param wait: they walk only when somebody says so.
        """
        self.board.told(update, wait)

    @property
    def moving(self) -> bool:
        """Pawns are on their way."""
        return bool(self.board.moving)

    def update(self, view: CerbereView, prompt: Prompt | None) -> None:
        if prompt is None:
            return
        self.take(view, prompt)
        rage, turn = view.rage, view.turn
        active = seat_of(view, turn.player)
        if active is not None:
            self.mark.show(active)
        self.name.show(turn.player)
        self.ticks.show(turn, view.follow_cards)
        self.steps.show(
            str(max(0, rage.steps)), C.danger if not rage.steps else C.ember if rage.steps <= NEAR else C.bone
        )
        caught = [seat for name in rage.caught for seat in (seat_of(view, name),) if seat is not None]
        self.track.show(rage.die, rage.hunt, rage.speed, rage.unused, [seat.colour for seat in caught])
        self.seats.show(view.seats, turn.player, "bare")
        self.crew.show(view.boats, view.seats)
        self.piles.show(view.survival_pile, view.betrayal_pile)
        self._ask(view, prompt)
        self.demo.visible = view.demo and self.piles.visible
        self.rearrange()

    def _ask(self, view: CerbereView, prompt: Prompt) -> None:
        self.asking = prompt.id in ON_BOARD
        quiet = not self.asking
        for widget in (self.seats, self.crew, self.piles):
            widget.visible = quiet or not self.m.wide
        answers: tuple[Option, ...] = self.answers() if self.asking else ()
        self.question.visible = bool(answers)  # without a question the lit line says it all
        self.question.show(question_of(prompt))
        self.how.show(_how_answered(prompt) if self.asking else "")
        self.how.visible = bool(self.how.text)
        self.show_lines()
        rest = [option for option in answers if not option.place]
        self.grid.visible = bool(rest)
        self.grid.offer(view, rest)
        self.grid.mark(view.picked, prompt.who if prompt.default == "ok" else prompt.default)
        self.set_keys(*(self.card_keys() if self.asking else self.turn_keys.keys(prompt)))

    def say(self, text: str, icon: str, tone: str) -> None:
        self.line.say(text, icon, colour(tone) if tone else None)

    @property
    def burning(self) -> Fire:
        return FIRE if self.m.wide else fires.CALM

    def closed(self) -> None:
        self.board.finish()
        self.track.settle()

    # ------------------------------------------------------------ layout

    def tip_box(self, m: Metrics) -> Box | None:
        if not m.wide and self.asking:
            return None  # the question and its answers need the room
        return Box(8, SIDE + 5, 0.6, 9.6) if m.wide else Box(3, 3, 68.6, 13.2)

    def lay(self, m: Metrics) -> None:
        (self._wide if m.wide else self._upright)(m)

    def _wide(self, m: Metrics) -> None:
        cols = m.columns
        left = cols - SIDE - 2.6
        self.put(self.board, left=2, width=cols - SIDE - 6, top=2.4, bottom=9.8)
        self.put(self.line, left=UNDO_WIDE + 5.6, width=cols - SIDE - 11 - UNDO_WIDE, bottom=1, height=8.2)
        self.put(self.mark, left=left, width=6.4, top=2.2, height=6.4)
        self.put(self.name, left=left + 7.8, width=SIDE - 7.8, baseline=7.2)
        self.ticks.stacked = False
        self.put(self.ticks, left=left, width=SIDE, top=9, height=3)
        self.put(self.steps, left=left, width=4.4, baseline=17)
        self.put(self.track, left=left + 4.6, width=SIDE - 4.6, top=12.1, height=5.2)
        self.put(self.seats, left=left, width=SIDE, top=19.6, height=7.6)
        self.put(self.crew, left=left, width=SIDE, top=29, height=3.2)
        self.put(self.piles, left=left, width=12, top=34, height=2.6)
        self.demo.align = "right"
        self.put(self.demo, left=left + 12, width=SIDE - 12, baseline=36.1)
        top = 18.6
        end = 58.8 - 9.4 * (1 if self.keys else 0)
        if self.asking:
            top = self._put_question(left, SIDE, top) + 1.2
            top = self._put_grid(left, SIDE, top, end)
            self._stack_lines(left, SIDE, top, end)

    def _put_question(self, left: float, wide: float, top: float) -> float:
        """The question, if there is one, below `top`; returns where it ends (u)."""
        if not self.question.visible:
            return top
        self.put(self.question, left=left, width=wide, top=top, height=12)
        laid = self.question.fit()
        high = (0.9 + 1.22 * (len(laid.lines) - 1)) * laid.size / self.m.u
        self.put(self.question, left=left, width=wide, top=top, height=high)
        if not self.how.visible:
            return top + high
        self.put(self.how, left=left, width=wide, top=top + high + 0.6, height=3.2)
        return top + high + 3.8

    def _put_grid(self, left: float, wide: float, top: float, end: float) -> float:
        if not self.grid.visible:
            return top
        rows = -(-len(self.grid.tiles) // 2)
        high = min(end - top, rows * 9.2)
        self.put(self.grid, left=left, width=wide, top=top, height=high)
        return top + high + 1.2

    def _stack_lines(self, left: float, wide: float, top: float, end: float) -> None:
        """The card's lines, as high as there is room for: what is done goes first, what can be touched last."""
        gap = 0.8
        open_lines = [line for line in self.lines if line.state != "done"]
        owed = self.view is not None and self.view.play is not None and bool(self.view.play.owed)
        root = 6.3 if owed else LINE_LEAST  # while the price is owed no effect can be touched
        whole = self.lines
        if self.back in self.keys:  # one was put first; the others wait
            whole = open_lines = [line for line in self.lines if line.state == "now"]
        for shown, least in ((whole, 6.3), (open_lines, root)):
            high = min(6.9, (end - top + gap) / max(1, len(shown)) - gap)
            if high >= least:
                break
        high = max(high, root)
        shown = shown[: max(0, int((end - top + gap) / (high + gap) + 0.01))]
        for line in self.lines:
            line.visible = line in shown
        for i, line in enumerate(shown):
            self.put(line, left=left, width=wide, top=top + i * (high + gap), height=high)

    def _upright(self, m: Metrics) -> None:
        self.put(self.board, left=2, right=2, top=ABOVE, bottom=BELOW)
        self.put(self.mark, left=4, width=7.6, top=3.4, height=7.6)
        self.ticks.stacked = True
        self.put(self.name, left=13.4, width=30, baseline=9)
        self.put(self.ticks, left=44, right=2, top=3.6, height=8)
        self.put(self.steps, left=4, width=4.8, baseline=16.6)
        self.put(self.track, left=9.4, right=3, top=11.4, height=5.6)
        self.demo.align = "left"
        self.put(self.demo, left=8, width=20, baseline=2.8)
        top = m.rows - BELOW + 0.6
        end = m.rows - (20.6 if self.keys else 11)
        self.put(self.line, left=4, right=4, top=top, height=3.6)
        if self.asking:
            self.seats.visible = self.crew.visible = self.piles.visible = False
            self.line.visible = False
            below = self._put_question(4, m.columns - 8, top) + 1
            if self.grid.visible:
                self._put_grid(4, m.columns - 8, below, end)
                for line in self.lines:
                    line.visible = False
            else:
                self._stack_lines(4, m.columns - 8, below, end)
            return
        self.line.visible = self.seats.visible = self.crew.visible = self.piles.visible = True
        self.put(self.seats, left=4, right=4, top=top + 4.4, height=8)
        self.put(self.crew, left=4, width=27, top=top + 12.6, height=3.6)
        self.put(self.piles, left=33, right=2, top=top + 13, height=2.8)
        self.demo.visible = self.view is not None and self.view.demo

    def lay_keys(self, m: Metrics) -> None:
        if not m.wide:
            super().lay_keys(m)
            return
        left = m.columns - SIDE - 2.6
        put_undo(self, m, self.undo)
        keys = self.keys
        if not keys:
            return
        self.put(keys[-1], left=left, width=SIDE, bottom=1, height=8.2)
        rest = keys[:-1]
        wide = (SIDE - 1.2 * (len(rest) - 1)) / max(1, len(rest))
        for i, key in enumerate(rest):
            self.put(key, left=left + i * (wide + 1.2), width=wide, bottom=10.4, height=8.2)
