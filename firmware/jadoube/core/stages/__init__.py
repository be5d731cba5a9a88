"""The stages: what a scan, a press or an order changes in the table."""
