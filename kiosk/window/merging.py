"""Merges updates that came faster than frames are drawn: the screens draw the last state, not each on the way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain

from msgspec.structs import replace

from companion.engine.update import Update


def merged(updates: Sequence[Update], page: Callable[[Update], str]) -> Update:
    """Merge updates into one with the state of the last, and with all news that still holds there.

    What happened before a step back, or on another page, is over. Notices are about the machine: all of them hold. A
    refusal holds as long as the game that refused.

    :param page: the screen that an update asks for.
    """
    if len(updates) == 1:
        return updates[0]
    last = updates[-1]
    refused = next((u.refusal for u in reversed(updates) if u.refusal is not None and u.game == last.game), None)
    first = len(updates) - 1
    while first and not updates[first].anew and page(updates[first - 1]) == page(last):
        first -= 1
    news = updates[first:]
    return replace(
        last,
        events=tuple(chain.from_iterable(update.events for update in news)),
        cues=tuple(chain.from_iterable(update.cues for update in news)),
        notices=tuple(chain.from_iterable(update.notices for update in updates)),
        refusal=refused,
        anew=any(update.anew for update in updates),
    )
