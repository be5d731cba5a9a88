"""How long things take: a step of the core, a lamp's answer, a message on a link, the question of mate."""
