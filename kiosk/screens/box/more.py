"""What else can be done with a box: its name, its symbols, a number typed, and the stick."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.presentation.colours import C
from companion.presentation.i18n import _, ngettext
from companion.tools.enrol import files, session
from companion.tools.enrol.merge import Merged, MergeQuestion
from companion.tools.enrol.stick import the_stick
from kiosk.display.theme import Metrics
from kiosk.screens.box.letters import Letters
from kiosk.screens.box.page import BoxPage
from kiosk.screens.box.signs import Signs
from kiosk.screens.screen import Title
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.layout import Column, FreeSpace, Grid, Leaf
from kiosk.widgets.tile import Tile


class MorePage(BoxPage):
    """A tile for each. `root`: where sticks are looked for; `mounted`: which folders are sticks."""

    root = Path("/")
    mounted: Any = None

    def __init__(self, screen: Any, **kwargs: Any) -> None:
        super().__init__(screen, **kwargs)
        title = Title(_("The box"))
        self.outcome = Text("", "body", C.ash, lines=3)
        self.name = Tile(_("Name"), "list", action=self.rename)
        self.signs = Tile(_("Symbols"), "crown", action=self.open_signs)
        self.number = Tile(_("Printed number"), "tag", action=self.type_number)
        self.out = Tile(_("To the stick"), "deliver", action=self.export)
        self.into = Tile(_("From the stick"), "draw", action=self.bring)
        self.share = Tile(_("Share"), "hand", _("without tags"), action=self.give)
        self.ends = Tile(_("Two tags"), "swap", action=self.switch_ends)
        self.tiles = [self.name, self.number, self.out, self.into]
        if self.book.plan.signs[1]:
            self.tiles.insert(1, self.signs)
        if any(heap.fields for heap in self.book.plan.heaps):
            self.tiles.append(self.share)
        if any(heap.ends for heap in self.book.plan.heaps):
            self.tiles.append(self.ends)
        grid = Grid(*self.tiles, columns=(3, 2), most=(13.4, 14), gap=1.2)
        self.compose(
            Column(
                Leaf(title, (7.75, 10.75)), FreeSpace(1), grid, Leaf(self.outcome, (5, 9)), gap=1, pad=(0, 0, 0, 0.6)
            )
        )
        self.set_keys(Key(_("Back"), "back", icon_size=3, action=screen.home))

    def refresh(self) -> None:
        self.name.second = self.book.e.name or _("none yet")
        n = len(self.book.e.signs)
        self.signs.second = ngettext("{n} symbol", "{n} symbols", n).format(n=n) if n else _("none yet")
        on = self.book.e.tag_ends
        self.ends.second, self.ends.chosen = _("both ends") if on else _("one a card"), on
        for tile in self.tiles:
            tile.redraw()

    # ------------------------------------------------------------ fingers

    def rename(self) -> None:

        def take(name: str) -> None:
            self.screen.change(lambda _plan, e: session.with_box_name(e, name))
            self.screen.go(MorePage)

        self.screen.go(lambda screen: Letters(screen, _("Name of the box"), self.book.e.name, take))

    def open_signs(self) -> None:
        self.screen.go(lambda screen: Signs(screen, lambda: screen.go(MorePage)))

    def type_number(self) -> None:

        def take(text: str) -> None:
            self.screen.home()
            self.screen.typed(text)

        self.screen.go(lambda screen: Letters(screen, _("The number printed on the tag"), "", take, digits=True))

    def switch_ends(self) -> None:
        """Choose between a tag near each end of a card (the reader must not see both at once) and one tag a card."""
        on = not self.book.e.tag_ends
        self.screen.change(lambda _plan, e: session.two_tags(e, on))

    # ------------------------------------------------------------ the stick

    def _stick(self) -> Path:
        return the_stick(self.root) if self.mounted is None else the_stick(self.root, self.mounted)

    def export(self) -> None:
        self._write(lambda config, data: files.export_box(self.book.boxed, config, data, self._stick()))

    def give(self) -> None:
        self._write(lambda config, data: files.share(self.book.boxed, config, data, self._stick()))

    def _write(self, act: Any) -> None:
        path = self.book.carry(act)
        self.screen.band.hush()
        self.screen.tell(self.book.trouble)
        self.outcome.show(_("Written: {file}").format(file=path) if path is not None else self.book.reason)

    def bring(self, prefer: Any = None) -> None:
        """Merge a box, or card data, from the stick with what is there."""
        boxed = self.book.boxed

        def act(config: Path, data: Path) -> Merged:
            return files.bring(boxed, files.on_stick(boxed, self._stick()), config, data, prefer=prefer)

        merged = self.book.carry(act)
        self.screen.band.hush()
        self.screen.tell(self.book.trouble)
        self.outcome.show(self.book.reason)
        if not isinstance(merged, Merged):
            return
        if not merged.clear:
            self.screen.go(lambda screen: Differ(screen, merged, self.bring))
            return
        self.book.renewed()
        self.screen.go(MorePage)
        page = self.screen.page
        if isinstance(page, MorePage):
            page.outcome.show(ngettext("{n} card is new", "{n} cards are new", merged.added).format(n=merged.added))


MOST = 5
"""Differences that are shown; the others are counted."""


class Differ(BoxPage):
    """Shows differences; nothing was changed yet. `again` merges once more, with one side's values."""

    takes_tags = False

    def __init__(self, screen: Any, merged: Merged, again: Callable[[str], object], **kwargs: Any) -> None:
        super().__init__(screen, **kwargs)
        n = len(merged.conflicts) + len(merged.questions)
        self.title = Text(
            ngettext("The boxes differ in {n} place", "The boxes differ in {n} places", n).format(n=n),
            "title",
            face="bold",
            lines=2,
        )
        lines = [self._conflict(c.uid, c.mine, c.theirs) for c in merged.conflicts]
        lines += [self._question(q) for q in merged.questions]
        more = [ngettext("and {n} more", "and {n} more", n - MOST).format(n=n - MOST)] if n > MOST else []
        self.list = Text("\n".join([*lines[:MOST], *more]), "body", C.bone, lines=9)
        words = _("One tag on two cards: lay it on the reader, and say which.") if merged.conflicts else ""
        self.hint = Text(words or _("Whose word counts?"), "body", C.ash, lines=2)
        self.add(self.title, self.list, self.hint)
        keys = [Key(_("Back"), "back", icon_size=3, action=screen.home)]
        if not merged.conflicts:
            keys += [
                Key(_("The stick’s"), "draw", action=lambda: again("theirs")),
                Key(_("Mine"), "check", kind="prime", action=lambda: again("mine")),
            ]
        self.set_keys(*keys)

    def _name(self, slot: str) -> str:
        return self.name_of(slot) if slot in self.book.plan.slots else slot or "–"

    def _conflict(self, uid: str, mine: str, theirs: str) -> str:
        return _("{tag}: here {card}, there {other}").format(tag=uid, card=self._name(mine), other=self._name(theirs))

    def _question(self, question: MergeQuestion) -> str:
        what = (
            _(self.words.fields[question.field])
            if question.field in self.words.fields
            else _("tag")
            if question.field == "tag"
            else ""
        )
        card = " ".join(part for part in (self._name(question.slot), what) if part)
        mine, theirs = self._value(question, question.mine), self._value(question, question.theirs)
        return _("{card}: here {mine}, there {theirs}").format(card=card, mine=mine, theirs=theirs)

    def _value(self, question: MergeQuestion, value: str) -> str:
        field = (
            self.book.heap_of(question.slot).field(question.field) if question.slot in self.book.plan.slots else None
        )
        if field is None:
            return value
        shown = self.words.shown(field, value, self.book.e)
        return shown.words or shown.figure or value

    def lay(self, metrics: Metrics) -> None:
        top, end = (3.0 if metrics.wide else 9.0), self.end(metrics)
        self.put(self.title, left=4, right=4, top=top, height=8 if metrics.wide else 14)
        first = top + (9 if metrics.wide else 16)
        lines = max(
            self.list.text.count("\n") + 1, len(self.list.fit().lines) if self.list.width > 9 * metrics.u else 1
        )
        self.put(self.list, left=4, right=4, top=first, height=max(6.0, 4.3 * lines))
        self.put(self.hint, left=4, right=4, top=end - 7, height=6)
