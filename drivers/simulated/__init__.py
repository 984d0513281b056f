"""A virtual table: the bytes of real readers over pseudo-terminals, pins in memory. A backend like others."""

from drivers.simulated.control import Control, Hands
from drivers.simulated.panel import VirtualPanel
from drivers.simulated.reader import VirtualReader
from drivers.simulated.table import VirtualTable

__all__ = ["Control", "Hands", "VirtualPanel", "VirtualReader", "VirtualTable"]
