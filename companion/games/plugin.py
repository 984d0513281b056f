"""What a game gives the companion besides its screens. The registry names the module that has its `PLUGIN`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.engine.game import Game
from companion.engine.guide import Guide
from companion.engine.text import TitleAndHint
from companion.presentation.show import Show
from companion.tools.enrol.box_names import BoxNames
from companion.tools.enrol.card_set_format import CardSetFormat


@dataclass(frozen=True)
class GamePlugin:
    """Of one game, what is needed without a screen.

    :param make: makes its rules, given the folder of the owner's data files (None: what comes with the companion).
    :param book: reads the data that a screen looks up before the game is open (boards, cards, layouts, limits).
    :param cards: the cards of its box, for who enrols them or moves box files; one read of their tags is believed.
    :param refusals: the words for what its rules refuse, by code.
    :param glow: what its lamps show, from its view; without it the clock glows.
    :param guide: explanations for new players.
    :param names: how the cards of its box are called, with the owner's data.
    :param show: what a turn shows, what is seen of a seat, and how a game ended.
    :param figure: draws its table into a scene, from a view: `figure(scene, view, frame)`; a group has the `place` of
        the options that are touched there. Kiosk, phones and televisions show it where they have nothing of their own.
    :param title: msgid of the name on its box, for phones, televisions, the hub and Home Assistant; the kiosk, which
        shows it before the game is imported, has it in `GameUi.title`.
    """

    name: str
    make: Callable[[Path | None], Game[Any]]
    book: Callable[[Path | None], Any] | None = None
    cards: CardSetFormat | None = None
    refusals: Mapping[str, TitleAndHint] = field(default_factory=dict)
    glow: Callable[[Any], str] | None = None
    guide: Guide | None = None
    names: Callable[[Path | None], BoxNames] | None = None
    figure: Callable[..., None] | None = None
    show: Show = field(default_factory=Show)
    title: str = ""
