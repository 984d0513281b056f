"""The deck: its file, how it is taken down card by card, the rulings that go with it."""
