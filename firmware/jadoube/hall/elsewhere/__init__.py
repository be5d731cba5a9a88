"""What is shown elsewhere: the round in the live folder, and in a broadcast on Lichess."""
