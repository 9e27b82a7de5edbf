"""Makes an account for the editors' desk."""

import getpass
import os
import sys
from typing import Any

from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser

from rulings.services.accounts import create_editor


class Command(BaseCommand):
    help = "Make an account for the desk at /admin/: an editor, who prepares editions; with --publisher, who publishes."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", metavar="NAME")
        parser.add_argument("--publisher", action="store_true", help="may also publish, correct and withdraw")

    def handle(self, *args: Any, **options: Any) -> None:
        name = options["name"]
        try:
            User._meta.get_field("username").run_validators(name)
            password = self._password()
            validate_password(password, User(username=name))
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from None
        create_editor(name, password, is_publisher=options["publisher"])
        role = "publish, too" if options["publisher"] else "prepare editions; a publisher publishes them"
        self.stdout.write(f"{name} may log in at /admin/ and {role}.")

    def _password(self) -> str:
        """From the environment, the terminal, or the first line of standard input."""
        if given := os.environ.get("RULINGS_EDITOR_PASSWORD"):
            return given
        if not sys.stdin.isatty():
            return sys.stdin.readline().rstrip("\n")
        password = getpass.getpass("Password: ")
        if password != getpass.getpass("Again: "):
            raise CommandError("The two passwords differ: nothing was made.")
        return password
