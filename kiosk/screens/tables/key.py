"""The owner's key: shown on request, and taken over from another table by typing or by stick."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from companion.engine.refused import Refused
from companion.engine.text import TitleAndHint
from companion.presentation.colours import C
from companion.presentation.i18n import _
from companion.tools.enrol.stick import found_on, put_on_stick, the_stick, trouble
from kiosk.screens.box.words import not_done_words
from kiosk.screens.phones import Code
from kiosk.screens.screen import Title, page
from kiosk.screens.tables.home import TablesPage
from kiosk.table.context import KioskContext
from kiosk.table.hub_link import HubLink
from kiosk.table.owner import later
from kiosk.widgets.key import Key
from kiosk.widgets.keyboard import PAD, Keyboard, LetterLayer, Typed
from kiosk.widgets.label import Text
from kiosk.widgets.layout import Column, FreeSpace, Grid, Leaf, Row, Split
from kiosk.widgets.tile import Tile

SHOWN_S = 60.0
"""How long the key is shown."""
LETTERS = 29
"""Of a key (companion/uplink/outbox/seal.py)."""
KEYPAD = LetterLayer(("ABCDEFGH", "IJKLMNOP", "QRSTUVWX", "YZ234567"))
FILE = "owner-key.txt"
"""On a stick."""
LONGEST_FILE = 200


class KeyPage(TablesPage):
    """What the key is, and what can be done with it. `root`: where sticks are looked for; `mounted`: which are some."""

    root = Path("/")
    mounted: Any = None

    def __init__(self, context: KioskContext, hub: HubLink, **kwargs: Any) -> None:
        super().__init__(context, hub, **kwargs)
        self.warning = Text(
            _(
                "It reads everything: every game of your tables, names and secrets too. Show it to nobody, "
                "and keep it: without it nobody can read what the hub has, you neither."
            ),
            "body", C.bone, lines=5,
        )  # fmt: skip
        self.answer = Text("", "body", C.ash, lines=3)
        tiles = (
            Tile(_("Show it"), "eye", _("as a code and in letters"), action=partial(self.go, "key:shown")),
            Tile(_("To a stick"), "deliver", _("for your other tables"), tone=C.ash, action=self.write),
            Tile(
                _("Take another table’s"),
                "draw",
                _("typed, or by stick"),
                tone=C.ash,
                action=partial(self.go, "take"),
            ),
        )
        back = Key(_("Back"), "back", icon_size=3, action=context.go.close)
        self.compose(
            page(
                Title(_("The owner’s key")),
                Leaf(self.warning, (13, 24)),
                Grid(*tiles, columns=(3, 1), most=(15, 13)),
                Leaf(self.answer, (7, 12)),
                Split(wide=Row(Leaf(back, 30), FreeSpace(), size=8.2), upright=Leaf(back, 8.2)),
            )
        )

    def write(self) -> None:
        """Write the key onto the inserted stick."""
        try:
            path = put_on_stick(stick_of(self), FILE, f"{self.hub.key()}\n")
        except Refused as error:
            said = not_done_words(error.code, **error.facts)
            self.answer.show(" · ".join(part for part in (said.title, said.hint) if part), C.brim)
        except (OSError, ValueError):
            self.answer.show(_("The key cannot be read."), C.danger)
        else:
            words = _("Written: {file}").format(file=path)
            careful = _("Whoever has the stick has the key: erase it afterwards.")
            self.answer.show(f"{words}. {careful}", C.ok)


def stick_of(screen: Any) -> Path:
    """Return the inserted stick.

    :raises Refused: if none is, or several are.
    """
    return the_stick(screen.root) if screen.mounted is None else the_stick(screen.root, screen.mounted)


class ShownKey(TablesPage):
    """The key itself, until it is hidden, or for a minute."""

    def __init__(self, context: KioskContext, hub: HubLink, **kwargs: Any) -> None:
        super().__init__(context, hub, **kwargs)
        self.code = Code()
        try:
            text = hub.key()
        except (OSError, ValueError):
            text = ""
        self.code.show(text)
        groups = text.split("-")
        lines = [" ".join(groups[at : at + 2]) for at in range(0, len(groups), 2)]
        self.letters = Text("\n".join(lines) if text else _("The key cannot be read."), "event", lines=3)
        hint = Text(
            _("Whoever reads it reads all your games. Another table takes it by typing."), "body", C.brim, lines=4
        )
        self.hide = Key(_("Hide the key"), "lock", kind="prime", action=partial(self.go, "key"))
        self._timer = later(partial(self.go, "key"), SHOWN_S)
        words = Column(
            Leaf(Title(_("The owner’s key")), (5, 4)),
            Split(upright=FreeSpace(1.6)),
            Leaf(self.letters, (19, 17)),
            Leaf(hint, (16, 9)),
            FreeSpace(),
            Leaf(self.hide, 8.6),
        )
        self.compose(
            Split(
                wide=Row(Column(Leaf(self.code), size=50), words, gap=3, pad=(4, 4, 4, 3)),
                upright=Column(Column(Leaf(self.code), size=45), words, gap=2, pad=(4, 5, 4, 3)),
            )
        )

    def closed(self) -> None:
        self._timer.cancel()
        super().closed()


class TakePage(Typed, TablesPage):
    """Another table's key is typed, or read from a stick. `root`, `mounted`: as of `KeyPage`."""

    longest = LETTERS
    root = Path("/")
    mounted: Any = None

    def __init__(self, context: KioskContext, hub: HubLink, **kwargs: Any) -> None:
        super().__init__(context, hub, **kwargs)
        self.busy = False
        self.hint = Text("", "body", C.ash, lines=2)
        self.line = Text("", "key", C.bone, lines=2)
        self.rub = Key(_("Erase"), "erase", action=self.erase)
        self.stick = Key(_("From a stick"), "draw", icon_size=3, action=self.read)
        self.done = Key(_("Done"), "check", kind="prime", action=self.take)
        back = Key(_("Back"), "back", icon_size=3, action=context.go.close)
        self.say(_("There is no camera here: type what the other table shows."))
        self.compose(
            page(
                Title(_("Another table’s key")),
                Leaf(self.hint, (3.4, 8)),
                Row(self.line, Leaf(self.rub, 20), size=8),
                Split(upright=FreeSpace()),
                Row(Keyboard({"key": KEYPAD}, self.add), size=(26, 40), pad=PAD),
                Row(back, self.stick, self.done, size=8.2),
                gap=(0.9, 2),
            )
        )

    def say(self, hint: str | None = None, wrong: bool = False) -> None:
        """Show what is written, in groups as the key is shown; Done, once it is all there."""
        groups = " ".join(self.text[at : at + 5] for at in range(0, len(self.text), 5))
        whole = len(self.text) == LETTERS
        self.line.show(groups if whole else f"{groups}_", C.bone)
        self.rub.enabled = bool(self.text)
        self.done.enabled = whole and not self.busy
        self.done.when_dim = partial(self.say, _("The key has {total} letters").format(total=LETTERS), True)
        left = _("{n} of {all}").format(n=len(self.text), all=LETTERS)
        self.hint.show(hint if hint is not None else left, C.brim if wrong else C.ash)

    def take(self) -> None:
        self._take(self.text)

    def _take(self, text: str) -> None:
        self.busy = True
        self.say()
        self.hub.take_key(text, self._taken)

    def _taken(self, code: str) -> None:
        self.busy = False
        if not code:
            self.go("home")
        elif code == "no_key":
            self.say(_("That is no key, or one with a mistake in it: compare them."), wrong=True)
        else:
            self.say(_("It could not be saved."), wrong=True)

    def read(self) -> None:
        """Read the key from the inserted stick."""
        try:
            path = found_on(stick_of(self), FILE)
            try:
                with path.open("rb") as file:
                    text = file.read(LONGEST_FILE).decode("ascii", "replace")
            except OSError as error:
                raise trouble(error, path) from error
        except Refused as error:
            said: TitleAndHint = not_done_words(error.code, **error.facts)
            self.say(" · ".join(part for part in (said.title, said.hint) if part), wrong=True)
        else:
            self._take(text)
