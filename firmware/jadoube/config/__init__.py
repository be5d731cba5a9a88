"""What the owner says: the configuration and the pin map, as frozen values."""
