"""A rulebook's prose to one page of HTML that needs nothing beside itself."""
