"""What is played in a round: whose game each is, results, and the text of both for the world."""
