"""HellRail is set up by a host who has no set-up page."""

from __future__ import annotations

from typing import Any

from companion.engine.setup_option import OneOf, SetupOption, YesNoOption
from companion.engine.text import N_, Text
from companion.games.hellrail.guide import LEVELS
from companion.games.hellrail.names import LAYOUTS, Level, Variant
from kiosk.screens.hellrail.setup import VARIANTS, layout_words
from kiosk.screens.hellrail.setup_options import SACRILEGE, Wishes
from kiosk.table.game_pages import RemoteSetUp


def remote(context: Any) -> RemoteSetUp:
    """Return its level, the variants that the deck allows, and the layouts of the map where one can be chosen."""
    wishes = Wishes(context)
    wish = wishes.now
    left_out = () if SACRILEGE in wishes.drawn() else (Variant.SACRILEGE,)
    offered = [(one, label) for one, label, _hint in VARIANTS if one not in left_out]
    layouts = wishes.layouts() if wish.level is Level.MAP and not LAYOUTS & {*wish.variants} else ()
    options: tuple[SetupOption, ...] = (
        OneOf("level", Text(N_("What is followed?")), tuple((str(one.level), Text(one.label)) for one in LEVELS)),
        *(YesNoOption(str(one), Text(label)) for one, label in offered),
        *(
            (OneOf("layout", Text(N_("Layout")), tuple((id, layout_words(id)) for id in layouts)),)
            if layouts[1:]
            else ()
        ),
    )

    def change(**new: Any) -> None:
        for key, value in new.items():
            if key in ("level", "layout"):
                wishes.change(**{key: value})
            else:
                wishes.toggle(Variant(key))

    chosen = {"level": wish.level, "layout": wish.layout, **{str(one): one in wish.variants for one, _label in offered}}
    return RemoteSetUp(wishes.open, options, chosen, change)
