"""The table as phones and a television show it."""
