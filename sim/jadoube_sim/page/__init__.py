"""The board on the desk as a page in a browser: pieces, hands, faults, and what shows them. See docs/simulator.md."""
