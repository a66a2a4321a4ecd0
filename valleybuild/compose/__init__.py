"""Components, layouts and words to scenes: every face of a game in every language."""
