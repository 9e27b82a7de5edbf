"""What the rulings under a heading are: the marks that a heading can carry, such as {errata}."""

from dataclasses import dataclass, replace

from importers.records import Kind, ListName, ParsedRuling, Scope


@dataclass(frozen=True)
class Mode:
    """What a mark means for the rulings below it."""

    mark: str
    kind: Kind
    scope: Scope | None = None
    list_name: ListName | None = None
    # Of a list: the way of playing that it holds for.
    play_format: str = ""

    @property
    def is_headed_by_cards(self) -> bool:
        """Whether headings below name sets and packs, and rulings name cards."""
        return self.kind is Kind.LISTING or self.scope is Scope.CARD

    @property
    def is_bulleted(self) -> bool:
        """Whether each ruling is a list item instead of a heading."""
        return self.kind in (Kind.LISTING, Kind.STEP)


CLARIFICATIONS = Mode("clarifications", Kind.CLARIFICATION)
MODES = {
    mode.mark: mode
    for mode in (
        CLARIFICATIONS,
        Mode("errata", Kind.ERRATUM, scope=Scope.CARD),
        Mode("general errata", Kind.ERRATUM, scope=Scope.GENERAL),
        Mode("rulebook errata", Kind.ERRATUM, scope=Scope.RULEBOOK),
        Mode("restricted", Kind.LISTING, list_name=ListName.RESTRICTED),
        Mode("banned", Kind.LISTING, list_name=ListName.BANNED),
        Mode("questions", Kind.QUESTION),
        Mode("timing", Kind.STEP),
    )
}
MODE_OF_NATURE = {(mode.kind, mode.scope, mode.list_name): mode for mode in MODES.values()}


def mode_of(ruling: ParsedRuling) -> Mode:
    """The mode in which a ruling is written."""
    return _for_format(MODE_OF_NATURE[ruling.kind, ruling.scope, ruling.list_name], ruling.play_format)


def mode_marked(mark: str) -> Mode | None:
    """The mode of a mark: "restricted", or "restricted: joust" for one way of playing."""
    name, colon, play_format = (part.strip() for part in mark.partition(":"))
    mode = MODES.get(name.lower())
    if mode is None or (colon and not (play_format and mode.kind is Kind.LISTING)):
        return None
    return _for_format(mode, play_format)


def _for_format(mode: Mode, play_format: str) -> Mode:
    return replace(mode, mark=f"{mode.mark}: {play_format}", play_format=play_format) if play_format else mode
