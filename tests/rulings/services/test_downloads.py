"""The files that visitors can download: built from the site as it is, and nothing else can be opened."""

from collections.abc import Callable
from pathlib import Path

import pytest

from rulings.models import Edition
from rulings.services import downloads

Publish = Callable[[Path | str], Edition]


def test_every_download_that_is_listed_can_be_opened(publish: Publish, documents: Path) -> None:
    publish(documents / "lanterns-1.0.md")
    names = [one.name for one in downloads.downloads()]
    assert any("lanterns-of-vell" in name for name in names)
    for name in names:
        file = downloads.open_download(name)
        assert file is not None
        with file:
            assert file.read(1)


@pytest.mark.parametrize("name", ["../rulings.sqlite3", "nothing.zip", "", ".", "a/b"])
def test_nothing_else_can_be_opened(publish: Publish, documents: Path, name: str) -> None:
    publish(documents / "lanterns-1.0.md")
    assert downloads.open_download(name) is None
