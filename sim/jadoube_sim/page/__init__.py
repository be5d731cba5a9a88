"""The board on the desk as a page in a browser: its things, and what shows them. See docs/simulator.md."""
