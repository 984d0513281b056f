"""A virtual table after the config of a real one: the same names and protocols, other ports and pins."""

from __future__ import annotations

import tempfile
from pathlib import Path

from msgspec.structs import replace

from drivers.config import LampConfig, PanelConfig, PinsConfig, ReaderConfig, TableConfig
from drivers.simulated.panel import VirtualPanel
from drivers.simulated.reader import VirtualReader
from drivers.table import Hardware

_READER = ReaderConfig(name="table", port="", protocol="rdm6300")
_PANEL = PanelConfig(start=17, a=27, b=22, undo=23)
_LAMP = LampConfig(red=12, green=13, blue=19)


class VirtualTable:
    """Virtual readers and pins for every real one in `config`, and one of each where it has none.

    virtual = VirtualTable(config)
    hardware = Hardware(virtual.config, lights, post, clock, known); hardware.start()
    panel = virtual.panel(hardware)
    virtual.readers["table"].tap("62E3086CED"); panel.press("start")
    hardware.stop(); virtual.close()
    """

    def __init__(self, config: TableConfig) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="companion-table-")
        folder = Path(self._folder.name)
        wanted = config.readers or [_READER]
        self.readers = {r.name: VirtualReader(r.protocol, folder, r.name, r.frame_ms) for r in wanted}
        self.config = replace(
            config,
            readers=[replace(reader, port=self.readers[reader.name].port) for reader in wanted],
            pins=PinsConfig(factory="mock"),
            panel=config.panel if config.panel.pins else _PANEL,
            lamps=config.lamps or [_LAMP],
        )

    def panel(self, hardware: Hardware) -> VirtualPanel:
        """The fingers for a started `hardware`.

        :raises ValueError: if it is not started.
        """
        if hardware.factory is None:
            raise ValueError("the hardware is not started: it has no pins to press")
        return VirtualPanel(hardware.factory, self.config.panel, self.config.lamps)

    def close(self) -> None:
        for reader in self.readers.values():
            reader.close()
        self._folder.cleanup()
