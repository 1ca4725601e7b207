"""Writes and changes source files for editors: schemas, new records, prices.

Knows the files of a project as text, comments and order included. Refuses to write anything that would not load.
"""
