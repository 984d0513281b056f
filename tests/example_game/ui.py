"""What the kiosk shows of the game of coins: nothing but declarations."""

from __future__ import annotations

from itertools import accumulate

from companion.engine.guide import Told
from companion.engine.setup_option import Count
from companion.engine.summary import Score, Summary
from companion.engine.text import Text
from kiosk.table.game_ui import GameUi
from tests.example_game.game import NAME, View, points, slots


def summary(view: View) -> Summary | None:
    if view.coins is None:
        return None
    got = points(view, view.coins)
    most = max(got.values())
    colours = {seat.name: seat.colour for seat in view.seats}
    scores = [Score(name, colours[name], n, _growth(view, name)) for name, n in got.items()]
    winners = Text(", ", parts=tuple(Text("{name}", {"name": name}) for name, n in got.items() if n == most))
    return Summary(winners, Text("{n} coins", {"n": most}), scores=tuple(sorted(scores, key=lambda s: -s.points)))


def _growth(view: View, name: str) -> tuple[int, ...]:
    coins = dict(zip(slots(view.bags), view.coins or (), strict=True))
    return (0, *accumulate(coins[bag] for bag, by in view.takers.items() if by == name))


UI = GameUi(
    game=NAME,
    icon="hand",
    title="Coins",
    inside="coins",
    view=View,
    least=2,
    most=4,
    options=(Count("bags", Text("Bags each"), default=2, least=2, most=3),),
    summary=summary,
    groups={"bag": ("tag", "Bag")},
    aid=(Told("hand", "Bags", "Whoever fills a bag tells nobody how many coins it holds.", "CO-2"),),
)
