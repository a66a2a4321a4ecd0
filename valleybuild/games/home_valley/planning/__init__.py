"""The planner: an engine of its own that folds free actions into whole steps, and a player that searches days."""
