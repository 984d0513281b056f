"""Every code that a check may find, with its words. `docs/doctor.md` is made of it."""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterable, Mapping

from msgspec import Struct

from companion.engine.text import N_, Text, in_words
from companion.tools.doctor.catalogue_hardware import PINS, READERS, SCREEN, SOUND
from companion.tools.doctor.catalogue_machine import DATA, SYSTEM
from companion.tools.doctor.entry import FindingGroup, FindingWords
from companion.tools.doctor.finding import TROUBLE, UNPLAYABLE, WELL, Finding, Severity

CATALOGUE: dict[str, FindingWords] = {**SCREEN, **READERS, **PINS, **SOUND, **SYSTEM, **DATA}
UNKNOWN = FindingWords("system", Severity.WARN, "{code}")
"""For a code that has no words; a test checks that there is none."""

GROUP_WORDS: dict[FindingGroup, str] = {
    "screen": N_("Screen and touch"),
    "readers": N_("Card readers"),
    "pins": N_("Buttons and lamps"),
    "sound": N_("Sound"),
    "system": N_("System"),
    "data": N_("Games and files"),
}
VERDICTS: dict[int, str] = {
    WELL: N_("All is well."),
    TROUBLE: N_("A game can be played, with trouble."),
    UNPLAYABLE: N_("No game can be played."),
}
Translate = Callable[[str], str]


class FindingText(Struct, frozen=True):
    """A finding in words. `first`: what can be done without typing a command; "" for nothing."""

    code: str
    group: FindingGroup
    level: Severity
    what: str
    why: str
    mend: str
    first: str = ""


def severity_of(finding: Finding) -> Severity:
    """Return how grave it is."""
    return finding.level if finding.level is not None else CATALOGUE.get(finding.code, UNKNOWN).level


def finding_text(finding: Finding, translate: Translate = str) -> FindingText:
    """Return a finding in words. Facts are data, or words themselves."""
    entry = CATALOGUE.get(finding.code, UNKNOWN)
    facts = {
        "code": finding.code,
        **{k: in_words(v, translate) if isinstance(v, Text) else v for k, v in finding.facts.items()},
    }
    what, why, mend = (_fill(translate(text) if text else "", facts) for text in (entry.what, entry.why, entry.mend))
    return FindingText(finding.code, entry.group, severity_of(finding), what, why, mend, first_step(mend))


_SENTENCE = re.compile(r"(?<=[.!?])\s")
_CLAUSE = re.compile(r"(.*)[(:;,]\s*\w*\s*")


def first_step(mend: str) -> str:
    """Return the first sentence of how to mend it, as far as it needs no command (`...`)."""
    sentence = _SENTENCE.split(mend)[0]
    words, command, _rest = sentence.partition("`")
    if not command:
        return words
    clause = _CLAUSE.fullmatch(words)
    return f"{clause[1].rstrip()}." if clause else ""


def status(findings: Iterable[Finding]) -> int:
    """Return whether a game can be played: `WELL`, `TROUBLE` or `UNPLAYABLE`."""
    worst = max((severity_of(finding) for finding in findings), default=Severity.OK)
    return {Severity.WARN: TROUBLE, Severity.STOPS_PLAY: UNPLAYABLE}.get(worst, WELL)


class _Facts(string.Formatter):
    """A missing fact becomes a question mark: words never raise."""

    def get_value(self, key: int | str, args: object, kwargs: Mapping[str, object]) -> object:
        return kwargs.get(str(key), "?")


def _fill(text: str, facts: Mapping[str, object]) -> str:
    return _Facts().vformat(text, (), facts)
