"""Each event that a game tells stands on its rule page."""

from __future__ import annotations

import re
from typing import Any, get_args

import pytest

from companion.engine.game import Event, Silent, events_of
from companion.games.cerbere.events import CerbereEvent
from companion.games.hellrail.events import RailEvent
from companion.games.infernal_wagon.events import WagonEvent
from tests.rule_book import FOLDER, PAGES


@pytest.mark.parametrize(("page", "events"), [("IW", WagonEvent), ("CB", CerbereEvent), ("HR", RailEvent)])
def test_it_stands_on_the_rule_page(page: str, events: Any) -> None:
    text = (FOLDER / PAGES[page]).read_text(encoding="utf-8")
    words = {word for code in re.findall(r"`([^`\n]+)`", text) for word in re.findall(r"\w+", code)}
    told = {kind.__struct_config__.tag for kind in get_args(events) if not issubclass(kind, Silent)}
    assert told - words == set(), f"docs/rules/{PAGES[page]} has a table of events; these are not in it"


class First(Event, frozen=True, tag="first"):
    n: int


class Untold(Event, frozen=True):
    """A base of events: without a tag it is none itself."""


class Second(Untold, frozen=True, tag="second"):
    pass


def test_the_union_is_made_of_the_modules_own_classes() -> None:
    assert get_args(events_of(__name__)) == (First, Second)
