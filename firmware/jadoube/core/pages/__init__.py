"""The page view: all that a page shows, as one value."""
