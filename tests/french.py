"""What is wrong with a French text."""

from __future__ import annotations

from companion.presentation.i18n import NBSP


def typography(text: str) -> list[str]:
    """What is wrong with French `text`: an empty list if nothing is."""
    problems: list[str] = []
    for i, sign in enumerate(text):
        before = text[i - 1] if i else ""
        after = text[i + 1] if i + 1 < len(text) else ""
        if sign in "!?;" and before not in ("", NBSP, "!", "?"):
            problems.append(f"{sign!r} needs U+00A0 before it")
        if (
            sign == ":"
            and not (before.isdigit() and after.isdigit())
            and before not in ("", NBSP, "{", "}")
            and after in " \n"
        ):
            problems.append("':' needs U+00A0 before it")
        if sign == "«" and after != NBSP:
            problems.append("'«' needs U+00A0 after it")
        if sign == "»" and before != NBSP:
            problems.append("'»' needs U+00A0 before it")
        if sign == "\u202f":
            problems.append("U+202F is in neither face: use U+00A0")
        if sign == "'":
            problems.append("the apostrophe is U+2019")
    if "..." in text:
        problems.append("'...' is U+2026")
    return problems
