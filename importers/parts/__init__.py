"""Readers of the parts of documents, one for each kind; a recipe says which reads what. None knows a game."""
