"""Proves that the check cannot be fooled: facts are stepped, faults are seeded, and both must show.

Knows how to build a site in memory, change something in it and ask the judge. Refuses to judge by itself.
"""
