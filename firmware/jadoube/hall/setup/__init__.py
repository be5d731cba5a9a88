"""What a broker needs to serve a hall: its configuration, rights, passwords and certificates.

The law: it writes files into one folder and changes nothing else; the owner carries each to its place. What
is there is never overwritten.
"""
