"""What commands have in common: how they are parsed, how they speak, how they reach the board."""
