"""What this version promises, measured by a command that anyone can run. See docs/benchmarks.md."""
