"""Words of the kiosk: labels, names, times. English is the msgid; French is in the catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from companion.engine.game import UndoLabel
from companion.engine.text import N_, Text
from companion.presentation.cut import listed
from companion.presentation.i18n import Catalogue, _, current, hour_text


def say(text: str, facts: Mapping[str, object] | None = None, catalogue: Catalogue | None = None) -> str:
    """`text` with its {facts}, in the present language or another one. A fact that is missing leaves the braces: it
    never raises."""
    catalogue = catalogue or current()
    words = catalogue.gettext(text)
    try:
        return words.format(**{k: catalogue.spoken(v) if isinstance(v, Text) else v for k, v in (facts or {}).items()})
    except (KeyError, IndexError, ValueError):
        return words


# ---------------------------------------------------------------- labels and times


def undo_text(label: UndoLabel, catalogue: Catalogue | None = None) -> str:
    """Return the text of the Undo key."""
    words = catalogue or current()
    facts = {k: words.gettext(v) if isinstance(v, str) and k in ("kind", "what") else v for k, v in label.facts.items()}
    return say(label.text, facts, words)


def elapsed(ms: int) -> str:
    """Return the elapsed ms as m:ss, rounded down."""
    whole = max(0, ms // 1000)
    return f"{whole // 60}:{whole % 60:02d}"


MONTHS = (
    N_("January"), N_("February"), N_("March"), N_("April"), N_("May"), N_("June"), N_("July"), N_("August"),
    N_("September"), N_("October"), N_("November"), N_("December"),
)  # fmt: skip


def when(wall: str, now: datetime) -> str:
    """Return a wall-clock time of the journal as a person says it: "yesterday, 22:14". Empty if it cannot be read.

    :param now: the present, with its time zone.
    """
    try:
        moment = datetime.fromisoformat(wall)
    except ValueError:
        return ""
    here = now if moment.tzinfo is None else now.astimezone(moment.tzinfo)
    days = (here.date() - moment.date()).days
    hour = hour_text(moment.hour, moment.minute)
    if moment.year != here.year and days not in (0, 1):  # the hour of an older game means nothing to a person
        return _("{day} {month} {year}").format(day=moment.day, month=_(MONTHS[moment.month - 1]), year=moment.year)
    if days == 0:
        day = _("today")
    elif days == 1:
        day = _("yesterday")
    else:
        day = _("{day} {month}").format(day=moment.day, month=_(MONTHS[moment.month - 1]))
    return f"{day}, {hour}"


def day(now: datetime) -> str:
    """Return a date as a person says it: "28 November"."""
    return _("{day} {month}").format(day=now.day, month=_(MONTHS[now.month - 1]))


def names(players: tuple[str, ...] | list[str]) -> str:
    """Return the names in a row."""
    return listed(players)


def names_and_day(players: tuple[str, ...], day: str) -> tuple[str, ...]:
    """Return who played and when in one line, the fullest wording first: "Ana, Bo, Cy · today", "Ana, Bo +1 · today"
    ...

    The day is given up last.
    """
    listed = [names(players)]
    listed += [f"{names(players[:first])} +{len(players) - first}" for first in range(len(players) - 1, 0, -1)]
    return (*(f"{who} · {day}" for who in listed if day), *listed)
