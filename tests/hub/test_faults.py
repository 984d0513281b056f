"""Whatever is killed, restored or sent twice: every game has one owner, and what was forgotten stays forgotten."""

from __future__ import annotations

from tests.hub.faults import run_faults
from tests.thorough import rounds


def test_after_any_faults_all_agree() -> None:
    run_faults(rounds(20, 2_000))
