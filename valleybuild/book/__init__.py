"""A game's rulebook: from chapters in YAML, both languages side by side, to prose that pages and HTML are set from."""
