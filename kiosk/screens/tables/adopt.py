"""Continues a game of the owner's here, and offers one here that another table has taken over."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Any, ClassVar

from companion.engine.requests import Leave, PostNotice, PutAway, Resume
from companion.engine.update import Notice
from companion.presentation.colours import C
from companion.presentation.i18n import _
from companion.presentation.refusals import DIFFERS, ELSEWHERE, TWICE
from companion.presentation.words import names, names_and_day, when
from companion.uplink.outbox.standing import OwnedGame
from kiosk.screens.list_page import ListPage, ListRow
from kiosk.screens.screen import Title, page
from kiosk.screens.tables.home import TablesPage
from kiosk.screens.tables.words import ago, not_adopted_words, standing_words
from kiosk.table.context import KioskContext
from kiosk.table.game_uis import GAME_UIS
from kiosk.table.hub_link import HubLink
from kiosk.widgets.icons import Icon
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.layout import NATURAL, Column, FreeSpace, Leaf, Row, Split, middle

RECENT_S = 120
"""A table that was heard within this is perhaps not dead."""


def is_playing(context: KioskContext) -> bool:
    """Whether a game is played at this table."""
    update = context.table.update
    return (
        update is not None
        and update.view is not None
        and context.table.ui.base(update.view) in context.table.ui.playing
    )


def since(known: OwnedGame, now: datetime) -> str:
    """Return when a table was heard; where the hub does not know that any more, when its game began."""
    return when(known.wall, now) if known.age_s is None else ago(known.age_s)


class AdoptRow(ListRow):
    """A game, and its table. Touched, it is asked whether that is meant."""

    def __init__(self, known: OwnedGame, now: datetime, **kwargs: Any) -> None:
        self.known, self._now = known, now
        ui = GAME_UIS.get(known.game)
        self.icon = ui.icon if ui is not None else "rings"
        self.label = known.table
        self._title = ui.title if ui is not None else ""
        super().__init__(about=known.uuid, **kwargs)

    @property
    def below(self) -> int:
        return 1 if self.m.wide else 2

    def first(self) -> tuple[str, ...]:
        return (f"{self.label} · {self._title}" if self._title else self.label, self.label)

    def late(self) -> str:
        return since(self.known, self._now)

    def second(self) -> tuple[str, ...]:
        if not self.known.names:
            return (_("who plays is not known yet"),)
        return names_and_day(self.known.names, when(self.known.wall, self._now) if self.known.age_s is not None else "")


class AdoptPage(ListPage):
    """The games of this owner that the hub knows, and this table has not."""

    def __init__(self, context: KioskContext, hub: HubLink, **kwargs: Any) -> None:
        self.hub = hub
        self.games: tuple[OwnedGame, ...] | None = None
        self.asked = False
        super().__init__(context, _("Whose game?"), "", **kwargs)
        hub.changed = self.news
        self.news()

    def closed(self) -> None:
        self.hub.changed = lambda: None

    def news(self) -> None:
        """Ask as soon as the hub can answer."""
        standing = self.hub.standing
        if standing.hub and not self.asked and not is_playing(self.context):
            self.asked = True
            self.hub.ask(self._found)
        elif not standing.hub:
            self.asked = False
        self.fill()

    def _found(self, games: tuple[OwnedGame, ...]) -> None:
        self.games = games
        self.fill()

    def items(self) -> Sequence[OwnedGame]:
        return self.games or ()

    def row(self, item: OwnedGame) -> AdoptRow:
        chosen = partial(self.context.go.open, f"tables:adopt:{item.table}:{item.uuid}")
        return AdoptRow(item, self.context.table.wall_now(), action=chosen)

    def keys(self) -> tuple[Any, ...]:
        other = Key(_("Type its name"), "list", icon_size=3, action=partial(self.context.go.open, "tables:other"))
        other.enabled = not is_playing(self.context)
        return (other,)

    def leave(self) -> None:
        self.context.go.close()

    def fill(self) -> None:
        if is_playing(self.context):
            said = _("A game is being played here. Leave it first: it waits for you.")
        elif not self.hub.standing.hub:
            said = standing_words(self.hub.standing).title
        elif self.games is None:
            said = _("Asking the hub…")
        else:
            said = _("The hub has no game of yours that is not here.")
        self.empty.show(said)
        self.beside.show(_("Last played first.") if self.games else "")
        super().fill()


class AdoptingPage(TablesPage):
    """Asks once more, then adopts."""

    def __init__(self, context: KioskContext, hub: HubLink, what: str, **kwargs: Any) -> None:
        """
        :param what: a table, or a table and the uuid of a game: `table-3:...`.
        """
        super().__init__(context, hub, **kwargs)
        self.table, _colon, self.uuid = what.partition(":")
        known = hub.found.get(self.uuid)
        ui = GAME_UIS.get(known.game) if known is not None else None
        self.sign = Icon(ui.icon if ui is not None else "rings", C.ember)
        self.who = Text(names(known.names) if known is not None else "", "event", lines=2)
        self.who.visible = bool(self.who.text)
        facts = [ui.title] if ui is not None else []
        facts += [since(known, context.table.wall_now())] if known is not None else []
        self.facts = Text(" · ".join(fact for fact in facts if fact), "body", C.ash)
        which = Column(FreeSpace(), Leaf(self.who, NATURAL), Leaf(self.facts, NATURAL), FreeSpace(), gap=2.4)
        self.line = Text(self._asks(known), "body", C.ash, lines=4)
        self.trouble = Text("", "body", C.brim, lines=3)
        self.back = Key(_("Back"), "back", icon_size=3, action=context.go.close)
        self.take = Key(_("Play on here"), "play", kind="prime", action=self.adopt)
        self.compose(
            page(
                Title(self.table),
                *((Row(middle(self.sign, 9), which, gap=3, size=(14, 20)),) if facts else ()),
                Leaf(self.line, (12, 20)),
                Leaf(self.trouble, (9, 13)),
                FreeSpace(0),
                Split(
                    wide=Row(Leaf(self.back, 30), FreeSpace(), Leaf(self.take, 36), size=9),
                    upright=Column(self.take, self.back, size=19),
                ),
            )
        )

    def _asks(self, known: OwnedGame | None) -> str:
        if known is not None and known.age_s is not None and known.age_s < RECENT_S:
            there = _("That table was heard a moment ago: if it still plays, it keeps a game of its own.")
        else:
            there = _("Whatever is still played there stays there, as a game of its own.")
        goes = _("It goes on from its last step, and comes back held.")
        return f"{goes} {there}"

    def adopt(self) -> None:
        self.take.enabled = self.back.enabled = False
        self.trouble.show(_("Fetching it from the hub…"), C.ash)
        self.hub.adopt(self.table, self.uuid, self._done)

    def _done(self, code: str) -> None:
        if code == "ok":
            self.context.go.open(None)
            return
        said = not_adopted_words(code)
        self.take.enabled = self.back.enabled = True
        self.trouble.show(f"{said.title}. {said.hint}" if said.hint else said.title, C.brim)


class PartedPage(TablesPage):
    """A game that the hub or another table has, too, according to its notice: what to do with what is here."""

    code: ClassVar[str]

    def __init__(self, context: KioskContext, hub: HubLink, **kwargs: Any) -> None:
        super().__init__(context, hub, **kwargs)
        notice = context.table.notices.get(self.code)
        self.facts = notice.facts if notice is not None else {}
        game = self.facts.get("id")
        self.game = game if isinstance(game, int) else 0
        self.waits = any(memory.id == self.game for memory in context.table.memories.paused())
        over = any(memory.id == self.game for memory in context.table.memories.finished())
        self.played = is_playing(context) and not self.waits and not over
        who = Text(str(self.facts.get("names", "")), "event", lines=2)
        title, said = self.words()
        line = Text(said, "body", C.ash, lines=5)
        back = Key(_("Later"), "back", icon_size=3, action=context.go.close)
        keys = self.keys() if notice is not None else []
        first, others = keys[:1], [back, *keys[1:]]
        self.compose(
            page(
                Title(title),
                Leaf(who, (9, 14)),
                Leaf(line, (16, 26)),
                FreeSpace(0),
                Split(
                    wide=Row(*others, *(Leaf(key, 36) for key in first), size=9),
                    upright=Column(*first, *((Row(*reversed(others)),)), size=19),
                ),
            )
        )

    def words(self) -> tuple[str, str]:
        """Return a title, and what has happened."""
        raise NotImplementedError

    def keys(self) -> list[Key]:
        """Return what can be done, the first one first."""
        if not self.waits and not self.played:
            return [Key(_("All right"), "check", kind="prime", action=self.over)]
        return [
            Key(_("Play it on here"), "play", kind="prime", action=self.play_on),
            Key(_("Put away"), "cross", icon_size=3, action=self.put_away),
        ]

    def play_on(self) -> None:
        """Resume the game if it waits; then the page is over."""
        if self.waits:
            self.context.ask.send(Resume(self.game))
        self.over()

    def put_away(self) -> None:
        """Offer it no more. Nothing of it is deleted."""
        if not self.waits:
            self.context.ask.send(Leave())
        self.context.ask.send(PutAway(self.game))
        self.over()

    def over(self) -> None:
        self.context.ask.send(PostNotice(Notice(self.code, {"id": self.game}, gone=True)))
        self.context.go.open(None)


class ElsewherePage(PartedPage):
    """What was played here after another table had taken the game over."""

    code = ELSEWHERE

    def words(self) -> tuple[str, str]:
        return _("Played on elsewhere"), _(
            "Another table was given this game while the link was cut. What was played here stays here, "
            "as a game of its own: nothing of it is lost."
        )


class DiffersPage(PartedPage):
    """The hub has the game otherwise than this table, as after a backup was brought back."""

    code = DIFFERS

    def words(self) -> tuple[str, str]:
        return _("Otherwise at the hub"), _(
            "The hub has another course of this game, as after a backup was brought back. What is here stays here, "
            "as a game of its own. The hub keeps the other one: it can be played on here, too."
        )

    def keys(self) -> list[Key]:
        other = Key(_("The hub’s"), "list", icon_size=3, action=lambda: self.go("adopt"))
        return [*super().keys(), other]


class TwicePage(PartedPage):
    """Shows that another table has played a game of this one's."""

    code = TWICE

    def words(self) -> tuple[str, str]:
        table = str(self.facts.get("table", ""))
        return _("Also at another table"), _(
            "{table} has this game, too, from before: what is there stays there, as a game of its own. Here it goes "
            "on, and nothing has to be done."
        ).format(table=table)

    def keys(self) -> list[Key]:
        return [Key(_("All right"), "check", kind="prime", action=self.over)]
