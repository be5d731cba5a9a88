"""The board's mind, pure: `step(table, event, now_ms) -> (table, effects)`.

Nothing in here reads a clock, a file, a thread, a log or a random number. Time is an argument, in whole
milliseconds of a monotonic clock. The same inputs always give the same outputs.
"""
