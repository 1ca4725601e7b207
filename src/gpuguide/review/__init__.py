"""Tells a reviewer what a change does: facts, figures, choices, claims and the sentences that lean on them.

Knows two states of a project and compares them. Refuses to change either.
"""
