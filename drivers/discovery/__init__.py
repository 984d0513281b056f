"""`companion readers`: which readers are on which ports, and their entry in `config/table.toml`."""
