"""What phones and a television show of the table."""
