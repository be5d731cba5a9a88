"""The live folder: the games of each round as files, as DGT LiveChess leaves them.

The law: what is in a file is made of the games that may be shown, and of nothing else. It has no games of its
own: after a start the folder itself says what was shown.
"""
