"""Refuse an input whose meaning has just changed: panel keys, tags that answer a question, fingers, pages.

A hand on its way to a key means what the key said before. `Hearing` is the rule for the keys of the panel and the
tags of pieces, by the stamps of the inputs; the kiosk's fingers use the same time (`kiosk/display/theme.py`), and a
phone sends how long the touched option had been shown (`companion/web/desk/answering.py`).
"""

from __future__ import annotations

import math
from typing import Any

from companion.engine.prompt import BADGES, MAIN, Option, Prompt
from companion.engine.refused import PrivateRefusal, Refused
from companion.engine.signals import Button, Signal, Tag

DEAF_MS = 800
"""The second half of a double press, and a finger that is on its way already, fall within this time."""

Meaning = tuple[Any, ...]


def check_seen(seen_ms: int | None) -> None:
    """
    :param seen_ms: how long the touched option had been shown; None: a program chose it by its key.
    :raises PrivateRefusal: `too_soon`.
    """
    if seen_ms is not None and seen_ms < DEAF_MS:
        raise PrivateRefusal("too_soon")


def _meaning(prompt: Prompt, option: Option | None) -> Meaning | None:
    """Return the words of an option and of the question that it answers: where one of these differs, it is another
    answer. A key of a turn's page keeps its meaning as long as the turn is the same player's. That an option cannot be
    chosen at this moment makes no difference."""
    if option is None:
        return None
    if option.prominent:
        return prompt.who, option.key, option.label
    return prompt.id, prompt.who, prompt.title, prompt.hint, option.key, option.label, option.figure, option.chosen


class Hearing:
    """The moments at which the keys of the panel and the tags of pieces got their meaning.

    A key that had no meaning is deaf, too, when it gets one; a tag is laid because something asks for it, so it is deaf
    only if it has answered something else just before. What no option bears (a counter's key, a dial, a card that the
    game reads by itself: IW-026) is never deaf.
    """

    def __init__(self) -> None:
        self._prompt: Prompt | None = None
        self._keys: dict[str, Meaning] = {}
        self._tags: dict[str, Meaning] = {}
        self._since: dict[str, float] = {}
        self._fresh = True

    def see(self, prompt: Prompt | None, stamp: int) -> None:
        """Note the prompt of the table from now on. At the first one nothing has changed its meaning."""
        if prompt is self._prompt and not self._fresh:
            return
        keys: dict[str, Meaning] = {}
        tags: dict[str, Meaning] = {}
        if prompt is not None:
            for badge in (MAIN, *BADGES):
                if (meaning := _meaning(prompt, prompt.by_badge(badge))) is not None:
                    keys[badge] = meaning
            tags = {o.slot: meaning for o in prompt.options if o.slot and (meaning := _meaning(prompt, o)) is not None}
        if not self._fresh:
            changed = [f"key:{badge}" for badge, meaning in keys.items() if self._keys.get(badge) != meaning]
            changed += [f"tag:{slot}" for slot, meaning in self._tags.items() if tags.get(slot) != meaning]
            self._since.update(dict.fromkeys(changed, float(stamp)))
        self._prompt, self._keys, self._tags, self._fresh = prompt, keys, tags, False

    def check(self, signal: Signal, option: Option, stamp: int) -> None:
        """
        :param option: what the signal means now.
        :raises Refused: `too_soon`, where it meant something else, or nothing, less than `DEAF_MS` before.
        """
        match signal:
            case Button(name=name):
                key = f"key:{MAIN if name == 'start' else name}"
            case Tag():
                key = f"tag:{option.slot}"
            case _:
                return
        if stamp - self._since.get(key, -math.inf) < DEAF_MS:
            raise Refused("too_soon")
