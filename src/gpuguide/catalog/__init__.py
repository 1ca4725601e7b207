"""YAML to validated, frozen records, each value with the file and line it came from.

Knows the safe subset of YAML that editors write, the kinds of records there are, and how they refer to each other. Refuses to
know what a figure is worth, how a number is written in a language, and what a page looks like.
"""
