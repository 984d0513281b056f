"""What each command does: `decide` to events, `apply` to the next state."""
