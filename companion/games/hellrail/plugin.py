"""HellRail without its screens."""

from functools import partial

from companion.games.hellrail.data.box_names import NAMES
from companion.games.hellrail.data.deck_file import load_deck
from companion.games.hellrail.data.enrol import HellRailBox
from companion.games.hellrail.game import HellRail
from companion.games.hellrail.glow import glow
from companion.games.hellrail.guide import GUIDE
from companion.games.hellrail.words import REFUSALS
from companion.games.plugin import GamePlugin

PLUGIN = GamePlugin(
    HellRail.name,
    HellRail,
    partial(load_deck, ""),
    HellRailBox(),
    REFUSALS,
    glow,
    GUIDE,
    lambda _config: NAMES,
)
