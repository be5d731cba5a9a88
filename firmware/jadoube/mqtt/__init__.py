"""What boards and the hall have in common at an MQTT broker: topics, payloads, and the connection.

The law: payloads are values and read no clock; one module speaks MQTT, `connection.py`. The room refuses to
know what a board or a hall does with a payload. docs/mqtt.md promises topics and payloads to other programs.
"""
