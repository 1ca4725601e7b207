"""Serves a project while it is edited: each page rendered from the files as they are now.

Knows requests, watched files and the browser that waits. Refuses to be reached from outside this machine.
"""
