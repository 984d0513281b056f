"""Infernal Wagon without its screens."""

from companion.games.infernal_wagon.data.box_names import NAMES
from companion.games.infernal_wagon.data.enrol import WagonBox
from companion.games.infernal_wagon.game import InfernalWagon
from companion.games.infernal_wagon.guide import GUIDE
from companion.games.infernal_wagon.words import REFUSALS
from companion.games.plugin import GamePlugin

PLUGIN = GamePlugin(
    InfernalWagon.name,
    InfernalWagon,
    cards=WagonBox(),
    refusals=REFUSALS,
    guide=GUIDE,
    names=lambda _config: NAMES,
)
