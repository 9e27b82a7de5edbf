"""What rulings mean, next to their words: the vectors of the state that the site shows, and how near a question is."""

import hashlib
from pathlib import Path

from django.conf import settings

from rulings.models import ShownRuling
from rulings.read_model.state import remembered, site_state
from rulings.search.encoder import Encoder, question_vector, ready
from rulings.search.vectors import FORMAT, Nearness, Vectors

NO_FILE = 0


def path_for(encoder: Encoder) -> Path:
    """Where the vectors of a model are kept."""
    folder: Path = settings.DATA / "vectors"
    return folder / f"{FORMAT}-{encoder.name}.npz"


def digests() -> dict[int, str]:
    """What each ruling in force is known by; another one if anything that is shown of it is another."""
    return dict(ShownRuling.objects.values_list("pk", "digest"))


def nearest(text: str) -> Nearness | None:
    """The rulings nearest to a question; none while there is no model, or no vector."""
    encoder = ready()
    if encoder is None:
        return None
    vectors, _ = in_force(encoder)
    return vectors.nearest(question_vector(encoder, text)) if len(vectors.rulings) else None


def is_complete() -> bool:
    """Whether every ruling that the site shows has its vectors."""
    encoder = ready()
    return encoder is not None and in_force(encoder)[1]


def label() -> str:
    """Changes with what searches are answered by: the words alone, or vectors, and which."""
    encoder = ready()
    if encoder is None:
        return ""
    return f"-{remembered('vectors file', str(_written(encoder)), lambda: _contents(encoder))}"


def in_force(encoder: Encoder) -> tuple[Vectors, bool]:
    """The vectors of what the site shows now, and whether every ruling has one."""

    def load() -> tuple[Vectors, bool]:
        known = digests()
        vectors = Vectors.load(path_for(encoder)).holding(known)
        return vectors, len(set(vectors.rulings.tolist())) == len(known)

    return remembered("vectors", f"{site_state().key} {_written(encoder)}", load)


def _written(encoder: Encoder) -> int:
    """When the file was written last; 0 if there is none."""
    try:
        return path_for(encoder).stat().st_mtime_ns
    except OSError:
        return NO_FILE


def _contents(encoder: Encoder) -> str:
    """Changes with the model and what is in the file: the same on every machine."""
    try:
        written = path_for(encoder).read_bytes()
    except OSError:
        written = b""
    return hashlib.sha256(encoder.name.encode() + written).hexdigest()[:8]
