"""Static files under names that change with their content; what every page needs is joined when they are collected."""

from collections.abc import Iterator
from typing import Any

from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

# What every public page loads, as one file of each kind.
JOINED = {
    "css/site.css": ("base", "frame", "rulings", "browsing", "front", "sharing", "differences", "print"),
    "js/site.js": ("search", "preview", "copying"),
}


class StaticStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Names a file plainly while it has not been collected yet, so that no page fails over it."""

    manifest_strict = False
    # Scripts import each other by the names that change with their content, too.
    support_js_module_import_aggregation = True

    def hashed_name(self, name: str, content: Any = None, filename: str | None = None) -> str:
        try:
            return str(super().hashed_name(name, content, filename))
        except ValueError:
            return name

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Join files before they get their names."""
        if not dry_run:
            for joined, names in JOINED.items():
                self.delete(joined)
                self._save(joined, ContentFile("\n".join(self._piece(joined, name) for name in names).encode()))
                paths[joined] = (self, joined)
        yield from super().post_process(paths, dry_run, **options)

    def _piece(self, joined: str, name: str) -> str:
        """A file as part of a joined one: styles for paper stay for paper, and names of a script stay its own."""
        folder, _, ending = joined.partition("/site.")
        with self.open(f"{folder}/{name}.{ending}") as file:
            text: str = file.read().decode()
        if name == "print":
            return f"@media print {{\n{text}\n}}"
        return f"{{\n{text}\n}}" if ending == "js" else text
