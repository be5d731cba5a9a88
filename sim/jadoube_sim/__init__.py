"""The board on a desk: its electronics in software (`twin`), `hands`, virtual time, and a face to see it by.

`desk.Desk` puts them together: the real drivers and the real daemon over the twin. `jadoube sim` is its
terminal face. See docs/simulator.md.
"""
