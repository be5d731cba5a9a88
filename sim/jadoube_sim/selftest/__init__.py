"""The self-test on the twin, with a tester who does what it asks for."""
