"""The UID of a tag in one spelling, however a person wrote it."""

from __future__ import annotations

import re


def plain_uid(written: str) -> str:
    """As the readers tell it: capitals, without colons, dashes and blanks; "" stands for no tag."""
    return re.sub(r"[:\- ]", "", written).upper()
