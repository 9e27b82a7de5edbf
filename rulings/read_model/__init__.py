"""What readers see, computed from history by one set of functions.

For what is in force the results are stored (rulings/models/shown.py, written by services/refreshing.py); pages of the
past call the same functions. One idea has one owner here: what is about a card, a card's statuses, what is said in
short, how a wording is rendered, what an edition did.
"""
