"""Who was caught, and in which order: pawns as big buttons, nobody, and a lit key that says the result in words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from companion.engine.choice import Choice
from companion.games.cerbere.data.card_words import caught
from companion.games.cerbere.names import Question
from companion.games.cerbere.view import CerbereView
from kiosk.context import KioskContext
from kiosk.i18n import _, spoken
from kiosk.icons import Icon
from kiosk.screens.cerbere.grid import PlayerGrid
from kiosk.screens.cerbere.sheet import Sheet, lay_head
from kiosk.screens.sheet import band_foot
from kiosk.theme import C, Metrics
from kiosk.widgets import background as fires
from kiosk.widgets.background import Fire
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text


def sole(view: CerbereView, choice: Choice | None) -> str:
    """The only pawn that can have been caught, while nobody is picked; "" if there are more."""
    names = [option.value for option in choice.options if option.value != "none"] if choice is not None else []
    return names[0] if len(names) == 1 and not view.picked else ""


class Caught(Sheet):
    """Picks are the table's: a pawn's tag and a finger do the same."""

    def __init__(self, context: KioskContext) -> None:
        super().__init__(context)
        self.sign = Icon("cerberus", C.danger)
        self.who = Text("", "small", size=3.25)
        self.title = Text(_("Who is caught?"), "name", face="bold", size=7)
        self.grid = PlayerGrid(context.choose)
        self.nobody = Key(_("Nobody"), align="center", action=partial(context.choose, "none"))
        self.done = Key("", align="center", kind="danger", action=self.confirm)
        self.only = ""
        """The only one who can have been caught: the lit key takes the pawn at once."""
        for widget in (self.sign, self.who, self.title, self.grid):
            self.add_widget(widget)

    @property
    def burning(self) -> Fire:
        return fires.ALARM

    def update(self, view: CerbereView, choice: Choice | None) -> None:
        if choice is None:
            return
        ordering = choice.question == Question.CAPTURE_ORDER
        names = [option.value for option in choice.options if option.value != "none"]
        one = len(names) == 1
        self.title.show(_("In which order?") if ordering else _("Caught by Cerberus?") if one else _("Who is caught?"))
        self.who.show(self._why(view, names, ordering))
        self.grid.offer(view, choice, leave=("none",))
        self.grid.mark(view.picked)
        self.only = sole(view, choice)
        said = view.picked or tuple(filter(None, (self.only,)))
        self.done.show(label=spoken(caught(said)))
        self.done.enabled = bool(said)
        self.set_keys(*(() if ordering else (self.nobody, self.done)))
        self.rearrange()

    def confirm(self) -> None:
        """The lit key."""
        if self.only:
            self.context.choose(self.only)
        self.context.choose("ok")

    @staticmethod
    def _why(view: CerbereView, names: Sequence[str], ordering: bool) -> str:
        if ordering:
            return _("The first one takes the darkest space")
        return _("{name} has gone back").format(name=names[0]) if len(names) == 1 else _("Cerberus has moved")

    def lay(self, m: Metrics) -> None:
        first = lay_head(self, m, self.sign, self.who, self.title) + 2.4
        self.put(self.grid, left=4, right=4, top=first, height=m.rows - band_foot(m) - 1 - first)
