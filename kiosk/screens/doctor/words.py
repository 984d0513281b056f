"""Findings on the screen: icons, colours, and words that fit."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.text import N_, Text
from companion.presentation.colours import C, Colour
from companion.presentation.i18n import _, spoken
from companion.tools.doctor.catalogue import FindingText, finding_text
from companion.tools.doctor.entry import FindingGroup
from companion.tools.doctor.finding import Finding, FindingFact, Severity
from kiosk.display.look import look

ICONS: dict[FindingGroup, str] = {
    "screen": "thumb",
    "readers": "reader",
    "pins": "button",
    "sound": "sound",
    "system": "gear",
    "data": "list",
}
SHORT: dict[FindingGroup, str] = {
    "screen": N_("Screen"),
    "readers": N_("Readers"),
    "pins": N_("Buttons"),
    "sound": N_("Sound"),
    "system": N_("System"),
    "data": N_("Files"),
}
PAGES: dict[FindingGroup, str] = {
    "screen": "doctor:touch",
    "readers": "doctor:readers",
    "pins": "doctor:pins",
    "sound": "doctor:sound",
    "system": "doctor:found:system",
    "data": "doctor:found:data",
}
"""The page that a touch on the group opens."""
SIGNS: dict[Severity, tuple[str, Colour]] = {
    Severity.OK: ("check", C.ok),
    Severity.NOTE: ("seat_disc", C.ash),
    Severity.WARN: ("warning", C.brim),
    Severity.STOPS_PLAY: ("cross", C.danger),
}
"""Shape and colour of a level: each alone distinguishes it."""
LONGEST, UPRIGHT = 44, 28
"""Signs of a word without a blank (a path) that are shown; of a longer one the middle is left out."""


def on_screen(finding: Finding) -> FindingText:
    """Return a finding in the language of the moment, without the marks of commands, long paths cut short."""
    told = {name: spoken(fact) if isinstance(fact, Text) else fact for name, fact in finding.facts.items()}
    facts: dict[str, FindingFact] = {name: short_fact(fact) for name, fact in told.items()}
    said = finding_text(Finding(finding.code, facts, finding.level), _)
    plain = (text.replace("`", "") for text in (said.what, said.why, said.mend, said.first))
    return FindingText(said.code, said.group, said.level, *plain)


def short_fact(fact: str | int, longest: int | None = None) -> str | int:
    """Shorten to `/dev/serial/by-id/usb-FTDI_FT2…50285BI-if00-port0`: such names differ at both ends."""
    most = longest or (LONGEST if look.metrics.wide else UPRIGHT)
    if isinstance(fact, int) or max(map(len, fact.split(" ")), default=0) <= most:
        return fact
    return " ".join(_cut(word, most) for word in fact.split(" "))


def _cut(word: str, longest: int) -> str:
    half = longest // 2
    return word if len(word) <= longest else f"{word[:half]}…{word[1 - longest + half :]}"


def troubles(findings: Sequence[Finding]) -> list[FindingText]:
    """Return what is not well, the gravest first."""
    said = [on_screen(finding) for finding in findings]
    return sorted((one for one in said if one.level > Severity.OK), key=lambda one: -one.level)


def of_group(findings: Sequence[Finding], group: FindingGroup) -> list[FindingText]:
    """Return what was found in a group, the gravest first."""
    said = [on_screen(finding) for finding in findings]
    return sorted((one for one in said if one.group == group), key=lambda one: -one.level)
