"""Answers: whether one says No where another said Yes."""

import re

# "Yes. …", "**No**, …"
VERDICT = re.compile(r"^\W*(yes|no)\b", re.IGNORECASE)


def reversal(old: str, new: str) -> tuple[str, str] | None:
    """What an answer was and is now, "Yes" and "No"; none if it does not turn from one to the other."""
    was, now = VERDICT.match(old), VERDICT.match(new)
    if not was or not now or was[1].lower() == now[1].lower():
        return None
    return was[1].capitalize(), now[1].capitalize()
