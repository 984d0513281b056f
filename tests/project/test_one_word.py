"""One French word for one thing, on all screens, phones and papers; what is to be done is said to *tu*."""

from __future__ import annotations

import re

import pytest

from tests.project.test_locale import catalogue, forms, key, originals

HELLRAIL = ("companion/games/hellrail/", "kiosk/screens/hellrail/", "companion/web/desk/games/hellrail")
WORDS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "a tag is a puce": (
        r"^(?!.*\blabels?\b).*\btags?\b",
        r"\bétiquettes?\b|\btags?\b",
        ("companion/", "drivers/", "kiosk/"),
    ),
    "the map is a plan": (r"\bmap\b", r"\bcartes?\b(?! de rail)", HELLRAIL),
    "loaded cars are accrochées": (r"\bcars?\b", r"\bchargée?s?\b", HELLRAIL),
    "an engine moves": (r"\bmov|\bengine\b|\bdriv", r"\btrajets?\b|\broule", HELLRAIL),
    "what is unoccupied is inoccupé": (r"\bunoccupied\b", r"\blibres?\b", HELLRAIL),
    "what is unused is inutilisé": (r"\bunused\b", r"\bréserve\b", HELLRAIL),
    "a deck is a jeu": (r"\bdeck\b", r"\bpaquets?\b", HELLRAIL),
    "a game that waits is en pause": (
        r"\bgames? (that|is) wait|\bwaiting\b",
        r"\ben attente\b",
        ("kiosk/", "companion/"),
    ),
}
"""What it says -> in whose English, what its French never is, where."""


@pytest.mark.parametrize(("english", "french", "where"), WORDS.values(), ids=list(WORDS))
def test_a_thing_has_one_word(english: str, french: str, where: tuple[str, ...]) -> None:
    said = [
        (key(message)[1], words)
        for message in catalogue("fr")
        if any(file.startswith(where) for file, _line in message.locations)
        and any(re.search(english, words, re.IGNORECASE) for words in originals(message))
        for words in forms(message)
    ]
    assert said, "nothing says that any more"
    assert [pair for pair in said if re.search(french, re.sub(r"\{[^}]*\}", "", pair[1]), re.IGNORECASE)] == []


ORDERS = ("companion/tools/doctor/", "drivers/", "companion/presentation/refusals.py", "companion/uplink/link/")
"""Where somebody is told how to mend something."""
INFINITIVE = re.compile(
    r"(?:^|[.;:?] |[.;?]\u00a0|\u00a0[:;] |\bpuis |\bou |, et )(?:(?:ne )?(?:le |la |les |l’|y |lui ))?"
    r"([a-zéèêôà]+(?:er|ir|oir|oire|ndre|ttre|aire))\b",
    re.IGNORECASE,
)
NOUNS = {"broker", "dossier", "fer", "toucher", "annuler"}


def test_how_to_mend_is_said_to_tu() -> None:
    """Fais, not faire."""
    said = [
        words
        for message in catalogue("fr")
        if any(file.startswith(ORDERS) for file, _line in message.locations)
        for words in forms(message)
        if not {found.lower() for found in INFINITIVE.findall(words)} <= NOUNS
    ]
    assert said == []


def test_english_is_the_msgid() -> None:
    """The English catalogue has nothing of its own, or it would go on saying what the source says no more."""
    assert [m.id for m in catalogue("en") if m.id and isinstance(m.id, str) and m.string not in ("", m.id)] == []
