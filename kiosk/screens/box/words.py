"""What a game says of its cards while they are enrolled."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.engine.config import ConfigError
from companion.engine.text import N_, TitleAndHint
from companion.engine.update import Refusal
from companion.presentation.colours import Colour
from companion.presentation.i18n import _, spoken
from companion.presentation.refusals import refusal
from companion.tools.enrol.box_names import BoxNames, with_capital
from companion.tools.enrol.plan import CardField, CardGroup
from companion.tools.enrol.state import Enrolment
from kiosk.table.game_uis import GAME_UIS

NOT_SAVED = TitleAndHint(N_("This is not being saved"), N_("Disk full or locked."))
SETTINGS_LOCKED = TitleAndHint(
    N_("The settings folder is locked"), N_("What you did is kept, but not played with yet.")
)


def fault(error: ConfigError) -> str:
    """Return what is wrong with a file, and where."""
    return f"{error.place}: {spoken(error.what)}"


@dataclass(frozen=True)
class ShownValue:
    """A value as a key or tile shows it: an icon or a figure, its words, a colour of its own."""

    words: str
    icon: str = ""
    figure: str = ""
    colour: Colour | None = None


@dataclass(frozen=True)
class BoxWords:
    """
    :param groups: group of heaps -> icon and msgid.
    :param heap: a heap in words (translated), as it appears in "Lay the next … on the reader".
    :param slot: a card in words (translated), short: "Rail 12".
    :param fields: field -> msgid.
    :param shown: a value of a field.
    :param icon: the icon of a card.
    :param pages: groups that have a page of their own, for the screen that it gets.
    """

    game: str
    groups: Mapping[str, tuple[str, str]]
    heap: Callable[[CardGroup], str]
    slot: Callable[[CardGroup, str], str]
    icon: Callable[[CardGroup, str], str]
    fields: Mapping[str, str] = field(default_factory=dict)
    shown: Callable[[CardField, str, Enrolment], ShownValue] = lambda _field, value, _e: ShownValue(value, figure=value)
    pages: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)

    @classmethod
    def of(cls, game: str, names: BoxNames, **more: Any) -> BoxWords:
        """Return a game's names in the language of the moment."""

        def slot(heap: CardGroup, slot: str) -> str:
            return with_capital(spoken(names.slot(heap, slot)))

        return cls(game, names.groups, lambda heap: spoken(names.heap(heap)), slot, names.icon, **more)

    def summary(self, heap: CardGroup, values: Mapping[str, str], enrolment: Enrolment) -> str:
        """Return what is known of a card, in one line."""
        parts = []
        for one in heap.fields:
            if (value := values.get(one.name)) and one.asked(values):
                shown = self.shown(one, value, enrolment)
                words = shown.words or shown.figure
                parts.append(f"{_(self.fields[one.name])} {words}" if shown.figure else words)
        return " · ".join(filter(None, parts))


def other_box_words(game: str | None) -> TitleAndHint:
    """Return words for a tag that the box of another game knows."""
    return not_done_words("tag_of_other", game=game)


def not_done_words(code: str, **facts: object) -> TitleAndHint:
    """Return words for what was not done; a game of the facts by its title."""
    if "game" in facts:
        facts["game"] = title_on_screen(facts["game"] if isinstance(facts["game"], str) else None)
    return refusal(Refusal(code, {name: fact if isinstance(fact, int) else str(fact) for name, fact in facts.items()}))


def title_on_screen(game: str | None) -> str:
    """Return a game's title."""
    return GAME_UIS[game].title if game in GAME_UIS else game or ""


def minutes(ms: int) -> str:
    """Return a duration of work in words."""
    return _("{n} min").format(n=round(ms / 60_000))
