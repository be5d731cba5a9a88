"""What the code reads from stored logs and journals, compared with what it read before."""
