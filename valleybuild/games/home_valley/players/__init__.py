"""The players that Home Valley offers; each is a module of its own."""
