"""The soak: a week of a board in minutes, with what goes wrong in a week (`jadoube bench soak`)."""
