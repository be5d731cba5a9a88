"""Simulated hands: legal moves, and what hands do between them, as timed raw edges. See docs/hands.md."""

from jadoube_sim.hands.faults import FAULTS
from jadoube_sim.hands.gestures import (
    MANNERS,
    TIDY,
    Capture,
    Castling,
    EnPassant,
    Manner,
    Promotion,
    adjusting,
    gesture_for,
    lever,
    touching,
    trying,
)
from jadoube_sim.hands.habits import HABITS, Habit
from jadoube_sim.hands.player import play_habit
from jadoube_sim.hands.steps import Key, Lift, Pace, Place, Step, Together, Wait, timed
from jadoube_sim.hands.tidy import TidyHand, play, play_edges
from jadoube_sim.hands.turning import turned_edges

__all__ = [
    "FAULTS",
    "HABITS",
    "MANNERS",
    "TIDY",
    "Capture",
    "Castling",
    "EnPassant",
    "Habit",
    "Key",
    "Lift",
    "Manner",
    "Pace",
    "Place",
    "Promotion",
    "Step",
    "TidyHand",
    "Together",
    "Wait",
    "adjusting",
    "gesture_for",
    "lever",
    "play",
    "play_edges",
    "play_habit",
    "timed",
    "touching",
    "trying",
    "turned_edges",
]
