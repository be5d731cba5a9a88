"""`python -m jadoube`, and the script `jadoube`: where the program begins.

The law: nothing is imported before Ctrl-C is provided for. What stops the program while it is still being
loaded ends it as quietly as what stops it later.
"""

import sys

STOPPED = 130
"""The exit status of a program that its user has stopped."""


def main() -> int:
    """Run one command and give its exit status."""
    try:
        from jadoube.cli.main import main as run  # noqa: PLC0415 - see above

        return run()
    except KeyboardInterrupt:
        return STOPPED


if __name__ == "__main__":
    sys.exit(main())
