"""The doctor at a reader on the network: what is wrong with it, one trouble at a time."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

import pytest

from companion.presentation import i18n
from companion.tools.doctor.catalogue import finding_text
from companion.tools.doctor.finding import Case, Finding
from companion.uplink.link.settings import LinkSettings
from drivers.config import load_table
from drivers.doctor.network import look
from drivers.network.reader import BURST
from tests.doctor.conftest import Visit

ENTRY = '[[readers]]\nname = "far"\nprotocol = "mqtt"\ntopic = "reader1"\nformat = "tasmota"\n'
TAP, WILL = "tele/reader1/SENSOR", "tele/reader1/LWT"
Said = tuple[str, bytes, bool]
ONLINE: Said = (WILL, b"Online", True)


NOW = datetime.fromisoformat("2026-11-28T21:00:00+01:00")


@pytest.fixture(autouse=True)
def one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("drivers.doctor.network.local_now", lambda: NOW)


def tap(uid: str = "0079C2B3", off: timedelta = timedelta(0)) -> Said:
    time = (NOW + off).replace(tzinfo=None).isoformat(timespec="seconds")
    return (TAP, f'{{"Time":"{time}","RDM6300":{{"UID":"{uid}"}}}}'.encode(), False)


def found(
    visit: Visit, said: Sequence[Said] | None, quick: bool = False, link: str = "on = true\n"
) -> dict[str, Finding]:
    """What the doctor finds where this was said; None: the broker was not there."""
    visit.table(ENTRY)
    (visit.config / "link.toml").write_text(link)

    def subscribe(
        settings: LinkSettings,
        topics: Sequence[tuple[str, bool]],
        _s: float,
        taken: Callable[[str, bytes, bool], object],
    ) -> bool:
        assert settings.on and dict(topics) == {TAP: False, WILL: True}
        for one in said or ():
            taken(*one)
        return said is not None

    visit.system.subscribe = subscribe
    [reader] = load_table(visit.config / "table.toml").readers
    case = Case(visit.data, visit.config, quick)
    return {one.code: one for one in look(visit.system, case, reader, "table.toml")}


@pytest.mark.parametrize(
    ("said", "codes"),
    [
        ([ONLINE, tap()], {"net_reader_well"}),
        ([ONLINE], {"net_reader_ready"}),
        ([], {"net_reader_unheard"}),
        (None, {"net_no_broker"}),
        ([(WILL, b"Offline", True)], {"net_reader_offline"}),
        ([ONLINE, (TAP, b"7979699", False)], {"net_reader_format"}),
        ([ONLINE, (TAP, b'{"uid":"61008EB2F9","present":true}', False)], {"net_reader_format"}),
        ([ONLINE, (TAP, b"\xff\x00", False)], {"net_reader_garbage"}),
        ([ONLINE, (TAP, b'{"RDM6300":{"UID":"79"}}', False)], {"net_reader_garbage"}),
        ([ONLINE, (WILL, b"Online", False), tap()], {"net_reader_twice"}),
        ([ONLINE, *(tap(f"0079{n:04X}") for n in range(BURST + 5))], {"net_reader_floods"}),
        ([ONLINE, tap(off=timedelta(hours=-1))], {"net_reader_clock"}),
        ([ONLINE, tap(off=timedelta(hours=1)), (WILL, b"Offline", False)], {"net_reader_clock", "net_reader_offline"}),
    ],
)  # fmt: skip
def test_each_trouble_is_told_in_both_languages(visit: Visit, said: Sequence[Said] | None, codes: set[str]) -> None:
    findings = found(visit, said)
    assert set(findings) == codes
    for language in i18n.LANGUAGES:
        i18n.set_language(language)
        for finding in findings.values():
            words = finding_text(finding, i18n._)
            assert words.what and "?" not in words.what + words.why
            assert not re.search(r"{[a-z]+}", words.what + words.why + words.mend)


def test_an_hour_is_told_in_minutes_and_the_other_format_by_its_name(visit: Visit) -> None:
    assert found(visit, [ONLINE, tap(off=timedelta(hours=1))])["net_reader_clock"].facts["minutes"] == 60
    facts = found(visit, [ONLINE, (TAP, b"7979699", False)])["net_reader_format"].facts
    assert (facts["like"], facts["sample"]) == ("esphome", "7979699")


def test_without_a_link_and_in_a_quick_look_nothing_is_tried(visit: Visit) -> None:
    assert set(found(visit, None, link="on = false\n")) == {"net_link_off"}
    assert set(found(visit, None, link="port = 0\n")) == {"net_link_off"}
    assert set(found(visit, None, quick=True)) == {"net_reader_set"}


def test_two_readers_of_one_name_are_a_mistake_of_the_file(visit: Visit) -> None:
    visit.table(ENTRY + ENTRY.replace("reader1", "reader2"))
    assert visit.look()["table_wrong"].facts["line"] == 7
