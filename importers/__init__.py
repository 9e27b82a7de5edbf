"""Reads publishers' documents: text in, records out. Pure Python; nothing here knows Django or a database."""
