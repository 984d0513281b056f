"""What stands beside the map: whose turn it is, the train and what a move of it needs, or what a finger chooses now."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.graphics import Color, Rectangle

from companion.games.hellrail.effect_words import EFFECTS, FACE_DOWN
from companion.games.hellrail.prompts.parts import circle_words
from companion.games.hellrail.view import CircleView, HellRailView, SeatView
from companion.presentation.colours import C, colour
from companion.presentation.i18n import _, spoken
from kiosk.icons import Icon
from kiosk.layout import Row
from kiosk.screens.hellrail.map_tasks import MapTask
from kiosk.screens.hellrail.marks import PlayerMark
from kiosk.screens.hellrail.words import PHASES, cars_of
from kiosk.theme import Metrics
from kiosk.widgets.base import Container, Drawn
from kiosk.widgets.figures import Figures
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.rail import Rail
from kiosk.widgets.train import Train

SIDE = 34.0
"""u of the column beside a wide map."""
MANY = 6
"""Keys from which on a lit one shares its row: four rows would reach into the words above."""
UPRIGHT_HEAD, UPRIGHT_FOOT = 16.4, 40.4
"""u above and below the map of an upright screen."""


class Ground(Drawn):
    """What the map must not shine through."""

    def draw(self) -> None:
        Color(*C.pit)
        Rectangle(pos=self.pos, size=self.size)
        Color(*C.seam)
        if self.m.wide:
            Rectangle(pos=self.pos, size=(2, self.height))
        elif self.y > 0:
            Rectangle(pos=self.pos, size=(self.width, 2))
        else:
            Rectangle(pos=(self.x, self.top - 2), size=(self.width, 2))


class Column(Container):
    """Fills the screen, but only its ground and what stands on it is drawn: lay it over the map."""

    def __init__(self) -> None:
        super().__init__()
        self.grounds = (Ground(), Ground())
        self.mark = PlayerMark()
        self.name = Text("", "name")
        self.flame = Icon("flame", C.brim)
        self.figure = Figures("", size=8.6, colour=C.brim, align="right")
        self.words = Text("", "small", align="right")
        self.title = Text("", "title", face="bold", lines=2)
        self.line = Text("", "body", C.ash, lines=3)
        self.telling = False
        self.rail = Rail()
        self.train = Train(small=True)
        self.demo = Text(_("demo deck"), "small")
        for widget in (
            *self.grounds, self.mark, self.name, self.flame, self.figure, self.words, self.title, self.line,
            self.rail, self.train, self.demo,
        ):  # fmt: skip
            self.add_widget(widget)
        self.keys: tuple[Key, ...] = ()

    # ------------------------------------------------------------ what it shows

    def show(self, view: HellRailView, seat: SeatView) -> None:
        """How the turn stands."""
        self.mark.show(seat)
        self.name.show(seat.name)
        draws = view.turn.draws
        self.flame.show("pile" if draws else "flame", C.ash if draws else C.brim)
        self.flame.visible = True
        self.figure.show(str(max(draws)) if draws else str(seat.fuel), C.bone if draws else C.brim)
        self.words.show(_("to draw") if draws else _("for a move"))
        self.title.visible = False
        self._tell(False)
        self.train.show(seat.colour, cars_of(seat), seat.tender, seat.soul_catcher)
        self.demo.visible = view.placeholder
        self.say(self._phase(view), "")

    def _tell(self, on: bool) -> None:
        """The train makes room for what a circle does."""
        self.train.visible = self.rail.visible = not on
        if on != self.telling:
            self.telling = on
            self.line.role = "small" if on else "body"
            self.line.lines = 5 if on else 3
            self.rearrange()

    @staticmethod
    def _phase(view: HellRailView) -> str:
        if view.turn.gluttony:
            return _("{hr.gluttony}: the hand must go")
        if view.turn.toll is not None:
            return _("{hr.cerberus} wants more than {n}").format(n=view.turn.toll)
        return _(PHASES.get(view.phase, ""))

    def say(self, text: str, tone: str) -> None:
        """The line: what happened, or what to do."""
        self.line.show(text, colour(tone) if tone else C.ash)

    def tell(self, circle: CircleView) -> None:
        """What a circle does."""
        words = FACE_DOWN if circle.down else EFFECTS[circle.effect] if circle.effect is not None else None
        name = spoken(circle_words(circle.id))
        self._tell(True)
        if words is None:
            self.say(name, "bone")
        else:
            self.say(f"{name} · {_(words.name)}\n{_(words.text)}", "bone")

    def ask(self, view: HellRailView, seat: SeatView, task: MapTask) -> None:
        """What a finger chooses now."""
        self.mark.show(seat)
        self.name.show(seat.name)
        self.title.show(task.title)
        self.title.visible = True
        figure = task.figure
        self.flame.visible = bool(figure)
        self.flame.show(task.icon, C.brim)
        self.figure.show(figure, C.brim)
        self.words.show(task.figure_words if figure else "")
        self._tell(False)
        self.train.visible = self.rail.visible = False
        self.demo.visible = view.placeholder
        self.say(task.hint, "")

    def set_keys(self, keys: Sequence[Key]) -> None:
        """Other keys, the main one last. Undo has its own place."""
        if tuple(keys) != self.keys:
            self.exchange(self.keys, keys)
            self.keys = tuple(keys)

    # ------------------------------------------------------------ layout

    def arrange(self, m: Metrics) -> None:
        (self._wide if m.wide else self._upright)(m)

    def _rows(self) -> list[tuple[Key, ...]]:
        """Keys in rows of two from the top (upright: of three).

        A lit one, or one over, has a row of its own if there is room for it.
        """
        keys = list(self.keys)
        if not self.m.wide:
            return [tuple(keys[i : i + 3]) for i in range(0, len(keys), 3)]
        lit = bool(keys) and keys[-1].kind == "prime" and len(keys) < MANY
        last = [(keys.pop(),)] if lit or len(keys) % 2 else []
        first = [(keys.pop(0),)] if len(keys) % 2 else []
        return [*first, *((keys[i], keys[i + 1]) for i in range(0, len(keys), 2)), *last]

    def _wide(self, m: Metrics) -> None:
        left = m.columns - SIDE
        at, right = left + 1.6, 2.6
        self.put(self.grounds[0], left=left, right=0, top=0, bottom=0)
        self.grounds[1].visible = False
        self.put(self.mark, left=at, width=6.4, top=4, height=6.4)
        self.put(self.figure, right=right, width=10, baseline=10)
        self.put(self.flame, right=right + 10.2 - self._lead(), width=4.4, top=4.8, height=4.4)
        self.put(self.name, left=at + 7.6, width=SIDE - 22.6, baseline=9.2)
        self.put(self.words, right=right, width=16, baseline=13.4)
        self.put(self.demo, left=at, width=14, baseline=13.4)
        rows = self._rows()
        high = 8.2
        end = m.rows - 1 - len(rows) * (high + 1.2) + 1.2
        for i, keys in enumerate(rows):
            self.put(Row(*keys), left=at, right=right, top=end + i * (high + 1.2), height=high)
        self.put(self.title, left=at, right=right, top=15.2, height=8.6)
        self.put(self.train, left=at, right=right, top=14.4, height=7.6)
        self.put(self.rail, left=left + 0.25, right=0, top=22, height=1.2)
        top = 15.0 if self.telling else 24
        self.put(self.line, left=at, right=right, top=top, height=max(3.4, min(15.0, end - top - 0.8)))

    def _lead(self) -> float:
        """u that the figure leaves free at its left."""
        return max(0.0, 10 - self.figure.text_width() / self.m.u) - 0.8

    def _upright(self, m: Metrics) -> None:
        self.put(self.grounds[0], left=0, right=0, bottom=0, height=UPRIGHT_FOOT)
        self.grounds[1].visible = True
        self.put(self.grounds[1], left=0, right=0, top=0, height=UPRIGHT_HEAD)
        self.put(self.mark, left=4, width=7.4, top=4, height=7.4)
        self.put(self.figure, right=4, width=12, baseline=10.2)
        lead = max(0.0, 12 - self.figure.text_width() / m.u)
        self.put(self.flame, right=17 - lead, width=5, top=4.6, height=5)
        self.put(self.name, left=13, width=24, baseline=10.2)
        self.put(self.words, right=4, width=24, baseline=14.6)
        self.put(self.demo, left=4, width=20, baseline=14.6)
        top = m.rows - UPRIGHT_FOOT
        rows = self._rows()
        high = 8.2
        end = m.rows - 10.9 - len(rows) * (high + 1.2) + 1.2
        for i, keys in enumerate(rows):
            self.put(Row(*keys), left=4, right=4, top=end + i * (high + 1.2), height=high)
        self.put(self.title, left=4, right=4, top=top + 0.8, height=7)
        self.put(self.train, left=4, right=4, top=top + 1.4, height=5)
        self.put(self.rail, left=0, right=0, top=top + 6.4, height=1.2)
        first = top + (0.8 if self.telling else 8.4)
        self.put(self.line, left=4, right=4, top=first, height=max(3.0, min(12.0, end - first - 0.8)))
