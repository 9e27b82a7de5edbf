"""Withdraws the newest edition of a document."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import Q

from importers.records import Authority
from rulings.models import Edition
from rulings.services import publishing


class Command(BaseCommand):
    help = "Withdraw the newest edition of a document; the one before it is in force again."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", metavar="GAME", help="the game's slug")
        parser.add_argument("document", metavar="DOCUMENT", help="the document's slug")
        parser.add_argument("edition", metavar="EDITION", help="the label of its newest edition")
        parser.add_argument("--digest", action="store_true", help="of the digest of the document")

    def handle(self, *args: Any, **options: Any) -> None:
        editions = Edition.objects.published().filter(
            document__game__slug=options["game"], document__slug=options["document"]
        )
        if options["digest"]:
            editions = editions.filter(document__authority=Authority.DIGEST)
        is_called = Q(label=options["edition"]) | Q(slug=options["edition"])
        named = editions.filter(is_called).select_related("document__game").order_by("-position")
        # A document comes before the digest of it, which has the same slug; our last correction before its edition.
        edition = min(named, key=lambda one: one.document.is_digest, default=None)
        if edition is None:
            known = ", ".join(editions.order_by("position").values_list("label", flat=True)) or "none"
            document = f"{options['game']}/{options['document']}"
            raise CommandError(f"{document} has no published edition {options['edition']}; there are: {known}.")
        try:
            restored = publishing.withdraw(edition)
        except publishing.PublishingError as error:
            raise CommandError(str(error)) from error
        left = "none is in force"
        if restored:
            left = f"{restored.slug} is in force"
        elif not edition.document.is_digest and editions.filter(document__authority=Authority.DIGEST).exists():
            left = "its digest stands in for it"
        self.stdout.write(f"withdrew {edition}; {left}")
