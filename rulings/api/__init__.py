"""The site as data, under /api/v1/."""

from ninja import NinjaAPI

from rulings.api import searching

api = NinjaAPI(
    title="Rulings",
    version="1",
    description="What cards really say now, and what is ruled about them. Read only; addresses and ids are permanent.",
    docs_url=None,
    urls_namespace="api",
)
api.add_router("", searching.router)
