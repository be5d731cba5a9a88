"""What a scan, a press or an order does to the table."""
