"""The words of a page: every piece of text that a reader sees is held against the source that it must have come from.

Knows page sources, the texts of YAML files, catalogs, and how docs/formats.md lays them out: from these alone it writes down what
a page must say, in which order, and compares. Refuses to take a word from the engine: of templates it reads what they may hold.
"""
