"""What a part of the kernel test expected, and whether it came. Its status is the part's exit status."""


class Checks:
    """Collects what is wrong; says each thing at once."""

    def __init__(self) -> None:
        self.wrong = 0
        self._checked = 0

    def expect(self, right: object, what: str) -> None:
        """Check one thing; `what` says what was found and what was expected."""
        self._checked += 1
        if not right:
            self.wrong += 1
            print("  WRONG:", what, flush=True)

    def status(self) -> int:
        """Return the exit status: 0 if something was checked and nothing is wrong."""
        print(f"{self._checked} checks, {self.wrong} wrong", flush=True)
        return 1 if self.wrong or not self._checked else 0


def percentiles(values: list[float]) -> str:
    """Return median, 99th percentile and maximum, in a few words."""
    if not values:
        return "never"
    ordered = sorted(values)
    median, late = ordered[len(ordered) // 2], ordered[len(ordered) * 99 // 100]
    return f"{len(ordered)} times: p50 {median:.1f}, p99 {late:.1f}, max {ordered[-1]:.1f}"
