"""What belongs to the owner of this table: where the data files are, and the tags as a reader reads them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

PathTaker = Callable[[str], object]


@dataclass(frozen=True)
class OwnData:
    """`config` and `data` are folders.

    :param catch: from now on tags go to that taker (their UIDs, on the UI thread) and not to the table; None ends it.
    """

    config: Path
    data: Path
    catch: Callable[[PathTaker | None], None]
