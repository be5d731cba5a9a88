"""Builds the .deb: locked wheels, our own wheel, and the files of `systemd/`, in one archive."""
