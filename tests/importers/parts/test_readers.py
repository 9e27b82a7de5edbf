"""The readers of parts on small pages of our own, each with one trap."""

import pytest

from importers.extraction import extract
from importers.facts import Facts
from importers.reading import read_source
from importers.recipe_files import read_recipe
from importers.recipes import RecipeError
from importers.records import Authority, Kind, ParsedDocument, ParsedRuling

HEAD = 'game = "Vell"\ndocument = "FAQ"\nnote = "green"\n[[parts]]\nheading = "Part"\n'


def read(recipe: str, body: str) -> tuple[ParsedRuling, ...]:
    return read_document(recipe, body).rulings


def read_document(recipe: str, body: str) -> ParsedDocument:
    page = f"<!doctype html><html><body><h2>Part</h2>{body}</body></html>"
    source = extract(page.encode(), name="page.html")
    return read_source(source, facts=Facts(), recipe=read_recipe(HEAD + recipe)).document


def test_rules_that_no_question_has_are_left_over_and_not_kept_as_a_heading() -> None:
    rules = "".join(f"<h4>Rule {n}</h4><p>A lamp that is lit burns until its owner puts it out.</p>" for n in range(9))
    found = read_document('reader = "questions"\nquestion_look = "italic"\n', f"{rules}<p><i>Why?</i></p><p>No.</p>")
    assert "burns until its owner" in found.leftovers[0].text
    assert not any("burns" in heading.title for heading in found.headings)


def test_panels_that_open_on_a_tap_are_read_and_their_signs_are_not() -> None:
    body = (
        '<h4 aria-expanded="false"><span aria-hidden="true">+</span>Why?</h4><div style="display:none"><p>No.</p></div>'
    )
    body += '<div class="cookie-panel" style="display:none"><p>We use cookies.</p></div>'
    (one,) = read('reader = "questions"\nquestion_look = "h4"\n', body)
    assert (one.title, one.text) == ("Why?", "No.")


def test_letters_between_the_entries_of_a_glossary_belong_to_none() -> None:
    body = "<h3>Alms</h3><p>Are given.</p><div>B</div><h3>Bell</h3><p>Rings.</p>"
    alms, _ = read('reader = "entries"\nentry_look = "h3"\n', body)
    assert alms.text == "Are given."


def test_limited_cards_are_restricted_and_never_banned() -> None:
    rows = "<tr><th>Card</th><th>Status</th></tr><tr><td>Lamp</td><td>Limited</td></tr>"
    (lamp,) = read('reader = "listing"\nlist = "banned"\nentry = "NAME"\n', f"<table>{rows}</table>")
    assert lamp.list_name == "restricted"


@pytest.mark.parametrize("free", ["Unlimited", "Not limited", "unrestricted", "Legal"])
def test_a_card_that_is_free_everywhere_is_on_no_list(free: str) -> None:
    rows = "<tr><th>Card</th><th>Standard</th><th>Extended</th></tr><tr><td>Oar</td><td>Banned</td><td>Legal</td></tr>"
    rows += f"<tr><td>Lamp</td><td>{free}</td><td>{free}</td></tr>"
    found = read('reader = "listing"\nlist = "banned"\nentry = "NAME"\n', f"<table>{rows}</table>")
    assert [one.title for one in found] == ["Oar"]


def test_a_list_of_sentences_under_one_heading_is_a_ruling_for_each() -> None:
    said = ("A lamp that is lit burns on.", "A boat that is full is closed.", "A reef with a light is not empty.")
    found = read('reader = "entries"\n', f"<ol>{''.join(f'<li>{one}</li>' for one in said)}</ol>")
    assert [(one.key, one.text) for one in found] == [(str(n), one) for n, one in enumerate(said, 1)]
    steps = "<p>Do this:</p><ol><li>Light the lamp that is out.</li><li>Row the boat to the reef.</li></ol>"
    assert len(read('reader = "entries"\n', steps)) == 1


def test_what_a_card_was_does_not_count() -> None:
    rows = "<tr><th>Card</th><th>Status</th></tr><tr><td>Lamp</td><td>Banned (was limited)</td></tr>"
    (lamp,) = read('reader = "listing"\nlist = "restricted"\nentry = "NAME"\n', f"<table>{rows}</table>")
    assert lamp.list_name == "banned"


def test_a_bold_label_and_a_title_in_italics_head_one_section() -> None:
    (one,) = read('reader = "sections"\nentry = "SECTION TITLE"\n', "<p><b>1.1</b> <i>Tides:</i> They turn.</p>")
    assert (one.key, one.title, one.text) == ("1.1", "Tides", "They turn.")


def test_an_erratum_in_one_line_goes_on_in_the_next() -> None:
    body = "<p><b>Lamp</b> (Core 4): Should read “Draw a card.”</p><p>It also gains Forced.</p>"
    body += "<p><b>Oar</b> (Core 5): Gone.</p>"
    lamp, oar = read('reader = "errata"\nentry = "NAME (SET NUMBER)"\n', body)
    assert (lamp.title, lamp.cards[0].set, lamp.cards[0].number) == ("Lamp", "Core", "4")
    assert lamp.text == "Should read “Draw a card.”\n\nIt also gains Forced."
    assert oar.text == "Gone."


def test_one_erratum_for_two_cards_names_both() -> None:
    body = "<h3>Lamp (Core 4), Oar (Tides 7)</h3><p>Are unique.</p>"
    (both,) = read('reader = "errata"\nentry = "NAME (SET NUMBER)"\nentry_look = "h3"\n', body)
    assert [(card.name, card.set) for card in both.cards] == [("Lamp", "Core"), ("Oar", "Tides")]


def test_a_table_says_by_its_header_which_cell_is_the_card() -> None:
    rows = "<tr><th>Card Name</th><th>Card #</th><th>Set</th><th>Errata</th></tr>"
    rows += "<tr><td>Lamp</td><td>4</td><td rowspan=2>Core</td><td>Is lit.</td></tr>"
    rows += "<tr><td>Oar</td><td>5</td><td>Is wet.</td></tr>"
    lamp, oar = read('reader = "errata"\nentry = "NAME"\n', f"<table>{rows}</table>")
    assert [(one.title, one.cards[0].set, one.cards[0].number, one.text) for one in (lamp, oar)] == [
        ("Lamp", "Core", "4", "Is lit."),
        ("Oar", "Core", "5", "Is wet."),
    ]


@pytest.mark.parametrize("reader", ["sections", "entries", "listing"])
def test_what_only_an_annotator_says_is_not_the_publishers(reader: str) -> None:
    settings = {
        "sections": 'entry = "SECTION TITLE"',
        "entries": 'entry_look = "h3"',
        "listing": 'list = "banned"\nentry = "NAME (SET NUMBER)"',
    }
    body = '<p style="color: green">Note: this is ours.</p><h3>1.1 Lamps</h3><p>Lamps burn black.</p>'
    rulings = read(f'reader = "{reader}"\n{settings[reader]}\n', body)
    assert rulings[0].authority is Authority.UNOFFICIAL
    assert "this is ours" not in "".join(one.text for one in rulings if one.authority is None)


def test_a_listed_card_keeps_what_is_said_of_it() -> None:
    body = "<ul><li>Lamp (Core 4) – once a round</li><li>Oar (Core 5)</li><li>Bell (Core 6) <i>New.</i></li></ul>"
    rulings = read('reader = "listing"\nlist = "banned"\nentry = "NAME (SET NUMBER)"\n', body)
    assert [(one.title, one.text) for one in rulings] == [("Lamp", "once a round"), ("Oar", ""), ("Bell", "*New.*")]


def test_the_bold_words_of_a_step_are_its_name_and_a_large_first_letter_is_not() -> None:
    body = "<p>1.1 <b>Muster:</b> stand all.</p><p>1.2 <b>D</b>raw a card.</p>"
    muster, draw = read('reader = "chart"\n', body)
    assert (muster.key, muster.title, muster.text) == ("1.1", "Muster", "stand all.")
    assert (draw.key, draw.title, draw.text) == ("1.2", "Draw a card.", "")


def test_a_printed_label_goes_before_the_number_that_a_list_would_give() -> None:
    body = "<ol><li>2.1 Muster</li><li>2.2 Draw</li></ol>"
    assert [one.key for one in read('reader = "chart"\n', body)] == ["2.1", "2.2"]


def test_a_row_of_three_cells_is_a_label_a_name_and_what_it_means() -> None:
    rows = "<tr><th>Step</th><th>Name</th><th>What</th></tr><tr><th>DC.1</th><td>Check</td><td>Draw a token.</td></tr>"
    (check,) = read('reader = "chart"\n', f"<table>{rows}</table>")
    assert (check.key, check.title, check.text) == ("DC.1", "Check", "Draw a token.")


def test_an_erratum_may_follow_its_number_without_a_sign_between() -> None:
    body = "<p><b>Lamp</b> (Core 4) Should read “Draw.”</p><p><b>Oar</b> (Core 5) Is unique.</p>"
    lamp, oar = read('reader = "errata"\nentry = "NAME (SET NUMBER)"\nentry_look = "starts-bold"\n', body)
    assert (lamp.title, lamp.text, oar.text) == ("Lamp", "Should read “Draw.”", "Is unique.")


def test_any_heading_of_a_look_can_begin_a_part() -> None:
    recipe = HEAD.replace('"Part"', '"*"') + 'look = "h2"\nreader = "entries"\nentry_look = "h3"\n'
    page = "<h2>Play</h2><h3>Lamps</h3><p>Burn.</p><h2>End</h2><h3>Oars</h3><p>Row.</p>"
    source = extract(f"<!doctype html><html><body>{page}</body></html>".encode(), name="page.html")
    rulings = read_source(source, facts=Facts(), recipe=read_recipe(recipe)).document.rulings
    assert [one.heading_path for one in rulings] == [("Play",), ("End",)]


def test_a_small_picture_is_read_by_its_name() -> None:
    body = '<h3>Lamps</h3><p>Spend 2 <img src="c.png" alt="coal" width="16">.</p>'
    (lamps,) = read('reader = "entries"\nentry_look = "h3"\n', body)
    assert lamps.text == "Spend 2 [coal]."


def test_an_answer_loses_its_letter_even_before_a_note() -> None:
    body = (
        '<p>Q: May I?</p><p>A: Yes.</p><p style="color:green">Note: no.</p><p>Q: Why?</p><p>A: Because it is black.</p>'
    )
    rulings = read('reader = "questions"\n', body)
    assert [(one.title, one.text) for one in rulings if one.kind is Kind.QUESTION] == [
        ("May I?", "Yes."),
        ("Why?", "Because it is black."),
    ]


def test_steps_and_windows_of_a_table_are_told_apart() -> None:
    rows = "<tr><td>1.1</td><td><b>Dawn.</b> Light a lamp.</td></tr><tr><td colspan=2>PLAYER WINDOW</td></tr>"
    dawn, dusk = read('reader = "chart"\n', f"<table>{rows}<tr><td>1.2</td><td>Dusk.</td></tr></table>")
    assert (dawn.key, dawn.title, dawn.text, dawn.window_after) == ("1.1", "Dawn.", "Light a lamp.", "Player window")
    assert (dusk.key, dusk.window_after) == ("1.2", "")


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ('reader = "poem"', "is not a reader"),
        ('reader = "notes"\n[[parts]]\nheading = "*"\nreader = "notes"', "its look must say which"),
        ('reader = "errata"\nentry = "(SECTION) TITLE"', "an entry begins with NAME"),
        ('reader = "errata"\nentry = "]NAME["', "is not a pattern"),
        ('reader = "errata"\nentry = "NAME NAME"', "stands twice"),
        ('reader = "errata"\nentry = "NAME (NUMER)"', "is NUMBER meant"),
        ('reader = "errata"\nentry = "NAME (SET"', "not closed"),
        ('reader = "listing"\nentry = "NAME"', "says which list it is"),
        ('reader = "entries"\nentry_look = "shiny"', "not a word for how a line looks"),
        ('reader = "entries"\nentry_look = 5', "cannot be 5"),
        ('reader = "entries"\ncolour = "red"', "has no setting 'colour'"),
    ],
)
def test_a_mistake_in_a_part_is_explained(wrong: str, message: str) -> None:
    with pytest.raises(RecipeError, match=message):
        read_recipe(f"{HEAD}{wrong}\n")


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("names = 5", "names cannot be 5"),
        ("edition = 'Version ('", "is not a regular expression"),
        (r"edition = '(\w+\s?)+!'", "write it more simply"),
        ("crop = [0, 1]", "four numbers"),
        ("version = 'x'", "version cannot be"),
        ("changed = 'rde'", "is not a colour"),
    ],
)
def test_a_mistake_in_a_recipe_is_explained(wrong: str, message: str) -> None:
    with pytest.raises(RecipeError, match=message):
        read_recipe(f'{wrong}\n{HEAD}reader = "notes"\n')


def test_signs_that_are_icons_are_named_and_others_stay() -> None:
    recipe = HEAD.replace("[[parts]]", 'icons = { "<" = "Sun", ">" = "Moon", "%" = "Star" }\n[[parts]]')
    page = "<!doctype html><html><body><h2>Part</h2><p>Needs &lt; or &gt; or % at 100%.</p></body></html>"
    source = extract(page.encode(), name="page.html")
    (note,) = read_source(source, facts=Facts(), recipe=read_recipe(f'{recipe}reader = "notes"\n')).document.rulings
    assert note.text == "Needs [Sun] or [Moon] or [Star] at 100%."
