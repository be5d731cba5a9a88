"""The self-test: what is tested, what was seen, and what that most likely means.

All modules but `run`, which drives the parts, are pure. `stages` has the state machine (as the arbiter's
`step` is for the daemon), `findings` the diagnosis, `report` the text to send.
"""
