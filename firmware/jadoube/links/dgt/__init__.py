"""The protocol of DGT boards on a serial line, with the clock beside the board."""
