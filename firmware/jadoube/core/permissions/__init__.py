"""What may be ordered now, and what panel and page offer: questions about the table that change nothing."""
