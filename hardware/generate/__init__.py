"""Draws the hardware's files from its pin map: one command, `make hardware`.

What it makes is committed beside what people write, and the tests hold it to be current. It knows the pin
map, parts and paper; of chess it knows the names of squares.
"""
