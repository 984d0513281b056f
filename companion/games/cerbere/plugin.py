"""Cerbère without its screens."""

from companion.games.cerbere.book import load_book
from companion.games.cerbere.data.box_names import names_of
from companion.games.cerbere.data.catalogue import load_catalogue
from companion.games.cerbere.data.enrol import CerbereBox
from companion.games.cerbere.game import Cerbere
from companion.games.cerbere.glow import glow
from companion.games.cerbere.guide import GUIDE
from companion.games.cerbere.words import REFUSALS
from companion.games.plugin import GamePlugin

PLUGIN = GamePlugin(
    Cerbere.name,
    Cerbere,
    load_book,
    CerbereBox(),
    REFUSALS,
    glow,
    GUIDE,
    lambda config: names_of(load_catalogue(config)),
)
