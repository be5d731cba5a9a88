"""Games that hands play: how well they are read, what their clocks say, how they end."""
