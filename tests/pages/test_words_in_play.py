"""What the games say while they are played: each place holds what is declared of it, and the words beside it fit.

The sentences with all that they could hold: `tests/project/test_seams.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from companion.engine.audience import PUBLIC, Seat
from companion.engine.prompt import Prompt
from companion.engine.text import Text
from companion.engine.update import Update
from companion.games.registry import show_of
from companion.presentation import i18n
from companion.web.desk.games import MODULES, page_of
from tests.engine.driver import Driver
from tests.engine.subjects import Subject, subject
from tests.project.placeholders import KINDS, Kind
from tests.project.test_seams import MANY, NO_NOUN, OF_SEVERAL, ONE, places
from tests.thorough import rounds

STEPS = 60
PLACES = re.compile(
    r"\b(?:de|à|en) les? (?:Portes|Cercle)\b|\b(?:en|de|à|sur|pour|dans|vers|par) (?:Les Portes|Cercle)\b"
)
WRONG = {
    "fr": re.compile(rf"{PLACES.pattern}|[{{}}]|  |\b(?:de|que) [AEIOUÉÈaeiouéè]\w"),
    "en": re.compile(r"[{}]|  |\b(?:at|to|into|for|of) The\b|\b[aA] [aeiou]"),
}
HELD: dict[Kind, tuple[type, ...]] = {
    Kind.NUMBER: (int,), Kind.SEVERAL: (int,), Kind.PERSON: (str,), Kind.PEOPLE: (str, Text), Kind.CLOCK: (str,),
    Kind.CIRCLE: (Text,), Kind.NUMBERED_CIRCLE: (Text,), Kind.TITLE: (Text,),
}  # fmt: skip


def words_of(update: Update, before: Any, names: tuple[str, ...], driver: Driver) -> Iterator[Text]:
    """All that one update says at the table and to phones."""
    page = page_of(driver.game.name)
    told = page.messages(update, before)
    for line in (
        told.line,
        told.order,
        told.intro,
        *(note for o in (told.order,) if o is not None for note in o.notes),
    ):
        if line is not None:
            yield line.text
    if told.band is not None:
        yield from (told.band.title, told.band.hint)
    if update.undo is not None:
        yield Text(update.undo.text, {**update.undo.facts})
    show = show_of(update.game or "")
    turn = show.turn(update.view)
    yield from (fact.text for fact in (turn.facts if turn is not None else ()))
    for name in names:
        yield from (fact.text for fact in show.own(driver.game.view(driver.state, Seat(name), driver.at), name))


def words_asked(prompt: Prompt) -> Iterator[Text]:
    yield from (prompt.title, prompt.hint, prompt.text)
    for option in prompt.options:
        yield from (option.label, option.second, *(sign.text for line in option.lines for sign in line))


def misheld(text: Text) -> Iterator[str]:
    """Places that hold something else than what is declared."""
    for part in text.parts:
        yield from misheld(part)
    for name in places(text.msgid) if text.msgid != "{name}" else ():
        value = text.facts[name]
        if isinstance(value, Text):
            yield from misheld(value)
        kind = KINDS.get(name)
        if kind in (Kind.CIRCLE, Kind.NUMBERED_CIRCLE):
            if not isinstance(value, Text) or ":the}" not in value.msgid:
                yield f"{text.msgid}: {name} has no article"
        elif kind is Kind.ORDINAL and not str(value).isdecimal():
            yield f"{text.msgid}: {name} is {value!r}"


def unfit(language: i18n.Language, said: str) -> bool:
    if WRONG[language].search(said):
        return True
    one = (found[1] for found in ONE[language].finditer(said))
    many = (found[1] for found in MANY[language].finditer(said))
    several = OF_SEVERAL[language]
    allowed = NO_NOUN[language]
    return any(several.search(word) and len(word) > 4 and word not in allowed for word in one) or any(
        not several.search(word) and word not in allowed for word in many
    )


@pytest.fixture(params=sorted(MODULES))
def game(request: pytest.FixtureRequest) -> Subject:
    return subject(request.param)


@pytest.mark.parametrize("seed", range(rounds(3, 60)))
def test_every_place_holds_what_is_declared_and_fits(game: Subject, seed: int) -> None:
    opening, moves = game.openings[seed % len(game.openings)]
    driver, rng, before = Driver(game, opening, moves), Random(seed), None
    wrong: set[str] = set()
    names = tuple(player.name for player in opening.seats)
    for _ in range(STEPS):
        request = driver.random_request(rng)
        heard = len(driver.heard)
        if request is None or isinstance(driver.attempt(request), str):
            continue
        said: list[Text] = []
        for update in driver.heard[heard:]:
            said += words_of(update, before, names, driver)
            before = update.view
        prompt = driver.game.prompt(driver.state, PUBLIC)
        said += words_asked(prompt) if prompt is not None else ()
        for text in said:
            wrong.update(misheld(text))
            for language in i18n.LANGUAGES:
                words = i18n.Catalogue(language).spoken(text)
                wrong |= {f"{text.msgid!r}: {words!r}"} if unfit(language, words) else set()
    assert not wrong, "\n".join(sorted(wrong))
