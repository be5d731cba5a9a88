"""Who comes to the page: spectators and strangers, and what they cost the board."""
