"""Who played together and who won how often, and what of it can be forgotten."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from companion.presentation.colours import C
from companion.presentation.i18n import _, ngettext
from companion.presentation.words import names, names_and_day
from kiosk.context import KioskContext
from kiosk.evenings import Group, all_names, groups
from kiosk.icons import Icon
from kiosk.layout import Column, Leaf, Row, Space, middle
from kiosk.screens.list_page import ListPage, ListRow
from kiosk.screens.screen import Screen, Title, page
from kiosk.widgets.background import HOME, Background
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text

LONGEST = 16
"""Letters of a name on a key; only other programs give longer ones."""


def on_key(name: str) -> str:
    """A name as a key has room for it."""
    return name if len(name) <= LONGEST else name[: LONGEST - 1] + "…"


class GroupRow(ListRow):
    """One group: who, how many games, who won how often. Touched, it opens its page."""

    icon = "crown"

    def __init__(self, group: Group, **kwargs: Any) -> None:
        self.group = group
        self.label = names(group.names)
        super().__init__(**kwargs)

    def first(self) -> tuple[str, ...]:
        return names_and_day(tuple(map(on_key, self.group.names)), "")

    def second(self) -> tuple[str, ...]:
        tallies = self.group.tallies()
        short = " · ".join(said for tally in tallies if (said := tally.short()))
        return short, " · ".join(tally.ui.title for tally in tallies)

    def late(self) -> str:
        return self.group.count()


class Evenings(ListPage):
    """All groups."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        self.groups = groups(context.memories.finished())
        self.all = Key(_("Games"), align="center", action=partial(context.open_screen, "history"))
        self.names = Key(_("Names"), align="center", action=partial(context.open_screen, "names"))
        super().__init__(context, _("Memories"), _("No game has been played to its end yet."), **kwargs)

    def items(self) -> Sequence[Group]:
        return self.groups

    def row(self, item: Group) -> GroupRow:
        at = self.groups.index(item)
        return GroupRow(item, action=partial(self.context.open_screen, f"evening:{at}"))

    def keys(self) -> tuple[Any, ...]:
        return self.all, self.names


class Evening(Screen):
    """One group: a line for each game that it played.

    :param number: of the group, the one that played last first.
    """

    def __init__(self, context: KioskContext, number: int, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.add_widget(Background(HOME))
        back = Key(_("Back"), "back", icon_size=3, action=partial(context.open_screen, "evenings"))
        group = groups(context.memories.finished())[number]
        tallies = group.tallies()
        self.lines = [Text(tally.words(), "body", C.ash, lines=2) for tally in tallies]
        forget = Key(_("Forget"), "cross", action=partial(context.open_screen, f"forget_group:{number}"))
        self.compose(
            page(
                Title(names(tuple(map(on_key, group.names))), lines=2),
                *(
                    Row(
                        middle(Icon(tally.ui.icon, C.ash), 6),
                        Column(Text(tally.ui.title, "event", size=3.6), Leaf(line, (4, 7)), gap=0.4),
                        gap=2,
                        size=(11.4, 14),
                    )
                    for tally, line in zip(tallies, self.lines, strict=True)
                ),
                Space(),
                Row(back, Space(), forget, size=7.8),
            )
        )


class Names(ListPage):
    """All names that are kept; a touch asks whether one is to be forgotten."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        self.names = all_names(context.memories.finished(), context.settings.now.names)
        super().__init__(context, _("Names"), _("Nobody has written a name yet."), **kwargs)
        self.beside.show(_("Touch a name to forget it.") if self.names else "")

    def items(self) -> Sequence[Sequence[int]]:
        beside = 4 if self.m.wide else 3
        return [range(at, min(at + beside, len(self.names))) for at in range(0, len(self.names), beside)]

    def row(self, item: Sequence[int]) -> Row:
        ask = self.context.open_screen
        keys = [Key(on_key(self.names[i]), align="center", action=partial(ask, f"forget_name:{i}")) for i in item]
        return Row(*keys, *(Space() for _room in range((4 if self.m.wide else 3) - len(keys))))

    def keys(self) -> tuple[Any, ...]:
        return (Space(),)

    def leave(self) -> None:
        self.context.open_screen("evenings" if self.context.settings.now.evenings else "display")


class Forgetting(Screen):
    """Asks once, and says what goes."""

    def ask(self, title: str, told: Sequence[str], label: str, act: Callable[[], object], back: str, over: str) -> None:
        """Lay it out. `back`: where it was opened from; `over`: what is shown when it is done."""
        self.add_widget(Background(HOME))
        leave = Key(_("Back"), "back", icon_size=3, action=partial(self.context.open_screen, back))
        self.sure = Key(label, "cross", kind="danger", action=partial(self._do, act, over))
        self.told_lines = [Text(words, "body", lines=4) for words in told]
        lines = (Leaf(line, (8.4, 12)) for line in self.told_lines)
        self.compose(page(Title(title), *lines, Space(), Row(leave, Leaf(self.sure, weight=2), size=8.2)))

    def _do(self, act: Callable[[], object], over: str) -> None:
        act()
        self.context.open_screen(over)


class ForgetName(Forgetting):
    """One of `all_names`, by its place there."""

    def __init__(self, context: KioskContext, number: int, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        games = context.memories.finished()
        name = all_names(games, context.settings.now.names)[number]
        told = [_("The name is not offered any more.")]
        n = sum(name in memory.names for memory in games)
        if n:
            words = ngettext(
                "In {n} game a dash stands for it from now on, and its recap is gone.",
                "In {n} games a dash stands for it from now on, and their recaps are gone.",
                n,
            )
            told.append(words.format(n=n))
        if any(name in memory.names for memory in context.memories.paused()):
            told.append(_("A game that waits keeps it."))
        told.append(_("Nothing else goes."))
        label, act = _("Forget {name}").format(name=on_key(name)), partial(context.forget_name, name)
        self.ask(_("Forget {name}?").format(name=on_key(name)), told, label, act, "names", "names")


class ForgetGroup(Forgetting):
    """One of `groups`, by its place there."""

    def __init__(self, context: KioskContext, number: int, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        group = groups(context.memories.finished())[number]
        n = len(group.games)
        goes = ngettext(
            "{n} game of theirs goes: its result, its exploits and its recap.",
            "{n} games of theirs go: results, exploits and recaps.",
            n,
        )
        told = (
            names(tuple(map(on_key, group.names))),
            goes.format(n=n),
            _("Games that wait and those of others stay, and the names are still offered."),
        )
        label = ngettext("Forget {n} game", "Forget {n} games", n).format(n=n)
        act = partial(context.forget_group, group.names)
        self.ask(_("Forget these games?"), told, label, act, f"evening:{number}", "evenings")
