"""Home Assistant's view of a table, and its buttons. Public facts only; no broker here."""
