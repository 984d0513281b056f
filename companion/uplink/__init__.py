"""The connection of a table to a hub: `outbox` in the table's process, `link` in one of its own."""
