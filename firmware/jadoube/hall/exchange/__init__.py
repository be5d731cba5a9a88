"""What boards and the hall exchange at the broker: states, seatings, requests, and the lease of the hall."""
