#!/usr/bin/env python3
"""Runs the project's commands; `manage.py help` lists them."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rulings_site.settings")
    try:
        from django.core.management import execute_from_command_line
        from django.db import OperationalError, ProgrammingError
    except ImportError:
        sys.exit("Django is not installed here: run bin/setup, then .venv/bin/python manage.py.")
    try:
        execute_from_command_line(sys.argv)
    except (OperationalError, ProgrammingError) as error:
        first_line = str(error).strip().splitlines()[0]
        sys.exit(
            f"The database answered: {first_line}. Check DATABASE_URL (or RULINGS_DATA); "
            "if its tables are missing, run manage.py migrate."
        )


if __name__ == "__main__":
    main()
