"""Transports: ways by which bytes reach a program and come from it. They know no protocol."""
