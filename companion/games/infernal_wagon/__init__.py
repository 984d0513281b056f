"""Infernal Wagon: seven minutes, co-operative. The rules are numbered IW-001 to IW-142 in docs/rules."""
