"""The owner's files: boards, cards, pieces with tags, rulings."""
