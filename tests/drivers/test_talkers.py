"""Readers that must be asked, in a time of their own: latency, faults on the wire, power failures."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.readers import ReaderWishes, talker
from drivers.readers.m6e_talker import M6eTalker
from drivers.readers.pn532_frames import ACK_FRAME
from drivers.readers.pn532_talker import ALIVE_MS, Pn532Talker
from drivers.readers.polled_reader import SetUpStep, SetUpSteps
from drivers.readers.r200 import NOTICE
from drivers.readers.r200_talker import NOTHING, R200Talker
from drivers.simulated.encoders import EXAMPLES, encode
from tests.drivers.conversation import Conversation
from tests.drivers.uids import ASKED

RECOVERY_MS = 2000
SEEDS = 3
PLACED_MS = {"pn532_hsu": 15, "r200": 35, "m6e_nano": 45}
"""Over an empty reader: what the simulated chip needs to see a tag, and next to nothing for us."""
GONE_MS = {"pn532_hsu": (180, 330), "r200": (770, 830), "m6e_nano": (760, 1850)}
"""From the lift to its news: four missed rounds less the age of the last; M6E: the next sign of life after that."""


def at_work(protocol: str, *, single: bool | None = None) -> Conversation:
    talk = Conversation(protocol, single=single)
    talk.until_hearing()
    talk.run(50)
    return talk


@pytest.mark.parametrize("name", ASKED)
def test_is_at_work_soon_after_it_got_power(name: str) -> None:
    assert Conversation(name).until_hearing() <= 1000


@pytest.mark.parametrize("wait", [100, 999, 1000, 1001, 2503])
@pytest.mark.parametrize("name", ASKED)
def test_a_tag_is_told_when_it_lands(name: str, wait: int) -> None:
    """Not at some next poll of ours, however long nothing lay there."""
    talk = at_work(name)
    talk.run(wait)
    begun = talk.now
    talk.lay(EXAMPLES[name][0])
    talk.run(300)
    assert [ms <= PLACED_MS[name] for ms in talk.placed_after(begun)] == [True]


@pytest.mark.parametrize("stays", [20, 333, 1717, 6001])
@pytest.mark.parametrize("name", ASKED)
def test_its_going_is_told_in_time(name: str, stays: int) -> None:
    talk = at_work(name)
    talk.lay(EXAMPLES[name][0])
    talk.run(stays + PLACED_MS[name])
    begun = talk.now
    talk.lay()
    talk.run(4000)
    soonest, latest = GONE_MS[name]
    assert [soonest <= ms <= latest for ms in talk.removed_after(begun)] == [True], talk.removed_after(begun)
    assert talk.changes == [("+", EXAMPLES[name][0]), ("-", EXAMPLES[name][0])]


@pytest.mark.parametrize("name", ASKED)
def test_a_tag_that_stays_is_told_once(name: str) -> None:
    talk = at_work(name)
    talk.lay(EXAMPLES[name][0])
    talk.run(20_000)
    assert talk.changes == [("+", EXAMPLES[name][0])]


def test_a_card_is_swapped_at_once_where_one_can_be_told() -> None:
    one, other = EXAMPLES["pn532_hsu"]
    talk = at_work("pn532_hsu")
    talk.lay(one)
    talk.run(1000)
    begun = talk.now
    talk.lay(other)
    talk.run(3000)
    assert talk.changes == [("+", one), ("-", one), ("+", other)]
    assert talk.placed_after(begun)[0] <= 65 + PLACED_MS["pn532_hsu"], "the next round finds it"


def test_only_over_an_empty_r200_nothing_but_a_tag_is_worth_waking_for() -> None:
    talk = Conversation("r200")
    assert talk.session.mark is None, "an answer is awaited"
    talk.until_hearing()
    talk.run(50)
    assert talk.session.mark == NOTICE
    tag = encode("r200", EXAMPLES["r200"][0])
    assert NOTICE not in NOTHING and tag[1] == NOTICE and NOTICE not in tag[3:]
    talk.session.hear(NOTHING + tag[:4], talk.now)
    assert talk.session.mark is None, "the rest of the frame has no mark"
    talk.session.hear(tag[4:] + tag, talk.now)
    assert talk.session.presences[0].present and talk.session.mark is None, (
        "it is read as it comes while a tag lies there"
    )
    talk.run(3000)
    assert not talk.session.presences[0].present and talk.session.mark == NOTICE
    talk.session.hear(NOTHING[:3], talk.now)
    talk.session.hear(NOTHING[3:], talk.now)
    assert talk.session.mark == NOTICE


@pytest.mark.parametrize("name", ASKED)
def test_two_tags_come_and_go_by_themselves(name: str) -> None:
    one, other = EXAMPLES[name]
    talk = at_work(name, single=False)
    for lying in [(one,), (one, other), (other,), (other, one), ()]:
        talk.lay(*lying)
        talk.run(2500)
        assert set(talk.session.presences[0].present) == set(lying)
    assert talk.changes[:4] == [("+", one), ("+", other), ("-", one), ("+", one)]
    assert sorted(talk.changes[4:]) == sorted([("-", one), ("-", other)])


@pytest.mark.parametrize("name", ["r200", "m6e_nano"])
def test_a_mat_full_of_tags(name: str) -> None:
    mat = tuple(f"E2801160600002{n:010X}" for n in range(20))
    talk = at_work(name)
    talk.lay(*mat)
    talk.run(1000)
    talk.lay(*mat[5:])
    talk.run(3000)
    assert talk.changes[:20] == [("+", uid) for uid in mat]
    assert talk.changes[20:] == [("-", uid) for uid in mat[:5]]


# --- Faults -------------------------------------------------------------------------------------------------------

Fault = Callable[[Conversation, Random], int]
"""Does its harm and gives the moment from which on all is well again."""


def lost_answers(talk: Conversation, chance: Random) -> int:
    """The next three things that the reader says do not arrive: ACKs, answers, tags."""
    left = 3

    def spoil(data: bytes) -> bytes:
        nonlocal left
        left -= 1
        if left < 0:
            talk.to_host = bytes
            return data
        return b""

    talk.to_host = spoil
    talk.run(chance.randint(100, 700))
    talk.to_host = bytes
    return talk.now


def garbage_before(talk: Conversation, chance: Random) -> int:
    """For half a second each message has noise before it, some of it like the beginning of a frame."""
    starts = [b"", b"\x00\x00\xff", b"\x00\xff\x0c\xf4\xd5\x4b", b"\xbb\x02\x22\x00\x11", b"\xff\x28\x22\x00", b"\xff"]
    talk.to_host = lambda data: chance.randbytes(chance.randint(1, 9)) + chance.choice(starts) + data
    talk.run(500)
    talk.to_host = bytes
    return talk.now


def wrong_checksum(talk: Conversation, chance: Random) -> int:
    """For half a second each message has one wrong bit."""

    def spoil(data: bytes) -> bytes:
        at = chance.randrange(len(data))
        return data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :]

    talk.to_host = spoil
    talk.run(500)
    talk.to_host = bytes
    return talk.now


def deaf(talk: Conversation, chance: Random) -> int:
    """For a while nothing that we write arrives as it was written."""
    talk.to_reader = lambda data: chance.choice([b"", data[:-2], chance.randbytes(len(data))])
    talk.run(chance.randint(100, 1500))
    talk.to_reader = bytes
    return talk.now


def silence(talk: Conversation, chance: Random) -> int:
    """Nothing from it arrives for up to three seconds."""
    talk.to_host = lambda data: b""
    talk.run(chance.randint(50, 3000))
    talk.to_host = bytes
    return talk.now


def power_glitch(talk: Conversation, chance: Random) -> int:
    """It restarts and has forgotten what it was told; once or in a series."""
    for _ in range(chance.choice([1, 1, 3])):
        talk.restart()
        talk.run(chance.choice([0, 1, 37, 400]))
    return talk.now


def unplug_in_mid_frame(talk: Conversation, chance: Random) -> int:
    """Half a message arrives, then the port is gone; later it is back."""
    cut = False

    def spoil(data: bytes) -> bytes:
        nonlocal cut
        cut = True
        return data[: chance.randrange(len(data))]

    talk.to_host = spoil
    for _ in range(1500):
        if cut:
            break
        talk.run(1)
    talk.unplug()
    talk.to_host = bytes
    talk.run(chance.randint(1, 1500))
    talk.plug()
    return talk.now


FAULTS: list[Fault] = [
    lost_answers, garbage_before, wrong_checksum, deaf, silence, power_glitch, unplug_in_mid_frame,
]  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
@pytest.mark.parametrize("name", ASKED)
def test_nothing_is_told_while_a_tag_stays_through_a_fault(name: str, fault: Fault) -> None:
    """No removal, no second placement; and two seconds after the fault another tag is told as ever."""
    one, other = EXAMPLES[name]
    for seed in range(SEEDS):
        chance = Random(f"{name} {fault.__name__} {seed}")
        talk = at_work(name)
        talk.lay(one)
        talk.run(200 + chance.randrange(1200))
        assert talk.changes == [("+", one)]
        well = fault(talk, chance)
        talk.run(RECOVERY_MS - (talk.now - well))
        assert talk.session.hearing and talk.changes == [("+", one)], (seed, talk.changes)
        begun = talk.now
        talk.lay(one, other)
        talk.run(200)
        assert [ms <= 65 + PLACED_MS[name] for ms in talk.placed_after(begun)] == [True], (seed, talk.changes)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
@pytest.mark.parametrize("name", ASKED)
def test_an_empty_reader_stays_empty_through_a_fault(name: str, fault: Fault) -> None:
    for seed in range(SEEDS):
        chance = Random(f"empty {name} {fault.__name__} {seed}")
        talk = at_work(name)
        talk.run(chance.randrange(1200))
        well = fault(talk, chance)
        talk.lay(EXAMPLES[name][0])
        while not talk.told:
            assert talk.now - well <= RECOVERY_MS, (seed, talk.session.trouble)
            talk.run(1)
        assert talk.changes == [("+", EXAMPLES[name][0])]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
@pytest.mark.parametrize("name", ASKED)
def test_a_tag_taken_away_during_a_fault_is_told_afterwards(name: str, fault: Fault) -> None:
    for seed in range(SEEDS):
        chance = Random(f"away {name} {fault.__name__} {seed}")
        talk = at_work(name)
        talk.lay(EXAMPLES[name][0])
        talk.run(300)
        talk.lay()
        fault(talk, chance)
        talk.run(RECOVERY_MS + 1500 + 1000)
        assert talk.changes == [("+", EXAMPLES[name][0]), ("-", EXAMPLES[name][0])], seed


@pytest.mark.parametrize("name", ASKED)
@given(st.lists(st.tuples(st.integers(0, 700), st.binary(max_size=40)), max_size=30))
def test_no_bytes_at_no_time_are_an_error(name: str, heard: list[tuple[int, bytes]]) -> None:
    talking = talker(name, ReaderWishes())
    now = 0
    talking.start(now)
    for wait, data in heard:
        now += wait
        talking.turn(now)
        talking.feed(data, now)
        assert (due := talking.due()) is not None and due >= 0
        assert not (talking.sure(now) and not talking.hearing)


# --- What is written --------------------------------------------------------------------------------------------


def test_pn532_is_told_what_the_vectors_have(vectors: dict[str, bytes]) -> None:
    talk = at_work("pn532_hsu")
    assert talk.sent[0] == ACK_FRAME + vectors["wakeup_sam"]
    assert vectors["in_list_passive_target_1"] in talk.sent
    assert vectors["in_list_passive_target_2"] in at_work("pn532_hsu", single=False).sent


def test_pn532_is_left_alone_while_nothing_lies_there() -> None:
    """One command a second keeps it known to be there."""
    talk = at_work("pn532_hsu")
    talk.run(2000)
    before = len(talk.sent)
    talk.run(10 * ALIVE_MS)
    assert len(talk.sent) - before == 10


def test_pn532_that_forgot_its_configuration_says_so() -> None:
    """A syntax error (7F) to a command that was good: everything from the beginning."""
    talker = Pn532Talker(ReaderWishes())
    talker.start(0)
    talker.turn(0)
    talker.feed(bytes.fromhex("00 00 FF 00 FF 00 00 00 FF 02 FE D5 15 16 00"), 1)
    talker.turn(1)
    talker.feed(bytes.fromhex("00 00 FF 00 FF 00 00 00 FF 02 FE D5 33 F8 00"), 2)
    assert talker.turn(2) == bytes.fromhex("00 00 FF 03 FD D4 12 04 16 00"), "no automatic RATS"
    talker.feed(bytes.fromhex("00 00 FF 00 FF 00 00 00 FF 02 FE D5 13 18 00"), 2)
    assert talker.hearing and talker.turn(2) == bytes.fromhex("00 00 FF 04 FC D4 4A 01 00 E1 00")
    talker.feed(bytes.fromhex("00 00 FF 01 FF 7F 81 00"), 3)
    assert not talker.hearing and bytes.fromhex("D4 14 01 17 00") in talker.turn(3)


def test_r200_is_told_what_the_vectors_have(vectors: dict[str, bytes]) -> None:
    assert set(at_work("r200").sent) == {vectors["stop"], vectors["multi_poll_65535"]}


def test_r200_gets_the_owners_band_and_power() -> None:
    talker = R200Talker(ReaderWishes(region="eu", power_dbm=20))
    talker.start(0)
    said = [talker.turn(0)]
    for at, answer in enumerate(["BB 01 28 00 01 00 2A 7E", "BB 01 07 00 01 00 09 7E", "BB 01 B6 00 01 00 B8 7E"], 1):
        talker.feed(bytes.fromhex(answer), at)
        said.append(talker.turn(at))
    assert said[1:3] == [bytes.fromhex("BB 00 07 00 01 03 0B 7E"), bytes.fromhex("BB 00 B6 00 02 07 D0 8F 7E")]
    assert talker.hearing


def test_r200_that_refuses_the_band_is_not_used() -> None:
    talker = R200Talker(ReaderWishes(region="us"))
    talker.start(0)
    talker.turn(0)
    talker.feed(bytes.fromhex("BB 01 28 00 01 00 2A 7E"), 1)
    for at in range(1, 1000):
        talker.turn(at)
        talker.feed(bytes.fromhex("BB 01 FF 00 01 0E 0F 7E"), at)
    assert not talker.hearing and talker.trouble == "no answer to region"


def test_m6e_is_told_what_was_captured_of_its_makers_program() -> None:
    talk = at_work("m6e_nano")
    for words in [
        "FF 03 2F 00 00 02 5E 86", "FF 00 03 1D 0C", "FF 03 9A 01 0C 00 A3 5D",
        "FF 10 2F 00 00 01 22 00 00 05 07 22 10 00 1B 03 E8 01 FF DD 2B",
    ]:  # fmt: skip
        assert bytes.fromhex(words) in talk.sent


def test_m6e_that_reads_already_is_stopped_first() -> None:
    """The companion was started anew, the module was not."""
    talk = at_work("m6e_nano")
    talk.lay(EXAMPLES["m6e_nano"][0])
    talk.run(500)
    talk.session.lost()
    talk.session.opened(talk.now)
    assert talk.until_hearing() <= 1000


def test_m6e_power_and_region_are_what_was_asked_for() -> None:
    for wishes, power, region in [
        (ReaderWishes(), "01 F4", "08"),
        (ReaderWishes(region="us", power_dbm=20), "07 D0", "0D"),
    ]:
        talker = M6eTalker(wishes)
        steps = b"".join(step.send for step in talker._setup._steps)
        assert bytes.fromhex("FF 02 92" + power) in steps and bytes.fromhex("FF 01 97" + region) in steps


def test_a_step_that_a_clone_does_not_know_is_left_out() -> None:
    """A PN532 that answers to nothing but the wake-up and the listing still works."""
    talk = Conversation("pn532_hsu")
    talk.to_reader = lambda data: b"" if bytes([0xD4, 0x32]) in data or bytes([0xD4, 0x12]) in data else data
    assert talk.until_hearing() <= 600
    talk.lay(EXAMPLES["pn532_hsu"][0])
    talk.run(100)
    assert talk.changes == [("+", EXAMPLES["pn532_hsu"][0])]


def test_a_setup_goes_on_for_ever_and_says_where_it_stands() -> None:
    setup = SetUpSteps(
        [SetUpStep("one", b"1", lambda got: got == b"a"), SetUpStep("two", b"2", lambda got: got == b"b", 10)]
    )
    setup.start(0)
    said = []
    for now in range(2000):
        words = setup.turn(now)
        if words:
            said.append((now, words))
    assert said[:4] == [(0, b"1"), (150, b"1"), (550, b"1"), (700, b"1")] and setup.trouble == "no answer to one"
    setup.start(2000)
    assert setup.turn(2000) == b"1"
    setup.heard(b"b", 2001)
    assert setup.turn(2001) == b"", "the answer to another step"
    setup.heard(b"a", 2002)
    assert setup.turn(2002) == b"2" and not setup.done
    setup.heard(b"b", 2003)
    assert setup.done and setup.trouble == "" and setup.due() is None and setup.turn(9999) == b""


def test_a_reader_that_talks_by_itself_is_told_nothing() -> None:
    listener = talker("rdm6300", ReaderWishes())
    listener.start(0)
    assert listener.hearing and listener.turn(5) == b"" and listener.due() is None and listener.sure(5)
