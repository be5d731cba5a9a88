"""What the core's work costs: in yardsticks, in steps and in counts, compared with figures that are kept."""
