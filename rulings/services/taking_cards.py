"""The rows of one catalogue on their way into the database."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from django.utils import timezone

from importers.catalogues import CatalogueCard, ReadCatalogue
from importers.folding import fold_number, fold_title
from rulings.models import Card, CardAlias, CardText, Game, Pack
from rulings.services import addressing
from rulings.services.cataloguing import CatalogueWriter
from rulings.services.matching import Matcher, Matching
from rulings.services.merging import absorb_card

BATCH = 500
UPDATED = [
    *("number", "number_order", "name", "folded_name", "subtitle", "pack", "card_type", "external_id", "facts"),
    "catalogued",
]


@dataclass
class CardCounts:
    """What an import of cards did, or would do."""

    game: Game
    added: int = 0
    updated: int = 0
    same: int = 0
    # Places in the catalogue that name no card.
    skipped: list[str] = field(default_factory=list)
    # Rows of which it is not certain which card they are, and what else an editor should see; with their places.
    ambiguous: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    new_sets: list[str] = field(default_factory=list)
    is_new_game: bool = False
    with_text: int = 0
    # What is to be asked about the game, if it is not here.
    question: str = ""
    # By what came of them, the rows with their places.
    rows: dict[str, list[str]] = field(default_factory=lambda: {"New": [], "Changed": [], "The same": []})

    @property
    def matched(self) -> int:
        return self.updated + self.same

    def sentences(self) -> list[str]:
        """What there is to say of it, the most important first."""
        found = [
            f"{self.game}: {self.added} cards added, {self.updated} updated, {self.same} the same; "
            f"{self.with_text} with a text"
        ]
        if self.question:
            found.insert(0, self.question)
        if self.ambiguous:
            found.append(f"{len(self.ambiguous)} rows are not certain and were left out")
        if self.new_sets:
            found.append(f"New sets: {', '.join(self.new_sets)}")
        if self.skipped:
            rows = "1 row" if len(self.skipped) == 1 else f"{len(self.skipped)} rows"
            found.append(f"{rows} without a name or set skipped, the first of them {self.skipped[0]}")
        return found


class Taking:
    """One catalogue on its way into the database."""

    def __init__(self, counts: CardCounts, read: ReadCatalogue) -> None:
        self.counts, self.catalogue, self.today = counts, read.name, timezone.localdate()
        # How many rows each title has.
        self.titles = Counter(fold_title(row.name) for row in read.cards)
        self.writer = CatalogueWriter(counts.game)
        cards = Card.objects.filter(card_set__game=counts.game).select_related("printed", "card_set")
        self.matcher = Matcher(cards)
        self.renamed = _renamed(self.writer)
        self.new: list[Card] = []
        self.changed: dict[int, Card] = {}
        self.texts: list[CardText] = []
        self.merged: list[tuple[Card, Card]] = []
        self.seen: set[int] = set()
        self.said: dict[int, str] = {}
        # Sets of which a catalogue with ids has been imported, and how many rows would be new in them.
        self.listed = set(cards.exclude(external_id="").values_list("card_set", flat=True))
        self.new_in_listed = 0

    def take(self, row: CatalogueCard) -> None:
        """Decide what becomes of a row."""
        if not row.name:
            self.counts.skipped.append(row.where)
            return
        if card := self.matcher.with_id(row.external_id):
            # Known by its id: it stays in its set, wherever the row has it.
            self._update(card, row)
            return
        card_set, pack = self.writer.place_of(row.citation)
        if renamed := self.renamed.get((card_set.pk, row.number, fold_title(row.name))):
            # A name and number that somebody here has changed stay as they are.
            known = self.matcher.known[renamed]
            self._update(known, replace(row, name=known.name, number=known.number, pack="", set=""))
            return
        matching = self.matcher.match(row, card_set, pack, self.titles)
        if matching.note:
            (self.counts.ambiguous if matching.is_ambiguous else self.counts.notes).append(
                f"{row.where}: {matching.note}"
            )
        if matching.is_ambiguous:
            return
        if matching.card is None:
            self._add(row, card_set.pk, card_set.slug, pack, matching)
        else:
            self._update(matching.card, row)

    def _add(self, row: CatalogueCard, set_pk: int, set_slug: str, pack: Pack | None, matching: Matching) -> None:
        self.new_in_listed += set_pk in self.listed
        taken = self.writer.slugs[set_slug]
        slug = addressing.slug_for_card(row.name, number=row.number, subtitle=row.subtitle, taken=taken)
        taken.add(slug)
        card = Card(
            card_set_id=set_pk,
            pack=pack,
            number=row.number,
            number_order=addressing.number_order(row.number),
            name=row.name,
            folded_name=fold_title(row.name),
            subtitle=row.subtitle,
            slug=slug,
            card_type=row.type,
            external_id=row.external_id,
            facts=dict(row.facts),
            catalogued=True,
        )
        self.new.append(card)
        if not row.external_id:
            # A file may name a card twice: its first line counts.
            card.save()
            self.matcher.add(card)
            self.seen.add(card.pk)
        self.merged += [(phantom, card) for phantom in matching.phantoms]
        self._add_text(card, row)
        self.counts.added += 1
        self.counts.rows["New"].append(f"{row.where}: {row.name}")

    def _update(self, card: Card, row: CatalogueCard) -> None:
        is_first = card.pk not in self.seen
        pack = self.writer.known_pack(card.card_set_id, row.pack or row.set)
        self.seen.add(card.pk)
        is_other = is_first and _update(card, row, pack)
        if is_other:
            self.changed[card.pk] = card
        changed = (is_first and self._update_text(card, row)) or is_other
        if not is_first and row.text is not None and row.text != self.said.get(card.pk, row.text):
            self.counts.notes.append(f"{row.where}: {row.name} stands there twice, with another text; the first counts")
        self.counts.updated += changed
        self.counts.same += not changed
        self.counts.rows["Changed" if changed else "The same"].append(f"{row.where}: {row.name}")

    def _add_text(self, card: Card, row: CatalogueCard) -> None:
        if row.text is None:
            return
        self.counts.with_text += bool(row.text)
        self.texts.append(
            CardText(
                card=card,
                text=row.text,
                back_text=row.back_text,
                original=dict(row.original),
                corrected_on=row.corrected_on,
                catalogue=self.catalogue,
                imported_on=self.today,
            )
        )

    def _update_text(self, card: Card, row: CatalogueCard) -> bool:
        """Whether the text of a card is another one than the catalogue's."""
        if row.text is None:
            return False
        self.said[card.pk] = row.text
        known: CardText | None = getattr(card, "printed", None)
        if known and known.text and not row.text:
            self.counts.notes.append(f"{row.where}: {row.name} has no text there; the one that is known stays")
            return False
        said = (row.text, row.back_text, row.corrected_on)
        if known and (known.text, known.back_text, known.corrected_on) == said:
            self.counts.with_text += bool(row.text)
            return False
        self._add_text(card, row)
        return True

    def write(self) -> None:
        """Write what was decided, in a few large steps."""
        Card.objects.bulk_create([card for card in self.new if card.pk is None], batch_size=BATCH)
        # As rows that are there already: Django's `bulk_update` takes ten times as long.
        Card.objects.bulk_create(
            self.changed.values(),
            update_conflicts=True,
            unique_fields=["pk"],
            update_fields=UPDATED,
            batch_size=BATCH,
        )
        for text in self.texts:
            text.card_id = text.card.pk
        replaced = [text.card_id for text in self.texts if text.card_id in self.seen]
        for start in range(0, len(replaced), BATCH):
            CardText.objects.filter(card__in=replaced[start : start + BATCH]).delete()
        CardText.objects.bulk_create(self.texts, batch_size=BATCH)
        for phantom, card in self.merged:
            absorb_card(phantom, card)


def _update(card: Card, row: CatalogueCard, pack: Pack | None) -> bool:
    """Bring a known card up to date with a row; whether anything changed. Its address stays."""
    before = {name: getattr(card, f"{name}_id" if name == "pack" else name) for name in UPDATED}
    before["facts"] = dict(card.facts)
    if not (card.external_id and card.number and not row.external_id):
        # A row without an id does not renumber a card of a catalogue.
        card.number = card.number if fold_number(card.number) == fold_number(row.number) else row.number or card.number
    card.number_order = addressing.number_order(card.number)
    if fold_title(card.name) == fold_title(row.name) or not card.catalogued:
        card.name, card.folded_name = row.name, fold_title(row.name)
    card.subtitle = row.subtitle or card.subtitle
    card.pack = pack or card.pack
    card.card_type = row.type or card.card_type
    card.external_id = row.external_id or card.external_id
    card.facts = {**card.facts, **row.facts}
    card.catalogued = True
    return any(getattr(card, f"{name}_id" if name == "pack" else name) != value for name, value in before.items())


def _renamed(writer: CatalogueWriter) -> Mapping[tuple[int, str, str], int]:
    """By set, number and name, cards that have another name now, or were merged: a file may still call them so."""
    aliases = CardAlias.objects.filter(card__card_set__game=writer.game).exclude(set_name="")
    places = ((alias, writer.catalogue.find_set(alias.set_name)) for alias in aliases)
    return {
        (writer.sets[fold_title(place.set)].pk, alias.number, fold_title(alias.name)): alias.card_id
        for alias, place in places
        if place and fold_title(place.set) in writer.sets
    }
