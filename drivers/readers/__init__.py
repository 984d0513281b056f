"""One sans-I/O decoder for each wire protocol (bytes in, reads out) behind one door: `new_decoder(name)`.

>>> new_decoder("rdm6300").feed(bytes.fromhex("02 36 32 45 33 30 38 36 43 45 44 30 38 03"))
[Read(uid='62E3086CED', text='', repeats=None, present=True, antenna=0)]

How to add a protocol: docs/internals/hardware.md, "Adding a reader".
"""

from __future__ import annotations

from companion.engine.text import N_, Text
from drivers.readers.antenna_board import AntennaBoard
from drivers.readers.board_listener import BoardListener
from drivers.readers.fdxb_wl134 import FdxbWl134
from drivers.readers.id12la import Id12La
from drivers.readers.keyboard import KeyboardDecoder
from drivers.readers.m6e_nano import M6eNano
from drivers.readers.m6e_talker import M6eTalker
from drivers.readers.parallax28140 import Parallax28140
from drivers.readers.pcsc import Pcsc
from drivers.readers.pn532_hsu import Pn532Hsu
from drivers.readers.pn532_talker import Pn532Talker
from drivers.readers.polled_reader import PolledReader, ReaderWishes
from drivers.readers.protocol import Decoder, Protocol
from drivers.readers.r200 import R200
from drivers.readers.r200_talker import R200Talker
from drivers.readers.rdm6300 import Rdm6300
from drivers.readers.read import Read
from drivers.readers.stream_reader import StreamReader
from drivers.readers.text_line import TextLine

__all__ = [
    "BOARD",
    "KEYBOARD",
    "PCSC",
    "PROTOCOLS",
    "Decoder",
    "Protocol",
    "Read",
    "PolledReader",
    "UnknownProtocol",
    "ReaderWishes",
    "decoder",
    "protocol",
    "talker",
]

BOARD = "antenna_board"
PROTOCOLS: dict[str, Protocol] = {
    # EM4100 module on a UART: repeats about every 65 ms while the tag is there, and sees ghosts.
    "rdm6300": Protocol(Rdm6300, baud=9600, repeats=True, frame_ms=65, ghost_reads=2, duplicate_ms=0),
    # SparkFun/ID Innovations ID-2, ID-12, ID-20: sends once when a tag arrives. Its XOR misses two flipped bits of the
    # same place: a tag that is not enrolled is tapped twice.
    "id12la": Protocol(Id12La, baud=9600, repeats=False, frame_ms=100, ghost_reads=2, duplicate_ms=1000),
    # Parallax 28140 (serial) and 28340 (USB): repeats while the tag is there; a bit error is a wrong tag.
    "parallax28140": Protocol(
        Parallax28140, baud=2400, repeats=True, frame_ms=120, ghost_reads=2, duplicate_ms=0, checked=False
    ),
    # Animal tags: sends once when a tag arrives; XOR, as above.
    "fdxb_wl134": Protocol(FdxbWl134, baud=9600, repeats=False, frame_ms=250, ghost_reads=2, duplicate_ms=1000),
    # NFC cards and stickers, one or two at a time; asked every frame_ms whether a card is still there.
    # One byte of checksum, as R200: a tag that is not enrolled is believed when it was read twice.
    "pn532_hsu": Protocol(
        Pn532Hsu, baud=115200, repeats=True, frame_ms=65, ghost_reads=2, duplicate_ms=0, talker=Pn532Talker
    ),
    # UHF, many tags on one mat: each of them is read now and then, so a tag is missed only after 4 times 200 ms.
    "r200": Protocol(
        R200, 115200, repeats=True, frame_ms=200, ghost_reads=2, duplicate_ms=0, single=False, talker=R200Talker
    ),
    "m6e_nano": Protocol(
        M6eNano, 115200, repeats=True, frame_ms=200, ghost_reads=1, duplicate_ms=0, single=False, talker=M6eTalker
    ),
    # A line of text for each tag, no checksum. A `SCAN` line says itself whether it repeats (every 100 to 500 ms).
    "text_line": Protocol(TextLine, baud=115200, repeats=False, frame_ms=250, ghost_reads=2, duplicate_ms=1000),
    # Several antennas on one port, each a reader of the table; it says when a tag goes, and repeats what is there.
    BOARD: Protocol(
        AntennaBoard, 115200, repeats=True, frame_ms=250, ghost_reads=2, duplicate_ms=0, talker=BoardListener
    ),
}
"""What is known of each protocol of a serial line, by the name that `config/table.toml` uses."""
KEYBOARD = "keyboard"
_KEYS = Protocol(KeyboardDecoder, baud=0, repeats=False, frame_ms=250, ghost_reads=2, duplicate_ms=1000)
"""A reader that types: on an event device, not on a serial line. USB has a checksum, so an enrolled tag is believed."""

PCSC = "pcsc"
_CARDS = Protocol(Pcsc, baud=0, repeats=True, frame_ms=250, ghost_reads=1, duplicate_ms=0, tells_going=True)
"""A reader of PC/SC: by its name, through pcscd. Its air and its cable have checksums of their own."""
_OTHERS = {KEYBOARD: _KEYS, PCSC: _CARDS}


class UnknownProtocol(ValueError):
    """No decoder has this name; the message lists those that exist."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.known = sorted((*PROTOCOLS, KEYBOARD, PCSC, "mqtt"))
        msgid = N_("there is no reader protocol '{word}'; known are {words}")
        self.what = Text(msgid, {"word": name, "words": ", ".join(self.known)})
        super().__init__(str(self.what))


def protocol(name: str) -> Protocol:
    """What is known of the protocol `name`.

    :raises UnknownProtocol: if there is none of that name.
    """
    try:
        return _OTHERS[name] if name in _OTHERS else PROTOCOLS[name]
    except KeyError:
        raise UnknownProtocol(name) from None


def new_decoder(name: str) -> Decoder:
    """A fresh decoder for the protocol `name`; it keeps half a frame until the rest arrives.

    :raises UnknownProtocol: if there is none of that name.
    """
    return protocol(name).decoder()


def talker(name: str, wishes: ReaderWishes) -> PolledReader:
    """The host's half of a conversation with a reader that speaks `name`; to most there is nothing to say.

    :raises UnknownProtocol: if there is none of that name.
    """
    known = protocol(name)
    if wishes.label and known.decoder is TextLine:
        return StreamReader(TextLine(wishes.label))
    return StreamReader(known.decoder()) if known.talker is None else known.talker(wishes)
