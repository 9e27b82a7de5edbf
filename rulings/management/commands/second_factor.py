"""Gives an account a second factor: a code that an app on a phone shows, asked for at each login."""

from io import StringIO
from typing import Any

import segno
from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser

from rulings.services import accounts


class Command(BaseCommand):
    help = "Let an account ask for a code from a phone when somebody signs in; --remove takes that back."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", metavar="NAME")
        parser.add_argument("--remove", action="store_true", help="let the password be enough again")

    def handle(self, *args: Any, **options: Any) -> None:
        user = User.objects.filter(username=options["name"]).first()
        if user is None:
            raise CommandError(f"There is no account {options['name']}: make it with create_editor.")
        if options["remove"]:
            accounts.remove_second_factor(user)
            self.stdout.write(f"{user} signs in with the password alone.")
            return
        address = accounts.add_second_factor(user)
        code = StringIO()
        segno.make(address).terminal(out=code, compact=True)
        self.stdout.write(code.getvalue())
        self.stdout.write(f"Scan this with an app for codes, or type in: {address}")
        self.stdout.write(f"From now on, {user} needs the code to sign in.")
