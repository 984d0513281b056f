"""Diagnostics: the gravest trouble large, one tile for each part of the table below it."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from companion.presentation.colours import C
from companion.presentation.i18n import _, ngettext
from companion.presentation.refusals import PARTS_OFF
from companion.tools.doctor.catalogue import VERDICTS, FindingText, status
from companion.tools.doctor.entry import GROUPS, FindingGroup
from companion.tools.doctor.finding import Severity
from kiosk.display.theme import MARGIN
from kiosk.screens.doctor.finding_row import FindingRow
from kiosk.screens.doctor.page import DoctorPage
from kiosk.screens.doctor.words import ICONS, PAGES, SHORT, SIGNS, of_group, short_fact, troubles
from kiosk.table.context import KioskContext
from kiosk.widgets.icons import Icon, put_icon
from kiosk.widgets.key import Key, Touchable
from kiosk.widgets.label import Text, fit, put_line
from kiosk.widgets.layout import Column, FreeSpace, Grid, Leaf, Row, Split
from kiosk.widgets.panel import put_panel


class GroupTile(Touchable):
    """One part of the table: its icon, its name, how it is, and the sign of the gravest that was found."""

    def __init__(self, group: FindingGroup, said: list[FindingText] | None, **kwargs: Any) -> None:
        self.group = group
        self.label = _(SHORT[group])
        self.worst = max((one.level for one in said), default=Severity.OK) if said is not None else None
        bad = sum(one.level >= Severity.WARN for one in said or ())
        notes = sum(one.level == Severity.NOTE for one in said or ())
        if said is None:
            self.second = _("looking…")
        elif bad:
            self.second = ngettext("{n} trouble", "{n} troubles", bad).format(n=bad)
        elif notes:
            self.second = ngettext("{n} note", "{n} notes", notes).format(n=notes)
        else:
            self.second = _("well")
        super().__init__(**kwargs)

    def _fits(self) -> tuple[Any, Any]:
        u = self.m.u
        room = self.width - (13.2 if self.worst is not None else 8) * u
        return (
            fit(self.label, "text_bold", (2.9 * u, 2.7 * u, 2.5 * u), room),
            fit(self.second, "text", (2.7 * u, 2.5 * u), room),
        )

    @property
    def fits(self) -> bool:
        return all(laid.fits for laid in self._fits())

    def draw(self) -> None:
        u, radius = self.m.u, 1.25 * self.m.u
        put_panel(self.x, self.y, self.width, self.height, C.seam if self._pressed else C.soot, radius)
        grave = self.worst is not None and self.worst >= Severity.WARN
        put_icon(ICONS[self.group], self.x + 1.6 * u, self.center_y - 2 * u, 4 * u, C.bone if grave else C.ash)
        first, second = self._fits()
        x = self.x + 7 * u
        put_line(first.lines[0], "text_bold", first.size, x, self.center_y + 0.5 * u, C.bone)
        put_line(second.lines[0], "text", second.size, x, self.center_y - 2.6 * u, C.ash)
        if self.worst is not None:
            icon, tone = SIGNS[self.worst]
            side = 3.6 * u if self.worst is not Severity.NOTE else 2 * u
            put_icon(icon, self.right - 3.4 * u - side / 2, self.center_y - side / 2, side, tone)
        self.put_ring(radius)


class DoctorHome(DoctorPage):
    """Examines the table when it is first opened, and on request."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, "", **kwargs)
        self.at = 0
        self.sign = Icon("")
        self.verdict = Text("", "title", lines=2)
        self.advice = FindingRow(titled=True)
        self.line = Text("", "small", lines=2)
        self.other = Key(icon="next", action=self.next_trouble)
        self.support = Key(_("Support file"), "deliver", icon_size=3, action=self.write_support)
        self.again = Key(_("Look again"), "eye", kind="prime", icon_size=3.2, action=self.look)
        self.try_again = Key(_("Try again"), "redo", icon_size=3, action=self.begin_again)
        self.fill()
        if self.practice is not None and self.practice.findings is None:
            self.look()

    # ------------------------------------------------------------ what happens

    def look(self) -> None:
        if self.practice is not None:
            self.practice.look(self.found)
            self.fill()

    def begin_again(self) -> None:
        """Begin again what stays off."""
        self.context.services.try_again()
        self.try_again.visible = False
        self.look()

    def found(self) -> None:
        if self.parent is not None:
            self.at = 0
            self.fill()

    def next_trouble(self) -> None:
        self.at += 1
        self.fill()

    def write_support(self) -> None:
        """Write the support file and say where it is."""
        if self.practice is not None:
            self.practice.support(self.supported)

    def supported(self, path: Path | None, reason: str) -> None:
        if path is not None:
            self.line.show(_("Written: {path}").format(path=short_fact(str(path), 60 if self.m.wide else 36)), C.ok)
        else:
            self.line.show(_("It could not be written: {reason}").format(reason=reason), C.danger)

    def fill(self) -> None:
        practice = self.practice
        known = practice is not None and practice.findings is not None and not practice.looking
        told = troubles(self.findings) if known else []
        self.at %= max(1, len(told))
        one = told[self.at] if told else None
        level = one.level if one is not None else Severity.OK
        self.advice.show(one)
        self.other.visible = len(told) > 1
        self.verdict.visible = one is None
        self.verdict.show("" if one is not None else _(VERDICTS[status(self.findings)]) if known else _("Looking…"))
        icon, tone = (ICONS[one.group], SIGNS[level][1]) if one is not None else SIGNS[Severity.OK]
        self.sign.show(icon if known else "eye", tone if known else C.ash)
        tiles = [
            GroupTile(
                group,
                of_group(self.findings, group) if known else None,
                action=partial(self.context.go.open, PAGES[group]),
            )
            for group in GROUPS
        ]
        self.again.enabled = known
        off = (self.try_again,) if PARTS_OFF in self.context.table.notices else ()
        other = Column(Leaf(self.other, (8.4, 9)), pad=(0, (8.6, 2), 0, 0), size=(8.4, 9))
        words = Column(self.advice, Leaf(self.verdict, (22, 12)))
        self.compose(
            Column(
                Split(
                    wide=Row(Column(Leaf(self.sign, 15), pad=(0, 3.6, 0, 0), size=15), words, other, gap=4, size=26.8),
                    upright=Row(Leaf(self.sign, 14), FreeSpace(), other, size=14),
                ),
                Split(upright=Leaf(words, 30)),
                Leaf(self.line, (2.6, 6)),
                Grid(*tiles, columns=(3, 2), gap=1.2, size=(17, 27.6)),
                Split(
                    wide=Row(
                        Leaf(self.back, weight=20),
                        *(Leaf(key, weight=26) for key in off),
                        Leaf(self.support, weight=34),
                        Leaf(self.again, weight=34),
                        size=8.2,
                    ),
                    upright=Column(Row(self.back, Leaf(self.support, weight=1.6)), Row(*off, self.again), size=18.4),
                ),
                gap=(0.8, 1.2),
                pad=(MARGIN, (1.4, 4), MARGIN, 1.4),
            )
        )
