"""Measurements against rivals: one file a table, each prints Markdown."""
