"""A table.toml with one reader on the network of each kind."""

from __future__ import annotations

READERS = """
[[readers]]
name = "far"
protocol = "mqtt"
topic = "reader1"
format = "tasmota"

[[readers]]
name = "esp"
protocol = "mqtt"
topic = "reader2"
format = "esphome"

[[readers]]
name = "own"
protocol = "mqtt"
topic = "home/cards"
format = "plain"
"""
