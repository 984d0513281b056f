"""MQTT between a table and its broker, in a process of its own: a pipe without a key or a game.

Topics and payloads are in `wire.py`.
"""
