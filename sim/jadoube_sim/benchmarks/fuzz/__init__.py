"""Bad bytes for every reader of foreign bytes: `jadoube bench fuzz`."""
