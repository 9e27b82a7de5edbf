"""An answer to a question, and where it is written."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from rulings.read_model.records.documents import EditionRecord
from rulings.read_model.wording import spoken_day

# So many words of an answer are marked where it is written.
MARKED = 6


@dataclass(frozen=True)
class Answer:
    """A sentence that answers, and where it is written; `is_sure`: it cannot be wrong."""

    text: str
    url: str
    is_sure: bool = True
    source: str = ""
    # Whether it is what a ruling says, word for word; and what that ruling was asked, if it answers a question.
    is_quoted: bool = False
    asked: str = ""
    # Of wording that the publisher does not print.
    is_ours: bool = False

    @property
    def place(self) -> str:
        """Where it is written, with its first words marked by browsers that can do that."""
        # What is left out stands there as dots, and not where it is written.
        longest = max(self.text.split("…"), key=len)
        words = " ".join(longest.split()[:MARKED])
        return f"{self.url}#:~:text={quote(words, safe='')}" if self.is_quoted else self.url

    def as_data(self) -> dict[str, Any]:
        whose = "(our wording, not the publisher’s)" if self.is_ours else ""
        return {"sure": self.is_sure, "text": f"{self.asked} {self.text} {whose}".strip(), "url": self.url}


def dated(edition: EditionRecord) -> str:
    """An edition with the day that it prints: how old an answer is."""
    return f"{edition['title']}, {spoken_day(edition['date'])}" if edition["date"] else edition["title"]
