"""Diagnostics: the gravest trouble large, one tile for each part of the table below it."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from companion.doctor.catalogue import VERDICTS, Said, status
from companion.doctor.entry import GROUPS, Group
from companion.doctor.finding import Level
from kiosk.context import KioskContext
from kiosk.i18n import _, ngettext
from kiosk.icons import Icon, put_icon
from kiosk.screens.doctor.page import DoctorPage
from kiosk.screens.doctor.told import Told
from kiosk.screens.doctor.words import ICONS, PAGES, SHORT, SIGNS, of_group, short, troubles
from kiosk.theme import C, Metrics
from kiosk.widgets.key import Key, Touchable
from kiosk.widgets.label import Text, fit, put_line
from kiosk.widgets.panel import put_panel
from kiosk.widgets.stack import row


class GroupTile(Touchable):
    """One part of the table: its icon, its name, how it is, and the sign of the gravest that was found."""

    def __init__(self, group: Group, said: list[Said] | None, **kwargs: Any) -> None:
        self.group = group
        self.label = _(SHORT[group])
        self.worst = max((one.level for one in said), default=Level.OK) if said is not None else None
        bad = sum(one.level >= Level.WARN for one in said or ())
        notes = sum(one.level == Level.NOTE for one in said or ())
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
        grave = self.worst is not None and self.worst >= Level.WARN
        put_icon(ICONS[self.group], self.x + 1.6 * u, self.center_y - 2 * u, 4 * u, C.bone if grave else C.ash)
        first, second = self._fits()
        x = self.x + 7 * u
        put_line(first.lines[0], "text_bold", first.size, x, self.center_y + 0.5 * u, C.bone)
        put_line(second.lines[0], "text", second.size, x, self.center_y - 2.6 * u, C.ash)
        if self.worst is not None:
            icon, tone = SIGNS[self.worst]
            side = 3.6 * u if self.worst is not Level.NOTE else 2 * u
            put_icon(icon, self.right - 3.4 * u - side / 2, self.center_y - side / 2, side, tone)
        self.put_ring(radius)


class DoctorHome(DoctorPage):
    """Looks by itself when it is opened the first time, and when it is asked to."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, "", **kwargs)
        self.at = 0
        self.sign = Icon("")
        self.verdict = Text("", "title", lines=2)
        self.advice = Told(titled=True)
        self.line = Text("", "small", lines=2)
        self.other = Key(icon="next", action=self.next_trouble)
        self.tiles: list[GroupTile] = []
        self.back.action = lambda: context.open_screen(None)
        self.support = Key(_("Support file"), "deliver", icon_size=3, action=self.write_support)
        self.again = Key(_("Look again"), "eye", kind="prime", icon_size=3.2, action=self.look)
        self.fill()
        if self.practice is not None and self.practice.findings is None:
            self.look()

    # ------------------------------------------------------------ what happens

    def look(self) -> None:
        """Examine everything anew."""
        if self.practice is not None:
            self.practice.look(self.found)
            self.fill()

    def found(self) -> None:
        """It was examined."""
        if self.parent is not None:
            self.at = 0
            self.fill()

    def next_trouble(self) -> None:
        """Show the next one."""
        self.at += 1
        self.fill()

    def write_support(self) -> None:
        """Write the support file and say where it is."""
        if self.practice is not None:
            self.practice.support(self.supported)

    def supported(self, path: Path | None, reason: str) -> None:
        """It was written, or not."""
        if path is not None:
            self.line.show(_("Written: {path}").format(path=short(str(path), 60 if self.m.wide else 36)), C.ok)
        else:
            self.line.show(_("It could not be written: {reason}").format(reason=reason), C.danger)

    def fill(self) -> None:
        """Show what was found last."""
        practice = self.practice
        known = practice is not None and practice.findings is not None and not practice.looking
        told = troubles(self.findings) if known else []
        self.at %= max(1, len(told))
        one = told[self.at] if told else None
        level = one.level if one is not None else Level.OK
        self.advice.show(one)
        self.other.visible = len(told) > 1
        self.verdict.show("" if one is not None else _(VERDICTS[status(self.findings)]) if known else _("Looking…"))
        icon, tone = (ICONS[one.group], SIGNS[level][1]) if one is not None else SIGNS[Level.OK]
        self.sign.show(icon if known else "eye", tone if known else C.ash)
        for tile in self.tiles:
            self.remove_widget(tile)
        self.tiles = [
            GroupTile(
                group,
                of_group(self.findings, group) if known else None,
                action=partial(self.context.open_screen, PAGES[group]),
            )
            for group in GROUPS
        ]
        for tile in self.tiles:
            self.add_widget(tile)
        self.again.enabled = known
        self.rearrange()

    # ------------------------------------------------------------ layout

    def arrange(self, m: Metrics) -> None:
        self.put(self.background, left=0, right=0, top=0, bottom=0)
        (self._wide if m.wide else self._upright)(m)

    def _wide(self, m: Metrics) -> None:
        self.put(self.sign, left=4.5, width=15, top=5, height=15)
        right = 4 + (10 if self.other.visible else 0)
        self.put(self.advice, left=24, right=right, top=1.4, height=26.8)
        self.put(self.verdict, left=24, right=4, top=7, height=11)
        self.put(self.other, right=4, width=8.4, top=10, height=8.4)
        self.put(self.line, left=4, right=4, top=28.2, height=2.6)
        step = (m.columns - 8 + 1.2) / 3
        for i, tile in enumerate(self.tiles):
            self.put(tile, left=4 + i % 3 * step, width=step - 1.2, top=31.4 + i // 3 * 9, height=7.9)
        row(self, [self.back, self.support, self.again], bottom=1.4, height=8.2, weights=[20, 34, 34])

    def _upright(self, m: Metrics) -> None:
        self.put(self.sign, left=4.5, width=14, top=4, height=14)
        self.put(self.other, right=4, width=9, top=6, height=9)
        self.put(self.advice, left=4, right=4, top=20, height=30)
        self.put(self.verdict, left=4, right=4, top=22, height=12)
        self.put(self.line, left=4, right=4, top=50.5, height=6)
        for i, tile in enumerate(self.tiles):
            self.put(tile, left=4 + i % 2 * 26.6, width=25.4, top=57 + i // 2 * 9.6, height=8.4)
        row(self, [self.back, self.support], bottom=11.2, height=8.6, weights=[20, 32])
        row(self, [self.again], bottom=1.4, height=8.6)
