"""Where a text refers to something."""

import pytest

from importers.references import find_references


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("See [[2.11]].", [("2.11", "2.11")]),
        ("See [[ § 2.11 ]].", [("2.11", "2.11")]),
        ("See [[2.11|the rule]].", [("2.11", "the rule")]),
        ("[[Sexton (Tides 7)]] and [[Moth]]", [("Sexton (Tides 7)", "Sexton (Tides 7)"), ("Moth", "Moth")]),
        ("[2.11] [[]] [[a\nb]] [[open", []),
    ],
)
def test_brackets_refer(text: str, found: list[tuple[str, str]]) -> None:
    references = find_references(text)
    assert [(reference.target, reference.label) for reference in references] == found
    assert all(text[ref.start :].startswith("[[") and text[: ref.end].endswith("]]") for ref in references)
