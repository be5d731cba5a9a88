"""The sockets of the daemon: one shows the board, one takes orders; and what its page gets."""
