"""Compares editions: which old ruling a new one continues, what changed, and word for word how. Pure."""
