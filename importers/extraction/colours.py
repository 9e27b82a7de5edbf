"""Colours as the words that people have for them."""

import colorsys
import re

# "#f00", "#ff0000"
HEX = re.compile(r"^#([0-9a-f]{3}|[0-9a-f]{6})$")
# "rgb(255, 0, 0)"
RGB = re.compile(r"^rgba?\(\s*(\d+)[,\s]+(\d+)[,\s]+(\d+)")
NAMES = {
    "black": "",
    "darkred": "red",
    "crimson": "red",
    "firebrick": "red",
    "maroon": "red",
    "darkgreen": "green",
    "lime": "green",
    "forestgreen": "green",
    "seagreen": "green",
    "navy": "blue",
    "darkblue": "blue",
    "royalblue": "blue",
    "gray": "grey",
    "darkgray": "grey",
    "dimgray": "grey",
    "silver": "grey",
}
HUES = ("red", "orange", "yellow", "green", "blue", "purple", "white", "grey")
# The upper end of each hue, in degrees.
WHEEL = ((18, "red"), (42, "orange"), (70, "yellow"), (170, "green"), (260, "blue"), (335, "purple"), (361, "red"))


def hue_of(red: int, green: int, blue: int) -> str:
    """The word for a colour of 0 to 255 each; empty for black."""
    hue, lightness, _ = colorsys.rgb_to_hls(red / 255, green / 255, blue / 255)
    if max(red, green, blue) - min(red, green, blue) < 48:
        return "" if lightness < 0.42 else "white" if lightness > 0.9 else "grey"
    return next(word for end, word in WHEEL if hue * 360 < end)


def hue_named(value: str) -> str | None:
    """The word for a colour as style sheets write it; None for one that is not known."""
    value = value.strip().lower()
    if value in HUES or value in NAMES:
        return NAMES.get(value, value)
    if match := HEX.match(value):
        digits = match[1] if len(match[1]) == 6 else "".join(digit * 2 for digit in match[1])
        return hue_of(*(int(digits[place : place + 2], 16) for place in (0, 2, 4)))
    if match := RGB.match(value):
        return hue_of(*(min(255, int(part)) for part in match.groups()))
    return None
