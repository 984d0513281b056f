"""The wires of a table: what goes where by its table.toml, what of it cannot be, and a picture of it."""
