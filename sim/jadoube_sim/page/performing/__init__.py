"""Hands that play games on the page, as its drawer asks for."""
