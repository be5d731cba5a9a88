"""The journal as text: its header and lines, its fold, and what is wrong with one."""
