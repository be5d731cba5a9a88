"""`jadoube selftest`: what is tried, what was seen, and what that most likely means.

Pure but for `run`, which drives the parts: `stages` is to it what `step` is to the daemon, `findings` is
diagnosis, `report` is the text that one can send.
"""
