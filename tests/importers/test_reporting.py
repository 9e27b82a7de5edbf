"""What the report says."""

from pathlib import Path

from importers.reading import read
from importers.reporting import report_on


def test_the_report_counts_per_kind(documents: Path) -> None:
    report = report_on(read((documents / "lanterns-1.0.md").read_bytes(), name="lanterns-1.0.md"))
    assert report.counts == {"erratum": 4, "listing": 3, "clarification": 8, "question": 2, "step": 4}
    assert "21 rulings: 4 errata, 3 listings, 8 clarifications, 2 questions, 4 steps" in report.as_text()


def test_the_report_names_open_references_with_their_lines() -> None:
    head = "---\ngame: G\ndocument: D\nedition: 1\nauthority: official\n---\n"
    text = head + "# A\n#### (1.1) B\nc [[1.1]]\nd [[9.9]] [[Who]]\n"
    report = report_on(read(text.encode(), name="x.md"))
    assert [str(reference) for reference in report.open_references] == [
        "line 10: 9.9 (unresolved)",
        "line 10: Who (unresolved)",
    ]
    assert report.as_data()["references"][0]["line"] == 10


def test_the_report_names_problems_with_their_lines() -> None:
    report = report_on(read(b"---\ngame: G\ndocument: D\nedition: 1\nauthority: official\n---\ntext\n", name="x.md"))
    assert "errors: 1\n    line 7: This text stands before the first heading." in report.as_text()
