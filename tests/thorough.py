"""How much is tried: a chosen part in `make test`, all of it with `make prove-all`."""

from __future__ import annotations

import os

THOROUGH = "COMPANION_THOROUGH" in os.environ


def rounds(few: int, many: int) -> int:
    """How often something random is done, or how many examples there are: `many` in a thorough run."""
    return many if THOROUGH else few
