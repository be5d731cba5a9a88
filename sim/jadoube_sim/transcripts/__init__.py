"""Golden transcripts: stimulus and consequence in one column of time. See docs/transcripts.md."""

from jadoube_sim.transcripts.deliver import (
    GOLDEN,
    Delivered,
    Delivery,
    Said,
    Time,
    consequences,
    deliver,
    sensor_log,
)
from jadoube_sim.transcripts.script import (
    Consequence,
    Stimulus,
    Transcript,
    parse_transcript,
    transcript_text,
)

__all__ = [
    "GOLDEN",
    "Consequence",
    "Delivered",
    "Delivery",
    "Said",
    "Stimulus",
    "Time",
    "Transcript",
    "consequences",
    "deliver",
    "parse_transcript",
    "sensor_log",
    "transcript_text",
]
