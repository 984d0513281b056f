"""What a table sends to a hub: `outbox` in the table's process, `link` in one of its own."""
