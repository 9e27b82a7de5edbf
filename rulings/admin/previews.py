"""What an editor's text would look like, and what the parser says to it."""

from dataclasses import dataclass

from django.utils.safestring import SafeString, mark_safe

from importers.records import ParsedDocument, Problem
from rulings.read_model.wording import plain_title, render_markdown

MOST = 40


@dataclass(frozen=True)
class PreviewedRuling:
    """A ruling as readers would see it."""

    label: str
    title: str
    kind: str
    html: SafeString
    path: str


@dataclass(frozen=True)
class TextPreview:
    """The first rulings of a text, and everything wrong with it."""

    problems: tuple[Problem, ...]
    rulings: list[PreviewedRuling]
    count: int


def preview_of(document: ParsedDocument) -> TextPreview:
    """A text as it was read."""
    shown = [
        PreviewedRuling(
            ruling.key,
            plain_title(ruling.title),
            ruling.list_name or ruling.kind,
            mark_safe(render_markdown(plain_title(ruling.text))),  # noqa: S308 - sanitised there
            " › ".join(ruling.heading_path),
        )
        for ruling in document.rulings[:MOST]
    ]
    return TextPreview(document.problems, shown, len(document.rulings))
