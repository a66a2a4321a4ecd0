"""The win rates that a game is tuned to: what is wanted, what was measured and kept, and whether it still holds."""
