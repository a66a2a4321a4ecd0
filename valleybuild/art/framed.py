"""What a picture hangs in: the box that a layout gives it."""

from __future__ import annotations

import msgspec

from valleybuild.scene import Drawing, Raster


class Framed(msgspec.Struct, frozen=True):
    """A picture and a box that some face places it in, `width` x `height` mm. Its file is a path below the root."""

    picture: Drawing | Raster
    file: str
    width: float
    height: float

    @property
    def scale(self) -> float:
        """How many mm one unit of the picture measures in print."""
        return min(self.width / self.picture.width, self.height / self.picture.height)
