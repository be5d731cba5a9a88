"""Sampling: a small process scans the board and stamps each scan, so that no scan waits for thinking."""
