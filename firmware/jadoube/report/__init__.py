"""The bug report: what is packed, and the measurements of docs/first-power.md that it can lead through.

`steps` and `measured` are pure, `expected` reads one file. `bench` drives the lines and asks the tester,
`facts` looks at the machine, `private` leaves out what is nobody's business.
"""
