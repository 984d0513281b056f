"""Interface of a game's page in a browser, besides its prompts."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import cache, partial
from importlib import import_module
from typing import Any, NamedTuple

from companion.engine.message import Messages, messages_of
from companion.engine.update import Update
from companion.presentation.scene import Frame, Scene


def _messages(update: Update, _before: Any) -> Messages:
    return messages_of(update.events)


def _no_picture(_view: Any) -> Scene | None:
    return None


WIDE, HIGH, U = 640.0, 480.0, 8.0
"""Of a picture that is but a figure."""


class GamePage(NamedTuple):
    """`messages`: what an update says, given the view before it. `picture`: the table, from its public view; None while
    there is nothing to be seen. `figure`: what a phone is touched on, from the public view: every place that an option
    of the prompts `on_figure` (None: of all) can have is there (`Group.place`), and every part of a drawing a stamp
    (`d-`, its name). `clock`: its time matters. `setting_up`: whether it is open and has not begun, from its public
    view."""

    messages: Callable[[Update, Any], Messages] = _messages
    picture: Callable[[Any], Scene | None] = _no_picture
    figure: Callable[[Any], Scene | None] = _no_picture
    on_figure: Collection[str] | None = None
    clock: bool = False
    setting_up: Callable[[Any], bool] = lambda _view: False


MODULES = {name: f"companion.web.desk.games.{name}" for name in ("infernal_wagon", "cerbere", "hellrail")}
"""Game -> where its `PAGE` is. One without has its prompts and what its events tell."""


def page_of(game: str) -> GamePage:
    """Return the page of a game, imported at its first use."""
    return _page(MODULES[game]) if game in MODULES else _shared(game)


def is_setting_up(game: str | None, view: Any) -> bool:
    """Whether no game has begun.

    :param game: the open one, with its public view; None: there is none.
    """
    return game is None or page_of(game).setting_up(view)


@cache
def _page(module: str) -> GamePage:
    page: GamePage = import_module(module).PAGE
    return page


def _shared(game: str) -> GamePage:
    """Return the page of a game without one: its figure, if it has one."""
    from companion.games.registry import FIGURES

    figure = FIGURES.get(game)
    return GamePage() if figure is None else GamePage(picture=partial(_drawn, figure), figure=partial(_drawn, figure))


def _drawn(figure: Callable[..., None], view: Any) -> Scene | None:
    scene = Scene(WIDE, HIGH)
    figure(scene, view, Frame(U, U, WIDE - 2 * U, HIGH - 2 * U, U))
    return scene if scene.shapes else None
