"""What is watched beside the game: the machine's health, the scan rate, contacts and lines that fail."""
