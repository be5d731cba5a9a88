"""What hands have begun: pieces that were touched, kings on the centre, choices that are open."""
