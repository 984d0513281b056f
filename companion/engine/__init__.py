"""What all games share: the Table and the parts it is made of."""
