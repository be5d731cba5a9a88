"""The board's electronics in software, under the real drivers. It touches no pin, not even on a Pi."""

from jadoube_sim.twin.twin import Twin

__all__ = ["Twin"]
