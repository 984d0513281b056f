"""A card without a tag: its values on a small keypad. Where there are tags it is laid on the reader instead."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from companion.engine.choice import Choice
from companion.games.hellrail.names import Owes
from companion.games.hellrail.view import HellRailView
from kiosk.context import KioskContext
from kiosk.i18n import N_, _
from kiosk.screens.hellrail.marks import PlayerMark
from kiosk.screens.hellrail.values import ValueKey, show_value
from kiosk.screens.hellrail.words import seat_of
from kiosk.screens.sheet import Sheet, foot, lay_head
from kiosk.theme import C, Metrics
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.stack import row
from kiosk.widgets.tile import Tile

CAR, SETOUT, BRIMSTONE, GAP = "car", "setout", "brimstone", "gap"
LABELS = {CAR: N_("Worth"), SETOUT: N_("Goes to"), BRIMSTONE: N_("Brimstone"), GAP: N_("Empty spaces")}
DIGITS: dict[str, tuple[str, ...]] = {
    CAR: ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10"),
    SETOUT: ("G", "1", "2", "3", "4", "5", "6", "7", "8", "9"),
    BRIMSTONE: ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9"),
    GAP: ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10"),
}
"""What can be entered into a field."""


class Action(NamedTuple):
    """What is done with the card: the question, the key, the fields that it needs and those that it may have."""

    icon: str
    title: str
    key: str
    needs: tuple[str, ...]
    may: tuple[str, ...] = ()


ACTIONS: dict[str, Action] = {
    "pickup": Action("draw", N_("Which car is picked up?"), N_("Pick up"), (SETOUT, BRIMSTONE), (CAR,)),
    "move": Action("move", N_("Which card drives?"), N_("Drive"), (BRIMSTONE, CAR)),
    "boat": Action("boatman", N_("Which card crosses?"), N_("Cross over"), (BRIMSTONE, GAP)),
    "fan": Action("flame", N_("Which card burns?"), N_("Fan the flames"), (BRIMSTONE,)),
    "lay": Action("rail", N_("Which rail is laid?"), N_("It is laid"), (), (BRIMSTONE,)),
    "upgrade": Action("rings", N_("Which rail covers?"), N_("It is covered"), (), (BRIMSTONE,)),
    "price": Action("discard", N_("Which card is the price?"), N_("It is paid"), (BRIMSTONE,)),
    "throw": Action("discard", N_("Which card goes?"), N_("It is gone"), ()),
    "flip": Action("pile", N_("Turn the top card over"), N_("That one"), (BRIMSTONE,)),
}


class CardSheet(Sheet):
    """`done` gets what was entered: field -> value. `card`: one that was tapped; only the gap is asked for."""

    def __init__(
        self,
        context: KioskContext,
        about: str,
        done: Callable[[dict[str, Any]], object],
        back: Callable[[], object],
        card: str = "",
    ) -> None:
        super().__init__(context)
        self.about, self.done = about, done
        self.action = ACTIONS[about]
        self.needs = (GAP,) if card else self.action.needs
        self.fields = self.needs if card else (*self.needs, *self.action.may)
        self.values: dict[str, str] = {}
        self.at = self.fields[0] if self.fields else ""
        self.mark = PlayerMark()
        self.who = Text("", "small", size=3.25)
        self.title = Text(_(self.action.title), "name", face="bold", size=6)
        words = _("Lay the card on the reader, or enter it.") if context.reads else _("Enter what stands on the card.")
        if card:
            words = _("How wide is the gap?")
        elif not self.fields:  # there is nothing to enter
            words = _("Lay the card on the reader; without a tag, touch the lit key.") if context.reads else ""
        self.hint = Text(words, "body", C.ash, lines=2)
        for widget in (self.mark, self.who, self.title, self.hint):
            self.add_widget(widget)
        self.boxes = {
            field: Tile(_(LABELS[field]), figure="–", style="line", action=partial(self.turn_to, field))
            for field in self.fields
        }
        self.digits: list[ValueKey] = []
        for box in self.boxes.values():
            self.add_widget(box)
        self.back = Key(_("Back"), "back", icon_size=3, action=back)
        self.enough = Key(_("Enough"), "cross", icon_size=3, action=lambda: context.move("done"))
        self.go = Key(_(self.action.key), self.action.icon, kind="prime", action=self.finish)
        self.owed = False
        self._deal_digits()
        self._show()

    def update(self, view: HellRailView, choice: Choice | None) -> None:
        asked = self.about in ("price", "flip")
        name = str(choice.facts.get("seat", view.turn.player)) if asked and choice is not None else view.turn.player
        seat = seat_of(view, name)
        if seat is not None:
            self.mark.show(seat)
        self.who.show(self._who(view, choice, name))
        may_end = choice is not None and any(option.value == "done" for option in choice.options)
        keys = [self.go]
        if asked and may_end:
            keys.insert(0, self.enough)
        elif not asked:
            keys.insert(0, self.back)
        self.set_keys(*keys)

    def _who(self, view: HellRailView, choice: Choice | None, name: str) -> str:
        seat = seat_of(view, name)
        if self.about == "move" and seat is not None:
            return _("{name} needs {n} brimstone").format(name=name, n=seat.fuel)
        if choice is not None and choice.question == Owes.FLIP:
            return _("{name} turns a card").format(name=name)
        return _("{name} plays").format(name=name)

    # ------------------------------------------------------------ fingers

    def turn_to(self, field: str) -> None:
        """Enter this one."""
        self.at = field
        self._deal_digits()
        self._show()

    def enter(self, digit: str) -> None:
        """A value; then comes the next field that is empty."""
        self.values[self.at] = digit
        order = (*self.fields[self.fields.index(self.at) + 1 :], *self.fields)
        self.at = next((field for field in order if field not in self.values), self.at)
        self._deal_digits()
        self._show()

    def finish(self) -> None:
        """Do it with what was entered."""
        self.done({field: v if field == SETOUT else int(v) for field, v in self.values.items()})

    # ------------------------------------------------------------ what it shows

    def _deal_digits(self) -> None:
        wanted = DIGITS.get(self.at, ())
        if [key.value for key in self.digits] == list(wanted):
            return
        for key in self.digits:
            self.remove_widget(key)
        self.digits = [ValueKey(digit, action=partial(self.enter, digit)) for digit in wanted]
        for key in self.digits:
            self.add_widget(key)
        self.rearrange()

    def _show(self) -> None:
        for field, box in self.boxes.items():
            show_value(box, self.values.get(field, "–"))
            box.show(chosen=field == self.at)
        self.go.enabled = all(field in self.values for field in self.needs)

    # ------------------------------------------------------------ layout

    def lay(self, m: Metrics) -> None:
        first = lay_head(self, m, self.mark, self.who, self.title)
        end = m.rows - foot(m) - (1.2 if m.wide else 2.4)
        if not m.wide:
            self.put(self.hint, left=4, right=4, top=first - 0.6, height=8)
            first += 9
        rows = 1 if m.wide else 2
        pad = (9.2 if m.wide else 9.6) * rows + 1.2 * (rows - 1) if self.digits else 0
        if m.wide:
            self.put(self.hint, left=4.2, right=4, top=end - 4, height=4)
            end -= 5.2
        if self.boxes:
            high = min(14.0 if m.wide else 16.0, end - pad - 2 - first)
            each = min(28.0, (m.columns - 8 - 1.2 * (len(self.boxes) - 1)) / len(self.boxes))
            for i, box in enumerate(self.boxes.values()):
                self.put(box, left=4 + i * (each + 1.2), width=each, top=first, height=high)
            first += high + 1.6
        for i in range(rows):
            per = len(self.digits) // rows
            part = self.digits[i * per : (i + 1) * per]
            if part:
                row(self, part, top=first + i * 10.6, height=9.2 if m.wide else 9.4)
