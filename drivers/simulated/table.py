"""A virtual table after the config of a real one: the same names and protocols, other ports and pins."""

from __future__ import annotations

import logging
from contextlib import ExitStack

from msgspec.structs import replace

from companion.engine.scratch import scratch
from drivers.config import EncoderConfig, LampConfig, PanelConfig, PinsConfig, ReaderConfig, TableConfig
from drivers.panel import DIALS
from drivers.readers import PCSC
from drivers.readers.antenna_board import MOST_ANTENNAS
from drivers.simulated.board_peer import BoardPeer
from drivers.simulated.encoders import NotEncodable
from drivers.simulated.panel import VirtualPanel
from drivers.simulated.reader import VirtualReader
from drivers.table import Hardware

log = logging.getLogger(__name__)

_READER = ReaderConfig(name="table", port="", protocol="rdm6300")
_PANEL = PanelConfig(start=17, a=27, b=22, undo=23, end_turn=24)
_LAMP = LampConfig(red=12, green=13, blue=19)


class _TableReader(VirtualReader):
    """As at a real table, a tag of another kind than the reader's is not read."""

    def _put(self, uid: str, frames: int | None) -> None:
        try:
            super()._put(uid, frames)
        except NotEncodable as error:
            log.warning("the virtual %s reader does not see this tag: %s", self.protocol, error)


class SimulatedTable:
    """Virtual readers and pins for every real one in `config`, and one of each where it has none.

    virtual = VirtualTable(config)
    hardware = Hardware(virtual.config, lights, post, clock, known); hardware.start()
    panel = virtual.panel(hardware)
    virtual.readers["table"].tap("62E3086CED"); panel.press("start")
    hardware.stop(); virtual.close()
    """

    def __init__(self, config: TableConfig) -> None:
        self._closing = ExitStack()
        folder = self._closing.enter_context(scratch())
        wanted = [_wired(reader) for reader in config.readers] or [_READER]
        self.readers = {r.name: _TableReader(r.protocol, folder, r.name, r.frame_ms, r.single) for r in wanted}
        for reader in wanted:
            if isinstance(peer := self.readers[reader.name].peer, BoardPeer):
                peer.antenna = reader.on_board
                peer.antennas, peer.working = MOST_ANTENNAS, {peer.antenna}
        self.config = replace(
            config,
            readers=[replace(reader, port=self.readers[reader.name].port) for reader in wanted],
            pins=PinsConfig(factory="mock"),
            panel=config.panel if config.panel.pins else _PANEL,
            lamps=config.lamps or [_LAMP],
        )
        if not config.encoders:
            self.config = replace(self.config, encoders=_on_free_pins(self.config))

    def panel(self, hardware: Hardware) -> VirtualPanel:
        """The fingers for a started `hardware`.

        :raises ValueError: if it is not started.
        """
        if hardware.factory is None:
            raise ValueError("the hardware is not started: it has no pins to press")
        return VirtualPanel(hardware.factory, self.config.panel, self.config.lamps, self.config.encoders)

    def close(self) -> None:
        for reader in self.readers.values():
            reader.close()
        self._closing.close()


def _wired(reader: ReaderConfig) -> ReaderConfig:
    """The reader; of one on the network or of PC/SC one on a port, for no broker and no pcscd is simulated."""
    if not reader.networked and reader.protocol != PCSC:
        return reader
    return ReaderConfig(name=reader.name, protocol=_READER.protocol, zone=reader.zone, seat=reader.seat)


def _on_free_pins(config: TableConfig) -> list[EncoderConfig]:
    """An encoder of each kind where nothing else is wired."""
    taken = {*config.panel.pins.values(), *(pin for lamp in config.lamps for pin in lamp.pins)}
    free = iter(pin for pin in range(2, 28) if pin not in taken)
    return [EncoderConfig(name=name, a=a, b=b) for name, a, b in zip(DIALS, free, free, strict=False)]
