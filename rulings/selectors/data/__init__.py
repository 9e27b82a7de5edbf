"""What the pages show, as plain data: for the API, the exports and other people's programs.

Every thing has an id that is part of its address, and so as permanent: a card's is "game/set/card", a ruling's
"game/document/ruling". Addresses are paths on this site.
"""
