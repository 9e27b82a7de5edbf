"""The forms of the desk: what editors may give, and what they are told if it will not do."""

from typing import Any

from django import forms
from django.contrib.admin.widgets import AutocompleteSelect

from importers.folding import fold_title
from importers.formats import IMPORTERS
from importers.sources import LARGEST_SOURCE
from rulings.models import Card, CardSet, Pack
from rulings.services import curating

TOO_LARGE = f"This file has more than {LARGEST_SOURCE // 1024**2} MB: is it the right one?"
LARGEST_TEXT = 2_000_000
# More are not listed in a choice.
MOST_LISTED = 1_000


class NewEditionForm(forms.Form):
    """A document to be read: a file, or its text."""

    file = forms.FileField(required=False, help_text="A PDF, a saved web page, a text or a Markdown file.")
    text = forms.CharField(required=False, strip=False, widget=forms.Textarea(attrs={"rows": 14}), label="Or its text")
    format_name = forms.ChoiceField(
        required=False,
        label="Format",
        choices=[("", "recognise it"), *((importer.name, importer.name) for importer in IMPORTERS)],
    )
    edition = forms.CharField(
        required=False, max_length=60, help_text="The version, if the document does not print it: 3.2"
    )
    game = forms.CharField(required=False, max_length=200, help_text="If the document does not say it.")
    title = forms.CharField(
        required=False, max_length=200, label="Document", help_text="Its name among the game's documents: FAQ"
    )

    replaces = forms.BooleanField(
        required=False,
        label="Replaces a draft of the same version",
        help_text="The draft of the other file is discarded.",
    )

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        file, text = values.get("file"), values.get("text", "").strip()
        if bool(file) == bool(text):
            raise forms.ValidationError("Choose a file or paste a text, one of the two.")
        if file and file.size > LARGEST_SOURCE:
            self.add_error("file", TOO_LARGE)
        return values

    @property
    def source(self) -> tuple[bytes, str]:
        """The bytes of the document, and the name to remember it by."""
        file = self.cleaned_data["file"]
        return (file.read(), file.name) if file else (self.cleaned_data["text"].encode(), "pasted.txt")


class TextForm(forms.Form):
    """A text in the house format, with the version and the text that it is based on."""

    text = forms.CharField(
        strip=False, max_length=LARGEST_TEXT, widget=forms.Textarea(attrs={"rows": 28, "data-preview": "true"})
    )
    reason = forms.CharField(
        required=False,
        max_length=400,
        label="Why",
        help_text="Where your words are not the source’s: readers see both, and the reason.",
    )
    version = forms.IntegerField(widget=forms.HiddenInput)
    base = forms.CharField(required=False, strip=False, widget=forms.HiddenInput)


class CorrectionForm(forms.Form):
    """A ruling in the house format, and why it is corrected."""

    text = forms.CharField(
        strip=False, max_length=LARGEST_TEXT, widget=forms.Textarea(attrs={"rows": 14, "data-preview": "true"})
    )
    basis = forms.IntegerField(widget=forms.HiddenInput)
    reason = forms.CharField(max_length=400, help_text="Readers see it: a typo in our import, a lost word …")


class CardsForm(forms.Form):
    """A catalogue of cards."""

    file = forms.FileField(
        required=False,
        help_text="A CSV file, an OCTGN set.xml, or a ZIP of a folder of sets or of JSON (cycles, packs).",
    )
    text = forms.CharField(required=False, widget=forms.Textarea(attrs={"rows": 12}), label="Or the text of a CSV file")
    game = forms.CharField(max_length=200)
    # What was uploaded for the preview.
    kept = forms.CharField(required=False, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        file, text = values.get("file"), values.get("text", "").strip()
        if values.get("kept") and not file and not text:
            return values
        if bool(file) == bool(text):
            raise forms.ValidationError("Choose a file or paste a text, one of the two.")
        if file and file.size > LARGEST_SOURCE:
            self.add_error("file", f"This file has more than {LARGEST_SOURCE // 1024**2} MB.")
        return values


class CuratedForm(forms.ModelForm):  # type: ignore[type-arg]
    """An entry of the catalogue that is checked against the others."""

    def _post_clean(self) -> None:
        super()._post_clean()  # type: ignore[misc]
        if not self.errors:
            try:
                curating.check(self.instance)
            except curating.CurationError as error:
                self.add_error(None, str(error))


class NamesFormSet(forms.BaseInlineFormSet):  # type: ignore[type-arg]
    """Names that belong to one entry, each given once."""

    def clean(self) -> None:
        super().clean()
        kept = [form for form in self.forms if form not in self.deleted_forms]
        given = [fold_title(getattr(form, "cleaned_data", {}).get("name") or "") for form in kept]
        names = [name for name in given if name]
        if len(set(names)) < len(names):
            raise forms.ValidationError("A name is given twice: leave one of them out.")


class EntryField(forms.ModelChoiceField):  # type: ignore[type-arg]
    """A choice among entries of the catalogue that may bear the same name."""

    def label_from_instance(self, obj: Any) -> str:
        place: list[Any] = []
        if isinstance(obj, Card):
            place = [obj.card_set.game, obj.card_set, obj.pack, obj.number]
        elif isinstance(obj, CardSet):
            place = [obj.game]
        elif isinstance(obj, Pack):
            place = [obj.card_set.game, obj.card_set]
        return f"{obj} ({', '.join(str(one) for one in place if one)})" if place else str(obj)


class ListedSelect(AutocompleteSelect):
    """A choice that is completed while typing; without scripts it lists all that there is, if that is not too much."""

    def optgroups(self, name: str, value: Any, attr: Any = None) -> Any:
        """The options to render: all, or those that are chosen."""
        if self.choices.queryset.count() <= MOST_LISTED:
            return forms.Select.optgroups(self, name, value, attr)
        return super().optgroups(name, value, attr)


class MergeForm(forms.Form):
    """Which of several entries stays."""

    keep = EntryField(Card.objects.none(), widget=forms.RadioSelect, empty_label=None)
