"""A virtual table: the bytes of real readers over pseudo-terminals, pins in memory. A backend like others."""

from drivers.simulated.control import Control, ControlActions
from drivers.simulated.panel import VirtualPanel
from drivers.simulated.reader import VirtualReader
from drivers.simulated.table import SimulatedTable

__all__ = ["Control", "ControlActions", "VirtualPanel", "VirtualReader", "SimulatedTable"]
