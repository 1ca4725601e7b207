"""The calculator, money: pure functions on exact amounts, one small function a quantity.

Knows arithmetic and units. Refuses to know currencies' forms, price lists, sites and rounding.
"""
