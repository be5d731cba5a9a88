"""What leaves the board: the archive's keeper, the live folder, and what sends games to others.

The law: one process beside the daemon (`jadoube online`). It reads what the daemon has written, and gives it
no orders. It alone has the archive, the secrets, the outbox and the internet; nothing leaves before somebody
has chosen where to.
"""
