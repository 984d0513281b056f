"""A few of the 500 replugs that `make soak` does on every protocol."""

from __future__ import annotations

from drivers.readers import KEYBOARD, PROTOCOLS
from tests.tools.soak.replugs import soak_replugs


def test_no_placement_is_lost_and_none_is_false() -> None:
    findings = soak_replugs(2, seed=7)
    assert len(findings) == len((*PROTOCOLS, KEYBOARD))
    assert [str(finding) for finding in findings if finding.broken] == []
    assert all(finding.figures["placements"] >= 2 for finding in findings)
