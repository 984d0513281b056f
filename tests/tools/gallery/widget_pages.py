"""The pages of the picture sheet: widgets in their states, laid out as on the mock-ups so that both can be compared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.figures.infernal_wagon.track import CARD_HIGH, newest_cards
from companion.figures.marks import Rail, rail
from companion.presentation.colours import SEATS, C
from companion.presentation.scene import Frame, Scene
from companion.presentation.skins import EMBER, ICE, JAW, Skin
from kiosk.display import theme
from kiosk.display.theme import Metrics
from kiosk.figures.view import FigureView
from kiosk.screens.infernal_wagon.falling import FallingCards
from kiosk.widgets import background
from kiosk.widgets.background import Background, Fire, Sparks
from kiosk.widgets.band import Band
from kiosk.widgets.base import Container
from kiosk.widgets.chart import ChartPace, PaceChart
from kiosk.widgets.event_line import EventLine
from kiosk.widgets.fangs import Fangs
from kiosk.widgets.figures import Figures
from kiosk.widgets.gate import Gate
from kiosk.widgets.icons import Icon
from kiosk.widgets.key import CornerKey, Key
from kiosk.widgets.label import Text
from kiosk.widgets.layout import Leaf, Row
from kiosk.widgets.order import Order
from kiosk.widgets.pennant import Pennant
from kiosk.widgets.question import AnswerKey, Question
from kiosk.widgets.seat import SeatMark
from kiosk.widgets.stitches import Stitches
from kiosk.widgets.tile import Tile
from tests.icons import icon_names

NB = "\u00a0"
TRACK = ("", "", "", "explosion", "", "", "", "joker", "", "", "")


def grid(count: int, columns: int) -> list[tuple[int, int]]:
    """Column and row of each of `count` things in rows of `columns`."""
    return [(i % columns, i // columns) for i in range(count)]


def row(
    container: Container,
    widgets: Sequence[Any],
    *,
    top: float | None = None,
    bottom: float | None = None,
    height: float = theme.KEY_HEIGHT,
    left: float = theme.MARGIN,
    right: float = theme.MARGIN,
    weights: Sequence[float] | None = None,
    gap: float = theme.GAP,
) -> None:
    """Put widgets side by side across the container (u), each as wide as its weight."""
    tree = Row(*(Leaf(widget, kept=True) for widget in widgets), weights=weights or (), gap=gap)
    container.put(tree, left=left, right=right, top=top, bottom=bottom, height=height)


def dock(container: Container, undo: Any, others: Sequence[Any], weights: Sequence[float] | None = None) -> None:
    """The keys at the bottom: wide, one row with Undo first; upright, the others in a row above a full-width Undo.

    :param weights: of undo and the others when wide; 46, 22.5, 20.5 for two others by default.
    """
    if container.m.wide:
        default = [46, 22.5, 20.5] if len(others) == 2 else [1.6, *([1] * len(others))]
        row(container, [undo, *others], bottom=1, weights=weights or default, gap=1.5)
    else:
        row(container, [undo], bottom=1.33, height=8.4)
        row(container, others, bottom=10.7, height=8.4, gap=1.6)


def paces(times: Sequence[float], cards: int) -> tuple[tuple[float, int], ...]:
    """The steps of a run in which one card left the pile at each of `times`."""
    return tuple((t, cards - 1 - i) for i, t in enumerate(times))


def _cards(scene: Scene, icons: tuple[str, ...], f: Frame, **more: Any) -> None:
    newest_cards(scene, f, icons, more.pop("lead", f.skin.icon), **more)


class Page(Container):
    """A ground with its fire; pages add to it."""

    def __init__(self, fire: Fire = background.CALM, skin: Skin = EMBER) -> None:
        super().__init__()
        self.skin = skin
        self.background = Background(fire)
        self.add_widget(self.background)


class Wagon(Page):
    """What all running pages have: clock, counts, track, rail, keys."""

    def __init__(
        self,
        clock: str = "4:12",
        fire: Fire = background.CALM,
        skin: Skin = EMBER,
        undo: str = f"la carte de Bo, à{NB}4:15",
        clock_size: float | None = None,
    ) -> None:
        super().__init__(fire, skin)
        self.sparks = Sparks()
        self.clock = Figures(clock, "clock", size=clock_size)
        self.pile_icon, self.pile = Icon("pile", self.skin.second), Figures("38", size=8.25, align="right")
        self.pile_label = Text("à piocher", "small", align="right", size=2.75)
        self.seats = [SeatMark(s, n) for s, n in (("red", "3"), ("blue", "3"), ("green", "2"))]
        self.event = EventLine()
        self.behind = Figures("10", size=5.75, colour=C.ember, align="right")
        self.behind_label = Text("derrière", "small", size=3)
        self.track, self.rail = FigureView(_cards), FigureView(rail, view=Rail())
        self.track.show(TRACK)
        self.undo = Key("Annuler", "undo", undo)
        self.keys = [Key("Raté", "miss", icon_colour=C.danger), Key("Pause", "hold", icon_size=3)]

    def arrange(self, metrics: Metrics) -> None:
        self.put(self.sparks, left=0, right=0, top=25, height=13)
        if metrics.wide:
            self.put(self.clock, left=3, baseline=28.25 + (metrics.columns - 100) * 0, width=metrics.columns - 20)
            self.put(self.pile_icon, right=13.75, width=6.25, top=4.25, height=6.25)
            self.put(self.pile, right=4, width=9, baseline=10.25)
            self.put(self.pile_label, right=4, width=16, baseline=14.25)
            for i, seat in enumerate(self.seats):
                self.put(seat, right=15 - i * 5.5, width=5, top=17.75, height=5)
            top = theme.RAIL
            self.put(self.event, left=4.25, width=50, top=31.75, height=5.75)
            self.put(self.behind, right=26.75, width=10, baseline=36.4)
            self.put(self.behind_label, right=14, width=11.5, baseline=36.4)
        else:
            self.put(self.clock, left=2.4, baseline=25, width=metrics.columns - 4)
            self.put(self.pile_icon, left=4.3, width=8, top=31, height=8)
            self.put(self.pile, left=14, width=11, baseline=38)
            self.put(self.pile_label, left=23, width=20, baseline=37.5)
            for i, seat in enumerate(self.seats):
                self.put(seat, left=4 + i * 11.3, width=6.7, top=43.3, height=6.7)
            top = 83.6
            self.put(self.event, left=4, right=4, top=58.5, height=8)
            self.put(self.behind, left=4, width=8, baseline=73)
            self.put(self.behind_label, left=13, width=14, baseline=72.7)
        self.put(self.track, left=0, right=4, top=top - 0.25 - CARD_HIGH, height=CARD_HIGH)
        self.put(self.rail, left=0, right=0, top=top, height=1.2)
        self.extra(metrics)
        dock(self, self.undo, self.keys)

    def extra(self, m: Metrics) -> None:
        """What a page has more."""


class Calm(Wagon):
    def __init__(self) -> None:
        super().__init__()
        self.event.say("Bo pioche", "draw", C.ok)


class Refused(Wagon):
    def __init__(self) -> None:
        super().__init__()
        self.behind.visible = self.behind_label.visible = False
        self.band = Band()
        self.band.say("Cette carte est déjà sur la voie", "Pose une carte de ta main.", seconds=None)
        self.track.show(TRACK, ringed=5, lead=C.pit)

    def extra(self, m: Metrics) -> None:
        self.put(self.band, left=0, right=0, top=29.5 if m.wide else 61, height=10.25 if m.wide else 14.5)
        for widget in (self.track, self.rail):
            self.remove_widget(widget)
            self.add_widget(widget)


class Silence(Wagon):
    def __init__(self) -> None:
        super().__init__("3:05", background.SILENCE, ICE, f"carte Silence, à{NB}3:12", 33.5)
        self.behind.visible = self.behind_label.visible = False
        self.thread = Stitches()
        self.title, self.second = Text("Silence", "title", size=5.5), Text("on mime", "body")
        self.track.show(("", "", "tunnel", "", "", "", "", ""))

    def extra(self, m: Metrics) -> None:
        top = 27 if m.wide else 50
        self.put(self.thread, left=0, right=12.5 if m.wide else 4, top=top, height=15.5)
        self.put(self.title, left=4, width=30, baseline=43.2 if m.wide else 70)
        self.put(self.second, left=4, width=30, baseline=46.7 if m.wide else 74)


class UTurn(Wagon):
    def __init__(self) -> None:
        super().__init__("2:38", background.UTURN, undo=f"carte R-31, à{NB}2:40", clock_size=33.25)
        self.pennant = Pennant("Demi-tour", "prends chez l’autre")
        self.event.say("La carte de qui ?".replace(" ?", NB + "?"))
        self.track.show(("",))
        self.behind.visible = self.behind_label.visible = self.pile.visible = self.pile_label.visible = False
        self.pile_icon.visible = False
        for seat in self.seats:
            seat.visible = False

    def extra(self, m: Metrics) -> None:
        if m.wide:
            self.put(self.pennant, right=2.25, width=25.5, top=-0.5, height=30)
        else:
            self.put(self.pennant, right=4, width=25.5, top=28, height=28)


class LastMinute(Wagon):
    def __init__(self) -> None:
        super().__init__("42", background.LAST_MINUTE, JAW, f"la carte de Cy, à{NB}0:46")
        self.clock.role = "last"
        self.clock.show(colour=C.brim)
        self.fangs = Fangs()
        self.track.visible = self.event.visible = False
        for seat in self.seats:
            seat.visible = False

    def extra(self, m: Metrics) -> None:
        self.put(self.clock, left=8 if m.wide else 4, baseline=43.25 if m.wide else 50, width=m.columns - 12)
        top = 13 if m.wide else 56
        self.put(self.pile_icon, right=17, width=8, top=top, height=8)
        self.put(self.pile, right=4, width=12, baseline=top + 7)
        self.put(self.pile_label, right=4, width=20, baseline=top + 11)
        self.put(self.fangs, left=0, right=0, top=0, height=theme.RAIL if m.wide else 83)
        self.remove_widget(self.fangs)
        self.add_widget(self.fangs, index=len(self.children) - 1)


class Discard(Wagon):
    def __init__(self) -> None:
        super().__init__("3:24", background.ALARM, undo=f"la carte de Bo, à{NB}3:26", clock_size=13)
        self.event = EventLine(size=5.5)
        self.event.say("Raté", "miss", C.danger)
        self.order, self.falling = Order("Retire 3"), FallingCards()
        self.falling.fall(("", "", ""))
        self.track.show(("", "", "", "", "tunnel", ""))
        self.rail.show(Rail(start=37))
        for widget in (self.behind, self.behind_label, self.pile, self.pile_icon, self.pile_label, *self.seats):
            widget.visible = False
        self.clock.align = "right"

    def extra(self, m: Metrics) -> None:
        self.put(self.clock, right=4, width=30, baseline=11.5)
        self.put(self.event, left=4.25, width=40, top=4.25, height=7.75)
        top = 32.75 if m.wide else 60
        self.put(self.order, left=4, right=4, top=top - 20, height=20)
        self.put(self.falling, left=4, width=32, top=39.5 if m.wide else 75, height=9.5)


class Ask(Page):
    def __init__(self) -> None:
        super().__init__(Fire(C.glow, 0.4, 0.5, 1.1, 0.85, 0.75))
        yes = AnswerKey("yes", "Oui", "match", C.ok, badge="disc", panel="bouton vert")
        no = AnswerKey("no", "Non", "miss", C.danger, badge="square", panel="bouton rouge")
        self.ask = Question("La carte de Cy", f"raccorde{NB}?", (yes, no), "yes")
        self.ask.start(3, 1.08)
        self.ask.stop()
        self.clock = Figures("3:27", "clock2", align="right", size=17)
        self.undo = Key("Annuler", "undo", "la carte de Cy")

    def arrange(self, metrics: Metrics) -> None:
        self.put(self.ask, left=0, right=0, top=0, bottom=0)
        self.put(self.clock, right=4, width=40, baseline=18.5)
        self.put(self.undo, left=4, width=29.5 if metrics.wide else metrics.columns - 8, bottom=1.2, height=8.2)


class SetUp(Page):
    def __init__(self) -> None:
        super().__init__(Fire(C.glow, 0.4, 0.5, 1.1, 0.85, 0.7))
        self.title = Text(f"Combien êtes-vous{NB}?", "title", size=4.75)
        self.numbers = [Tile(figure=str(n), chosen=n == 3) for n in (2, 3, 4, 5)]
        self.label = Text("Embranchements", "body", C.ash)
        self.modules = [
            Tile("Facile", "joker", mark="0"),
            Tile("Silence", "silence", mark="ring", chosen=True, tone=C.ice, style="line"),
            Tile("Demi-tour", "uturn", mark="ring", tone=C.brim, style="line"),
            Tile("Malédiction", "curse", mark="ring", tone=C.hex, style="line"),
        ]
        self.keys = [
            Key("Retour", "back", icon_size=3),
            Key("7:00", "sound"),
            Key("On est prêts", "play", kind="prime"),
        ]

    def arrange(self, metrics: Metrics) -> None:
        self.put(self.title, left=4, right=4, baseline=7.75)
        for i, tile in enumerate(self.numbers):
            step, wide = (15.75, 14.5) if metrics.wide else (13.2, 12)
            self.put(tile, left=4 + i * step, width=wide, top=10.5, height=14.5)
        self.put(self.label, left=4, width=50, baseline=31.5)
        columns = 4 if metrics.wide else 2
        wide = (metrics.columns - 8 - (columns - 1) * theme.GAP) / columns
        for tile, (x, y) in zip(self.modules, grid(4, columns), strict=True):
            self.put(tile, left=4 + x * (wide + theme.GAP), width=wide, top=33.5 + y * 14.7, height=13.5)
        row(self, self.keys, bottom=1.75, height=8.5, weights=(1, 1, 2.07))


class Home(Page):
    def __init__(self) -> None:
        super().__init__(background.HOME)
        self.title = Text(f"Ce soir, on descend où{NB}?", "title", lines=2)
        self.language, self.gear = CornerKey("language", "FR"), CornerKey("gear")
        games = (
            ("wagon", "Infernal Wagon", "2–5 · 7 minutes"),
            ("cerberus", "Cerbère", "3–7 · la fuite"),
            ("engine", "HellRail", "2–4 · les livraisons"),
        )
        self.gates = [Gate(i, n, (w, "7 minutes, pas une de plus"), lit=i == "cerberus") for i, n, w in games]
        self.rail = FigureView(rail, view=Rail())
        self.resume = Key("Reprendre Cerbère", "play", f"Ana, Bo, Cy, Dan, Eli · hier, 22{NB}h{NB}14")
        self.memories = Key("Souvenirs", "crown")

    def arrange(self, metrics: Metrics) -> None:
        self.put(self.language, right=12, width=12, top=1.2, height=8)
        self.put(self.gear, right=3, width=8, top=1.2, height=8)
        if metrics.wide:
            self.put(self.title, left=4.25, width=metrics.columns - 32, baseline=6.5)
            wide = (metrics.columns - 8.5 - 2 * 3.4) / 3
            for i, gate in enumerate(self.gates):
                gate.show(beside=False)
                self.put(gate, left=4.25 + i * (wide + 3.4), width=wide, top=10.5, height=35.25)
            self.put(self.rail, left=0, right=0, top=45.75, height=1.2)
            row(self, [self.resume, self.memories], bottom=2, height=8.5, weights=(2.12, 1), gap=3.2)
        else:
            self.put(self.title, left=4, width=metrics.columns - 28, baseline=15)
            for i, gate in enumerate(self.gates):
                gate.show(beside=True)
                self.put(gate, left=4, right=4, top=19.7 + 23.7 * i, height=21.3)
            self.put(self.resume, left=4, right=4, bottom=3.5, height=9.3)


class Recap(Page):
    def __init__(self) -> None:
        super().__init__(background.WON)
        self.title = Text(f"Sauvés{NB}!", "name", C.brim, size=7.25)
        self.clock = Figures("1:12", size=18.75)
        gaps = (5, 4, 6, 5, 7, 9, 6, 5, 4, 8, 6, 5, 4)
        times, at = [], 0.0
        for i in range(65):
            at += gaps[i % 13] * 348 / 370
            times.append(at)
        silences = ((44.0, 70.0), (118.0, 163.0), (204.0, 226.0), (276.0, 301.0))
        misses = (62.0, 97.0, 150.0, 171.0, 230.0, 286.0)
        pace = ChartPace(420, 65, paces(times, 65), misses, silences, times[-1])
        self.chart = PaceChart(pace, "7:00", "0:00")
        self.keys = [Key("Cocher un exploit", "check", "3 sont gagnés ce soir"), Key("Rejouer", "play", kind="prime")]

    def arrange(self, metrics: Metrics) -> None:
        self.put(self.title, left=4, width=40, baseline=8.75)
        self.put(self.clock, left=3.25, width=40, baseline=26.75)
        if metrics.wide:
            self.put(self.chart, right=4, width=metrics.columns / 2, top=6, height=40)
            row(self, self.keys, bottom=1.75, height=8.75)
        else:
            self.put(self.chart, left=4, right=4, top=40, height=40)
            row(self, self.keys[:1], bottom=11, height=8.75)
            row(self, self.keys[1:], bottom=1.5, height=8.75)


class Pieces(Page):
    """Keys in every state, seats, icons."""

    def __init__(self) -> None:
        super().__init__(background.OUT)
        self.keys = [
            Key("Normal", "undo", "seconde ligne"),
            Key("Pressé", "undo", "l’anneau"),
            Key("Éteint", "undo", "rien à annuler"),
            Key("Vert", "match", badge="disc", icon_colour=C.ok),
            Key("Rouge", "miss", badge="square", icon_colour=C.danger),
            Key("Allumé", "play", kind="prime"),
            Key("Pris", "hunt", kind="danger"),
            Key("Livrer", "deliver", kind="ok"),
            Key("Personne", align="center"),
            Key("Encore un peu", "reader", align="center"),
            Key("", "list"),
            Key("Capitulation", "gear", badge="disc"),
        ]
        self.keys[1]._light(True)
        self.keys[2].enabled = False
        self.seats = [SeatMark(s, "ABCDEFGH"[i]) for i, s in enumerate(SEATS)]
        self.hollow = [SeatMark(s, str(i), hollow=True) for i, s in enumerate(SEATS)]
        self.icons = [Icon(n) for n in icon_names()]

    def arrange(self, metrics: Metrics) -> None:
        columns = 4 if metrics.wide else 2
        wide = (metrics.columns - 8 - (columns - 1) * theme.GAP) / columns
        for key, (x, y) in zip(self.keys, grid(12, columns), strict=True):
            self.put(key, left=4 + x * (wide + theme.GAP), width=wide, top=2 + y * 9.4, height=8.2)
        top = 31 if metrics.wide else 60
        for i, (full, hollow) in enumerate(zip(self.seats, self.hollow, strict=True)):
            self.put(full, left=4 + i * 5.5, width=5, top=top, height=5)
            self.put(
                hollow,
                left=(50 if metrics.wide else 4) + i * 5.5,
                width=5,
                top=top + (0 if metrics.wide else 6),
                height=5,
            )
        columns = 22 if metrics.wide else 12
        for icon, (x, y) in zip(self.icons, grid(len(self.icons), columns), strict=True):
            self.put(icon, left=4 + x * 4.25, width=3.75, top=(38 if metrics.wide else 74) + y * 4.5, height=3.75)


PAGES: dict[str, Callable[[], Container]] = {
    "calm": Calm, "refused": Refused, "silence": Silence, "uturn": UTurn, "last-minute": LastMinute, "discard": Discard,
    "question": Ask, "setup": SetUp, "home": Home, "recap": Recap, "pieces": Pieces,
}  # fmt: skip
