"""The hall's page: all boards of a hall in a browser, for the arbiter and for who looks on.

A process of the hall serves it (`jadoube hall`); it takes what every page has in common from `web/`.
"""
