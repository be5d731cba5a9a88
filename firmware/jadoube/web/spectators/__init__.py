"""What spectators are sent: messages, whole or as what is new in them."""
