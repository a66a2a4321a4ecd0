"""What is cut, folded and glued: nets of dice, standees and boxes, boards cut into tiles, and how their lines look."""
