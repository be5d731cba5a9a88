"""English and French, putting values into words, and reading what people type."""
