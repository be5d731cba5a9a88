"""What is known of others than the two at the board, and what they are asked."""
