"""Values in words: English, French, and what people type."""
