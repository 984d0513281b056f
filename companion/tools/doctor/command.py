"""`companion doctor`: the findings on paper, and the exit status."""

from __future__ import annotations

import logging
import os
import shutil
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path

import msgspec

from companion.engine.text import N_
from companion.tools.doctor.catalogue import GROUP_WORDS, VERDICTS, FindingText, Translate, finding_text, status
from companion.tools.doctor.entry import GROUPS
from companion.tools.doctor.finding import Case, Checks, Finding, Severity, run_checks
from companion.tools.doctor.journal import running_companion

MARKS = {Severity.OK: "ok  ", Severity.NOTE: "note", Severity.WARN: "WARN", Severity.STOPS_PLAY: "STOP"}
"""The same in every language, so that a mark can be searched for."""
NARROW, WIDTH = 40, 100
MEND = N_("Mend:")


def findings_page(findings: Sequence[Finding], translate: Translate, width: int = WIDTH) -> str:
    """Return all findings by group, what is wrong with its reason and its mend, and the verdict."""
    said = [finding_text(finding, translate) for finding in findings]
    lines: list[str] = []
    for group in GROUPS:
        here = [one for one in said if one.group == group]
        if here:
            lines += [
                translate(GROUP_WORDS[group]),
                *(line for one in here for line in _finding_lines(one, translate, width)),
                "",
            ]
    return "\n".join([*lines, translate(VERDICTS[status(findings)])])


def _finding_lines(one: FindingText, translate: Translate, width: int) -> list[str]:
    lines = _wrapped(one.what, f"  {MARKS[one.level]}  ", width)
    if one.level > Severity.OK:
        lines += _wrapped(one.why, " " * 8, width) if one.why else []
        lines += _wrapped(f"{translate(MEND)} {one.mend}", " " * 8, width) if one.mend else []
    return lines


def _wrapped(text: str, first: str, width: int) -> list[str]:
    """Wrap a text, without breaking a command: a copied line has all of it."""
    kept = _joined(text)
    rest = " " * len(first)
    wrapped = textwrap.wrap(
        kept, width, initial_indent=first, subsequent_indent=rest, break_long_words=False, break_on_hyphens=False
    )
    return [line.replace(_GLUE, " ") for line in wrapped]


_GLUE = "\x1f"


def _joined(text: str) -> str:
    """Return the text with blanks between two backticks as a sign that no wrapping breaks at."""
    parts = text.split("`")
    return "`".join(part.replace(" ", _GLUE) if i % 2 else part for i, part in enumerate(parts))


def as_json(findings: Sequence[Finding], translate: Translate) -> bytes:
    """Return JSON for programs: `{"status": 1, "findings": [{"code", "group", "level", "facts", "what", "why",
    "mend"}]}`."""
    told = [_row(finding, finding_text(finding, translate)) for finding in findings]
    return msgspec.json.format(msgspec.json.encode({"status": status(findings), "findings": told}))


def _row(finding: Finding, said: FindingText) -> dict[str, object]:
    words = {"what": _text(said.what), "why": _text(said.why), "mend": _text(said.mend)}
    facts = {name: fact if isinstance(fact, int) else _text(str(fact)) for name, fact in finding.facts.items()}
    return {"code": said.code, "group": said.group, "level": said.level.name.lower(), "facts": facts, **words}


def run(
    data: Path,
    config: Path,
    quick: bool,
    json: bool,
    checks: Checks,
    translate: Translate,
) -> int:
    """Examine this machine and print the page; the exit status."""
    logging.getLogger().addHandler(logging.NullHandler())  # what goes wrong on the way is a finding
    case = Case(data.absolute(), config.absolute(), quick, running_companion(data))
    findings = run_checks(checks(case))
    try:
        if json:
            sys.stdout.buffer.write(as_json(findings, translate) + b"\n")
        else:
            print(findings_page(findings, translate, _width()))
        sys.stdout.flush()
    except BrokenPipeError:  # the reader (`head`) has closed the pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return status(findings)


def _text(words: str) -> str:
    """Return text that JSON can hold: a path may have bytes that are no text."""
    return words.encode("utf-8", "replace").decode("utf-8")


def _width() -> int:
    """Return the columns of the terminal, within what can be read."""
    return max(NARROW, min(WIDTH, shutil.get_terminal_size((WIDTH, 24)).columns))
