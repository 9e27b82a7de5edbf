"""The editors' admin: the desk for editions, the catalogue, and what helps the search; rulings/apps.py registers it."""
