"""What Home Assistant shows of a table, and its buttons. Public facts only; no broker here."""
