"""Checks that have all the time they need: a machine that is busy is none of their findings."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from companion.tools.doctor.finding import Check, Finding, run_checks
from tests.patience import PATIENCE_S


def examine_patiently(checks: Sequence[Check]) -> list[Finding]:
    """As `run_checks`."""
    return run_checks([replace(check, limit_s=PATIENCE_S) for check in checks])
