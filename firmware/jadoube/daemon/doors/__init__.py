"""The doors of the daemon: the sockets that show the board and take orders, and what its page gets."""
