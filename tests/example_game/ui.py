"""What the kiosk shows of the game of coins: nothing but declarations."""

from __future__ import annotations

from companion.engine.guide import GuideLine
from companion.engine.setup_option import NumberOption
from companion.engine.text import Text
from kiosk.table.game_ui import GameUi
from tests.example_game.game import NAME, PLUGIN, View

UI = GameUi(
    game=NAME,
    icon="hand",
    title=PLUGIN.title,
    inside="coins",
    view=View,
    least=2,
    most=4,
    options=(NumberOption("bags", Text("Bags each"), default=2, least=2, most=3),),
    groups={"bag": ("tag", "Bag")},
    aid=(GuideLine("hand", "Bags", "Whoever fills a bag tells nobody how many coins it holds.", "CO-2"),),
)
