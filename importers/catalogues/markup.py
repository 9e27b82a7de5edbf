"""The texts of cards from the markup of their makers into our own form.

Ours is Markdown with icons in square brackets: "**Forced** – After you win a [Terror] struggle, …"
"""

import html
import re
from collections.abc import Mapping

# "&#xd;&#xa;" that was escaped twice, "\\n" as letters
BREAKS = re.compile(r"&#x0?d;&#x0?a;|&#x0?a;|&#10;|\\r\\n|\\n|<br\s*/?>|</p>\s*<p>|\r\n?", re.IGNORECASE)
TRAIT = re.compile(r"\[\[([^\[\]]+)\]\]")
BOLD, ITALIC = re.compile(r"</?(?:b|strong)>", re.IGNORECASE), re.compile(r"</?(?:i|em|u|cite)>", re.IGNORECASE)
RULE = re.compile(r"<hr\s*/?>|</?blockquote>", re.IGNORECASE)
TAG = re.compile(r"<(/?)([a-z]+)(\s[^<>]*)?>", re.IGNORECASE)
# <span class="icon-action"></span>, <img alt="Action">
NAMED_ICON = re.compile(
    r"<span[^>]*\b(?:class|title)=[\"'](?:icon[- ])?([\w-]+)[\"'][^>]*>\s*</span>"
    r"|<img[^>]*\balt=[\"']([^\"']+)[\"'][^>]*>",
    re.I,
)
# "[Power]", "[per_investigator]"
ICON = re.compile(r"\[([^\[\]\n]{1,40})\]")
# A hyphen in front of the whole text, which some extractions leave.
LEADING_DASH = re.compile(r"^\s*-\s+(?=[A-Z])")


def as_text(markup: str, signs: Mapping[str, str] | None = None) -> str:
    """A text in our own form; `signs` name the icons that are printed as signs."""
    text = BREAKS.sub("\n", markup)
    text = html.unescape(html.unescape(text))
    text = NAMED_ICON.sub(lambda found: f"[{found[1] or found[2]}]", text)
    text = TRAIT.sub(r"***\1***", text)
    text = RULE.sub("\n", ITALIC.sub("*", BOLD.sub("**", text)))
    text = TAG.sub("", text)
    text = _named(text, signs or {})
    text = ICON.sub(lambda found: f"[{found[1].replace('_', ' ')}]", LEADING_DASH.sub("", text))
    lines = (re.sub(r"[ \t\u00a0]+", " ", line).strip() for line in text.split("\n"))
    return "\n".join(line for line in lines if line)


def _named(text: str, signs: Mapping[str, str]) -> str:
    """A text with the signs of icons named: "win a @ struggle", "gains ##$"."""
    # A letter or a question mark within a text is what it seems.
    kinds = re.escape("".join(sign for sign in signs if not sign.isalnum() and sign != "?"))
    if not kinds:
        return text
    run = re.compile(rf"(?<![\w&\[])(?:[{kinds}](?!\w)|[{kinds}](?=[{kinds}]))+(?![\w%])")

    def name(found: re.Match[str]) -> str:
        before, after = text[: found.start()], text[found.end() :]
        # A bracket that is closed again is a bracket: "[The Agency]".
        if "[" in found[0] and re.match(r"\w[\w ]{1,39}\]", after):
            return found[0]
        if "]" in found[0] and re.search(r"\[\w[\w ]{1,39}$", before):
            return found[0]
        if "_" in found[0] and len(found[0]) > 1:
            return found[0]
        return "".join(f"[{signs[sign]}]" for sign in found[0])

    return run.sub(name, text)


def as_icons(value: str, signs: Mapping[str, str]) -> str:
    """A row of signs as named icons: "# # $" is "[Combat][Combat][Arcane]"."""
    if ICON.search(value):
        # They are named already.
        return value
    return "".join(f"[{signs[sign]}]" if sign in signs else sign for sign in value if not sign.isspace())
