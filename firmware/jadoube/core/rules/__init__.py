"""The rules of chess beyond python-chess: games and positions, reasons, ends, who can still mate."""
