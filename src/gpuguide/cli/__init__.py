"""Commands, exit codes and progress.

Knows how people call the engine and how problems are shown. Refuses to do any of the work itself.
"""
