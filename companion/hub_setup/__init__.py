"""Sets a hub up on its machine, as root: certificates, the broker's accounts, a database, invitations for tables. The
hub itself never loads it."""
