"""The player aid of every game, page by page, and the cards of a first game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any

from companion.engine.update import Update
from companion.games.cerbere import guide as cerbere
from companion.games.hellrail import guide as hellrail
from companion.games.infernal_wagon import guide as wagon
from tests.tools.gallery.played import move, played, tap
from tests.tools.gallery.played_cerbere import played_cerbere, players
from tests.tools.gallery.played_hellrail import played_hellrail
from tests.tools.gallery.scene import Scene

PAGES: dict[str, dict[str, int]] = {
    "infernal_wagon": {"now": 2, "screen": 4, "cards": 3, "branches": 3, "exploits": 3},
    "cerbere": {"now": 1, "screen": 3, "runners": 2, "hunters": 2, "survival": 4, "betrayal": 3, "places": 5},
    "hellrail": {"now": 2, "screen": 4, "cards": 3, "rails": 2, "effects": 4},
}
"""Game -> section -> pages on a wide screen; upright there are as many or fewer, and the last comes again."""


def scenes() -> Iterator[Scene]:
    """All of them."""
    for game, sections in PAGES.items():
        for section, pages in sections.items():
            for page in range(pages):
                yield Scene(f"aid-{game}-{section}-{page + 1}", GAMES[game], act=_leaf(section, page))
    silent: dict[str, Any] = {"modules": ["silence"], "silence": True, "level": "L2", "elapsed_ms": 60_000}
    late = partial(played, tap("danger-06", "Bo"), **silent)
    yield Scene("first-wagon", _wagon, act=_said("mismatch"), first=True)
    yield Scene("first-wagon-gate", late, act=_said("silence_on"), first=True)
    yield Scene("first-cerbere", _cerbere, act=_said("captured"), first=True)
    ran = {"active": "Ana", "action_done": True, "moved": True}
    moved = partial(played_cerbere, level="tracker", players=players(7), turn=ran)
    yield Scene("first-cerbere-moved", moved, act=_said("captured"), first=True)
    yield Scene("first-cerbere-board", _board, act=_said("captured"), first=True)
    yield Scene("first-hellrail", _hellrail, act=_said("derailed"), first=True)
    yield Scene("first-hellrail-map", _map, act=_said("derailed"), first=True)


@cache
def _wagon() -> tuple[Update, ...]:
    return played(move("start"), 2_000, tap("rail-36", "Bo"), phase="ready", level="L1", modules=["curse"])


@cache
def _cerbere() -> tuple[Update, ...]:
    return played_cerbere(seats=4, level="tracker")


@cache
def _board() -> tuple[Update, ...]:
    return played_cerbere(seats=5, level="board", players=players(5))


@cache
def _hellrail() -> tuple[Update, ...]:
    return played_hellrail()


@cache
def _map() -> tuple[Update, ...]:
    return played_hellrail(level="map")


FIRSTS = {"infernal_wagon": wagon.FIRSTS, "cerbere": cerbere.FIRSTS, "hellrail": hellrail.FIRSTS}
GAMES: dict[str, Callable[[], tuple[Update, ...]]] = {
    "infernal_wagon": _wagon,
    "cerbere": _cerbere,
    "hellrail": _hellrail,
}


def _leaf(section: str, page: int) -> Callable[[Any], object]:
    def leaf(root: Any) -> None:
        root.open_aid()
        root.aid.show(section, page)

    return leaf


def _said(hint: str) -> Callable[[Any], object]:
    """One of its longest cards, as if it had just appeared."""

    def say(root: Any) -> None:
        if root.base == "game":  # Infernal Wagon
            root.screen.order_over()
        game = root.context.table.ui.game
        root.tips.leave()
        root.tips.take(game, {hint: FIRSTS[game][hint]})
        root._place_tip()

    return say
