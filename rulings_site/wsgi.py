"""The WSGI application that bin/serve runs."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rulings_site.settings")

django_application = get_wsgi_application()

# Models can be imported from here on.
from rulings.services import upkeep  # noqa: E402
from rulings_site.gate import Gate  # noqa: E402

application = Gate(django_application)

upkeep.serve()
