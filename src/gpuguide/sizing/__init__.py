"""The calculator, memory and speed: pure functions on exact numbers, one small function a quantity.

Knows arithmetic and units. Refuses to know files, clocks, languages, sites and rounding.
"""
