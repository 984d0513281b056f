"""The ten circles with what lies on them: the tokens to lay after the deal, what each does, where Cerberus lies."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.engine.prompt import Prompt
from companion.engine.text import N_
from companion.figures.hellrail.pieces import circle_figure
from companion.games.hellrail.effect_words import EFFECTS, FACE_DOWN, EffectWords
from companion.games.hellrail.names import HAND, Effect
from companion.games.hellrail.view import CircleView, HellRailView
from companion.presentation.colours import C, Colour
from companion.presentation.i18n import _, ngettext
from kiosk.display.theme import Metrics
from kiosk.screens.hellrail.marks import put_ringed
from kiosk.screens.hellrail.routing import CIRCLES, MORE
from kiosk.screens.sheet import Sheet, SheetKey, foot
from kiosk.table.context import KioskContext
from kiosk.widgets.base import Drawn
from kiosk.widgets.icons import put_icon
from kiosk.widgets.key import Action, Key, Touchable
from kiosk.widgets.label import Text, TextFit, capital_height, fit, put_line
from kiosk.widgets.layout import Column, Grid, Leaf

GoTo = Callable[[SheetKey | None], object]
LEADING = 1.16
"""Height of a line for a letter size of 1."""
AIR = 1.2
"""u above and below a name together."""


class TokenRow(Touchable):
    """A circle, its token, the token's name; `text`: what it does, if there is room."""

    def __init__(
        self,
        figure: str,
        words: EffectWords,
        cerberus: bool = False,
        tone: Colour = C.bone,
        action: Action | None = None,
    ) -> None:
        self.figure, self.words, self.cerberus, self.tone = figure, words, cerberus, tone
        self.label = _(words.name)
        self.chosen = False
        self.largest: float | None = None
        """px of the largest name that its grid allows."""
        super().__init__(action=action)

    def label_fit(self) -> TextFit:
        u = self.m.u
        sizes = [size * u for size in (3.1, 2.9, 2.7, 2.5, 2.35)]
        if self.largest is not None:
            sizes = [size for size in sizes if size <= self.largest + 0.6] or sizes[-1:]
        for size in sizes:
            laid = fit(self.label, "text_bold", (size,), self.width - 11.2 * u, 2)
            if self._holds(laid):
                break
        return laid

    def _holds(self, laid: TextFit) -> bool:
        high = capital_height("text_bold", laid.size) + LEADING * laid.size * (len(laid.lines) - 1)
        return laid.fits and high <= self.height - AIR * self.m.u

    @property
    def fits(self) -> bool:
        return self._holds(self.label_fit())

    def draw(self) -> None:
        u = self.m.u
        if self.width < 8:
            return
        self.put_plain(self.chosen)
        side = min(4.8 * u, self.height - 1.4 * u)
        put_ringed(self.x + 0.7 * u, self.center_y - side / 2, side, self.figure, C.bone, self.cerberus)
        icon = min(3.2 * u, self.height - 2 * u)
        put_icon(self.words.icon, self.x + 6.0 * u, self.center_y - icon / 2, icon, self.tone)
        laid = self.label_fit()
        step = LEADING * laid.size
        base = self.center_y - (capital_height("text_bold", laid.size) + step * (len(laid.lines) - 1)) / 2
        for i, line_ in enumerate(reversed(laid.lines)):
            put_line(line_, "text_bold", laid.size, self.x + 10.1 * u, base + i * step, self.skin.first)


class Circles(Sheet):
    """`fresh`: they were dealt just now, the table lays them out; `first`: with the cards of the first hand."""

    def __init__(self, context: KioskContext, fresh: bool, first: bool, go: GoTo) -> None:
        super().__init__(context)
        self.go, self.first = go, first
        self.at = ""
        self.view: HellRailView | None = None
        self.title = Text(_("Lay these tokens out") if fresh else _("The circles"), "title", size=4.75)
        self.text = Text("", "body", C.ash, lines=4, size=2.9)
        self.rows: list[TokenRow] = []
        done = Key(_("They lie there"), "check", kind="prime", action=lambda: go(None))
        back = Key(_("Back"), "back", icon_size=3, action=lambda: go(SheetKey(MORE)))
        self.set_keys(done if fresh else back)
        self._shown: Any = None

    def update(self, view: HellRailView, prompt: Prompt | None) -> None:
        self.view = view
        shown = (view.circles, view.unused_tokens, view.unused)
        if shown == self._shown:
            return
        self._shown = shown
        rows = [self._row(circle) for circle in view.circles]
        self.exchange(self.rows, rows)
        self.rows = rows
        self._say()

    def _row(self, circle: CircleView) -> TokenRow:
        act = partial(self.tell, circle.id)
        words = effect_of_circle(circle)
        return TokenRow(circle_figure(circle.id), words, circle.cerberus, C.rim if words is NOTHING else C.ember, act)

    def tell(self, circle: str) -> None:
        """What the token there does."""
        self.at = "" if self.at == circle else circle
        self._say()

    def _say(self) -> None:
        view = self.view
        if view is None:
            return
        for row, circle in zip(self.rows, view.circles, strict=True):
            on = circle.id == self.at
            if on != row.chosen:
                row.chosen = on
                row.redraw()
        here = next((circle for circle in view.circles if circle.id == self.at), None)
        if here is not None:
            words = effect_of_circle(here)
            text = ", ".join(filter(None, (_(words.text).rstrip("."), _(words.price))))
            what = _("{name}: {what}").format(name=_(words.first), what=text)
            self.text.show(what if words.text else "")
        else:
            dealt = _("{hr.rail_card:many}: {n} for each of you.").format(n=HAND) + " " if self.first else ""
            self.text.show(dealt + _spare(view))

    @property
    def below_band(self) -> tuple[Drawn, ...]:
        return (self.text,)

    def lay(self, metrics: Metrics) -> None:
        parts = Column(
            Leaf(self.title, 6), Grid(*self.rows, columns=(3, 2), gap=1, most=9.6), Leaf(self.text, (10.4, 14)),
            gap=(1.2, 2), pad=(4, (2.4, 6), 4, (0.8, 2)),
        )  # fmt: skip
        self.put(parts, left=0, top=0, height=metrics.rows - foot(metrics))


NOTHING = EffectWords("minus", N_("no token"), "")


def effect_of_circle(circle: CircleView) -> EffectWords:
    if circle.down:
        return FACE_DOWN
    return NOTHING if circle.effect is None else EFFECTS[circle.effect]


def _spare(view: HellRailView) -> str:
    """The spare pile in words."""
    if view.unused_tokens is None:
        words = ngettext("{n} unused token lies face down.", "{n} unused tokens lie face down.", view.unused)
        return words.format(n=view.unused)
    names = ", ".join(_(EFFECTS[effect].name) for effect in sorted(view.unused_tokens, key=list(Effect).index))
    return _("Unused: {effects}. Touch a circle for what it does.").format(effects=names)


__all__ = ["CIRCLES", "Circles", "TokenRow"]
