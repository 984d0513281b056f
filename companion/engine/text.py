"""Words that are translated at the edge: an English msgid with its facts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.printed_names import named


def N_(message: str) -> str:
    """Mark a msgid for the catalogues; it is translated at the edge."""
    return message


class Text(Struct, frozen=True, omit_defaults=True, gc=False):
    """Words to be translated at the edge: an English msgid with {facts}. A fact may be words itself; `{hr.lust}` is a
    printed name (`engine/printed_names.py`).

    `many`: the msgid for another number than one; the catalogue's plural rule chooses by the fact `n` (`counted`).
    `parts`: words in a row; `msgid` (", ", " or ") is between them. `names`: data that came with its own
    translations, by language; `msgid` is then the fallback and in no catalogue. `inside`: it is within a sentence,
    its first letter is small there.
    """

    msgid: str
    facts: dict[str, str | int | Text] = {}
    parts: tuple[Text, ...] = ()
    names: dict[str, str] = {}
    inside: bool = False
    many: str = ""

    def within(self) -> Text:
        """Return the same text for use within a sentence."""
        return replace(self, inside=True)

    def __str__(self) -> str:
        """Return the text in English, for logs and programs."""
        return in_words(self, str)


Facts = dict[str, str | int | Text]
"""What fills the places of a msgid."""


NOTHING = Text("")


def counted(one: str, many: str, count: int, /, **facts: str | int | Text) -> Text:
    """Return words about a number: `one` and `many` are marked for the catalogues as a pair, and may hold `{n}`."""
    return Text(one, {"n": count, **facts}, many=many)


def joined(between: str, parts: Iterable[Text]) -> Text:
    """Return those of the parts that say something, with `between` between them; nothing if there is none."""
    said = tuple(part for part in parts if part != NOTHING)
    return Text(between, parts=said) if said else NOTHING


class TitleAndHint(NamedTuple):
    """Two msgids: what it is, and what to do about it."""

    title: str
    hint: str = ""


def in_english(one: str, many: str, count: int) -> str:
    """Return the English plural rule."""
    return one if count == 1 else many


def in_words(
    text: Text,
    translate: Callable[[str], str],
    language: str = "",
    plural: Callable[[str, str, int], str] = in_english,
) -> str:
    """`text` in a language.

    :param translate: English msgid -> words with the same {facts}.
    :param language: picks among `names`; "" where data has none.
    :param plural: two English msgids and a number -> the words for that number. (Without it: English.)
    """
    if text.parts:
        first, *rest = text.parts
        parts = (first.within() if text.inside else first, *rest)
        return translate(text.msgid).join(in_words(part, translate, language, plural) for part in parts)
    if text.names:
        made = text.names.get(language) or text.msgid
    elif text.msgid:
        facts = {
            k: in_words(v, translate, language, plural) if isinstance(v, Text) else v for k, v in text.facts.items()
        }
        words = plural(text.msgid, text.many, int(facts["n"])) if text.many else translate(text.msgid)
        made = named(words, language or "en").format(**facts)
    else:
        return ""
    small = text.inside and not _begins_with_a_capital_name(text.msgid, language or "en")
    return made[:1].lower() + made[1:] if small else made


def _begins_with_a_capital_name(msgid: str, language: str) -> bool:
    """Return whether the first word is a player's name, or a printed one that has a capital anywhere."""
    return msgid.startswith("{") and not named(f" {msgid}", language)[1].islower()
