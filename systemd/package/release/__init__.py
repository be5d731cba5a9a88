"""Makes a release from a green tree, `make release VERSION=X.Y.Z`; or signs one afterwards, `make sign`.

It decides what has to hold before a release, what a release consists of, and in which order it comes to be.
It refuses to know how a package is built: hatchling makes wheel and sdist, `systemd/package/build` the
packages of Debian. It sends nothing anywhere.
"""
