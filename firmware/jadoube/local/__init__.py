"""Where the processes of this machine meet: the runtime folder, and the sockets in it.

The law: every process of the program imports this room to find the others. It knows nothing of a game.
"""
