"""Chess engines: which are there, a process that answers, and what its answers say of a game."""
