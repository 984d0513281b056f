"""Who played together and who won how often, and the way to forget some of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from companion.presentation.colours import C
from companion.presentation.cut import short_name
from companion.presentation.i18n import _, ngettext
from companion.presentation.words import names, names_and_day
from kiosk.screens.list_page import ListPage, ListRow
from kiosk.screens.screen import Screen, Title, page
from kiosk.table.context import KioskContext
from kiosk.table.evenings import GroupTally, PlayerGroup, all_names, player_groups
from kiosk.widgets.background import HOME, Background
from kiosk.widgets.evening_line import Ladder
from kiosk.widgets.icons import Icon
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.layout import Column, FreeSpace, Leaf, Row, Split, middle

RUNGS = 5
"""Names on the ladder of a group."""


class GroupRow(ListRow):
    """One group: who, how many games, who won how often. Touched, it opens its page."""

    icon = "crown"

    def __init__(self, group: PlayerGroup, **kwargs: Any) -> None:
        self.group = group
        self.label = names(group.names)
        super().__init__(**kwargs)

    def first(self) -> tuple[str, ...]:
        return names_and_day(self.group.names, "")

    def second(self) -> tuple[str, ...]:
        return self.group.short(), " · ".join(tally.ui.title for tally in self.group.tallies())

    def late(self) -> str:
        return self.group.count()


class Evenings(ListPage):
    """All groups."""

    remembers = True

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        self.groups = player_groups(context.table.memories.finished())
        self.all = Key(_("Games"), align="center", action=partial(context.go.open, "history"))
        self.names = Key(_("Names"), align="center", action=partial(context.go.open, "names"))
        super().__init__(context, _("Memories"), _("No game has been played to its end yet."), **kwargs)

    def items(self) -> Sequence[PlayerGroup]:
        return self.groups

    def row(self, item: PlayerGroup) -> GroupRow:
        at = self.groups.index(item)
        return GroupRow(item, action=partial(self.context.go.open, f"evening:{at}"))

    def keys(self) -> tuple[Any, ...]:
        return self.all, self.names


class OfList(Screen):
    """An entry of a list of the memories, by its place there."""

    remembers = True

    def __init__(self, context: KioskContext, number: int, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.add_widget(Background(HOME))
        found = self.listed()[number : number + 1]
        if found:
            self.fill(number, found[0])
            return
        self.title = Title("" if context.table.memories.late else _("This is not in the memories any more."))
        self.compose(page(self.title, Leaf(self.way_back(), 7.8)))

    def listed(self) -> Sequence[Any]:
        """Return the list, as it is now."""
        return player_groups(self.context.table.memories.finished())

    def fill(self, number: int, item: Any) -> None:
        raise NotImplementedError

    def way_back(self) -> Key:
        return Key(_("Back"), "back", icon_size=3, action=self.context.go.close)


class GroupScreen(OfList):
    """One group: a line for each game that it played."""

    def fill(self, number: int, item: PlayerGroup) -> None:
        tallies = item.tallies()
        best = {ui.game: said for ui, said in item.best()}
        self.lines = [Text(_of_game(tally, best.get(tally.ui.game, "")), "body", C.ash, lines=3) for tally in tallies]
        wins = item.ladder()[:RUNGS]
        self.ladder = Ladder()
        self.ladder.show(wins)
        ladder = (Leaf(Text(_("Who won"), "body", C.ash), 4.4), self.ladder)
        beside = Column(*ladder, FreeSpace(), gap=0.8, size=27) if wins else None
        below = Column(*ladder, gap=0.8, size=5.2 + 5.6 * len(wins)) if wins else None
        games = Column(
            *(
                Row(
                    middle(Icon(tally.ui.icon, C.ash), 6),
                    Column(Text(tally.ui.title, "event", size=3.6), Leaf(line, (7, 8.4)), gap=0.4),
                    gap=2,
                    size=(12.4, 15),
                )
                for tally, line in zip(tallies, self.lines, strict=True)
            ),
            FreeSpace(),
        )
        forget = Key(_("Forget"), "cross", action=partial(self.context.go.open, f"forget_group:{number}"))
        self.compose(
            page(
                Title(names(item.names), lines=2),
                Split(wide=Row(games, beside, gap=3), upright=Column(games, below)),
                Row(self.way_back(), FreeSpace(), forget, size=7.8),
            )
        )


def _of_game(tally: GroupTally, best: str) -> str:
    return f"{tally.words()}\n{best}" if best else tally.words()


class NamesScreen(ListPage):
    """All names that are kept; a touch asks whether one is to be forgotten."""

    remembers = True

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        self.names = all_names(context.table.memories.finished(), context.owner.now.names)
        super().__init__(context, _("Names"), _("Nobody has written a name yet."), **kwargs)
        self.beside.show(_("Touch a name to forget it.") if self.names else "")

    def items(self) -> Sequence[Sequence[int]]:
        beside = 4 if self.m.wide else 3
        return [range(at, min(at + beside, len(self.names))) for at in range(0, len(self.names), beside)]

    def row(self, item: Sequence[int]) -> Row:
        ask = self.context.go.open
        keys = [Key(self.names[i], align="center", action=partial(ask, f"forget_name:{i}")) for i in item]
        return Row(*keys, *(FreeSpace() for _room in range((4 if self.m.wide else 3) - len(keys))))

    def keys(self) -> tuple[Any, ...]:
        return (FreeSpace(),)


class ForgettingScreen(OfList):
    """Asks once, and says what goes."""

    def ask(self, title: str, sentences: Sequence[str], label: str, act: Callable[[], object], over: str) -> None:
        """Lay it out. `over`: what is shown when it is done."""
        self.sure = Key(label, "cross", kind="danger", action=partial(self._do, act, over))
        self.sentences = [Text(words, "body", lines=4) for words in sentences]
        lines = (Leaf(line, (8.4, 12)) for line in self.sentences)
        self.compose(page(Title(title), *lines, FreeSpace(), Row(self.way_back(), Leaf(self.sure, weight=2), size=8.2)))

    def _do(self, act: Callable[[], object], over: str) -> None:
        act()
        self.context.go.open(over)


def what_goes(context: KioskContext, name: str) -> list[str]:
    """Return what is forgotten with a name, in sentences."""
    told = [_("The name is not offered any more.")]
    n = sum(name in memory.names for memory in context.table.memories.finished())
    if n:
        words = ngettext(
            "In {n} game a dash stands for it from now on, and its recap is gone.",
            "In {n} games a dash stands for it from now on, and their recaps are gone.",
            n,
        )
        told.append(words.format(n=n))
    if any(name in memory.names for memory in context.table.memories.paused()):
        told.append(_("A game that waits keeps it."))
    return [*told, _("Nothing else goes.")]


class ForgetNameScreen(ForgettingScreen):
    """A name, everywhere."""

    def listed(self) -> Sequence[str]:
        return all_names(self.context.table.memories.finished(), self.context.owner.now.names)

    def fill(self, number: int, item: str) -> None:
        told = what_goes(self.context, item)
        name, act = short_name(item), partial(self.context.set_up.forget_name, item)
        title, label = _("Forget {name}?").format(name=name), _("Forget {name}").format(name=name)
        self.ask(title, told, label, act, "names")


class ForgetGroupScreen(ForgettingScreen):
    """A group with its results."""

    def fill(self, number: int, item: PlayerGroup) -> None:
        n = len(item.games)
        goes = ngettext(
            "{n} game of theirs goes: its result, its exploits and its recap.",
            "{n} games of theirs go: results, exploits and recaps.",
            n,
        )
        told = (
            names(item.names),
            goes.format(n=n),
            _("Games that wait and those of others stay, and the names are still offered."),
        )
        label = ngettext("Forget {n} game", "Forget {n} games", n).format(n=n)
        act = partial(self.context.set_up.forget_group, item.names)
        self.ask(_("Forget these games?"), told, label, act, "evenings")
