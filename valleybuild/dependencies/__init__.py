"""What depends on what, drawn on one page: columns of blocks, and the links between them."""
