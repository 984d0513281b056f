"""What a page says in facts: no more than the table knows, and nothing of a turn that is over."""

from __future__ import annotations

from companion.games.hellrail.view import HellRailView
from companion.games.infernal_wagon.names import Phase
from companion.games.infernal_wagon.view import WagonView
from companion.pages.games import page_of
from tests.pages.test_pictures import played


def test_a_count_that_nobody_is_sure_of_says_so() -> None:
    page, unsure = page_of("infernal_wagon"), 0
    for view, _own in played("no tags"):
        assert isinstance(view, WagonView)
        if view.phase is Phase.SETUP:
            continue
        assert {fact.icon: fact.figure for fact in page.status(view)}["pile"].startswith("~") is not view.pile_sure
        for hand in view.hands:
            assert next(iter(page.own(view, hand.name))).figure.startswith("~") is not hand.sure
            unsure += not hand.sure
    assert unsure


def test_after_the_end_nothing_is_told_of_a_turn() -> None:
    over = 0
    for view, _own in played("keeper"):
        assert isinstance(view, HellRailView)
        assert bool([*page_of("hellrail").status(view)]) is (view.ended is None)
        over += view.ended is not None
    assert over
