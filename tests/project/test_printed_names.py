"""Names of printed things are the book's: every word that names one comes from the lists of printed names.

`make prove-names` compares the lists with the books' texts, which are no part of the project.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from companion.engine.printed_names import PrintedName, lists, named
from companion.games.cerbere import words as cerbere
from companion.games.cerbere.data.card_words import card_name
from companion.games.cerbere.data.cards import Card
from companion.games.cerbere.guide import PLACES
from companion.games.cerbere.names import CardDeck
from companion.games.cerbere.rules.setup import load_book
from companion.games.hellrail import words as hellrail
from companion.games.hellrail.effect_words import EFFECTS, TOKENS
from companion.games.hellrail.names import Effect, Token
from companion.games.infernal_wagon import words as infernal_wagon
from companion.games.infernal_wagon.names import KINDS, CardKind, Module
from companion.games.infernal_wagon.words import EXPLOIT_WORDS
from companion.presentation import i18n
from kiosk.screens.hellrail.setup import VARIANTS
from tests.project.test_locale import LANGUAGES, catalogue, forms, originals

PLACE = re.compile(r"\{([a-z]{2})\.(\w+)(?::(\w+))?\}")
ROWS = {(prefix, row.id): row for prefix, one in lists().items() for row in one.name}
OF_GAME = {"hr": "hellrail", "iw": "infernal_wagon", "cb": "cerbere"}
SCREENS = {"hr": "screens/hellrail", "iw": "screens/infernal_wagon", "cb": "screens/cerbere"}
REFUSALS = {"hr": hellrail.REFUSALS, "iw": infernal_wagon.REFUSALS, "cb": cerbere.REFUSALS}
WRONG = {
    "hr": (
        "Gourmandise", "Luxure", "Tour de garde", "Relève", "Fausse piste", "Pouvoir infernal", "Attrape-âme",
        "attrape-âme", "Passeur", "Passeurs", "passeur", "Géryon", "soufre", "Soufre", "wagon", "wagons", "Wagon",
        "choc", "Choc", "percuter", "Percuté",
    ),
    "iw": ("Sortie", "Exit", "Branches", "branch line", "branch lines", "Curse", "U-turn", "croisement", "pénalité"),
    "cb": ("Cerberus", "Survival", "Betrayal", "Bonus", "bonus", "Tanière", "Speed", "échasse", "figurine", "la patte"),
}  # fmt: skip
"""What the words of a game once called a thing, and the books do not."""


def row(prefix: str, id: str) -> PrintedName:
    return ROWS[prefix, id]


def shown(words: str, language: i18n.Language) -> str:
    """As the screen says it."""
    before = i18n.language()
    i18n.set_language(language)
    try:
        return i18n._(words)
    finally:
        i18n.set_language(before)


def sentences(prefix: str) -> Iterator[str]:
    """All English and French of a game's own words, without the places of names."""
    game, screens = f"games/{OF_GAME[prefix]}", SCREENS[prefix]
    yield from (PLACE.sub("", words) for said in REFUSALS[prefix].values() for words in said)
    for message in catalogue("fr"):
        if message.id and all(game in file or screens in file for file, _line in message.locations):
            for words in (*originals(message), *forms(message)):
                yield PLACE.sub("", words)


def cards() -> list[Card]:
    return [card for card in load_book(None).catalogue.cards.values() if card.deck is not CardDeck.ACTION]


# -- the lists -------------------------------------------------------------------------------------------------------


def test_each_game_has_its_list() -> None:
    assert {prefix: one.game for prefix, one in lists().items()} == OF_GAME
    assert all(one.name for one in lists().values())


@pytest.mark.parametrize("prefix", list(OF_GAME))
def test_each_row_says_a_thing_once(prefix: str) -> None:
    rows = lists()[prefix].name
    assert len({r.id for r in rows}) == len(rows)
    assert [r.id for r in rows if bool(r.gloss) is (prefix == "hr")] == []
    assert [r.id for r in rows if not r.fr_line and not r.reading] == []
    for r in rows:
        assert r.fr_short in r.fr and r.en_short in r.en, r.id
        assert not (r.fr_printed or r.en_printed) or r.reading, r.id


# -- the words -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_place_is_in_a_list(language: str) -> None:
    for message in catalogue(language):
        for words in (*originals(message), *forms(message)):
            for found in PLACE.finditer(words):
                assert (found[1], found[2]) in ROWS, words
                assert found[3] in (None, "short", "many", "first"), words


@pytest.mark.parametrize("prefix", list(OF_GAME))
def test_no_sentence_writes_a_name_itself(prefix: str) -> None:
    """Names that are no ordinary noun: a word with a capital in the middle of a sentence, or more than one word."""
    names = {name for r in lists()[prefix].name if not r.inflected for name in (r.fr, r.en) if name and proper(name)}
    found = [(name, words) for words in sentences(prefix) for name in names if written(name, words)]
    assert found == []


@pytest.mark.parametrize("prefix", list(OF_GAME))
def test_no_sentence_has_a_name_that_is_not_the_books(prefix: str) -> None:
    found = [(wrong, words) for words in sentences(prefix) for wrong in WRONG[prefix] if written(wrong, words)]
    assert found == []


def proper(name: str) -> bool:
    """Whether it cannot be taken for an ordinary word of a sentence."""
    return name not in ORDINARY and name[:1].isupper()


ORDINARY = {
    "Action", "Avancer", "Circle", "Cercle", "Coût", "Danger", "Défausser", "Départ", "Empty", "Piocher", "Rail",
    "Rails", "Reculer", "Station", "Vol", "Valeur", "Mine", "Check", "Capturer", "Entrée", "Explosion",
}  # fmt: skip
"""Names that are words of the language as well; whether a label bears them is compared by the tests below."""


def written(name: str, words: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", words) is not None


# -- the labels --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("effect", list(Effect))
def test_effects_are_called_as_the_books_call_them(effect: Effect) -> None:
    thing = row("hr", effect.value)
    assert shown(EFFECTS[effect].name, "fr") == thing.fr and shown(EFFECTS[effect].name, "en") == thing.en
    assert shown(EFFECTS[effect].first, "fr") == f"{thing.fr} ({thing.bracket})"


@pytest.mark.parametrize("token", list(Token))
def test_tokens_are_called_as_the_books_call_them(token: Token) -> None:
    thing = row("hr", {"soul_catcher": "soul_catcher_piece"}.get(token.value, token.value.partition("_")[0]))
    for language, name in (("fr", thing.fr), ("en", thing.en_short or thing.en)):
        assert shown(TOKENS[token][1], language).split("\u00a0")[0].split(":")[0] == name  # type: ignore[arg-type]


def test_variants_are_called_as_the_books_call_them() -> None:
    for variant, label, _hint in VARIANTS:
        thing = row("hr", variant.value)
        assert (shown(label, "fr"), shown(label, "en")) == (thing.fr, thing.en)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_what_is_french_only_has_its_french_name_in_both_languages(language: i18n.Language) -> None:
    for kind in CardKind:
        assert shown(KINDS[kind.value][1], language) == row("iw", kind.value).fr
    assert {module.value for module in Module} <= {kind.value for kind in CardKind}
    for exploit, (name, _what) in EXPLOIT_WORDS.items():
        assert shown(name, language) == row("iw", exploit).fr
    for card in cards():
        assert shown(f"{{cb.{card.id}}}", language) == row("cb", card.id).fr
    for _icon, words in PLACES.values():
        ((prefix, id, form),) = PLACE.findall(words)
        assert shown(words, language).casefold() == row(prefix, id).name("fr", form).casefold()


def test_cards_of_cerbere_are_called_as_their_file_calls_them() -> None:
    for card in cards():
        thing = row("cb", card.id)
        assert card.name_fr == thing.fr_printed and card.name_en == thing.gloss
        assert str(card_name(card)) == thing.fr


def test_the_first_time_a_name_has_the_other_one_beside_it() -> None:
    assert named("{iw.exit:first}", "en") == "Issue (the exit card)"
    assert named("{cb.sur_egoisme:first}", "en") == "Égoïsme (Selfishness)"
    assert named("{hr.lust:first}", "fr") == "Convoitise (Lust)"
    assert named("{hr.lust:first}", "fr", "en") == "Lust (Convoitise)"
    assert named("{hr.lust:first}", "en") == "Lust"


def test_a_place_that_no_list_has_is_an_error() -> None:
    with pytest.raises(KeyError):
        named("{hr.nothing}", "fr")
