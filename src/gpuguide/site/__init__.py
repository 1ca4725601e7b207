"""Pages: sources, prose, tables, derivations, layout, publishing.

Knows how declared things become HTML, and that every number goes through one pen. Refuses to compute: figures come from the
book, texts from the catalogs, forms from the writer.
"""
