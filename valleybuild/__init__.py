"""Compile a card game's YAML, checked against its rules, into print-ready PDFs."""

__version__ = "0.1.0"
