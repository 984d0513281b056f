"""Join a French word with the one that follows: `d’Ana`, `aux Portes`, `du Cercle 5`."""

from __future__ import annotations

import re
from typing import Final

_CONTRACTED: Final = {("de", "le"): "du", ("de", "les"): "des", ("à", "le"): "au", ("à", "les"): "aux"}
_ARTICLE: Final = re.compile(r"(le|les) ")
_ELIDED: Final = frozenset(("de", "que", "lorsque", "puisque"))
_VOWEL: Final = re.compile(r"[aeiouàâäéèêëîïôöùûüœæ]|y(?![aeiouéèëï]|\b)", re.IGNORECASE)
"""Also `d’Yves`, but `de Yann`."""
_MUTE_H: Final = re.compile(
    r"h(adrien|ector|[eé]l[eè]ne|[eé]lo[iï]se|enri|ercul|ermine|erv[eé]\b|ilaire|ippolyte|onor|orace|ortense|ubert|ugue"
    r"|yacinthe)",
    re.IGNORECASE,
)
"""French names with an h that is not heard; before others the word keeps its e: `de Hugo`, `de Hassan`."""


def elides(word: str) -> bool:
    """Return whether `de` becomes `d’` before it."""
    return bool(_VOWEL.match(word) or _MUTE_H.match(word))


def joined_french(before: str, word: str) -> str:
    """`before`, then `word`, as French joins them.

    >>> joined_french("de", "Ana"), joined_french("De", "Hélène"), joined_french("de", "Bo"), joined_french("à", "Ana")
    ('d’Ana', 'D’Hélène', 'de Bo', 'à Ana')
    >>> joined_french("à", "les Portes"), joined_french("de", "le Cercle 5"), joined_french("pour", "le Cercle 5")
    ('aux Portes', 'du Cercle 5', 'pour le Cercle 5')
    """
    article = _ARTICLE.match(word)
    short = _CONTRACTED.get((before.lower(), article[1])) if article else None
    if article and short:
        return f"{short.capitalize() if before[0].isupper() else short} {word[article.end() :]}"
    return f"{before[:-1]}’{word}" if before.lower() in _ELIDED and elides(word) else f"{before} {word}"
