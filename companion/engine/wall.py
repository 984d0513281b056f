"""The time of day, for people only."""

from __future__ import annotations

from datetime import UTC, datetime


def local_now() -> datetime:
    """Return the local time; in UTC if the machine's time zone is invalid."""
    try:
        return datetime.now().astimezone()
    except (ValueError, OverflowError, OSError):
        return datetime.now(UTC)
