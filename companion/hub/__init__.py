"""The hub: takes what tables send, verifies it and stores it. No game and no key; a process of its own."""
