"""The board in a game over a server: what it wishes, the line to it, and the room that joins both sides."""
