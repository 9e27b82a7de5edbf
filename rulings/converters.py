"""What the parts of an address look like."""

from django.urls import register_converter


class Label:
    """A printed label or a slug: letters of any script, digits, dots and dashes."""

    regex = r"[\w.\-]+"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class ListName(Label):
    regex = "restricted|banned"


class EditionLabel(Label):
    """A label that leaves the three dots between two editions alone."""

    regex = r"[\w\-]+(?:\.[\w\-]+)*"


def register() -> None:
    """Make them known to Django."""
    register_converter(Label, "label")
    register_converter(ListName, "list")
    register_converter(EditionLabel, "edition")
