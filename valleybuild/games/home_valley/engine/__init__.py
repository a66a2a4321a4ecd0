"""The reference engine of Home Valley: every rule and every free action explicit. `rules.rules_for` opens it."""
