"""SVG files to drawings: shapes in inks of the palette, and motifs that pictures share."""

from valleybuild.art.motifs import FOLDER, Motifs, list_motifs
from valleybuild.art.reading import find_shapes, parse_svg
from valleybuild.art.source import SVG_LIMIT

__all__ = ["FOLDER", "SVG_LIMIT", "Motifs", "find_shapes", "list_motifs", "parse_svg"]
