"""The clock beside play: started without a lever, set by an arbiter, its periods, its warnings."""
