"""English, French and German, putting values into words, and reading what people type."""
