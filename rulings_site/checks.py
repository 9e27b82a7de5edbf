"""What is said at the start: settings that work, and will make trouble later."""

import os
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core import checks

SHARED = (
    "SECRET_KEY is not set, and the database or the search is shared: each machine makes a key of its own, so people "
    "who sign in on one are signed out on the others."
)


@checks.register()
def key_is_shared(app_configs: Any, **options: Any) -> Sequence[checks.CheckMessage]:
    """Machines that share a database share the key, too."""
    engines = settings.DATABASES["default"]["ENGINE"], settings.HAYSTACK_CONNECTIONS["default"]["ENGINE"]
    is_shared = any(engine.endswith(("postgresql", "opensearch.Engine")) for engine in engines)
    if is_shared and not os.environ.get("SECRET_KEY"):
        return [checks.Warning(SHARED, hint="Set the same SECRET_KEY on every machine.", id="rulings.W001")]
    return []
