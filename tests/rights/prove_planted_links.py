"""Root among links that the kiosk's user has planted: each command, each link (tests/process/planted_links.py)."""

from __future__ import annotations

from tests.tools.soak.links import planted


def test_nothing_of_roots_changes_and_each_command_works() -> None:
    found = planted("one")
    assert found.wrong == []
    assert found.plain == [], "without a link"
    assert found.scripts == [], "command.sh and the installer"
    assert found.combinations > 40
