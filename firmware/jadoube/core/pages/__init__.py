"""All that a page shows, as one value."""
