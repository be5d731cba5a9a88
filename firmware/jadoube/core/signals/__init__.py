"""From raw contacts to settled ones."""
