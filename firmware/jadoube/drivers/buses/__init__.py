"""The buses of a Pi: I2C, and the data line of an SPI bus."""
