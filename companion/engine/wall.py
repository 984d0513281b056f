"""The time of day, for people only."""

from __future__ import annotations

from datetime import UTC, datetime


def local_now() -> datetime:
    """Now, where this machine is; in UTC if its time zone is one that cannot be."""
    try:
        return datetime.now().astimezone()
    except (ValueError, OverflowError, OSError):
        return datetime.now(UTC)
